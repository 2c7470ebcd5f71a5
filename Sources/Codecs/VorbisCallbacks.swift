// libvorbisfile's callbacks: C functions that find their CodecFeed behind the client pointer. The codec's thread.

import Glibc

func vorbisRead(
    _ bytes: UnsafeMutableRawPointer?, _ size: Int, _ count: Int, _ client: UnsafeMutableRawPointer?
) -> Int {
    guard let feed = CodecFeed.behind(client), size > 0 else { return 0 }
    let got = feed.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
    // With errno set, nothing read is an error and not the end.
    errno = got == nil ? EIO : 0
    return (got ?? 0) / size
}

func vorbisSeek(_ client: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int32 {
    CodecFeed.behind(client)?.seek(to: offset, from: whence) == true ? 0 : -1
}

func vorbisTell(_ client: UnsafeMutableRawPointer?) -> Int {
    CodecFeed.behind(client).map { Int($0.position) } ?? -1
}
