// Cyrillic and kana in Latin letters, so that a title is found by whoever has another keyboard. Pure functions.

/// Cyrillic as BGN/PCGN 1947 spells it and kana as Hepburn does, both without what people leave out or spell in two ways.
enum Romanisation {
    /// Bytes of a text in Latin letters; nil when it has none of these scripts.
    static func latin(_ text: String, _ folding: inout SortFolding) -> [UInt8]? {
        var spelled = ""
        var hasOther = false
        var doubles = false
        for scalar in text.unicodeScalars {
            guard let letters = letters(scalar) else {
                spelled.unicodeScalars.append(scalar)
                doubles = false
                continue
            }
            hasOther = true
            switch letters {
            case "*": doubles = true
            case "+ya", "+yu", "+yo": join(String(letters.dropFirst()), to: &spelled)
            default:
                if doubles, let first = letters.first { spelled.append(first) }
                doubles = false
                spelled += letters
            }
        }
        return hasOther ? settled(folding.words(spelled)) : nil
    }

    /// One spelling for what is written in several: of the kunrei and the Hepburn way the latter, long vowels as short
    /// ones. Latin letters in, Latin letters out; used on titles and on what is typed alike.
    static func settled(_ latin: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = latin[...]
        while let first = rest.first {
            if let rule = rules.first(where: { rest.starts(with: $0.from) }) {
                result += rule.to
                rest = rest.dropFirst(rule.from.count)
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// The longest first.
    private static let rules: [(from: [UInt8], to: [UInt8])] = [
        ("shch", "sh"), ("sch", "sh"), ("shu", "shu"), ("chu", "chu"), ("sya", "sha"), ("syu", "shu"), ("syo", "sho"),
        ("tya", "cha"), ("tyu", "chu"), ("tyo", "cho"), ("zya", "ja"), ("zyu", "ju"), ("zyo", "jo"), ("jya", "ja"),
        ("jyu", "ju"), ("jyo", "jo"), ("si", "shi"), ("ti", "chi"), ("tu", "tsu"), ("hu", "fu"), ("zi", "ji"),
        ("kh", "h"), ("ou", "o"), ("oo", "o"), ("uu", "u"),
    ].map { (Array($0.0.utf8), Array($0.1.utf8)) }

    /// A small や, ゆ or よ takes the place of the vowel before it: き and ゃ are kya, し and ゃ are sha.
    private static func join(_ vowel: String, to spelled: inout String) {
        guard spelled.last == "i" else {
            spelled += vowel
            return
        }
        spelled.removeLast()
        let isPalatal = spelled.hasSuffix("sh") || spelled.hasSuffix("ch") || spelled.hasSuffix("j")
        spelled += isPalatal ? String(vowel.dropFirst()) : vowel
    }

    /// Nil for a letter of another script; `*` doubles what follows; `+` joins with what was before.
    private static func letters(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x0400...0x040F: return cyrillic[scalar.value + 0x50]
        case 0x0410...0x042F: return cyrillic[scalar.value + 0x20]
        case 0x0430...0x045F, 0x0491: return cyrillic[scalar.value]
        case 0x0490: return cyrillic[0x0491]
        case 0x3041...0x3096: return kana[Int(scalar.value) - 0x3041]
        case 0x30A1...0x30F6: return kana[Int(scalar.value) - 0x30A1]
        default: return nil
        }
    }

    /// By the value of the small letter.
    private static let cyrillic: [UInt32: String] = Dictionary(
        uniqueKeysWithValues: spellings.compactMap { letter, latin in
            letter.unicodeScalars.first.map { ($0.value, latin) }
        })

    private static let spellings: KeyValuePairs<String, String> = [
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "e", "ж": "zh", "з": "z", "и": "i", "й": "y",
        "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f",
        "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu",
        "я": "ya", "і": "i", "ї": "yi", "є": "ye", "ґ": "g", "ў": "u", "ђ": "d", "ј": "j", "љ": "lj", "њ": "nj",
        "ћ": "c", "џ": "dz",
    ]

    /// U+3041 to U+3096, in the order of Unicode.
    private static let kana: [String] =
        """
        a a i i u u e e o o ka ga ki gi ku gu ke ge ko go sa za shi ji su zu se ze so zo ta da chi ji * tsu zu te de to \
        do na ni nu ne no ha ba pa hi bi pi fu bu pu he be pe ho bo po ma mi mu me mo +ya ya +yu yu +yo yo ra ri ru re \
        ro wa wa i e o n vu ka ke
        """.split(separator: " ").map(String.init)
}
