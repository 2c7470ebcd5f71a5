// Reads JSON (RFC 8259) and keeps the place of every value. Any thread; no recursion, so depth costs no stack.

/// The first fault of grammar ends the reading; keys that are there twice are reported and the first is kept.
public struct JSONParser {
    /// Bytes of a file that is read at all.
    public static let largestFile = 1_000_000
    /// Bytes of a string.
    public static let longestString = 10_000
    /// Objects and lists inside one another.
    public static let deepest = 64

    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The value of a file, or nil when its grammar is broken, and what is wrong with it.
    public static func parse(_ source: SourceText) -> (root: JSONNode?, faults: [DocumentFault]) {
        var parser = JSONParser(source)
        do {
            let root = try parser.document()
            return (root, parser.faults)
        } catch {
            return (nil, parser.faults + [error])
        }
    }

    private let source: SourceText
    private let bytes: [UInt8]
    private var position = 0
    private var faults: [DocumentFault] = []
    private var open: [Container] = []

    private init(_ source: SourceText) {
        self.source = source
        self.bytes = source.bytes
    }

    /// An object or a list whose end has not come yet.
    private struct Container {
        let offset: Int
        let isObject: Bool
        var items: [JSONNode] = []
        var members: [JSONMember] = []
        var keys: Set<String> = []
        var key = ""
        var keyOffset = 0

        var node: JSONNode { JSONNode(offset: offset, value: isObject ? .object(members) : .array(items)) }
    }

    private mutating func document() throws(DocumentFault) -> JSONNode {
        guard bytes.count <= Self.largestFile else {
            throw fault(0, "the file has \(bytes.count) bytes (at most \(Self.largestFile))")
        }
        if let bad = Self.firstInvalidUTF8(bytes) { throw fault(bad, "not UTF-8 (save the file as UTF-8)") }
        if bytes.starts(with: Self.byteOrderMark) { position = 3 }
        skipSpace()
        guard position < bytes.count else { throw fault(position, "the file is empty (an object, \"{ }\")") }
        let root = try value()
        skipSpace()
        guard position == bytes.count else {
            throw fault(position, "something stands behind the end (one value in a file)")
        }
        return root
    }

    /// One value with all that is in it.
    private mutating func value() throws(DocumentFault) -> JSONNode {
        while true {
            var finished = try valueOrOpening()
            // A finished value goes into the container around it, which it may finish in turn.
            while let node = finished {
                if open.isEmpty { return node }
                finished = try take(node)
            }
        }
    }

    /// A scalar or an empty container; nil when a container has been opened and its first value comes next.
    private mutating func valueOrOpening() throws(DocumentFault) -> JSONNode? {
        skipSpace()
        guard position < bytes.count else { throw unexpectedEnd() }
        let start = position
        switch bytes[position] {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard open.count < Self.deepest else {
                throw fault(start, "nested more than \(Self.deepest) deep (a screen needs less than 20)")
            }
            let isObject = bytes[position] == UInt8(ascii: "{")
            position += 1
            skipSpace()
            if position < bytes.count, bytes[position] == UInt8(ascii: isObject ? "}" : "]") {
                position += 1
                return JSONNode(offset: start, value: isObject ? .object([]) : .array([]))
            }
            open.append(Container(offset: start, isObject: isObject))
            if isObject { try key() }
            return nil
        case UInt8(ascii: "\""): return JSONNode(offset: start, value: .string(try string()))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return JSONNode(offset: start, value: .number(try number()))
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
            return JSONNode(offset: start, value: try word())
        case UInt8(ascii: "/"): throw fault(start, "a comment (JSON has none; remove it)")
        case UInt8(ascii: "'"): throw fault(start, "a single quote (texts stand in double quotes)")
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            throw fault(start, "a value is missing (remove the comma or colon before it)")
        default: throw fault(start, "\(character(at: start)) cannot begin a value (a text, number, list or object)")
        }
    }

