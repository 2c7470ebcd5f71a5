// The tags of a text that is nearly XML. Values; any thread.

/// Tags of a text, as the playlists of stations are: in any case, with any quotes, one after the other.
struct MarkupScanner {
    struct Tag {
        /// In lower case, without a prefix.
        var name: String
        var isEnd: Bool
        /// What stands behind the name.
        var rest: Substring
        /// What stands behind the tag, up to the next.
        var text: String

        /// The value of an attribute; its name is compared in lower case.
        func attribute(_ wanted: String) -> String? {
            var rest = rest
            while let sign = rest.firstIndex(of: "=") {
                let name = rest[..<sign].trimmedOfBlanks.lowercased()
                rest = rest[rest.index(after: sign)...].drop(while: \.isWhitespace)
                let value: Substring
                if let quote = rest.first, quote == "\"" || quote == "'" {
                    let inside = rest.dropFirst()
                    value = inside.prefix { $0 != quote }
                    rest = inside.dropFirst(value.count).dropFirst()
                } else {
                    value = rest.prefix { !$0.isWhitespace }
                    rest = rest.dropFirst(value.count)
                }
                if name == wanted { return String(value) }
            }
            return nil
        }
    }

    private var rest: Substring

    init(_ text: String) { rest = Substring(text) }

    /// The next tag; comments and declarations are passed.
    mutating func next() -> Tag? {
        while let start = rest.firstIndex(of: "<") {
            let inside = rest[rest.index(after: start)...]
            if inside.hasPrefix("!--") {
                guard let end = inside.firstRange(of: "-->") else { return nil }
                rest = inside[end.upperBound...]
                continue
            }
            guard let end = inside.firstIndexOutsideQuotes(of: ">") else { return nil }
            rest = inside[inside.index(after: end)...]
            let tag = inside[..<end]
            guard let first = tag.first, first != "!", first != "?" else { continue }
            let isEnd = first == "/"
            let body = isEnd ? tag.dropFirst() : tag
            let name = body.prefix { !$0.isWhitespace && $0 != "/" }
            let plain = name.lastIndex(of: ":").map { name[name.index(after: $0)...] } ?? name
            return Tag(
                name: plain.lowercased(), isEnd: isEnd, rest: body.dropFirst(name.count),
                text: String(Self.characters(rest)))
        }
        return nil
    }

    /// The text up to the next tag, or that of a CDATA section.
    private static func characters(_ rest: Substring) -> Substring {
        let mark = "<![CDATA["
        let trimmed = rest.drop(while: \.isWhitespace)
        if trimmed.hasPrefix(mark) {
            let inside = trimmed.dropFirst(mark.count)
            return inside[..<(inside.firstRange(of: "]]>")?.lowerBound ?? inside.endIndex)]
        }
        return rest.prefix { $0 != "<" }
    }
}

extension StringProtocol {
    /// The first place of a character that does not stand between double quotes.
    func firstIndexOutsideQuotes(of character: Character) -> Index? {
        var isQuoted = false
        for index in indices {
            if self[index] == "\"" { isQuoted.toggle() }
            if !isQuoted, self[index] == character { return index }
        }
        // An odd quote is no quote.
        return isQuoted ? firstIndex(of: character) : nil
    }
}
