// The bus: a little air, a slow and gentle compressor, and the end of what nobody hears below. One thread.

import Glibc

/// Feed-forward, linked over both channels, with a soft knee (Giannoulis, Massberg, Reiss, "Digital Dynamic Range
/// Compressor Design", JAES 60:6, 2012).
struct BusCompressor {
    /// dB of mean power, ratio, dB.
    private static let threshold = -21.0
    private static let ratio = 1.8
    private static let knee = 12.0
    /// What is added to everything above `airFrequency`: soft instruments and a damped room are dark together.
    private static let air = 0.62
    private static let airFrequency = 2600.0
    /// Samples over which one gain is led to the next.
    private static let step = 32

    private var power = 0.0
    private var gain = 0.0
    private var applied = 1.0
    private let powerPole: Double
    private let attackPole: Double
    private let releasePole: Double
    private let subsonicPole: Double
    private let airPole: Double
    private var below = SIMD2<Double>.zero
    private var subsonic = SIMD2<Double>.zero
    private var input = SIMD2<Double>.zero

    init(rate: Double) {
        let turns = rate / Double(Self.step)
        powerPole = exp(-1 / (0.02 * turns))
        attackPole = exp(-1 / (0.035 * turns))
        releasePole = exp(-1 / (0.28 * turns))
        subsonicPole = exp(-2 * .pi * 18 / rate)
        airPole = exp(-2 * .pi * Self.airFrequency / rate)
    }

    /// Writes `count` frames, a multiple of 32, interleaved.
    mutating func process(
        _ left: UnsafePointer<Double>, _ right: UnsafePointer<Double>, count: Int,
        into output: UnsafeMutablePointer<Double>
    ) {
        var done = 0
        while done < count {
            var energy = 0.0
            for at in done..<(done + Self.step) { energy += left[at] * left[at] + right[at] * right[at] }
            power = energy / Double(Self.step) * (1 - powerPole) + power * powerPole
            let wanted = Self.reduction(10 * log10(power + 1e-12))
            let pole = wanted < gain ? attackPole : releasePole
            gain = wanted * (1 - pole) + gain * pole
            let target = factor(decibels: gain)
            let slope = (target - applied) / Double(Self.step)
            for at in done..<(done + Self.step) {
                applied += slope
                let played = SIMD2(left[at], right[at])
                below = played + (below - played) * airPole
                let sample = played + Self.air * (played - below)
                // One pole and one zero at 0 Hz.
                subsonic = sample - input + subsonic * subsonicPole
                input = sample
                output[2 * at] = subsonic.x * applied
                output[2 * at + 1] = subsonic.y * applied
            }
            applied = target
            done += Self.step
        }
    }

    private static func reduction(_ level: Double) -> Double {
        let over = level - threshold
        let slope = 1 / ratio - 1
        if over <= -knee / 2 { return 0 }
        if over >= knee / 2 { return slope * over }
        let inside = over + knee / 2
        return slope * inside * inside / (2 * knee)
    }
}
