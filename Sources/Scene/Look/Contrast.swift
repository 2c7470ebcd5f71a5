// How well two colours are told apart. Pure functions; any thread.
// Source of the formulas: WCAG 2.2, "relative luminance" and "contrast ratio".

extension Color {
    /// 0 (black) to 1 (white); alpha is not looked at.
    public var luminance: Double {
        0.2126 * Self.linear[Int(red)] + 0.7152 * Self.linear[Int(green)] + 0.0722 * Self.linear[Int(blue)]
    }

    /// The light of each value of a channel, 0 to 1.
    private static let linear: [Double] = (0...255).map { channel in
        let value = Double(channel) / 255
        return value > 0.04045 ? power((value + 0.055) / 1.055, 2.4) : value / 12.92
    }

    /// 1 (equal) to 21 (black on white).
    public func contrast(on background: Color) -> Double {
        let mine = luminance
        let theirs = background.luminance
        return (max(mine, theirs) + 0.05) / (min(mine, theirs) + 0.05)
    }

    /// `share` 0 is this colour, 1 the other; mixed as the screen mixes, in sRGB.
    public func mixed(with other: Color, _ share: Double) -> Color {
        func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
            UInt8(max(0, min(255, (Double(a) + (Double(b) - Double(a)) * share).rounded())))
        }
        return Color(
            red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
            alpha: mix(alpha, other.alpha))
    }

    /// The same colour, so opaque; `share` is 0 to 1.
    public func faded(to share: Double) -> Color {
        var color = self
        color.alpha = UInt8(max(0, min(255, (Double(alpha) * share).rounded())))
        return color
    }

    /// This background moved towards `end` until each pair of a foreground and its least contrast holds on it; nil when
    /// they do not hold on `end` either.
    func pushed(towards end: Color, until demands: [(Color, least: Double)]) -> Color? {
        let steps = 32
        for step in 0...steps {
            let candidate = mixed(with: end, Double(step) / Double(steps))
            if demands.allSatisfy({ $0.0.contrast(on: candidate) >= $0.least }) { return candidate }
        }
        return nil
    }

    /// The exponential and the power that the library would take from C; exact to 1e-9 for 0 < base <= 4.
    static func power(_ base: Double, _ exponent: Double) -> Double {
        guard base > 0 else { return 0 }
        return exponential(exponent * logarithm(base))
    }

    /// e to the x, by halving the argument until the series is short.
    static func exponential(_ x: Double) -> Double {
        guard x > -700 else { return 0 }
        let halvings = 10
        let small = x / Double(1 << halvings)
        var term = 1.0
        var sum = 1.0
        for n in 1...8 {
            term *= small / Double(n)
            sum += term
        }
        for _ in 0..<halvings { sum *= sum }
        return sum
    }

    private static func logarithm(_ x: Double) -> Double {
        // x = 2^e * m with m in 1..<2; ln m by the series of the inverse hyperbolic tangent.
        let exponent = Double(x.exponent)
        let m = x.significand
        let t = (m - 1) / (m + 1)
        var power = t
        var sum = 0.0
        for n in stride(from: 1, through: 31, by: 2) {
            sum += power / Double(n)
            power *= t * t
        }
        return exponent * 0.693_147_180_559_945_3 + 2 * sum
    }
}
