// The filter that keeps the balance of the music when it plays softly. A value; computed on the main thread.

/// Equal-loudness compensation: the contour difference of ISO 226:2023 between the reference level and the present
/// one, as two shelves and a constant.
///
/// The shelves are a fit to the difference from 80 phon down to 40, for a third, two thirds and all of it: within
/// 0.65 dB from 20 Hz to 12.5 kHz at rates from 44.1 kHz up, and to the lower one of 10 kHz and 0.45 of the rate below
/// them. A shelf's midpoint and slope move a little with its gain because the shape of a cookbook shelf does.
public struct LoudnessCompensation: Hashable, Sendable, BitwiseCopyable {
    /// The level, in phon, at which the music is taken to sound as it was made.
    public static let referencePhon = 80.0
    /// The largest drop below the reference that is made up for, dB.
    public static let largestDrop: Decibels = 40

    /// Below the low shelf's midpoint the bass rises. The constant is part of it.
    let low: BiquadCoefficients
    /// The highest treble; `identity` at rates that have none.
    let high: BiquadCoefficients

    /// How far below the reference the music plays: the attenuation in front of us and behind us, 0 to 40 dB.
    public static func drop(volume: Decibels, offset: Decibels) -> Decibels {
        min(max(offset - volume, 0), largestDrop)
    }

    /// The filter for a drop, or nil when there is nothing to make up for: strength `off` or drop 0.
    /// - Parameters:
    ///   - drop: 0 to 40 dB.
    ///   - rate: hertz, above 300.
    public init?(_ strength: LoudnessStrength, drop: Decibels, rate: Int) {
        guard strength != .off, drop > 0 else { return nil }
        let dB = drop.value
        let bass = strength.share * (0.61666 * dB - 0.00015 * dB * dB)
        let constant = strength.share * -0.04406 * dB
        // 1 at all of the largest drop.
        let depth = strength.share * dB / Self.largestDrop.value
        let lowShelf = BiquadCoefficients.lowShelf(
            frequency: 129.66 - 5.31 * depth, gain: Decibels(bass), slope: 0.17207 + 0.20704 * depth, rate: rate)
        low = (lowShelf ?? .identity).scaled(by: Decibels(constant).factor)
        high = Self.treble(strength.share, dB: dB, depth: depth, rate: rate) ?? .identity
    }

    /// The high shelf; nil at rates below 11.5 kHz, whose treble needs none.
    ///
    /// A cookbook shelf reaches all of its gain at half the rate, however near that is to its midpoint. So where half the
    /// rate lies on the slope of the contour difference, midpoint and gain are those of the part of the slope that there
    /// is: both are straight lines over the rate, fitted from 11.5 to 44.1 kHz.
    private static func treble(_ share: Double, dB: Double, depth: Double, rate: Int) -> BiquadCoefficients? {
        guard rate < 44_100 else {
            return .highShelf(
                frequency: 10700.3 + 438.9 * depth, gain: Decibels(share * (0.2872 * dB - 0.0001 * dB * dB)), slope: 1,
                rate: rate)
        }
        let midpoint = (3926 + 0.15642 * Double(rate)) * (1 + 0.03 * depth)
        let gain = share * dB * (8.593e-6 * Double(rate) - 0.09682)
        return .highShelf(frequency: midpoint, gain: Decibels(gain), slope: 1, rate: rate)
    }

    /// The gain for a steady tone of `frequency` hertz.
    public func gain(atFrequency frequency: Double, rate: Int) -> Decibels {
        low.gain(atFrequency: frequency, rate: rate) + high.gain(atFrequency: frequency, rate: rate)
    }

    /// The largest gain of any steady tone.
    public func peak(rate: Int) -> Decibels {
        ResponsePeak.find(rate: rate) { gain(atFrequency: $0, rate: rate) }
    }
}
