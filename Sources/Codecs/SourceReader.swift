// A buffer over a ByteSource, so that small reads and looks ahead cost no system calls. One owner: the codec's thread.

import AudioCore

/// Reads, looks ahead and seeks in a source; over a stream, seeks only forward or within what is buffered.
final class SourceReader {
    /// Bytes buffered, and the most that `peek` gives.
    static let capacity = 1 << 16

    let name: String
    /// Bytes in all; nil when unknown.
    let size: Int64?
    let isSeekable: Bool
    /// The codec that knows the container of this source has refused the coding in it.
    private(set) var hasForeignCoding = false
    /// The offset of the next byte.
    private(set) var position: Int64
    private let source: any ByteSource
    private let buffer: UnsafeMutableRawPointer
    /// The offset of the buffer's first byte, and how many bytes it holds.
    private var bufferStart: Int64
    private var bufferCount = 0

    /// Starts at the first byte of the source, or where a stream stands.
    init(_ source: any ByteSource) throws(AudioError) {
        if source.isSeekable { try source.seek(to: 0) }
        self.source = source
        name = source.name
        size = source.size
        isSeekable = source.isSeekable
        position = source.position
        bufferStart = source.position
        buffer = .allocate(byteCount: Self.capacity, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// An error about this source.
    func error(_ code: AudioError.Code, _ message: String) -> AudioError {
        AudioError(code, path: name, message)
    }

    /// The error of a refusal about this source.
    func error(_ refusal: Refusal) -> AudioError {
        hasForeignCoding = hasForeignCoding || refusal.isOfCoding
        return error(.notSupported, refusal.message)
    }

    /// Bytes of the buffer at and behind `position`.
    private var buffered: Int {
        let offset = position - bufferStart
        return (0...Int64(bufferCount)).contains(offset) ? bufferCount - Int(offset) : 0
    }

    /// Bytes that are there without asking the source.
    var bufferedCount: Int { buffered }

    /// The next `count` bytes without passing them, fewer only at the end; valid until the next call.
    /// - Parameter count: at most `capacity`.
    func peek(_ count: Int) throws(AudioError) -> UnsafeRawBufferPointer {
        precondition(count <= Self.capacity)
        if buffered < count { try fill(atLeast: count) }
        let available = min(count, buffered)
        guard available > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(start: buffer + Int(position - bufferStart), count: available)
    }

    /// Reads up to `destination.count` bytes, fewer only at the end.
    func read(into destination: UnsafeMutableRawBufferPointer) throws(AudioError) -> Int {
        guard let base = destination.baseAddress else { return 0 }
        var filled = 0
        while filled < destination.count {
            let rest = destination.count - filled
            if buffered == 0 && rest >= Self.capacity {
                try align()
                let target = UnsafeMutableRawBufferPointer(start: base + filled, count: rest)
                let got = try source.read(into: target)
                if got == 0 { break }
                position += Int64(got)
                filled += got
            } else {
                let bytes = try peek(min(rest, max(1, buffered)))
                guard let start = bytes.baseAddress else { break }
                (base + filled).copyMemory(from: start, byteCount: bytes.count)
                position += Int64(bytes.count)
                filled += bytes.count
            }
        }
        return filled
    }

    /// Makes `offset` the next byte read.
    /// - Throws: `notSupported` when that lies behind a stream.
    func seek(to offset: Int64) throws(AudioError) {
        let isBuffered = (bufferStart...(bufferStart + Int64(bufferCount))).contains(offset)
        if isSeekable || isBuffered || offset == position {
            position = offset
            return
        }
        guard offset > position else { throw error(.notSupported, "is a stream, which cannot be wound back") }
        while position < offset {
            let skipped = try peek(Int(min(offset - position, Int64(Self.capacity)))).count
            guard skipped > 0 else { return }
            position += Int64(skipped)
        }
    }

    /// Brings at least `count` bytes from `position` on into the buffer, fewer at the end.
    private func fill(atLeast count: Int) throws(AudioError) {
        let kept = buffered
        if kept > 0 { buffer.copyMemory(from: buffer + Int(position - bufferStart), byteCount: kept) }
        bufferStart = position
        bufferCount = kept
        try align()
        while bufferCount < count {
            let free = UnsafeMutableRawBufferPointer(start: buffer + bufferCount, count: Self.capacity - bufferCount)
            let got = try source.read(into: free)
            if got == 0 { break }
            bufferCount += got
        }
    }

    /// Puts the source itself right behind what is buffered.
    private func align() throws(AudioError) {
        let wanted = position + Int64(buffered)
        if source.position != wanted { try source.seek(to: wanted) }
    }
}
