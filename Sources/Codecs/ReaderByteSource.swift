// A SourceReader for those who take a ByteSource: what was looked at of a stream is not lost. The codec's thread.

import AudioCore

/// The bytes of a reader, from wherever it stands.
final class ReaderByteSource: ByteSource {
    private let reader: SourceReader

    init(_ reader: SourceReader) { self.reader = reader }

    var name: String { reader.name }
    var size: Int64? { reader.size }
    var isSeekable: Bool { reader.isSeekable }
    var position: Int64 { reader.position }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(AudioError) -> Int {
        // A stream gives what has come, so that nobody waits for a whole buffer.
        guard !reader.isSeekable else { return try reader.read(into: buffer) }
        let bytes = try reader.peek(1)
        guard !bytes.isEmpty else { return 0 }
        let count = min(buffer.count, reader.bufferedCount)
        return try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
    }

    func seek(to offset: Int64) throws(AudioError) {
        try reader.seek(to: offset)
    }
}
