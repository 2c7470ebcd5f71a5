// The languages of the strings, and how each writes numbers, durations and dates. Values; any thread.

/// A language that strings are written in. The order is that of the settings screen.
public enum Language: String, Hashable, Sendable, CaseIterable {
    case ru, en, de, fr, zh, ja, es, it, pt, ko, tr

    /// The language others are translated from.
    public static let original = Language.ru

    /// Its own name in itself.
    public var name: String {
        switch self {
        case .ru: "Русский"
        case .en: "English"
        case .de: "Deutsch"
        case .fr: "Français"
        case .zh: "简体中文"
        case .ja: "日本語"
        case .es: "Español"
        case .it: "Italiano"
        case .pt: "Português"
        case .ko: "한국어"
        case .tr: "Türkçe"
        }
    }

    /// The language of a locale name as `LANG` has it, `de_DE.UTF-8`, or of a code, `de`; nil for one we do not speak.
    public init?(localeName: String) {
        let code = localeName.prefix { $0 != "_" && $0 != "-" && $0 != "." && $0 != "@" }
        self.init(rawValue: code.lowercased())
    }

    /// The plural form a number takes.
    /// Rules: Unicode CLDR 47, supplemental/plurals.xml, cardinal, for numbers without fraction.
    public func pluralCategory(of number: Int) -> PluralCategory {
        let n = number.magnitude
        switch self {
        case .zh, .ja, .ko: return .other
        case .en, .de, .tr: return n == 1 ? .one : .other
        case .es, .it: return n == 1 ? .one : Self.isMillions(n) ? .many : .other
        case .fr, .pt: return n <= 1 ? .one : Self.isMillions(n) ? .many : .other
        case .ru:
            if n % 10 == 1 && n % 100 != 11 { return .one }
            if (2...4).contains(n % 10) && !(12...14).contains(n % 100) { return .few }
            return .many
        }
    }

    /// The forms a phrase with a number needs for every whole number; `other` stands in for `many` where only whole
    /// millions take it.
    public var pluralCategories: [PluralCategory] {
        switch self {
        case .zh, .ja, .ko: [.other]
        case .ru: [.one, .few, .many]
        default: [.one, .other]
        }
    }

    private static func isMillions(_ n: UInt) -> Bool { n != 0 && n % 1_000_000 == 0 }
}

/// The plural forms of CLDR that our languages use.
public enum PluralCategory: String, Hashable, Sendable, CaseIterable {
    case one, few, many, other
}
