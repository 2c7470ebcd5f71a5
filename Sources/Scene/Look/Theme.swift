// The colours of everything. A value; any thread. The data is `Assets/Themes/NAME.json`.

/// Day or night: what each colour is for, not what it is.
public struct Theme: Hashable, Sendable {
    /// `night`, `day`.
    public var name: String
    /// Behind everything.
    public var background: Color
    /// Rail, mini player, tiles.
    public var panel: Color
    /// What stands up from the panel: the selected tab, a button, an alert.
    public var raised: Color
    public var text: Color
    /// Details and captions.
    public var dim: Color
    /// Active or playing, nothing else.
    public var accent: Color
    /// On a surface of the accent.
    public var accentText: Color
    /// Between rows; may be faint.
    public var line: Color
    /// Tracks of sliders, switches that are off, what cannot be pressed now.
    public var control: Color
    /// An action that destroys.
    public var danger: Color
    public var dangerText: Color
    /// Over what an alert stands before; translucent.
    public var scrim: Color
    /// Behind a cover: its place while it has not come, and what shines through at night.
    public var coverBacking: Color
    /// 255 by day; less at night, so that no cover glares.
    public var coverOpacity: UInt8

    /// Near-black with one accent.
    public static let night = Theme(
        name: "night", background: Color(0x0B0D10), panel: Color(0x14171C), raised: Color(0x1D2229),
        text: Color(0xF4F6F8), dim: Color(0xA3ADB8), accent: Color(0x5EC8B7), accentText: Color(0x06201C),
        line: Color(0x242A32), control: Color(0x76869A), danger: Color(0xC9453F), dangerText: Color(0xFFFFFF),
        scrim: Color(0x000000).faded(to: 0.66), coverBacking: Color(0x0A0C0F), coverOpacity: 191)

    public static let day = Theme(
        name: "day", background: Color(0xEEF1F4), panel: Color(0xFFFFFF), raised: Color(0xE1E6EB),
        text: Color(0x12161B), dim: Color(0x55606C), accent: Color(0x00695C), accentText: Color(0xFFFFFF),
        line: Color(0xD3DAE1), control: Color(0x6D7C8B), danger: Color(0xB3261E), dangerText: Color(0xFFFFFF),
        scrim: Color(0x12161B).faded(to: 0.5), coverBacking: Color(0xD3DAE1), coverOpacity: 255)

    /// What is drawn under text and controls.
    public var surfaces: [Color] { [background, panel, raised] }

    /// Night or day, seen by itself.
    var isDark: Bool { background.luminance < 0.2 }

    /// A pair that is too close, as a sentence each: text needs 4.5 to 1, controls 3 to 1.
    public var contrastFaults: [(key: String, message: String)] {
        var faults: [(key: String, message: String)] = []
        func demand(_ key: String, _ color: Color, on under: Color, _ name: String, _ least: Double) {
            let contrast = color.contrast(on: under)
            guard contrast < least else { return }
            let shown = (contrast * 10).rounded(.down) / 10
            let pair = "\"\(key)\" \(color.hex) is \(shown) to 1 on \"\(name)\" \(under.hex)"
            faults.append((key, "\(pair) (at least \(least) to 1)"))
        }
        let names = ["background", "panel", "raised"]
        for (surface, name) in zip(surfaces, names) {
            demand("text", text, on: surface, name, 4.5)
            demand("dim", dim, on: surface, name, 4.5)
            demand("accent", accent, on: surface, name, 4.5)
            demand("control", control, on: surface, name, 3)
            demand("danger", danger, on: surface, name, 3)
        }
        demand("accentText", accentText, on: accent, "accent", 4.5)
        demand("dangerText", dangerText, on: danger, "danger", 4.5)
        return faults
    }
}

extension Color {
    /// `0xRRGGBB`, opaque.
    init(_ rgb: UInt32) {
        self.init(
            red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
            blue: UInt8(truncatingIfNeeded: rgb))
    }
}
