// How titles and names are put in order, and which letter of the index they stand under. Values; any thread.

/// A text made comparable: case, accents, punctuation and a leading article do not count, numbers go by value, and
/// each script stands together: Latin, Cyrillic, kana, Hangul, then what begins with a figure or anything else.
///
/// This is the order of a list on a screen, not the Unicode Collation Algorithm: it needs no tables of a library.
public struct SortKey: Comparable, Hashable, Sendable {
    /// Comparable byte by byte.
    let bytes: [UInt8]
    /// The place in the index at the edge of a list: `A`, `Я`, `か`, `ㄱ`, or `#`.
    public let letter: String

    /// - Parameters:
    ///   - text: what is shown.
    ///   - sort: the sort tag, which wins and keeps its articles.
    public init(_ text: String, sort: String? = nil) {
        var folding = SortFolding()
        self.init(text, sort: sort, folding: &folding)
    }

    /// The same for many texts: `folding` remembers the characters it has met.
    init(_ text: String, sort: String?, folding: inout SortFolding) {
        let folded = folding.fold(sort ?? text)
        let body = sort == nil ? Self.withoutArticle(folded) : folded[...]
        let (group, letter) = Self.place(of: body)
        self.letter = letter
        bytes = [group] + body
    }

    init(bytes: [UInt8], letter: String) {
        self.bytes = bytes
        self.letter = letter
    }

    public static func == (left: SortKey, right: SortKey) -> Bool { left.bytes == right.bytes }

    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    public static func < (left: SortKey, right: SortKey) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    /// Articles of the languages whose titles begin with them so often that a list is of no use otherwise.
    private static let articles: [[UInt8]] = [
        "the", "a", "an", "der", "die", "das", "les", "le", "la", "los", "las", "el", "il", "lo", "gli",
    ].map { Array($0.utf8) + [SortFolding.space] }

    static func withoutArticle(_ folded: [UInt8]) -> ArraySlice<UInt8> {
        for article in articles where folded.count > article.count && folded.starts(with: article) {
            return folded[article.count...]
        }
        return folded[...]
    }

    private static func place(of body: ArraySlice<UInt8>) -> (group: UInt8, letter: String) {
        let other: (UInt8, String) = (5, "#")
        var decoder = UTF8()
        var bytes = body.prefix(4).makeIterator()
        guard case .scalarValue(let first) = decoder.decode(&bytes) else { return other }
        switch first.value {
        case 0x61...0x7A: return (1, String(first).uppercased())
        case 0x0430...0x044F, 0x0450...0x052F: return (2, String(first).uppercased())
        case 0x3041...0x3096: return (3, Kana.row(of: first.value))
        case 0xAC00...0xD7A3: return (4, Hangul.initial(of: first.value))
        default: return other
        }
    }
}

/// The Japanese syllables (Unicode, U+3040 to U+309F), which katakana is folded to before.
enum Kana {
    /// The plain syllable: full-sized, without a voicing mark. A dictionary takes は, ば and ぱ for one in the first place.
    static func plain(_ value: UInt32) -> UInt32 {
        switch value {
        case 0x3041...0x304A, 0x3083...0x3088: value % 2 == 1 ? value + 1 : value
        case 0x304B...0x3062: value % 2 == 0 ? value - 1 : value
        case 0x3063, 0x3065: 0x3064
        case 0x3067, 0x3069: value - 1
        case 0x306F...0x307D: value - (value - 0x306F) % 3
        case 0x308E: 0x308F
        case 0x3094: 0x3046
        case 0x3095: 0x304B
        case 0x3096: 0x3051
        default: value
        }
    }

    /// The row of the syllabary.
    static func row(of value: UInt32) -> String {
        switch value {
        case ..<0x304B: "あ"
        case ..<0x3055: "か"
        case ..<0x305F: "さ"
        case ..<0x306A: "た"
        case ..<0x306F: "な"
        case ..<0x307E: "は"
        case ..<0x3083: "ま"
        case ..<0x3089: "や"
        case ..<0x308E: "ら"
        default: "わ"
        }
    }
}

/// Korean syllables (Unicode, section 3.12: 588 for each of 19 initials).
enum Hangul {
    /// The initial, a doubled one under its single.
    static func initial(of value: UInt32) -> String {
        let initials: [String] = [
            "ㄱ", "ㄱ", "ㄴ", "ㄷ", "ㄷ", "ㄹ", "ㅁ", "ㅂ", "ㅂ", "ㅅ", "ㅅ", "ㅇ", "ㅈ", "ㅈ", "ㅊ", "ㅋ", "ㅌ", "ㅍ", "ㅎ",
        ]
        return initials[Int((value - 0xAC00) / 588)]
    }
}
