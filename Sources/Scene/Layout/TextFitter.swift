// Makes text fit: an ellipsis at the end, or several lines. Main thread; asks the fonts as little as it can.

/// Fits text and remembers what it found.
@MainActor
public final class TextFitter {
    private struct Question: Hashable {
        let text: String
        let style: TextStyle
        let width: Int
    }

    private struct Pair: Hashable {
        let first: String
        let second: String
    }

    public let measuring: any TextMeasuring
    private var answers: [Question: String] = [:]
    private var widths: [Question: Int] = [:]
    private var pairs: [Pair: String] = [:]

    /// Answers kept; a screen asks for some dozens.
    static let mostAnswers = 2000
    private static let mostPairs = 16
    nonisolated static let ellipsis = "…"
    /// More characters than this are wider than any panel.
    private static let mostCharacters = 400

    public init(_ measuring: any TextMeasuring) { self.measuring = measuring }

    /// Fonts have come or the language is another: everything is measured anew.
    public func forget() {
        answers.removeAll(keepingCapacity: true)
        widths.removeAll(keepingCapacity: true)
        pairs.removeAll(keepingCapacity: true)
    }

    func width(of text: String, _ style: TextStyle) -> Int {
        guard !text.isEmpty else { return 0 }
        let question = Question(text: text, style: style, width: 0)
        if let known = widths[question] { return known }
        let width = measuring.width(of: text, style: style)
        if widths.count >= Self.mostAnswers { widths.removeAll(keepingCapacity: true) }
        widths[question] = width
        return width
    }

    /// The text, or as many whole characters of it as stand before an ellipsis in `width` pixels; nothing when not even
    /// the ellipsis fits. Line ends and other control characters become spaces.
    func fit(_ text: String, _ style: TextStyle, width: Int) -> String {
        // Text of this length is wider than any panel; it is cut without being measured whole.
        let isEndless = text.utf8.count > 2000
        let line = Self.oneLine(isEndless ? String(text.prefix(Self.mostCharacters)) : text)
        guard isEndless || self.width(of: line, style) > width else { return line }
        let question = Question(text: line, style: style, width: width)
        if let known = answers[question] { return known }
        let fitted = cut(line, style, width: width)
        if answers.count >= Self.mostAnswers { answers.removeAll(keepingCapacity: true) }
        answers[question] = fitted
        return fitted
    }

    /// Both with a dot between them; put together once, for it is asked for in every frame.
    func joined(_ first: String, _ second: String) -> String {
        let pair = Pair(first: first, second: second)
        if let known = pairs[pair] { return known }
        if pairs.count >= Self.mostPairs { pairs.removeAll(keepingCapacity: true) }
        let text = first + " · " + second
        pairs[pair] = text
        return text
    }

    /// The first of the styles in which the text fits, else the last.
    func first(of styles: TextStyle..., for text: String, width: Int) -> TextStyle {
        for style in styles where self.width(of: text, style) <= width { return style }
        return styles[styles.count - 1]
    }

    /// The longest of the variants that fits; the shortest with an ellipsis when none does.
    func fit(variants: [String], _ style: TextStyle, width: Int) -> String {
        let byLength = variants.map(Self.oneLine).sorted { $0.count > $1.count }
        if let fitting = byLength.first(where: { self.width(of: $0, style) <= width }) { return fitting }
        return fit(byLength.last ?? "", style, width: width)
    }

    private func cut(_ line: String, _ style: TextStyle, width: Int) -> String {
        let characters = Array(line.prefix(Self.mostCharacters))
        var kept = 0
        var tooMany = characters.count + 1
        while tooMany - kept > 1 {
            let middle = (kept + tooMany) / 2
            let candidate = Self.trimmed(characters[..<min(middle, characters.count)]) + Self.ellipsis
            if middle <= characters.count && measuring.width(of: candidate, style: style) <= width {
                kept = middle
            } else {
                tooMany = middle
            }
        }
        if kept == 0 { return measuring.width(of: Self.ellipsis, style: style) <= width ? Self.ellipsis : "" }
        return Self.trimmed(characters[..<kept]) + Self.ellipsis
    }

    private static func trimmed(_ characters: ArraySlice<Character>) -> String {
        var rest = characters
        while let last = rest.last, last.isWhitespace || last == "·" || last == "," { rest.removeLast() }
        return String(rest)
    }

    /// Line ends and other control characters as spaces.
    nonisolated static func oneLine(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            result.append(isControl(scalar) ? " " : scalar)
        }
        return String(result)
    }

    private nonisolated static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || scalar.value == 0x7F || scalar.value == 0x2028 || scalar.value == 0x2029
            || scalar.value == 0x85
    }
}
