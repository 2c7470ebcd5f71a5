// The curve of the equalizer: ten octaves or bands of one's own. Values; main thread.

/// One band of a parametric equalizer.
public struct EqualizerBand: Hashable, Sendable {
    /// The shape; raw values are part of the JSON contract.
    public enum Shape: String, Sendable, CaseIterable {
        case peak, lowShelf, highShelf, lowPass, highPass

        /// It raises or lowers by a gain; the passes do not.
        public var hasGain: Bool { self != .lowPass && self != .highPass }
    }

    /// Hertz.
    public static let frequencyRange = 10.0...40_000.0
    /// Decibels.
    public static let gainRange = -24.0...24.0
    public static let qRange = 0.1...20.0

    public let shape: Shape
    /// Hertz; a shelf's midpoint.
    public let frequency: Double
    /// Decibels; 0 for the passes.
    public let gain: Double
    public let q: Double

    /// - Returns: nil when a number is out of its range.
    public init?(_ shape: Shape, frequency: Double, gain: Double = 0, q: Double) {
        guard Self.frequencyRange.contains(frequency), Self.gainRange.contains(gain), Self.qRange.contains(q),
            shape.hasGain || gain == 0
        else { return nil }
        self.init(unchecked: shape, frequency: frequency, gain: gain, q: q)
    }

    init(unchecked shape: Shape, frequency: Double, gain: Double, q: Double) {
        self.shape = shape
        self.frequency = frequency
        self.gain = gain
        self.q = q
    }

    /// The section at `rate` hertz; nil when it does nothing, or lies at or above half the rate.
    func section(rate: Int) -> BiquadCoefficients? {
        switch shape {
        case .peak:
            gain == 0 ? nil : .peak(frequency: frequency, gain: Decibels(gain), q: q, rate: rate)
        case .lowShelf:
            gain == 0 ? nil : .lowShelf(frequency: frequency, gain: Decibels(gain), q: q, rate: rate)
        case .highShelf:
            gain == 0 ? nil : .highShelf(frequency: frequency, gain: Decibels(gain), q: q, rate: rate)
        case .lowPass: .lowPass(frequency: frequency, q: q, rate: rate)
        case .highPass: .highPass(frequency: frequency, q: q, rate: rate)
        }
    }
}

/// What the equalizer does: at most ten bands, as a graphic equalizer's octaves or freely placed.
public struct EqualizerCurve: Hashable, Sendable {
    public static let largestBandCount = 10
    /// The octaves of ISO 266 from 31.5 Hz to 16 kHz, hertz.
    public static let octaves = [31.5, 63, 125, 250, 500, 1000, 2000, 4000, 8000, 16_000]
    /// What each octave may be raised or lowered by, decibels.
    public static let graphicRange = -12.0...12.0
    /// A bell one octave wide between the points of half its gain: √2.
    public static let octaveQ = 1.4142135623730951

    public let bands: [EqualizerBand]
    /// It was set as ten octaves.
    public let isGraphic: Bool

    /// Ten gains in decibels, one an octave from 31.5 Hz to 16 kHz.
    /// - Returns: nil when there are not ten, or one is out of `graphicRange`.
    public init?(graphic gains: [Double]) {
        guard gains.count == Self.octaves.count, gains.allSatisfy(Self.graphicRange.contains) else { return nil }
        self.init(octaves: gains)
    }

    /// Bands in the order in which they run.
    /// - Returns: nil when there are more than ten.
    public init?(parametric bands: [EqualizerBand]) {
        guard bands.count <= Self.largestBandCount else { return nil }
        self.init(bands: bands, isGraphic: false)
    }

    init(octaves gains: [Double]) {
        let bands = zip(Self.octaves, gains).map {
            EqualizerBand(unchecked: .peak, frequency: $0, gain: $1, q: Self.octaveQ)
        }
        self.init(bands: bands, isGraphic: true)
    }

    private init(bands: [EqualizerBand], isGraphic: Bool) {
        self.bands = bands
        self.isGraphic = isGraphic
    }

    /// Changes nothing.
    public static let flat = EqualizerCurve(octaves: [Double](repeating: 0, count: octaves.count))

    /// Ten gains in decibels; nil for freely placed bands.
    public var graphicGains: [Double]? { isGraphic ? bands.map(\.gain) : nil }
}
