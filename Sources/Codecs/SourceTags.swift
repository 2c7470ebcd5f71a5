// Tags around the sound: ID3v2 in front; ID3v1, APEv2, Lyrics3v2 and ID3v2 behind. The codec's thread.

import AudioCore

/// Finds where the sound starts and ends. The tags are not read here: the library does that.
enum SourceTags {
    /// A file with more tags than this in a row is not worth following.
    private static let most = 32

    /// Puts the reader behind the ID3v2 tags it stands at. Of a tag that claims more than there is only the header is
    /// passed: its length is wrong, and the sound may start anywhere behind it.
    static func skipLeading(_ reader: SourceReader) throws(AudioError) {
        for _ in 0..<most {
            guard let length = id3v2Length(try reader.peek(10)) else { return }
            let end = reader.position + length
            guard end <= reader.size ?? end else { return try reader.seek(to: reader.position + 10) }
            try reader.seek(to: end)
        }
    }

    /// The offset behind the last byte of sound that starts at `start`; nil when the source does not know its size.
    static func soundEnd(_ reader: SourceReader, start: Int64) throws(AudioError) -> Int64? {
        guard let size = reader.size else { return nil }
        guard reader.isSeekable else { return size }
        var end = size
        for _ in 0..<most {
            guard let length = try trailingLength(reader, start: start, end: end), end - length >= start else { break }
            end -= length
        }
        return max(end, start)
    }

    /// Bytes of an ID3v2 tag with header and footer (ID3v2.4 structure, sections 3.1 and 3.4), or nil.
    static func id3v2Length(_ bytes: UnsafeRawBufferPointer) -> Int64? {
        guard bytes.count >= 10, bytes.starts(with: "ID3".utf8), bytes[3] < 0xFF, bytes[4] < 0xFF else { return nil }
        guard let size = syncsafe(bytes, at: 6) else { return nil }
        return 10 + size + (bytes[5] & 0x10 != 0 ? 10 : 0)
    }

    /// Bytes of an APEv2 tag whose header stands here (APEv2 specification, "APE Tags Header"), or nil.
    static func apeLength(_ bytes: UnsafeRawBufferPointer) -> Int64? {
        guard bytes.count >= 32, bytes.starts(with: "APETAGEX".utf8) else { return nil }
        return 32 + Int64(bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self).littleEndian)
    }

    private static func trailingLength(
        _ reader: SourceReader, start: Int64, end: Int64
    ) throws(AudioError) -> Int64? {
        let window = min(128, end - start)
        guard window >= 10 else { return nil }
        try reader.seek(to: end - window)
        let tail = try reader.peek(Int(window))
        guard tail.count == Int(window) else { return nil }
        if window == 128, tail.starts(with: "TAG".utf8) { return 128 }
        let last10 = UnsafeRawBufferPointer(rebasing: tail.suffix(10))
        if last10.starts(with: "3DI".utf8), let size = syncsafe(last10, at: 6) { return size + 20 }
        if window >= 32 {
            let footer = UnsafeRawBufferPointer(rebasing: tail.suffix(32))
            if footer.starts(with: "APETAGEX".utf8) {
                let size = Int64(footer.loadUnaligned(fromByteOffset: 12, as: UInt32.self).littleEndian)
                let hasHeader = footer[23] & 0x80 != 0
                return size < 32 ? nil : size + (hasHeader ? 32 : 0)
            }
        }
        let lyrics = tail.suffix(15)
        guard lyrics.count == 15, lyrics.suffix(9).elementsEqual("LYRICS200".utf8) else { return nil }
        return Int64(String(decoding: lyrics.prefix(6), as: UTF8.self)).flatMap { $0 >= 0 ? $0 + 15 : nil }
    }

    /// Four bytes of seven bits each, most significant first; nil when a top bit is set.
    private static func syncsafe(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int64? {
        var value: Int64 = 0
        for byte in bytes[offset..<(offset + 4)] {
            guard byte < 0x80 else { return nil }
            value = value << 7 | Int64(byte)
        }
        return value
    }
}
