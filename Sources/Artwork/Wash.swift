// The background that takes its colour from a cover, and everything that is written on it. Pure; any thread.

/// A vertical gradient and the colours that are legible on all of it.
public struct Wash: Hashable, Sendable {
    /// Which light the screen is made for.
    public enum Light: String, Sendable, CaseIterable { case day, night }

    public var top: SRGBColor
    public var bottom: SRGBColor
    /// Contrast at least 4.5 everywhere on the wash.
    public var text: SRGBColor
    /// Quieter than `text`, and still at least 4.5 everywhere.
    public var secondaryText: SRGBColor
    /// Active or playing; at least 3 everywhere.
    public var accent: SRGBColor
    /// Text and icons on a surface filled with `accent`; at least 4.5 on it.
    public var accentText: SRGBColor

    /// The wash of a cover.
    ///
    /// At night it is dark enough not to glare (OKLab lightness 0.33 at most), by day light enough to be read in the
    /// sun (0.88 at least); hue stays, chroma is held back.
    /// - Parameter themeAccent: stands in when the cover has no accent of its own.
    public init(_ colors: CoverColors, light: Light, themeAccent: SRGBColor) {
        let background = OKLab(colors.background)
        let accentOrigin = OKLab(colors.accent ?? themeAccent)
        let wish: SRGBColor
        switch light {
        case .night:
            let lightness = 0.23 + 0.10 * max(0, min(1, background.lightness))
            top = background.with(lightness: lightness, maximumChroma: 0.07).color
            bottom = background.with(lightness: 0.14, maximumChroma: 0.035).color
            text = background.with(lightness: 0.95, maximumChroma: 0.01).color
            secondaryText = background.with(lightness: 0.76, maximumChroma: 0.025).color
            wish = accentOrigin.with(lightness: max(0.66, min(0.8, accentOrigin.lightness)), maximumChroma: 0.16).color
        case .day:
            let lightness = 0.88 + 0.06 * max(0, min(1, background.lightness))
            top = background.with(lightness: lightness, maximumChroma: 0.055).color
            bottom = background.with(lightness: 0.965, maximumChroma: 0.015).color
            text = background.with(lightness: 0.2, maximumChroma: 0.02).color
            secondaryText = background.with(lightness: 0.45, maximumChroma: 0.04).color
            wish = accentOrigin.with(lightness: max(0.42, min(0.54, accentOrigin.lightness)), maximumChroma: 0.18).color
        }
        let backgrounds = Self.shades(from: top, to: bottom)
        text = Legibility.pushed(text, on: backgrounds, ratio: Legibility.text)
        secondaryText = Legibility.pushed(secondaryText, on: backgrounds, ratio: Legibility.text)
        accent = Legibility.pushed(wish, on: backgrounds, ratio: Legibility.controls)
        let onAccent = OKLab(accent).with(lightness: light == .night ? 0.16 : 0.99, maximumChroma: 0.03).color
        accentText = Legibility.pushed(onAccent, on: [accent], ratio: Legibility.text)
    }

    /// The colour at `fraction` of the height, 0 (top) ... 1 (bottom).
    public func color(at fraction: Double) -> SRGBColor { top.mixed(with: bottom, fraction) }

    /// Both ends and what lies between: channels that move against each other can be darker there than either end.
    private static func shades(from top: SRGBColor, to bottom: SRGBColor) -> [SRGBColor] {
        (0...32).map { top.mixed(with: bottom, Double($0) / 32) }
    }
}
