// One line of text as a value, and the question how wide it is.

/// How text is set.
public struct TextStyle: Hashable, Sendable {
    public enum Weight: UInt8, Hashable, Sendable { case regular, medium, bold }

    /// Pixels of the em square.
    public var size: Int
    public var weight: Weight
    /// Digits stand in cells of equal width: clocks and durations do not jump.
    public var hasEqualDigits: Bool

    public init(size: Int, weight: Weight = .regular, hasEqualDigits: Bool = false) {
        self.size = size
        self.weight = weight
        self.hasEqualDigits = hasEqualDigits
    }
}

/// A line that fits its frame.
public struct TextLine: Hashable, Sendable {
    /// Where it stands in its frame; `leading` and `trailing` are left and right (the frame is the layout's business).
    public enum Alignment: UInt8, Hashable, Sendable { case leading, center, trailing }

    public var text: String
    public var style: TextStyle
    public var alignment: Alignment

    public init(_ text: String, style: TextStyle, alignment: Alignment = .leading) {
        self.text = text
        self.style = style
        self.alignment = alignment
    }
}

/// Knows the fonts. Layout asks it; a test gives one whose every character is as wide as half its size.
@MainActor
public protocol TextMeasuring: AnyObject {
    /// Pixels from the pen's start to its end.
    func width(of text: String, style: TextStyle) -> Int
    /// Pixels of a line: from the top of the tallest to the bottom of the lowest glyph of the main font.
    func lineHeight(of style: TextStyle) -> Int
}
