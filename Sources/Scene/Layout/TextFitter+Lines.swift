// Text on several lines: where it is broken. Main thread.

extension TextFitter {
    /// Breaks at line ends, at spaces and between ideographs; what is behind `most` lines becomes an ellipsis.
    func wrap(_ text: String, _ style: TextStyle, width: Int, most: Int) -> [String] {
        guard most > 0 else { return [] }
        var lines = broken(Self.paragraphs(text, byPhrase: false), style, width: width, most: most)
        if lines.count > most {
            lines = Array(lines[..<(most - 1)]) + [lines[(most - 1)...].joined()]
        }
        return lines.map { fit(Self.trailingTrimmed($0), style, width: width) }
    }

    /// Whether so many lines take the text without anything being cut.
    func holds(_ text: String, _ style: TextStyle, width: Int, most: Int) -> Bool {
        let lines = broken(Self.paragraphs(text, byPhrase: false), style, width: width, most: most)
        return lines.count <= most
            && lines.allSatisfy { self.width(of: Self.trailingTrimmed($0), style) <= width }
    }

    /// `wrap` for words that stand in the middle: as few lines, all as equal in length as can be, so that no word is
    /// left alone on the last; Japanese is broken between phrases where that takes no more lines.
    func balanced(_ text: String, _ style: TextStyle, width: Int, most: Int) -> [String] {
        let lines = wrap(text, style, width: width, most: most)
        guard lines.count > 1 else { return lines }
        for byPhrase in [true, false] {
            let paragraphs = Self.paragraphs(text, byPhrase: byPhrase)
            func fits(_ width: Int) -> Bool {
                let lines = broken(paragraphs, style, width: width, most: most)
                return lines.count <= most
                    && lines.allSatisfy { self.width(of: Self.trailingTrimmed($0), style) <= width }
            }
            guard fits(width), broken(paragraphs, style, width: width, most: most).count == lines.count else {
                continue
            }
            var (narrow, wide) = (width / lines.count / 2, width)
            while wide - narrow > max(1, style.size / 4) {
                let middle = (narrow + wide) / 2
                let isSame = fits(middle) && broken(paragraphs, style, width: middle, most: most).count == lines.count
                if isSame { wide = middle } else { narrow = middle }
            }
            return broken(paragraphs, style, width: wide, most: most).map { Self.trailingTrimmed($0) }
        }
        return lines
    }

    private static func paragraphs(_ text: String, byPhrase: Bool) -> [[String]] {
        text.split(separator: "\n", omittingEmptySubsequences: true).map {
            let pieces = pieces(of: oneLine(String($0)))
            return byPhrase ? phrases(of: pieces) : pieces
        }
    }

    /// Lines of whole pieces, one too many where they do not fit `most`; a piece that is wider than a line stands alone.
    private func broken(_ paragraphs: [[String]], _ style: TextStyle, width: Int, most: Int) -> [String] {
        var lines: [String] = []
        for pieces in paragraphs {
            var line = ""
            for piece in pieces {
                if line.isEmpty {
                    line = piece
                } else if self.width(of: Self.trailingTrimmed(line + piece), style) <= width {
                    line += piece
                } else {
                    lines.append(line)
                    line = piece
                }
            }
            if !line.isEmpty { lines.append(line) }
            if lines.count > most { break }
        }
        return lines
    }

    private static func trailingTrimmed(_ text: String) -> String {
        var rest = text[...]
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }

    /// Words with the spaces behind them; each ideograph is a word.
    private static func pieces(of text: String) -> [String] {
        var pieces: [String] = []
        var word = ""
        for character in text {
            if isIdeograph(character) {
                if !word.isEmpty { pieces.append(word) }
                word = String(character)
            } else if let last = word.last, last == " " && character != " " {
                pieces.append(word)
                word = String(character)
            } else if let last = word.last, isIdeograph(last), character != " ", !character.isPunctuation {
                pieces.append(word)
                word = String(character)
            } else {
                word.append(character)
            }
        }
        if !word.isEmpty { pieces.append(word) }
        return pieces
    }

    /// Japanese pieces put together into phrases: one ends at a space or a stop, or where hiragana end.
    private static func phrases(of pieces: [String]) -> [String] {
        guard pieces.contains(where: { $0.first.map { isHiragana($0) } == true }) else { return pieces }
        var phrases: [String] = []
        for piece in pieces {
            guard let last = phrases.last?.last, let first = piece.first, last != " ", !"、。！？".contains(last),
                !isHiragana(last) || isHiragana(first)
            else {
                phrases.append(piece)
                continue
            }
            phrases[phrases.count - 1] += piece
        }
        return phrases
    }

    private static func isHiragana(_ character: Character) -> Bool {
        character.unicodeScalars.first.map { (0x3040...0x309F).contains($0.value) } ?? false
    }

    private static func isIdeograph(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first?.value else { return false }
        return (0x3040...0x30FF).contains(scalar) || (0x3400...0x9FFF).contains(scalar)
            || (0xF900...0xFAFF).contains(scalar) || (0x20000...0x3FFFF).contains(scalar)
    }
}
