// ID3v1 and ID3v1.1: 128 bytes at the end of a file. Workers.

import AudioCore

/// Reads the fixed fields of an ID3v1 tag (id3.org, ID3v1: title 3-32, artist 33-62, album 63-92, year 93-96,
/// comment 97-126 with a track number in its last byte behind a zero, genre 127).
enum ID3v1Reader {
    static let length = 128

    /// The tag that ends at `end`; nil when there is none.
    static func read(_ window: SourceWindow, end: Int64) throws(AudioError) -> TagFields? {
        let bytes = try window.bytes(at: end - Int64(length), count: length)
        guard bytes.count == length, bytes.hasASCII("TAG") else { return nil }
        let texts = [3..<33, 33..<63, 63..<93].map { bytes[$0].prefix { $0 != 0 } }
        // The fields share a code page, and together they show it better. A cut character must not hide it.
        let charset = charset(of: texts)
        var fields = TagFields()
        for (text, name) in zip(texts, ["TITLE", "ARTIST", "ALBUM"]) {
            fields.add(LegacyText.decode(Array(text), as: charset), to: name)
        }
        fields.add(String(decoding: bytes[93..<97].prefix { $0 != 0 }, as: UTF8.self), to: "DATE")
        if bytes[125] == 0, bytes[126] != 0 { fields.add(String(bytes[126]), to: "TRACKNUMBER") }
        if let genre = Genres.name(Int(bytes[127])) { fields.add(genre, to: "GENRE") }
        return fields
    }

    private static func charset(of texts: [ArraySlice<UInt8>]) -> LegacyText.Charset {
        let isUTF8 = texts.allSatisfy { LegacyText.charset(of: Array($0)) == .utf8 }
        return isUTF8 ? .utf8 : LegacyText.charset(of: Array(texts.joined(separator: [0x0A])))
    }
}
