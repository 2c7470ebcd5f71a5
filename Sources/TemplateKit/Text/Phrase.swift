// One phrase of the string catalogue in one language. A value; any thread.

/// A text with places, `{count}`, in one form or in the plural forms of its language.
public struct Phrase: Hashable, Sendable {
    /// The language it is written in, whose plural rules choose the form.
    public let language: Language
    /// At least one; a phrase without a number has only `other`.
    public let forms: [PluralCategory: String]

    public init(_ text: String, language: Language) {
        self.init(forms: [.other: text], language: language)
    }

    public init(forms: [PluralCategory: String], language: Language) {
        self.forms = forms
        self.language = language
    }

    /// The form for that number; `other`, then any, where its own is missing.
    public func form(for count: Int?) -> String {
        if let count, let form = forms[language.pluralCategory(of: count)] { return form }
        if let other = forms[.other] { return other }
        for category in [PluralCategory.many, .few, .one] {
            if let form = forms[category] { return form }
        }
        return ""
    }

    /// The names of the places in any of its forms.
    public var places: Set<String> {
        var names: Set<String> = []
        for form in forms.values {
            for part in Self.parts(of: form) {
                if case .place(let name) = part { names.insert(name) }
            }
        }
        return names
    }

    enum Part: Hashable {
        case literal(String)
        case place(String)
    }

    /// Without any, a form is its own text.
    static func hasBraces(_ form: String) -> Bool {
        form.utf8.contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
    }

    /// `{name}` is a place, `{{` and `}}` are braces; a brace without its partner stands for itself.
    static func parts(of form: String) -> [Part] {
        var parts: [Part] = []
        var literal = ""
        var rest = form[...]
        while let character = rest.popFirst() {
            if character == rest.first, character == "{" || character == "}" {
                rest.removeFirst()
                literal.append(character)
            } else if character == "{", let end = rest.firstIndex(of: "}") {
                if !literal.isEmpty { parts.append(.literal(literal)) }
                literal = ""
                parts.append(.place(String(rest[..<end])))
                rest = rest[rest.index(after: end)...]
            } else {
                literal.append(character)
            }
        }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        return parts
    }
}
