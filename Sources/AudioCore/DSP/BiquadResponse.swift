// What a section does to a steady tone: for headroom and for tests. Values; any thread.

import Glibc

extension BiquadCoefficients {
    /// The gain for a steady tone.
    /// - Parameters:
    ///   - frequency: 0 to half the rate, hertz.
    ///   - rate: hertz.
    public func gain(atFrequency frequency: Double, rate: Int) -> Decibels {
        Decibels(10 * log10(squaredGain(at: ToneFrequency(frequency, rate: rate))))
    }

    /// |H|² for a steady tone.
    func squaredGain(at tone: ToneFrequency) -> Double {
        tone.squaredMagnitude(b0, b1, b2) / tone.squaredMagnitude(1, a1, a2)
    }
}

/// A frequency w as it goes into |c0 + c1·z⁻¹ + c2·z⁻²|².
///
/// The square is taken in powers of sin²(w/2) below a quarter of the rate (the cookbook's author, comp.dsp) and in
/// powers of cos²(w/2) above it: each is small at its end, so unlike sums of cosines they keep their digits at a few
/// hertz and 192 kHz as well as a few hertz below half the rate.
struct ToneFrequency {
    private let power: Double
    private let isLow: Bool

    /// - Parameters: 0 to half the rate, and the rate, hertz.
    init(_ frequency: Double, rate: Int) {
        isLow = frequency <= Double(rate) / 4
        // cos(w/2) as the sine of what is missing to half the rate: exactly 0 there.
        let distance = isLow ? frequency : Double(rate) / 2 - frequency
        let half = sin(Double.pi * distance / Double(rate))
        power = half * half
    }

    func squaredMagnitude(_ c0: Double, _ c1: Double, _ c2: Double) -> Double {
        // In powers of the cosine the same with every second coefficient turned about.
        let middle = isLow ? c1 : -c1
        // The outer two are nearly alike, or nearly opposite to the middle one: in this order nothing is rounded away.
        let sum = (c0 + middle) + c2
        let slope = c0 * middle + 4 * c0 * c2 + middle * c2
        return max(0, sum * sum - 4 * power * slope + 16 * power * power * c0 * c2)
    }
}
