// Moves colours until they can be read. Pure functions; any thread.

/// The least contrast ratios (WCAG 2.1, 1.4.3 and 1.4.11; also Android Automotive, car UI appendix B).
public enum Legibility {
    public static let text = 4.5
    public static let controls = 3.0

    /// Asked for on top of the least ratio, so that no rounding of a gradient falls below it.
    private static let margin = 1.01

    /// `color` moved in lightness, hue kept, just as far as it takes to reach `ratio` on every background.
    ///
    /// - Parameters:
    ///   - ratio: 1 ... 21; up to 4.5 is always reached on one background, since black or white does.
    /// - Returns: the nearest passing colour, lighter or darker; black or white, whichever does better, when none passes.
    public static func pushed(_ color: SRGBColor, on backgrounds: [SRGBColor], ratio: Double) -> SRGBColor {
        let origin = OKLab(color)
        let luminances = backgrounds.map(\.luminance)
        if passes(color, on: luminances, ratio: ratio) { return color }
        let lighter = firstPassing(from: origin, towards: 1, on: luminances, ratio: ratio)
        let darker = firstPassing(from: origin, towards: 0, on: luminances, ratio: ratio)
        switch (lighter, darker) {
        case (let light?, let dark?):
            return OKLab(light).distance(to: origin) <= OKLab(dark).distance(to: origin) ? light : dark
        case (let light?, nil): return light
        case (nil, let dark?): return dark
        case (nil, nil):
            return worstContrast(.white, on: backgrounds) >= worstContrast(.black, on: backgrounds) ? .white : .black
        }
    }

    /// The lowest contrast that `color` has on any of the backgrounds; infinite when there are none.
    public static func worstContrast(_ color: SRGBColor, on backgrounds: [SRGBColor]) -> Double {
        backgrounds.map { color.contrast(with: $0) }.min() ?? .infinity
    }

    private static func passes(_ color: SRGBColor, on luminances: [Double], ratio: Double) -> Bool {
        let own = color.luminance
        return luminances.allSatisfy { (max(own, $0) + 0.05) / (min(own, $0) + 0.05) >= ratio * margin }
    }

    /// The first colour that passes on the way from `origin` to black (0) or white (1), in steps of a hundredth.
    private static func firstPassing(
        from origin: OKLab, towards end: Double, on luminances: [Double], ratio: Double
    ) -> SRGBColor? {
        let stepCount = 100
        for step in 1...stepCount {
            let fraction = Double(step) / Double(stepCount)
            let lightness = origin.lightness + (end - origin.lightness) * fraction
            let color = OKLab(lightness: lightness, a: origin.a, b: origin.b).color
            if passes(color, on: luminances, ratio: ratio) { return color }
        }
        return nil
    }
}
