// What a section does to a steady tone: for headroom and for tests. Values; any thread.

import Glibc

extension BiquadCoefficients {
    /// The gain for a steady tone.
    ///
    /// |H|² in powers of sin²(w/2) (the cookbook's author, comp.dsp): unlike sums of cosines it keeps its digits at
    /// a few hertz and 192 kHz.
    /// - Parameters:
    ///   - frequency: 0 to half the rate, hertz.
    ///   - rate: hertz.
    public func gain(atFrequency frequency: Double, rate: Int) -> Decibels {
        let half = sin(Double.pi * frequency / Double(rate))
        return Decibels(10 * log10(squaredGain(at: half * half)))
    }

    /// |H|² at sin²(w/2) = `phi`.
    func squaredGain(at phi: Double) -> Double {
        Self.squaredMagnitude(b0, b1, b2, phi) / Self.squaredMagnitude(1, a1, a2, phi)
    }

    /// |c0 + c1·z⁻¹ + c2·z⁻²|² at sin²(w/2) = `phi`.
    private static func squaredMagnitude(_ c0: Double, _ c1: Double, _ c2: Double, _ phi: Double) -> Double {
        let sum = c0 + c1 + c2
        return max(0, sum * sum - 4 * phi * (c0 * c1 + 4 * c0 * c2 + c1 * c2) + 16 * phi * phi * c0 * c2)
    }
}
