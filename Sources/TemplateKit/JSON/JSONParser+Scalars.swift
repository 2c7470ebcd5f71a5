// Words, numbers and strings of JSON. Any thread.

extension JSONParser {
    mutating func word() throws(DocumentFault) -> JSONValue {
        let start = position
        while position < bytes.count, Self.isWordByte(bytes[position]) { position += 1 }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        switch word {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default:
            throw fault(start, "\"\(word.prefix(40))\" is no value (true, false, null, or a text in double quotes)")
        }
    }

    mutating func number() throws(DocumentFault) -> Double {
        let start = position
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        let whole = digits()
        let hasLeadingZero = whole.count > 1 && bytes[whole.lowerBound] == UInt8(ascii: "0")
        var isValid = !whole.isEmpty && !hasLeadingZero
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            isValid = !digits().isEmpty && isValid
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
                position += 1
            }
            isValid = !digits().isEmpty && isValid
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard isValid, position - start <= 64, let number = Double(text), number.isFinite else {
            throw fault(start, "\(text.prefix(40)) is no number (as 12, -3.5 or 1e6)")
        }
        return number
    }

    private mutating func digits() -> Range<Int> {
        let start = position
        while position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) {
            position += 1
        }
        return start..<position
    }

    mutating func string() throws(DocumentFault) -> String {
        let start = position
        position += 1
        var content: [UInt8] = []
        while position < bytes.count {
            guard content.count <= Self.longestString else {
                throw fault(start, "a text of more than \(Self.longestString) bytes (shorter)")
            }
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: content, as: UTF8.self)
            case UInt8(ascii: "\\"): content.append(contentsOf: Array(try escape().utf8))
            case 0..<0x20:
                throw fault(
                    position,
                    byte == 0x0A
                        ? "the text has no end on its line (a double quote)"
                        : "a control character in a text (written as \\u\(Self.fourHex(byte)))")
            default:
                content.append(byte)
                position += 1
            }
        }
        throw fault(start, "the text has no end (a double quote)")
    }

    private mutating func escape() throws(DocumentFault) -> String {
        let start = position
        position += 1
        guard position < bytes.count else { throw unexpectedEnd() }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape(from: start)
        default: throw fault(start, "an unknown escape in a text (\\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u0041)")
        }
    }

    private mutating func unicodeEscape(from start: Int) throws(DocumentFault) -> String {
        guard let first = fourHexDigits() else { throw fault(start, "\\u needs four hexadecimal digits (\\u0041)") }
        var code = first
        if (0xD800..<0xDC00).contains(first), position + 1 < bytes.count,
            bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
        {
            position += 2
            if let second = fourHexDigits(), (0xDC00..<0xE000).contains(second) {
                code = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
            }
        }
        guard let scalar = Unicode.Scalar(code) else {
            throw fault(start, "half a character (a pair as \\uD83C\\uDFB5, or the character itself)")
        }
        return String(Character(scalar))
    }

    private mutating func fourHexDigits() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        var code: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            code = code << 4 | UInt32(digit)
        }
        position += 4
        return code
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        let letter = byte | 0x20
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
    }

    private static func fourHex(_ byte: UInt8) -> String {
        let hex = String(byte, radix: 16)
        return String(repeating: "0", count: 4 - hex.count) + hex
    }
}
