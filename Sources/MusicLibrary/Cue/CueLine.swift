// One line of a cue sheet taken apart: a word, and what stands behind it in quotes or not. Values; any thread.

/// A line's first word and its arguments.
struct CueLine {
    /// Upper case; empty on a blank line.
    let word: String
    /// The line behind the word, trimmed.
    let rest: String

    init(_ text: String) {
        let text = text.trimmed
        let end = text.firstIndex { $0 == " " || $0 == "\t" } ?? text.endIndex
        word = text[..<end].uppercased()
        rest = String(text[end...]).trimmed
    }

    /// `rest` without its quotes. A quote inside the text stays; a missing one is not missed.
    var value: String {
        guard rest.hasPrefix("\"") else { return rest }
        let inner = rest.dropFirst()
        return String(inner.hasSuffix("\"") ? inner.dropLast() : inner).trimmed
    }

    /// The name and the kind of a FILE line. Without quotes the last word is the kind, if it is one.
    var fileName: (name: String, kind: String) {
        if rest.hasPrefix("\"") {
            let inner = rest.dropFirst()
            guard let close = inner.lastIndex(of: "\"") else { return Self.parted(inner) }
            return (String(inner[..<close]), String(inner[inner.index(after: close)...]).trimmed.uppercased())
        }
        return Self.parted(rest[...])
    }

    private static func parted(_ text: Substring) -> (name: String, kind: String) {
        guard let space = text.lastIndex(where: { $0 == " " || $0 == "\t" }) else { return (String(text), "") }
        let kind = text[text.index(after: space)...].uppercased()
        guard kinds.contains(kind) else { return (String(text), "") }
        return (String(text[..<space]).trimmed, kind)
    }

    /// The kinds of FILE in use. What a file really is its content tells, so nothing is made of them.
    private static let kinds: Set<String> = [
        "WAVE", "MP3", "AIFF", "FLAC", "BINARY", "MOTOROLA", "APE", "WAVPACK", "OGG",
    ]

    /// The lines of a text, ended by CR LF, CR or LF.
    static func lines(of text: String) -> [String] {
        var lines: [String] = []
        var line: [UInt8] = []
        var endedByReturn = false
        for byte in text.utf8 {
            switch byte {
            case 0x0A where endedByReturn:
                endedByReturn = false
            case 0x0A, 0x0D:
                lines.append(String(decoding: line, as: UTF8.self))
                line.removeAll(keepingCapacity: true)
                endedByReturn = byte == 0x0D
            default:
                line.append(byte)
                endedByReturn = false
            }
        }
        if !line.isEmpty { lines.append(String(decoding: line, as: UTF8.self)) }
        return lines
    }
}
