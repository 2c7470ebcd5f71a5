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

    /// Text, details and active titles keep 4.5 to 1 on both ends, controls 3 to 1, whatever the cover is. A gradient
    /// between two such colours keeps it everywhere, for luminance lies between those of its ends.
    init(_ palette: CoverPalette?, theme: Theme) {
        bottom = theme.background
        guard let palette else {
            top = theme.background
            return
        }
        let demands: [(Color, least: Double)] = [
            (theme.text, 4.5), (theme.dim, 4.5), (theme.accent, 4.5), (theme.control, 3),
        ]
        let end: Color = theme.isDark ? Color(0x000000) : Color(0xFFFFFF)
        top = (theme.isDark ? palette.night : palette.day).pushed(towards: end, until: demands)
        bottom = top.mixed(with: theme.background, 0.85).pushed(towards: end, until: demands)
    }
}
