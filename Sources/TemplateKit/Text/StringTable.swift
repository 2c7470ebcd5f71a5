// Writes texts in one language. A value; the main thread resolves by it at layout.

/// The phrases of a language, those it lacks taken from English and then from the original.
public struct StringTable: Sendable {
    public let language: Language
    private let phrases: [String: Phrase]

    public init(language: Language, phrases: [String: Phrase] = [:]) {
        self.language = language
        self.phrases = phrases
    }

    /// The phrase of that key; nil when no language has it.
    public func phrase(_ key: String) -> Phrase? { phrases[key] }

    /// The text as it is shown. An unknown key is shown as itself, so that it is seen and found.
    public func string(for text: Text) -> String {
        switch text {
        case .literal(let text): text
        case .key(let key, let values): string(forKey: key, values)
        case .pattern(let pieces): Text.line(pieces) { string(for: $0) }
        }
    }

    /// A field as it is shown: nothing for a flag, an image and a key.
    public func string(for value: FieldValue) -> String {
        switch value {
        case .none, .flag, .image, .key: ""
        case .text(let text): text
        case .count(let count): language.string(count: count)
        case .duration(let seconds): language.string(duration: seconds)
        case .date(let date): language.string(date: date)
        }
    }

    private func string(forKey key: String, _ values: [String: FieldValue]) -> String {
        guard let phrase = phrases[key] else { return key }
        var number: Int?
        if case .count(let count) = values["count"] { number = count }
        let form = phrase.form(for: number)
        // Most phrases have no places: they are written as they are, and nothing is taken from the heap.
        guard Phrase.hasBraces(form) else { return form }
        return Phrase.parts(of: form).reduce(into: "") { result, part in
            switch part {
            case .literal(let text): result += text
            case .place(let name): result += values[name].map(string(for:)) ?? ""
            }
        }
    }

    private func string(for piece: Text.Piece) -> String {
        switch piece {
        case .literal(let text): text
        case .key(let key, let values): values.values.contains(.none) ? "" : string(forKey: key, values)
        case .value(let value): string(for: value)
        }
    }
}
