// A colour space in which equal steps look equal, for finding and moving colours. Values; any thread.

import Glibc

/// OKLab (Björn Ottosson, "A perceptual color space for image processing", 2020; matrices of 2021-01-25).
struct OKLab: Hashable, Sendable {
    /// 0 (black) ... 1 (white).
    var lightness: Double
    /// Green to red and blue to yellow, about -0.4 ... 0.4.
    var a: Double
    var b: Double

    var chroma: Double { (a * a + b * b).squareRoot() }

    init(lightness: Double, a: Double, b: Double) {
        self.lightness = lightness
        self.a = a
        self.b = b
    }

    init(_ color: SRGBColor) {
        let red = SRGBColor.linear[Int(color.red)]
        let green = SRGBColor.linear[Int(color.green)]
        let blue = SRGBColor.linear[Int(color.blue)]
        let l = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
        let m = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
        let s = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
        lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
        a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
        b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    }

    /// The nearest colour of the screen with this lightness and hue: chroma gives way until it fits.
    var color: SRGBColor {
        let lightness = max(0, min(1, lightness))
        if let exact = Self.inGamut(lightness, a, b) { return exact }
        var (fits, tooMuch) = (0.0, 1.0)
        for _ in 0..<12 {
            let middle = (fits + tooMuch) / 2
            if Self.inGamut(lightness, a * middle, b * middle) != nil { fits = middle } else { tooMuch = middle }
        }
        return Self.inGamut(lightness, a * fits, b * fits) ?? (lightness < 0.5 ? .black : .white)
    }

    /// The same hue, with another lightness and at most `maximumChroma`.
    func with(lightness: Double, maximumChroma: Double) -> OKLab {
        let factor = chroma > maximumChroma ? maximumChroma / chroma : 1
        return OKLab(lightness: lightness, a: a * factor, b: b * factor)
    }

    func distance(to other: OKLab) -> Double {
        let (dl, da, db) = (lightness - other.lightness, a - other.a, b - other.b)
        return (dl * dl + da * da + db * db).squareRoot()
    }

    /// The stored colour, or nil when a channel lies outside the screen's range by more than rounding.
    private static func inGamut(_ lightness: Double, _ a: Double, _ b: Double) -> SRGBColor? {
        let l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
        let m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
        let s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
        guard let red = stored(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
            let green = stored(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
            let blue = stored(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)
        else { return nil }
        return SRGBColor(red: red, green: green, blue: blue)
    }

    private static func cube(_ value: Double) -> Double { value * value * value }

    private static func stored(_ linear: Double) -> UInt8? {
        guard linear > -0.0005, linear < 1.0005 else { return nil }
        let value = max(0, min(1, linear))
        let encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
        return UInt8((encoded * 255).rounded())
    }
}
