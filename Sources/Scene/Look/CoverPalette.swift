// The colours of a cover, made fit to be written on. Values; any thread.

/// The colour that a cover lends to a background, for each light. Whoever decodes covers finds them.
public struct CoverPalette: Hashable, Sendable {
    /// Dark enough not to glare.
    public var night: Color
    /// Light enough to be read in the sun.
    public var day: Color

    public init(night: Color, day: Color) {
        self.night = night
        self.day = day
    }

    /// From the colour that fills most of a cover, for a program that has no better: a wash is a mood, not a surface.
    public init(dominant: Color) {
        night = dominant.mixed(with: Color(0x000000), 0.25)
        // From the colour at its brightest, for a dark one mixed with white is only grey.
        day = dominant.brightest.mixed(with: Color(0xF4F5F7), 0.8)
    }
}

extension Color {
    /// The same hue with its strongest channel at full.
    var brightest: Color {
        let most = Swift.max(red, green, blue)
        guard most > 0 else { return self }
        func scaled(_ channel: UInt8) -> UInt8 { UInt8(Int(channel) * 255 / Int(most)) }
        return Color(red: scaled(red), green: scaled(green), blue: scaled(blue), alpha: alpha)
    }
}

/// A background in the colours of a cover on which everything of the theme can be read.
struct Wash: Hashable {
    var top: Color
    var bottom: Color

    /// Text, details and active titles keep 4.5 to 1 on all of it, controls 3 to 1, whatever the cover is.
    init(_ palette: CoverPalette?, theme: Theme) {
        bottom = theme.background
        guard let palette else {
            top = theme.background
            return
        }
        let demands: [(Color, least: Double)] = [
            (theme.text, 4.5), (theme.dim, 4.5), (theme.accent, 4.5), (theme.control, 3),
        ]
        // Towards black or white a colour stays itself for longest; all holds on the background at any rate.
        let end: Color = theme.isDark ? Color(0x000000) : Color(0xFFFFFF)
        func legible(_ color: Color) -> Color {
            color.pushed(towards: end, until: demands) ?? color.pushed(towards: theme.background, until: demands)
                ?? theme.background
        }
        top = legible(theme.isDark ? palette.night : palette.day)
        bottom = legible(top.mixed(with: theme.background, 0.85))
        // Between two light colours there may be a darker one.
        let between = (1..<8).map { top.mixed(with: bottom, Double($0) / 8) }
        if between.contains(where: { color in demands.contains { $0.0.contrast(on: color) < $0.least } }) {
            bottom = top
        }
    }
}
