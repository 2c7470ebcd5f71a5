// What an MP3 encoder added to the sound, and where iTunes writes it. Values; the codec's thread reads.

import AudioCore

/// Sample frames an encoder put in front of the sound and behind it.
struct MP3Trim: Equatable {
    var delay: Int
    var padding: Int
}

/// The comment `iTunSMPB` in an ID3v2 tag: ` 00000000 DDDDDDDD PPPPPPPP SSSSSSSSSSSSSSSS`, delay, padding and sample
/// frames in hexadecimal (as written by iTunes).
enum ITunesTrim {
    /// More than any encoder adds.
    private static let most = 1 << 15

    /// Looks for the comment in the tags that end at `start`; only their first 64 KiB, since covers come last.
    static func find(_ reader: SourceReader, before start: Int64) throws(AudioError) -> MP3Trim? {
        guard reader.isSeekable, start > 10 else { return nil }
        try reader.seek(to: 0)
        return parse(try reader.peek(Int(min(start, Int64(SourceReader.capacity)))))
    }

    /// Reads the comment out of the bytes of a tag, in any encoding of text: zero bytes are passed over.
    static func parse(_ tag: UnsafeRawBufferPointer) -> MP3Trim? {
        let name = Array("iTunSMPB".utf8)
        let text = tag.filter { $0 != 0 }
        guard let start = text.indices.first(where: { text[$0...].starts(with: name) }) else { return nil }
        let value = text[(start + name.count)...].prefix(60).drop { $0 != UInt8(ascii: " ") }
        let fields = value.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        guard fields.count >= 3, fields[0].allSatisfy({ $0 == "0" }), let delay = Int(fields[1], radix: 16),
            let padding = Int(fields[2], radix: 16), (0...most).contains(delay), (0...most).contains(padding),
            delay + padding > 0
        else { return nil }
        return MP3Trim(delay: delay, padding: padding)
    }
}
