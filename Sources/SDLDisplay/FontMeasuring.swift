// Answers layout's question how wide a text is, with the fonts that draw it. Main thread.

public import Scene

/// Measures with the real fonts and remembers.
@MainActor
public final class FontMeasuring: TextMeasuring {
    private let fonts: FontBook
    private var generation = 0
    /// Two tables: when the young one is full it becomes the old one, so what is used stays.
    private var young: [LineKey: Int] = [:]
    private var old: [LineKey: Int] = [:]
    private var heights: [TextStyle: Int] = [:]
    private static let tableSize = 4096

    public init(fonts: FontBook) { self.fonts = fonts }

    public func width(of text: String, style: TextStyle) -> Int {
        if text.isEmpty { return 0 }
        fonts.adoptLoadedFonts()
        if generation != fonts.generation {
            young.removeAll(keepingCapacity: true)
            old.removeAll()
            generation = fonts.generation
        }
        let key = LineKey(text: TextRuns.cut(text), style: style)
        if let known = young[key] { return known }
        if let known = old[key] {
            remember(known, for: key)
            return known
        }
        let pieces = LinePieces(key.text, style: style, fonts: fonts)
        // A text that waits for its font is measured again each time.
        if !pieces.isPending { remember(pieces.width, for: key) }
        return pieces.width
    }

    private func remember(_ width: Int, for key: LineKey) {
        if young.count >= Self.tableSize {
            old = young
            young.removeAll(keepingCapacity: true)
        }
        young[key] = width
    }

    public func lineHeight(of style: TextStyle) -> Int {
        if let known = heights[style] { return known }
        let font = fonts.main(style.weight, size: style.size)
        font.prepare(size: font.size)
        if heights.count > 256 { heights.removeAll() }
        heights[style] = font.height
        return font.height
    }
}
