// Second-order filter sections by formula. Values; computed on the main thread.
//
// Formulas: Robert Bristow-Johnson, "Cookbook formulae for audio equalizer biquad filter coefficients"
// (W3C Audio EQ Cookbook). Every coefficient is divided by a0.

import Glibc

/// The coefficients of one section, normalised to a0 = 1:
/// y[n] = b0·x[n] + b1·x[n−1] + b2·x[n−2] − a1·y[n−1] − a2·y[n−2].
public struct BiquadCoefficients: Hashable, Sendable, BitwiseCopyable {
    public var b0: Double
    public var b1: Double
    public var b2: Double
    public var a1: Double
    public var a2: Double

    public init(b0: Double, b1: Double, b2: Double, a1: Double, a2: Double) {
        self.b0 = b0
        self.b1 = b1
        self.b2 = b2
        self.a1 = a1
        self.a2 = a2
    }

    /// Lets everything through unchanged.
    public static let identity = BiquadCoefficients(b0: 1, b1: 0, b2: 0, a1: 0, a2: 0)

    /// The same section, its output multiplied by `factor`.
    public func scaled(by factor: Double) -> BiquadCoefficients {
        BiquadCoefficients(b0: b0 * factor, b1: b1 * factor, b2: b2 * factor, a1: a1, a2: a2)
    }

    /// Both poles lie inside the unit circle (the stability triangle of a second-order section). Its two sides near ±1
    /// are taken in the order in which no digit is lost.
    public var isStable: Bool { abs(a2) < 1 && (1 - abs(a1)) + a2 > 0 }
}

// MARK: - By formula

// Each gives nil when `frequency` is not above 0 and below half the rate: such a band does not exist at that rate and
// is left out, not moved. So is one so near to half the rate that its poles cannot be told from the unit circle. `q` is
// above 0; a shelf's `slope` is above 0 and at most 1, where it is still monotonic.
extension BiquadCoefficients {
    /// A bell of `gain` at `frequency` (hertz) and quality `q`.
    public static func peak(frequency: Double, gain: Decibels, q: Double, rate: Int) -> BiquadCoefficients? {
        guard let angle = Angle(frequency, rate: rate) else { return nil }
        let alpha = angle.alpha(q: q)
        let a = gain.shelfAmplitude
        let middle = -2 * angle.cosine
        return BiquadCoefficients(
            b: (1 + alpha * a, middle, 1 - alpha * a), a: (1 + alpha / a, middle, 1 - alpha / a))
    }

    /// A shelf of `gain` below `frequency` (its midpoint, hertz) with slope S.
    public static func lowShelf(frequency: Double, gain: Decibels, slope: Double, rate: Int) -> BiquadCoefficients? {
        guard let angle = Angle(frequency, rate: rate) else { return nil }
        return lowShelf(angle, gain.shelfAmplitude, alpha: angle.alpha(slope: slope, amplitude: gain.shelfAmplitude))
    }

    /// A shelf of `gain` below `frequency` (its midpoint, hertz) with quality `q`.
    public static func lowShelf(frequency: Double, gain: Decibels, q: Double, rate: Int) -> BiquadCoefficients? {
        guard let angle = Angle(frequency, rate: rate) else { return nil }
        return lowShelf(angle, gain.shelfAmplitude, alpha: angle.alpha(q: q))
    }

    /// A shelf of `gain` above `frequency` (its midpoint, hertz) with slope S.
    public static func highShelf(frequency: Double, gain: Decibels, slope: Double, rate: Int) -> BiquadCoefficients? {
        guard let angle = Angle(frequency, rate: rate) else { return nil }
        return highShelf(angle, gain.shelfAmplitude, alpha: angle.alpha(slope: slope, amplitude: gain.shelfAmplitude))
    }

