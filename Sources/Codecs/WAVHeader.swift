// The chunks of a WAV file, read once when it is opened, by the codec's thread.

import AudioCore

/// Where the samples of a RIFF/WAVE, RF64, BW64 or Wave64 file stand (RF64: EBU Tech 3306, section 3).
struct WAVHeader {
    /// `wav`, `w64`.
    var container: String
    var format: WAVFormat
    /// The offset of the first sample.
    var dataStart: Int64
    /// Bytes of samples that are there; nil when neither header nor source says.
    var dataLength: Int64?
    /// Bytes the header promises when the file is shorter than that; else nil.
    var promisedLength: Int64?

    /// Chunks looked at before a file is given up.
    private static let mostChunks = 10_000
    /// Sizes from here on are what writers put who cannot go back: 0x7FFFF000, 0x80000000, 0xFFFFFFFF and near.
    private static let streamedSize: Int64 = 0x7FFF_0000

    /// Reads the header that starts at `start`.
    static func read(_ reader: SourceReader, start: Int64) throws(AudioError) -> WAVHeader {
        try reader.seek(to: start)
        let front = Array(try reader.peek(WAVChunks.longestFront))
        guard let kind = WAVChunks(front) else { throw reader.error(.notSupported, "is not WAV") }
        var chunks = Chunks(kind: kind, statedEnd: kind.statedEnd(front).map { start + $0 })
        var offset = start + kind.frontLength
        for _ in 0..<mostChunks {
            if let size = reader.size, offset >= size { break }
            if chunks.format != nil, chunks.data != nil { break }
            try reader.seek(to: offset)
            guard let head = kind.head(Array(try reader.peek(Int(kind.headLength)))) else { break }
            let body = offset + kind.headLength
            let length = try chunks.take(head, at: body, reader)
            // Over a stream nothing behind the samples can be looked at without losing them.
            if chunks.data != nil, chunks.format == nil, !reader.isSeekable { break }
            offset = body + kind.padded(length)
        }
        return try chunks.header(reader)
    }

    private struct Chunks {
        let kind: WAVChunks
        /// The end of the file as its front says; nil when that cannot be.
        let statedEnd: Int64?
        var format: WAVFormat?
        var data: (start: Int64, length: Int64)?
        var longDataLength: Int64?

        /// Takes what one chunk says; gives the bytes of its body.
        mutating func take(
            _ head: WAVChunks.Head, at body: Int64, _ reader: SourceReader
        ) throws(AudioError) -> Int64 {
            var length = head.length
            switch head.name {
            case "fmt " where format == nil:
                try reader.seek(to: body)
                let chunk = Array(try reader.peek(Int(min(length, 40))))
                switch WAVFormat.parse(chunk, isBigEndian: kind == .bigEndian) {
                case .success(let parsed): format = parsed
                case .failure(let refusal): throw reader.error(refusal)
                }
            case "ds64":
                try reader.seek(to: body)
                let sizes = Array(try reader.peek(Int(min(length, 16))))
                if sizes.count == 16 { longDataLength = Int64(exactly: sizes.littleEndian64(at: 8)) }
            case "data" where data == nil:
                // A length beyond any file would overflow the walk; what matters of it is that it is too long.
                if length == 0xFFFF_FFFF, let longDataLength { length = min(longDataLength, Int64.max / 4) }
                data = (body, length)
            default:
                break
            }
            return length
        }

        func header(_ reader: SourceReader) throws(AudioError) -> WAVHeader {
            guard let format else {
                let reason = data == nil ? "is cut off inside its header" : "has no format chunk before its end"
                throw reader.error(.decode, reason)
            }
            guard let data else { throw reader.error(.decode, "has no data chunk: it is cut off or holds no sound") }
            var header = WAVHeader(
                container: kind == .wave64 ? "w64" : "wav", format: format, dataStart: data.start, dataLength: nil,
                promisedLength: nil)
            let isLong = kind == .wave64 || longDataLength == data.length
            guard let size = reader.size else {
                let isStreamed = data.length == 0 || data.length >= streamedSize
                if !isStreamed || isLong { header.dataLength = data.length }
                return header
            }
            let available = max(0, size - data.start)
            // Nothing promised is meant when the file as a whole is as long as it says, else it was never filled in.
            let isFilledIn = data.length > 0 || statedEnd == size
            header.dataLength = isFilledIn ? min(data.length, available) : available
            let isStreamed = data.length >= streamedSize && !isLong
            if data.length > available, !isStreamed { header.promisedLength = data.length }
            return header
        }
    }
}
