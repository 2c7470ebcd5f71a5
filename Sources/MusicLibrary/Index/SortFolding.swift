// What of a text counts in its order: letters without case and accents, numbers by value. One owner at a time.

/// Folds texts to bytes that compare in their order. Remembers each character beyond ASCII, for which the tables of the
/// standard library are slow.
struct SortFolding {
    static let space = UInt8(ascii: " ")

    /// What a character becomes.
    enum Piece {
        case nothing
        /// Parts words, as any punctuation does.
        case gap
        case digit(UInt8)
        case letters([UInt8])
    }

    private var known: [Unicode.Scalar: Piece] = [:]

    /// The folded text in UTF-8, whose byte order is that of the characters. A number is `0`, its count of digits, its
    /// digits. Punctuation in front is dropped; a text of nothing else gives no bytes.
    mutating func fold(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count + 4)
        var digits: [UInt8] = []
        var hasGap = false
        for scalar in text.unicodeScalars {
            // A decomposed й: the only letter of these scripts that is not sorted under what remains without its mark.
            if scalar == "\u{306}", result.suffix(2) == [0xD0, 0xB8] {
                result.replaceSubrange(result.count - 2..<result.count, with: "й".utf8)
                continue
            }
            let piece = piece(scalar)
            if case .nothing = piece { continue }
            if case .digit(let digit) = piece {
                if digits.isEmpty, hasGap, !result.isEmpty { result.append(Self.space) }
                hasGap = false
                digits.append(digit)
                continue
            }
            Self.endNumber(&digits, &result)
            switch piece {
            case .letters(let letters):
                if hasGap, !result.isEmpty { result.append(Self.space) }
                hasGap = false
                result += letters
            case .gap: hasGap = true
            case .nothing, .digit: break
            }
        }
        Self.endNumber(&digits, &result)
        return result
    }

    private static func endNumber(_ digits: inout [UInt8], _ result: inout [UInt8]) {
        guard !digits.isEmpty else { return }
        let significant = digits.drop { $0 == UInt8(ascii: "0") }.prefix(250)
        result.append(UInt8(ascii: "0"))
        result.append(UInt8(significant.count) + 1)
        result += significant
        digits.removeAll(keepingCapacity: true)
    }

    mutating func piece(_ scalar: Unicode.Scalar) -> Piece {
        if scalar.isASCII { return Self.ascii(UInt8(truncatingIfNeeded: scalar.value)) }
        if let piece = known[scalar] { return piece }
        let piece = Self.beyondASCII(scalar)
        known[scalar] = piece
        return piece
    }

    private static func ascii(_ byte: UInt8) -> Piece {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): .letters(letters[Int(byte) - 97])
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): .letters(letters[Int(byte) - 65])
        case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit(byte)
        case UInt8(ascii: "'"), UInt8(ascii: "`"): .nothing
        default: .gap
        }
    }

    private static let letters: [[UInt8]] = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { [$0] }

    private static func beyondASCII(_ scalar: Unicode.Scalar) -> Piece {
        switch scalar.value {
        case 0xFF01...0xFF5E:
            // Full-width forms of ASCII.
            return ascii(UInt8(scalar.value - 0xFEE0))
        case 0x2018, 0x2019, 0x02BC, 0x30FC: return .nothing
        case 0x30A1...0x30F6: return .letters(utf8(Kana.plain(scalar.value - 0x60)))
        case 0x3041...0x3096: return .letters(utf8(Kana.plain(scalar.value)))
        default: break
        }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return .nothing
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
            return .letters(letter(scalar))
        case .decimalNumber:
            guard let value = properties.numericValue, (0...9).contains(value) else { return .gap }
            return .digit(UInt8(ascii: "0") + UInt8(value))
        default: return .gap
        }
    }

    /// The base letter out of the character's name (Unicode, section 4.8): `LATIN SMALL LETTER E WITH ACUTE` is an e.
    private static func letter(_ scalar: Unicode.Scalar) -> [UInt8] {
        if let spelled = spelled[scalar.properties.lowercaseMapping] { return Array(spelled.utf8) }
        if let name = scalar.properties.name, name.hasPrefix("LATIN "),
            let base = name.split(separator: " ").prefix(while: { $0 != "WITH" }).last, base.utf8.count == 1
        {
            return Array(base.lowercased().utf8)
        }
        return Array(scalar.properties.lowercaseMapping.utf8)
    }

    /// Letters that are two, or another one: ё stands with е in every Russian list, but й is a letter of its own.
    private static let spelled = [
        "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i", "ĳ": "ij", "ŉ": "n", "ё": "е", "ѐ": "е",
        "ѝ": "и",
    ]

    private static func utf8(_ value: UInt32) -> [UInt8] {
        Unicode.Scalar(value).map { Array(String($0).utf8) } ?? []
    }
}
