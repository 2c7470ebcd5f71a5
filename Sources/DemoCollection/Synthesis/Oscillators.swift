// The small parts that voices are made of. Pure; any thread.

import Glibc

/// sin(2π·`turns`): a polynomial of degree 11 on a quarter turn, within 6e-8.
@inline(__always)
func sine(turns: Double) -> Double {
    // Adding and taking away this number rounds to the nearest integer without a call.
    let nearest = (turns + 0x1.8p52) - 0x1.8p52
    var rest = turns - nearest
    rest = rest > 0.25 ? 0.5 - rest : rest < -0.25 ? -0.5 - rest : rest
    let angle = rest * (2 * Double.pi)
    let square = angle * angle
    let high = -1.0 / 5040 + square * (1.0 / 362_880 - square / 39_916_800)
    return angle * (1 + square * (-1.0 / 6 + square * (1.0 / 120 + square * high)))
}

/// Hertz of a MIDI key; 69 is a′ at 440 Hz; fractions are cents.
func hertz(ofKey key: Double) -> Double {
    440 * exp2((key - 69) / 12)
}

/// The factor by which a value shrinks a sample so that it falls to 1/e in `seconds`.
func decayFactor(seconds: Double, rate: Double) -> Double {
    exp(-1 / (max(seconds, 1e-4) * rate))
}

/// A level in decibels as a factor.
func factor(decibels: Double) -> Double {
    exp(decibels * 0.115_129_254_649_702_28)
}

/// Two poles that stay stable while they are moved (Zavalishin, "The Art of VA Filter Design", 2018, 4.4).
struct StateVariableFilter: BitwiseCopyable {
    private var integrator1 = 0.0
    private var integrator2 = 0.0
    private var gain = 0.0
    private var damping = 0.0
    private var scale = 0.0

    /// - Parameters:
    ///   - cutoff: hertz; held below 0.45 of the rate.
    ///   - resonance: Q.
    init(cutoff: Double, resonance: Double, rate: Double) {
        tune(cutoff: cutoff, resonance: resonance, rate: rate)
    }

    mutating func tune(cutoff: Double, resonance: Double, rate: Double) {
        gain = tan(.pi * min(cutoff / rate, 0.45))
        damping = 1 / resonance
        scale = 1 / (1 + gain * (gain + damping))
    }

    /// Low-pass and band-pass (of peak gain 1) of one sample.
    @inline(__always)
    mutating func run(_ input: Double) -> (low: Double, band: Double) {
        let high = (input - (damping + gain) * integrator1 - integrator2) * scale
        let band = gain * high + integrator1
        let low = gain * band + integrator2
        integrator1 = gain * high + band
        integrator2 = gain * band + low
        return (low, band * damping)
    }
}
