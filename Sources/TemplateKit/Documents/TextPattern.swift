// The words of a document, taken apart. A value; any thread.

/// Literals, `@key(field)` and `{field}`; `@@`, `{{` and `}}` stand for the characters themselves.
struct TextPattern: Hashable, Sendable {
    enum Piece: Hashable, Sendable {
        case literal(String)
        /// The fields in the brackets by the names of the phrase's places; filled by the compiler.
        case key(String, arguments: [Argument])
        case field(String)
    }

    /// A field behind a key: a count fills the place `count`, another field the place of its own name.
    struct Argument: Hashable, Sendable {
        let place: String
        let field: String
    }

    /// A piece with the bytes before it, to point at.
    struct Placed {
        let piece: Piece
        let offset: Int
    }

    var pieces: [Piece]

    /// Letters, digits and `. _ -`, beginning and ending with a letter or digit.
    static func isKey(_ word: String) -> Bool {
        guard let first = word.utf8.first, let last = word.utf8.last else { return false }
        return isNameByte(first) && isNameByte(last) && word.utf8.allSatisfy { isNameByte($0) || isJoint($0) }
    }

    /// Letters and digits, beginning with a letter: the names of fields, sources and screens.
    static func isName(_ word: String) -> Bool {
        guard let first = word.utf8.first, isLetter(first) else { return false }
        return word.utf8.allSatisfy { isNameByte($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    private static func isNameByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    private static func isJoint(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }

    /// The pieces of a string, and what is wrong with it as offsets in its UTF-8 with messages.
    static func parse(_ string: String) -> (pieces: [Placed], faults: [(offset: Int, message: String)]) {
        var scanner = Scanner(bytes: Array(string.utf8))
        scanner.run()
        return (scanner.pieces, scanner.faults)
    }

    private struct Scanner {
        let bytes: [UInt8]
        var position = 0
        var literal: [UInt8] = []
        var literalStart = 0
        var pieces: [Placed] = []
        var faults: [(offset: Int, message: String)] = []

        mutating func run() {
            while position < bytes.count {
                let byte = bytes[position]
                let isDoubled = position + 1 < bytes.count && bytes[position + 1] == byte
                switch byte {
                case UInt8(ascii: "{") where !isDoubled: field()
                case UInt8(ascii: "}") where !isDoubled:
                    faults.append((position, "\"}\" without a \"{\" (\"}}\" for the character itself)"))
                    take(1, as: byte)
                case UInt8(ascii: "@") where !isDoubled && beginsKey: key()
                case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "@"): take(isDoubled ? 2 : 1, as: byte)
                default: take(1, as: byte)
                }
            }
            endLiteral()
        }

        /// An `@` inside a word, as in an address, is only a character.
        private var beginsKey: Bool {
            guard position + 1 < bytes.count, TextPattern.isLetter(bytes[position + 1]) else { return false }
            return position == 0 || !(TextPattern.isNameByte(bytes[position - 1]) || bytes[position - 1] >= 0x80)
        }

        private mutating func take(_ count: Int, as byte: UInt8) {
            if literal.isEmpty { literalStart = position }
            literal.append(byte)
            position += count
        }

        private mutating func endLiteral() {
            guard !literal.isEmpty else { return }
            pieces.append(Placed(piece: .literal(String(decoding: literal, as: UTF8.self)), offset: literalStart))
            literal = []
        }

        private mutating func field() {
            let start = position
            endLiteral()
            guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "}")) else {
                faults.append((start, "\"{\" without a \"}\" (\"{{\" for the character itself)"))
                position = bytes.count
                return
            }
            let name = String(decoding: bytes[start + 1..<end], as: UTF8.self)
            position = end + 1
            if TextPattern.isName(name) {
                pieces.append(Placed(piece: .field(name), offset: start))
            } else {
                faults.append((start, "\"{\(name.prefix(40))}\" is no field (a name in braces, as {title})"))
            }
        }

        private mutating func key() {
            let start = position
            endLiteral()
            position += 1
            let nameStart = position
            while position < bytes.count,
                TextPattern.isNameByte(bytes[position]) || TextPattern.isJoint(bytes[position])
            {
                position += 1
            }
            while TextPattern.isJoint(bytes[position - 1]) { position -= 1 }
            let name = String(decoding: bytes[nameStart..<position], as: UTF8.self)
            pieces.append(Placed(piece: .key(name, arguments: arguments(of: name)), offset: start))
        }

        /// The names in the brackets right behind a key; their places are settled when their types are known.
        private mutating func arguments(of key: String) -> [Argument] {
            guard position < bytes.count, bytes[position] == UInt8(ascii: "(") else { return [] }
            let start = position
            guard let end = bytes[start...].firstIndex(of: UInt8(ascii: ")")) else {
                faults.append((start, "\"(\" behind @\(key) without a \")\" (a field in brackets)"))
                position = bytes.count
                return []
            }
            position = end + 1
            let names = bytes[start + 1..<end].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
                .map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
            for name in names where !TextPattern.isName(name) {
                faults.append((start, "\"\(name.prefix(40))\" is no field (its name, without braces)"))
            }
            return names.filter(TextPattern.isName).map { Argument(place: $0, field: $0) }
        }
    }
}
