// The chunks of an AIFF file that hold tags: `ID3 `, and the texts that AIFF itself has. Workers.

import AudioCore

/// Walks the chunks of AIFF and AIFF-C (Audio Interchange File Format 1.3): four letters, 32 bits of length,
/// most significant first, padding to even.
enum AIFFTagReader {
    private static let maximumChunkCount = 1000

    /// The tags of the file that begins at `start`; `ID3 ` stands in front of AIFF's own texts.
    static func read(_ window: SourceWindow, at start: Int64) throws(AudioError) -> TrackTags {
        var texts = TagFields()
        var id3: TagFields?
        var offset = start + 12
        for _ in 0..<maximumChunkCount {
            let header = try window.bytes(at: offset, count: 8)
            guard header.count == 8, let length = header.bigEndian(at: 4) else { break }
            offset += 8
            if header.hasASCII("ID3 ") || header.hasASCII("id3 ") {
                // A tag's own size may lead beyond its chunk, so one is read: many would be read over each other.
                if id3 == nil { id3 = try ID3v2Reader.read(window, at: offset)?.fields ?? TagFields() }
            } else if let name = names[String(decoding: header[..<4], as: UTF8.self)],
                length <= TagFields.maximumLength(of: name)
            {
                let text = try window.bytes(at: offset, count: length).prefix { $0 != 0 }
                texts.add(LegacyText.decode(Array(text)), to: name)
            }
            guard Int64(length) <= window.size - offset else { break }
            offset += Int64(length) + Int64(length & 1)
        }
        var tags = id3?.tags ?? TrackTags()
        tags.fill(from: texts.tags)
        return tags
    }

    private static let names = ["NAME": "TITLE", "AUTH": "ARTIST"]
}
