// libopusfile's callbacks: C functions that find their CodecFeed behind the client pointer. The codec's thread.

func opusRead(_ client: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int32) -> Int32 {
    guard let feed = CodecFeed.behind(client), count > 0 else { return 0 }
    let got = feed.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)))
    return got.map { Int32($0) } ?? -1
}

func opusSeek(_ client: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int32 {
    CodecFeed.behind(client)?.seek(to: offset, from: whence) == true ? 0 : -1
}

func opusTell(_ client: UnsafeMutableRawPointer?) -> Int64 {
    CodecFeed.behind(client)?.position ?? -1
}
