// The chunks of an AIFF file, read once when it is opened, by the codec's thread.

import AudioCore

/// Finds `COMM` and `SSND` (Apple, Audio Interchange File Format 1.3 and AIFF-C draft of 1991-08-26). Chunks may stand
/// in any order; numbers are big-endian. More than two channels stand in the order of WAVE, as all writers of today do.
struct AIFFHeader {
    /// Chunks looked at before a file is given up.
    private static let mostChunks = 10_000
    /// Sizes from here on are what writers put who cannot go back.
    private static let streamedSize: Int64 = 0x7F00_0000

    private var format: AIFFFormat?
    /// The first byte of `SSND`'s samples, and how many its chunk says there are.
    private var data: (start: Int64, length: Int64)?

    /// Reads the header that starts at `start`.
    static func read(_ reader: SourceReader, start: Int64) throws(AudioError) -> PCMLayout {
        try reader.seek(to: start)
        let form = Array(try reader.peek(12))
        guard form.count == 12, AIFFCodec.isAIFF(form) else { throw reader.error(.notSupported, "is not AIFF") }
        let isCompressed = form[11] == UInt8(ascii: "C")
        var header = AIFFHeader()
        var offset = start + 12
        for _ in 0..<mostChunks {
            if let size = reader.size, offset >= size { break }
            if header.format != nil, header.data != nil { break }
            try reader.seek(to: offset)
            let head = Array(try reader.peek(8))
            guard head.count == 8 else { break }
            let length = Int64(head.bigEndian32(at: 4))
            try header.take(head, at: offset + 8, length: length, isCompressed: isCompressed, reader)
            // Over a stream nothing behind the samples can be looked at without losing them.
            if header.data != nil, header.format == nil, !reader.isSeekable { break }
            offset += 8 + length + length % 2
        }
        return try header.layout(reader)
    }

    private mutating func take(
        _ head: [UInt8], at body: Int64, length: Int64, isCompressed: Bool, _ reader: SourceReader
    ) throws(AudioError) {
        switch String(decoding: head.prefix(4), as: UTF8.self) {
        case "COMM" where format == nil:
            try reader.seek(to: body)
            switch AIFFFormat.parse(Array(try reader.peek(Int(min(length, 22)))), isCompressed: isCompressed) {
            case .success(let parsed): format = parsed
            case .failure(let refusal): throw reader.error(refusal)
            }
        case "SSND" where data == nil:
            try reader.seek(to: body)
            let front = Array(try reader.peek(8))
            guard front.count == 8 else { return }
            let skip = Int64(front.bigEndian32(at: 0))
            data = (body + 8 + skip, max(0, length - 8 - skip))
        default:
            break
        }
    }

    private func layout(_ reader: SourceReader) throws(AudioError) -> PCMLayout {
        guard let format else {
            let reason = data == nil ? "is cut off inside its header" : "has no COMM chunk before its end"
            throw reader.error(.decode, reason)
        }
        var layout = PCMLayout(
            container: "aiff", coding: format.coding, channels: format.channels, rate: format.rate, bits: format.bits,
            dataStart: 0, dataLength: 0, promisedLength: nil)
        guard let data else {
            // A file without sound may leave the chunk out (section 7).
            guard format.frameCount == 0 else {
                throw reader.error(.decode, "has no SSND chunk: it is cut off or holds no sound")
            }
            layout.dataStart = reader.position
            return layout
        }
        layout.dataStart = data.start
        let stated = format.frameCount * Int64(layout.bytesPerFrame)
        let isStreamed = stated == 0 && (data.length == 0 || data.length >= Self.streamedSize)
        // The frames of COMM count; a chunk that is shorter than they are was cut by its writer, and lacks them.
        let promised = stated > 0 && data.length > 0 ? min(stated, data.length) : max(stated, data.length)
        let available = reader.size.map { max(0, $0 - data.start) }
        if isStreamed {
            layout.dataLength = available
            return layout
        }
        let present = min(promised, available ?? promised)
        layout.dataLength = present
        let meant = max(stated, promised)
        if meant > present, meant < Self.streamedSize { layout.promisedLength = meant }
        return layout
    }
}
