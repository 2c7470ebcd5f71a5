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
        case .pattern(let pieces): string(for: pieces)
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
        return Phrase.parts(of: phrase.form(for: number)).reduce(into: "") { result, part in
            switch part {
            case .literal(let text): result += text
            case .place(let name): result += values[name].map(string(for:)) ?? ""
            }
        }
    }
}

// MARK: - Patterns

extension StringTable {
    /// What separates two parts of a line.
    static let separators = [" · ", " – ", ", "]

    /// A part between two separators.
    private struct Part {
        var text = ""
        /// The separator in front of it.
        var separator = ""
        var hasField = false
        var hasContent = false

        /// Fields, and none of them says anything.
        var isEmpty: Bool { hasField ? !hasContent : text.isEmpty }
    }

    /// Pieces in a row. A part whose fields are all empty goes, and takes the separator before it along (at the
    /// start of the line, the one behind it).
    private func string(for pieces: [Text.Piece]) -> String {
        var parts = [Part()]
        for piece in pieces {
            switch piece {
            case .literal(let text): Self.append(literal: text, to: &parts)
            case .key(let key, let values):
                let isComplete = !values.values.contains(.none)
                append(isComplete ? string(forKey: key, values) : "", to: &parts)
            case .value(let value): append(string(for: value), to: &parts)
            }
        }
        var result = ""
        var isFirst = true
        for part in parts where !part.isEmpty {
            result += (isFirst ? "" : part.separator) + part.text
            isFirst = false
        }
        return result
    }

    private func append(_ written: String, to parts: inout [Part]) {
        parts[parts.count - 1].hasField = true
        if !written.isEmpty { parts[parts.count - 1].hasContent = true }
        parts[parts.count - 1].text += written
    }

    private static func append(literal: String, to parts: inout [Part]) {
        var rest = literal[...]
        while !rest.isEmpty {
            if let separator = separators.first(where: { rest.hasPrefix($0) }) {
                parts.append(Part(separator: separator))
                rest = rest.dropFirst(separator.count)
            } else {
                parts[parts.count - 1].text.append(rest.removeFirst())
            }
        }
    }
}
