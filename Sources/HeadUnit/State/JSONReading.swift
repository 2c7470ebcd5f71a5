// Decodes JSON that may be damaged. Any thread.

import FoundationEssentials

/// What keeps `JSONDecoder` from bytes it cannot bear: that of Swift 6.0 stops the program, instead of throwing, at an
/// object key that is no text (not UTF-8, an escape that says nothing).
enum JSONReading {
    /// A text of the file cannot be read.
    struct UnreadableText: Error {}

    /// The value that these bytes are.
    ///
    /// - Throws: `UnreadableText`, or what decoding says.
    static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        guard areTextsReadable(bytes) else { throw UnreadableText() }
        return try JSONDecoder().decode(type, from: Data(bytes))
    }

    /// Whether all is UTF-8 and every text in double quotes keeps to RFC 8259, section 7.
    private static func areTextsReadable(_ bytes: [UInt8]) -> Bool {
        guard String(validating: bytes, as: UTF8.self) != nil else { return false }
        var position = 0
        var isInText = false
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") {
                isInText.toggle()
            } else if isInText, byte < 0x20 {
                return false
            } else if isInText, byte == UInt8(ascii: "\\") {
                guard let length = escapeLength(bytes[position...]) else { return false }
                position += length
            }
        }
        return true
    }

    /// Bytes of an escape behind its backslash; nil when it says nothing.
    private static func escapeLength(_ rest: ArraySlice<UInt8>) -> Int? {
        switch rest.first {
        case UInt8(ascii: "u"):
            guard let unit = codeUnit(rest.dropFirst()), !UTF16.isTrailSurrogate(unit) else { return nil }
            guard UTF16.isLeadSurrogate(unit) else { return 5 }
            // The first half of a character: the second must follow.
            guard rest.dropFirst(5).starts(with: "\\u".utf8), let second = codeUnit(rest.dropFirst(7)) else {
                return nil
            }
            return UTF16.isTrailSurrogate(second) ? 11 : nil
        case let byte?: return "\"\\/bfnrt".utf8.contains(byte) ? 1 : nil
        case nil: return nil
        }
    }

    /// The number of four hexadecimal digits.
    private static func codeUnit(_ bytes: ArraySlice<UInt8>) -> UInt16? {
        let digits = bytes.prefix(4).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        return digits.count == 4 ? digits.reduce(0) { $0 << 4 | UInt16($1) } : nil
    }
}
