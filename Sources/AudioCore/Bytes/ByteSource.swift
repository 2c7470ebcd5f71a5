// The one gate through which music bytes come: codecs and tag readers see a ByteSource, never a path.

/// Bytes with a position. Not thread-safe: one owner at a time.
public protocol ByteSource: AnyObject {
    /// For people: the path or address.
    var name: String { get }
    /// Bytes in all; nil when unknown (a stream).
    var size: Int64? { get }
    var isSeekable: Bool { get }
    /// The offset of the next byte read.
    var position: Int64 { get }

    /// Reads up to `buffer.count` bytes.
    /// - Returns: bytes read, 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(AudioError) -> Int

    /// Makes `offset` (0 ... size) the next byte read.
    func seek(to offset: Int64) throws(AudioError)
}

extension ByteSource {
    /// Reads until `count` bytes are there or the source ends; at most 16 MiB.
    public func readBytes(_ count: Int) throws(AudioError) -> [UInt8] {
        precondition((0...(1 << 24)).contains(count))
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            var failure: AudioError?
            let got = bytes.withUnsafeMutableBytes { buffer in
                do throws(AudioError) {
                    return try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
                } catch {
                    failure = error
                    return 0
                }
            }
            if let failure { throw failure }
            if got == 0 { break }
            filled += got
        }
        bytes.removeLast(count - filled)
        return bytes
    }

    /// Reads up to `count` bytes at `offset` and leaves the position behind them.
    public func readBytes(_ count: Int, at offset: Int64) throws(AudioError) -> [UInt8] {
        try seek(to: offset)
        return try readBytes(count)
    }
}
