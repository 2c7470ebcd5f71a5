// The one tag of a FLAC file that playing needs: where more than two channels belong. The codec's thread.

import AudioCore

/// `WAVEFORMATEXTENSIBLE_CHANNEL_MASK=0x…` of the VORBIS_COMMENT block (RFC 9639, sections 8.6 and 8.6.2).
enum FLACChannelMask {
    private static let name = "WAVEFORMATEXTENSIBLE_CHANNEL_MASK="
    /// Tags looked at.
    private static let mostTags: Int64 = 1000

    /// The mask; 0 when there is none.
    /// - Parameters:
    ///   - offset: of the block's first byte behind its head.
    ///   - length: bytes of the block.
    static func read(_ reader: SourceReader, at offset: Int64, length: Int64) throws(AudioError) -> UInt32 {
        let end = offset + length
        guard let vendor = try number(reader, offset, end), let tags = try number(reader, offset + 4 + vendor, end)
        else { return 0 }
        var place = offset + 8 + vendor
        for _ in 0..<min(tags, mostTags) {
            guard let size = try number(reader, place, end), place + 4 + size <= end else { return 0 }
            // `0x` and eight digits.
            if size <= Int64(name.utf8.count + 10) {
                try reader.seek(to: place + 4)
                if let mask = mask(Array(try reader.peek(Int(size)))) { return mask }
            }
            place += 4 + size
        }
        return 0
    }

    /// Four bytes of the block as a number, least significant first; nil where the block ends before them.
    private static func number(_ reader: SourceReader, _ place: Int64, _ end: Int64) throws(AudioError) -> Int64? {
        guard place + 4 <= end else { return nil }
        try reader.seek(to: place)
        let bytes = Array(try reader.peek(4))
        return bytes.count == 4 ? Int64(bytes.littleEndian32(at: 0)) : nil
    }

    private static func mask(_ tag: [UInt8]) -> UInt32? {
        let text = String(decoding: tag, as: UTF8.self)
        guard text.uppercased().hasPrefix(name) else { return nil }
        let value = text.dropFirst(name.count).lowercased()
        return value.hasPrefix("0x") ? UInt32(value.dropFirst(2), radix: 16) : UInt32(value)
    }
}
