// The chunks of a WAV file that hold tags: `LIST` of kind `INFO`, and `id3 `. Workers.

import AudioCore

/// Walks the chunks of RIFF, RF64 and BW64 (EBU Tech 3306): four letters, 32 bits of length, padding to even.
enum WAVTagReader {
    private static let maximumChunkCount = 1000

    /// The tags of the file that begins at `start`; `id3 ` stands in front of `INFO`.
    static func read(_ window: SourceWindow, at start: Int64) throws(AudioError) -> TrackTags {
        var info = TagFields()
        var id3: TagFields?
        var dataLength: Int64?
        var offset = start + 12
        for _ in 0..<maximumChunkCount {
            let header = try window.bytes(at: offset, count: 8)
            guard header.count == 8, let stated = header.littleEndian(at: 4) else { break }
            offset += 8
            var length = Int64(stated)
            if header.hasASCII("ds64") {
                dataLength = try largeDataLength(window, at: offset)
            } else if header.hasASCII("data"), stated == 0xFFFF_FFFF {
                // Without a ds64 chunk the music runs to the end.
                guard let dataLength else { break }
                length = dataLength
            } else if header.hasASCII("LIST") {
                try readInfo(window, from: offset, to: min(offset + length, window.size), into: &info)
            } else if header.hasASCII("id3 ") || header.hasASCII("ID3 ") {
                // A tag's own size may lead beyond its chunk, so one is read: many would be read over each other.
                if id3 == nil { id3 = try ID3v2Reader.read(window, at: offset)?.fields ?? TagFields() }
            }
            guard length <= window.size - offset else { break }
            offset += length + (length & 1)
        }
        var tags = id3?.tags ?? TrackTags()
        tags.fill(from: info.tags)
        return tags
    }

    /// The length of the `data` chunk out of `ds64`: its second 64-bit number. Nil when it cannot be.
    private static func largeDataLength(_ window: SourceWindow, at offset: Int64) throws(AudioError) -> Int64? {
        let bytes = try window.bytes(at: offset + 8, count: 8)
        guard let low = bytes.littleEndian(at: 0), let high = bytes.littleEndian(at: 4), high < 1 << 30 else {
            return nil
        }
        return Int64(high) << 32 | Int64(low)
    }

    /// `INFO` is a list of chunks of zero-terminated text in no stated charset.
    private static func readInfo(
        _ window: SourceWindow, from start: Int64, to end: Int64, into fields: inout TagFields
    ) throws(AudioError) {
        guard try window.bytes(at: start, count: 4).hasASCII("INFO") else { return }
        var offset = start + 4
        for _ in 0..<maximumChunkCount {
            let header = try window.bytes(at: offset, count: 8)
            guard offset + 8 <= end, let length = header.littleEndian(at: 4), Int64(length) <= end - offset - 8 else {
                return
            }
            offset += 8
            if let name = names[String(decoding: header[..<4], as: UTF8.self)],
                length <= TagFields.maximumLength(of: name)
            {
                let text = try window.bytes(at: offset, count: length).prefix { $0 != 0 }
                fields.add(LegacyText.decode(Array(text)), to: name)
            }
            offset += Int64(length) + Int64(length & 1)
        }
    }

    /// RIFF INFO names (Microsoft, Multimedia Programming Interface and Data Specifications 1.0, and common use).
    private static let names = [
        "INAM": "TITLE", "IART": "ARTIST", "IPRD": "ALBUM", "ICRD": "DATE", "IGNR": "GENRE", "ITRK": "TRACKNUMBER",
        "IPRT": "TRACKNUMBER", "IMUS": "COMPOSER",
    ]
}
