// Puts the pieces of a pattern together, leaving out what says nothing. Pure functions; any thread.

extension Text {
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

        mutating func append(_ written: String) {
            hasField = true
            if !written.isEmpty { hasContent = true }
            text += written
        }
    }

    /// Pieces in a row, each written by `write`; only separators in the pattern's own words are such. A part whose
    /// fields are all empty goes, and takes the separator before it along (at the start of the line, the one behind).
    static func line(_ pieces: [Piece], write: (Piece) -> String) -> String {
        var parts = [Part()]
        for piece in pieces {
            if case .literal(let text) = piece {
                append(literal: text, to: &parts)
            } else {
                parts[parts.count - 1].append(write(piece))
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
