// The colours of a cover, made fit to be written on. Values; any thread.

/// Two colours that a cover is made of. Whoever decodes covers finds them.
public struct CoverPalette: Hashable, Sendable {
    /// The one that fills most of it.
    public var dominant: Color
    /// One that stands out from it.
    public var contrast: Color

    public init(dominant: Color, contrast: Color) {
        self.dominant = dominant
        self.contrast = contrast
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
        // A little towards the theme in any case: a wash is a mood, not a surface. By day from the colour at its
        // brightest, for a dark one mixed with white is only grey.
        let color = theme.isDark ? palette.dominant : palette.dominant.brightest
        top = color.mixed(with: end, 0.25).pushed(towards: end, until: demands)
        bottom = top.mixed(with: theme.background, 0.85).pushed(towards: end, until: demands)
    }
}
