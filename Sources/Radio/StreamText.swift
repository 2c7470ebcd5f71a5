// Text whose charset no header tells: titles and names of streams. Pure functions; the fetching thread.

import AudioCore

/// Decodes what a stream says.
enum StreamText {
    /// The text of `bytes`: UTF-8 when they are that, else in the charset that the owner gave the station, else
    /// Windows-1251 when they look Cyrillic, else Windows-1252.
    static func decode(_ bytes: [UInt8], charset: String?) -> String {
        unescaped(plain(bytes, charset: charset))
    }

    /// The same, with entities as they stand.
    static func plain(_ bytes: [UInt8], charset: String?) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        if let charset, let text = convert(bytes, from: charset) { return text }
        let guess = looksCyrillic(bytes) ? "WINDOWS-1251" : "WINDOWS-1252"
        return convert(bytes, from: guess) ?? String(decoding: bytes, as: UTF8.self)
    }

    /// Some encoders send titles as they stand on a web page: the named entities of XML and numbers become characters.
    static func unescaped(_ text: String) -> String {
        guard text.contains("&") else { return text }
        var result = ""
        var rest = Substring(text)
        while let mark = rest.firstIndex(of: "&") {
            result += rest[..<mark]
            let inside = rest[rest.index(after: mark)...]
            if let end = inside.prefix(10).firstIndex(of: ";"), let character = entity(inside[..<end]) {
                result.unicodeScalars.append(character)
                rest = inside[inside.index(after: end)...]
            } else {
                result.append("&")
                rest = inside
            }
        }
        return result + rest
    }

    private static func entity(_ name: Substring) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        guard name.first == "#" else { return nil }
        let digits = name.dropFirst()
        let isHex = digits.first == "x" || digits.first == "X"
        let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap { $0 >= 0x20 ? Unicode.Scalar($0) : nil }
    }

    /// By the C library's tables. Nil for a charset that it does not know.
    static func convert(_ bytes: [UInt8], from charset: String) -> String? {
        CharsetText.decode(bytes, from: charset, cutEnd: .replaced)
    }

    /// Words of letters above ASCII, as Cyrillic ones are in Windows-1251; western words have an accent here and there.
    private static func looksCyrillic(_ bytes: [UInt8]) -> Bool {
        var inside = 0
        var alone = 0
        var run = 0
        for byte in bytes + [0x20] {
            if byte >= 0xC0 || byte == 0xA8 || byte == 0xB8 {
                run += 1
            } else {
                if run > 1 { inside += run } else { alone += run }
                run = 0
            }
        }
        return inside > alone
    }
}
