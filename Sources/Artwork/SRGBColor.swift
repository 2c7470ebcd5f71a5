// A colour as the screen takes it, and how bright and how legible it is. Values; any thread.

import Glibc

/// A colour in sRGB, 8 bits a channel.
public struct SRGBColor: Hashable, Sendable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// 0xRRGGBB; higher bits do not count.
    public init(_ rgb: UInt32) {
        self.init(
            red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
            blue: UInt8(truncatingIfNeeded: rgb))
    }

    public static let black = SRGBColor(0x000000)
    public static let white = SRGBColor(0xFFFFFF)

    /// Relative luminance, 0 (black) ... 1 (white) (WCAG 2.1, "relative luminance", with the sRGB knee at 0.04045).
    public var luminance: Double {
        0.2126 * Self.linear[Int(red)] + 0.7152 * Self.linear[Int(green)] + 0.0722 * Self.linear[Int(blue)]
    }

    /// Contrast ratio of two colours, 1 ... 21 (WCAG 2.1, "contrast ratio").
    public func contrast(with other: SRGBColor) -> Double {
        let (a, b) = (luminance, other.luminance)
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    /// The colour `fraction` (0 ... 1) of the way to `other`, mixed as stored: what a gradient shows there.
    public func mixed(with other: SRGBColor, _ fraction: Double) -> SRGBColor {
        let part = max(0, min(1, fraction))
        func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
            let (start, end) = (Double(a), Double(b))
            return UInt8((start + (end - start) * part).rounded())
        }
        return SRGBColor(
            red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }

    /// Linear light of the 256 stored values (IEC 61966-2-1).
    static let linear: [Double] = (0...255).map { stored in
        let value = Double(stored) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
}
