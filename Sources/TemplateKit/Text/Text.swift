// Words before they are written in a language. A value; any thread.

/// A literal, a key of the string catalogue, or a pattern of pieces. `StringTable.string(for:)` writes it.
public enum Text: Hashable, Sendable, ExpressibleByStringInterpolation {
    case literal(String)
    /// A phrase of the catalogue, with the values its places name; the plural form follows `count`.
    case key(String, [String: FieldValue] = [:])
    case pattern([Piece])

    /// A part of a pattern.
    public enum Piece: Hashable, Sendable {
        /// Stands as it is; goes with a neighbour that is empty when it is a separator.
        case literal(String)
        case key(String, [String: FieldValue] = [:])
        case value(FieldValue)
    }

    public init(stringLiteral value: String) { self = .literal(value) }

    /// A phrase that has a number: `.key("tracks", count: 9)`.
    public static func key(_ key: String, count: Int) -> Text { .key(key, ["count": .count(count)]) }

    /// Whether it is certain to say nothing in every language.
    public var isEmpty: Bool {
        switch self {
        case .literal(let text): text.isEmpty
        case .key(let key, _): key.isEmpty
        case .pattern(let pieces): Self.line(pieces) { $0.isEmpty ? "" : "x" }.isEmpty
        }
    }

    /// Characters that the program gives itself; a phrase of the catalogue counts for none.
    public var givenCharacterCount: Int {
        switch self {
        case .literal(let text): text.count
        case .key: 0
        case .pattern(let pieces): pieces.reduce(0) { $0 + $1.givenCharacterCount }
        }
    }
}

extension Text {
    /// Cut to so many characters of its own, with an ellipsis where something was taken away.
    func shortened(to most: Int) -> Text {
        guard givenCharacterCount > most else { return self }
        switch self {
        case .key: return self
        case .literal(let text): return .literal(String(text.prefix(max(0, most - 1))) + "…")
        case .pattern(let pieces):
            var left = max(0, most - 1)
            var kept: [Piece] = []
            for piece in pieces {
                switch piece {
                case .literal(let text), .value(.text(let text)):
                    guard left > 0 else { continue }
                    kept.append(.literal(text.count > left ? String(text.prefix(left)) + "…" : text))
                    left -= min(left, text.count)
                default: kept.append(piece)
                }
            }
            return .pattern(kept)
        }
    }
}

extension Text.Piece {
    /// Whether it is certain to say nothing.
    var isEmpty: Bool {
        switch self {
        case .literal(let text): text.isEmpty
        case .key(let key, let values): key.isEmpty || values.values.contains(.none)
        case .value(.none), .value(.flag), .value(.image), .value(.key): true
        case .value(.text(let text)): text.isEmpty
        case .value: false
        }
    }

    var givenCharacterCount: Int {
        switch self {
        case .literal(let text), .value(.text(let text)): text.count
        default: 0
        }
    }
}