    /// Puts a value into the innermost container; gives the container when this was its last.
    private mutating func take(_ node: JSONNode) throws(DocumentFault) -> JSONNode? {
        let last = open.count - 1
        if open[last].isObject {
            let key = open[last].key
            if open[last].keys.insert(key).inserted {
                open[last].members.append(JSONMember(key: key, keyOffset: open[last].keyOffset, node: node))
            } else {
                guard faults.count < DocumentFault.mostPerFile else {
                    throw fault(open[last].keyOffset, "many keys are there twice (each once)")
                }
                faults.append(fault(open[last].keyOffset, "key \"\(key.prefix(40))\" is there twice (each once)"))
            }
        } else {
            open[last].items.append(node)
        }
        skipSpace()
        guard position < bytes.count else { throw unexpectedEnd() }
        let isObject = open[last].isObject
        switch bytes[position] {
        case UInt8(ascii: ","):
            position += 1
            if isObject { try self.key() }
            return nil
        case UInt8(ascii: isObject ? "}" : "]"):
            position += 1
            return open.removeLast().node
        default:
            throw fault(
                position, "\(character(at: position)) after a value (a comma, or \"\(isObject ? "}" : "]")\")")
        }
    }

    private mutating func key() throws(DocumentFault) {
        skipSpace()
        guard position < bytes.count else { throw unexpectedEnd() }
        let start = position
        guard bytes[position] == UInt8(ascii: "\"") else {
            if bytes[position] == UInt8(ascii: "}") {
                throw fault(start, "a key is missing (remove the comma before \"}\")")
            }
            throw fault(start, "\(character(at: start)) cannot begin a key (a text in double quotes)")
        }
        open[open.count - 1].key = try string()
        open[open.count - 1].keyOffset = start
        skipSpace()
        guard position < bytes.count else { throw unexpectedEnd() }
        guard bytes[position] == UInt8(ascii: ":") else {
            throw fault(position, "\(character(at: position)) after a key (a colon)")
        }
        position += 1
    }

    // MARK: - Scalars

    private mutating func word() throws(DocumentFault) -> JSONValue {
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

    private mutating func number() throws(DocumentFault) -> Double {
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

    private mutating func string() throws(DocumentFault) -> String {
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

    // MARK: - Places and bytes

    private mutating func skipSpace() {
        while position < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[position]) { position += 1 }
    }

    private func fault(_ offset: Int, _ message: String) -> DocumentFault { source.fault(at: offset, message) }

    private func unexpectedEnd() -> DocumentFault {
        guard let last = open.last else { return fault(bytes.count, "the file ends inside a value") }
        let (line, column) = source.place(of: last.offset)
        let closing = last.isObject ? "}" : "]"
        return fault(bytes.count, "the file ends too early (a \"\(closing)\" for the one at \(line):\(column))")
    }

    private func character(at offset: Int) -> String {
        var end = offset + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        if bytes[offset] < 0x20 { return "a control character" }
        return "\"\(String(decoding: bytes[offset..<end], as: UTF8.self))\""
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

    /// Where the first ill-formed sequence begins (Unicode 15, table 3-7).
    static func firstInvalidUTF8(_ bytes: [UInt8]) -> Int? {
        var position = 0
        while position < bytes.count {
            let lead = bytes[position]
            if lead < 0x80 {
                position += 1
                continue
            }
            let length: Int
            var second: ClosedRange<UInt8> = 0x80...0xBF
            switch lead {
            case 0xC2...0xDF: length = 2
            case 0xE0: (length, second) = (3, 0xA0...0xBF)
            case 0xED: (length, second) = (3, 0x80...0x9F)
            case 0xE1...0xEF: length = 3
            case 0xF0: (length, second) = (4, 0x90...0xBF)
            case 0xF4: (length, second) = (4, 0x80...0x8F)
            case 0xF1...0xF3: length = 4
            default: return position
            }
            guard position + length <= bytes.count, second.contains(bytes[position + 1]) else { return position }
            for byte in bytes[position + 1..<position + length] where byte & 0xC0 != 0x80 { return position }
            position += length
        }
        return nil
    }
}