    /// A shelf of `gain` above `frequency` (its midpoint, hertz) with quality `q`.
    public static func highShelf(frequency: Double, gain: Decibels, q: Double, rate: Int) -> BiquadCoefficients? {
        guard let angle = Angle(frequency, rate: rate) else { return nil }
        return highShelf(angle, gain.shelfAmplitude, alpha: angle.alpha(q: q))
    }

    /// A low pass of 12 dB an octave; `q` is its gain at `frequency`.
    public static func lowPass(frequency: Double, q: Double, rate: Int) -> BiquadCoefficients? {
        guard let angle = Angle(frequency, rate: rate) else { return nil }
        let alpha = angle.alpha(q: q)
        // 1 − cos w as 2·sin²(w/2), which keeps its digits at low frequencies.
        let sum = 2 * angle.halfSineSquared
        return BiquadCoefficients(b: (sum / 2, sum, sum / 2), a: (1 + alpha, -2 * angle.cosine, 1 - alpha))
    }

    /// A high pass of 12 dB an octave; `q` is its gain at `frequency`.
    public static func highPass(frequency: Double, q: Double, rate: Int) -> BiquadCoefficients? {
        guard let angle = Angle(frequency, rate: rate) else { return nil }
        let alpha = angle.alpha(q: q)
        let sum = 1 + angle.cosine
        return BiquadCoefficients(b: (sum / 2, -sum, sum / 2), a: (1 + alpha, -2 * angle.cosine, 1 - alpha))
    }

    private static func lowShelf(_ angle: Angle, _ a: Double, alpha: Double) -> BiquadCoefficients? {
        let c = angle.cosine
        let width = 2 * a.squareRoot() * alpha
        return BiquadCoefficients(
            b: (
                a * ((a + 1) - (a - 1) * c + width), 2 * a * ((a - 1) - (a + 1) * c),
                a * ((a + 1) - (a - 1) * c - width)
            ),
            a: ((a + 1) + (a - 1) * c + width, -2 * ((a - 1) + (a + 1) * c), (a + 1) + (a - 1) * c - width))
    }

    private static func highShelf(_ angle: Angle, _ a: Double, alpha: Double) -> BiquadCoefficients? {
        let c = angle.cosine
        let width = 2 * a.squareRoot() * alpha
        return BiquadCoefficients(
            b: (
                a * ((a + 1) + (a - 1) * c + width), -2 * a * ((a - 1) + (a + 1) * c),
                a * ((a + 1) + (a - 1) * c - width)
            ),
            a: ((a + 1) - (a - 1) * c + width, 2 * ((a - 1) - (a + 1) * c), (a + 1) - (a - 1) * c - width))
    }

    private init?(b: (Double, Double, Double), a: (Double, Double, Double)) {
        self.init(b0: b.0 / a.0, b1: b.1 / a.0, b2: b.2 / a.0, a1: a.1 / a.0, a2: a.2 / a.0)
        guard isStable else { return nil }
    }
}

extension Decibels {
    /// The cookbook's A: the square root of the factor.
    fileprivate var shelfAmplitude: Double { pow(10, value / 40) }
}

/// The cookbook's w0 and what is taken from it.
private struct Angle {
    let sine: Double
    let cosine: Double
    let halfSineSquared: Double

    init?(_ frequency: Double, rate: Int) {
        guard frequency > 0, frequency < Double(rate) / 2 else { return nil }
        let angle = 2 * Double.pi * frequency / Double(rate)
        sine = sin(angle)
        cosine = cos(angle)
        halfSineSquared = sin(angle / 2) * sin(angle / 2)
    }

    func alpha(q: Double) -> Double {
        precondition(q > 0, "the quality of a filter is above 0")
        return sine / (2 * q)
    }

    func alpha(slope: Double, amplitude a: Double) -> Double {
        precondition(slope > 0 && slope <= 1, "the slope of a shelf is above 0 and at most 1")
        return sine / 2 * ((a + 1 / a) * (1 / slope - 1) + 2).squareRoot()
    }
}
