// Naming content that no codec here plays, so that a refusal says what the file is. Values; any thread.

/// Kinds of files that are found among music, by their first bytes.
enum ForeignContent {
    private static let marks: [(offset: Int, bytes: String, kind: String)] = [
        (0, "OggS", "an Ogg file"), (4, "ftyp", "an MP4 file"), (0, "FORM", "an IFF file"),
        (0, "MAC ", "Monkey's Audio"), (0, "wvpk", "WavPack"), (0, "MPCK", "Musepack"), (0, "MP+", "Musepack"),
        (0, "TTA1", "True Audio"), (0, "DSD ", "DSD audio"), (0, "FRM8", "DSD audio"),
        (0, "RIFX", "a big-endian RIFF file"),
        (0, "#!AMR", "AMR speech"), (0, "caff", "a CAF file"), (0, ".snd", "an AU file"), (0, "MThd", "a MIDI file"),
        (0, "PK\u{3}\u{4}", "a ZIP archive"), (0, "Rar!", "a RAR archive"), (0, "%PDF", "a PDF document"),
        (1, "PNG\r\n", "a PNG picture"), (0, "GIF8", "a GIF picture"), (6, "JFIF", "a JPEG picture"),
        (6, "Exif", "a JPEG picture"), (0, "SQLite format 3", "a database"), (1, "ELF", "a program"),
    ]

    /// What the content is, with its article where it has one, or nil when it is not known.
    static func kind(of head: [UInt8]) -> String? {
        for mark in marks where head.dropFirst(mark.offset).starts(with: mark.bytes.utf8) { return mark.kind }
        if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return "a Matroska file" }
        if head.starts(with: [0x30, 0x26, 0xB2, 0x75]) { return "a Windows Media file" }
        return isText(head) ? "text" : nil
    }

    /// UTF-8 or an 8-bit charset without control characters, or UTF-16 with its mark.
    private static func isText(_ head: [UInt8]) -> Bool {
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
            // UTF-16 text of any language has spaces or line ends, which are these pairs.
            let pairs = stride(from: 2, to: head.count - 1, by: 2)
            return pairs.contains { head[$0] &+ head[$0 + 1] == 0x20 || head[$0] &+ head[$0 + 1] == 0x0A }
        }
        let isPlain = head.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) || $0 == 0x1B }
        // Bytes of 8-bit charsets are text only among enough ASCII: chance never gives that much of it.
        let ascii = head.count { $0 < 0x80 }
        return isPlain && (ascii * 2 >= head.count || isUTF8(head))
    }

    /// Whether the bytes are UTF-8, of which the last character may be cut.
    private static func isUTF8(_ head: [UInt8]) -> Bool {
        (0...min(3, head.count)).contains { String(validating: head.dropLast($0), as: UTF8.self) != nil }
    }
}
