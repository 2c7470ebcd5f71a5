// Bauer's crossfeed for headphones: a little of each side reaches the other ear, as from loudspeakers. The settings and
// the coefficients are values of the main thread; the filter runs on the output thread.
//
// The filter is bs2b's (libbs2b 3.1.0, bs2b.c): a low pass for the other ear, a high shelf for one's own.

import Glibc

/// How strongly the sides are mixed; raw values are part of the JSON contract. For headphones: loudspeakers do it
/// themselves.
public enum CrossfeedStrength: String, Sendable, CaseIterable {
    case off, light, medium, strong

    /// The corner of the low pass, hertz, and how far the other ear lies below one's own at low frequencies, decibels:
    /// Jan Meier's, Chu Moy's and bs2b's own setting. Nil when off.
    public var setting: (corner: Double, feed: Double)? {
        switch self {
        case .off: nil
        case .light: (650, 9.5)
        case .medium: (700, 6.0)
        case .strong: (700, 4.5)
        }
    }
}

/// The coefficients for one rate.
public struct CrossfeedCoefficients: Hashable, Sendable, BitwiseCopyable {
    public let low0: Double
    /// The pole of the low pass.
    public let lowPole: Double
    public let high0: Double
    public let high1: Double
    /// The pole of the high shelf.
    public let highPole: Double
    /// Keeps the sum of both ways at full scale for equal sides.
    public let gain: Double

    /// - Parameter rate: hertz.
    /// - Returns: nil when off, or when the rate has no room for the corner.
    public init?(_ strength: CrossfeedStrength, rate: Int) {
        guard let (corner, feed) = strength.setting, corner < Double(rate) / 4 else { return nil }
        let lowDb = feed * -5 / 6 - 3
        let highDb = feed / 6 - 3
        let lowGain = pow(10, lowDb / 20)
        let highGain = 1 - pow(10, highDb / 20)
        let highCorner = corner * pow(2, (lowDb - 20 * log10(highGain)) / 12)
        lowPole = exp(-2 * Double.pi * corner / Double(rate))
        highPole = exp(-2 * Double.pi * highCorner / Double(rate))
        low0 = lowGain * (1 - lowPole)
        high0 = 1 - highGain * (1 - highPole)
        high1 = -highPole
        gain = 1 / (1 - highGain + lowGain)
    }
}

/// The running filter of a stereo pair.
struct CrossfeedFilter: BitwiseCopyable {
    private var coefficients: CrossfeedCoefficients?
    private var memory = Memory()

    private struct Memory: BitwiseCopyable {
        var lowLeft = 0.0
        var lowRight = 0.0
        var highLeft = 0.0
        var highRight = 0.0
        var lastLeft = 0.0
        var lastRight = 0.0

        /// Below −400 dB it ends: silence becomes exact, without slow denormal numbers.
        mutating func endInaudibleTail() {
            let loudest = max(max(abs(lowLeft), abs(lowRight)), max(abs(highLeft), abs(highRight)))
            if max(loudest, max(abs(lastLeft), abs(lastRight))) < 1e-20 { self = Memory() }
        }
    }

    init() {}

    var isActive: Bool { coefficients != nil }

    /// Takes other coefficients, from the memory of `earlier` if it was active.
    mutating func start(_ coefficients: CrossfeedCoefficients?, continuing earlier: CrossfeedFilter?) {
        self.coefficients = coefficients
        memory = earlier?.isActive == true ? earlier?.memory ?? Memory() : Memory()
    }

    /// Filters stereo frames in place.
    mutating func process(_ samples: UnsafeMutablePointer<Double>, frameCount: Int) {
        guard let c = coefficients else { return }
        var m = memory
        var frame = samples
        for _ in 0..<frameCount {
            let (left, right) = (frame[0], frame[1])
            m.lowLeft = c.low0 * left + c.lowPole * m.lowLeft
            m.lowRight = c.low0 * right + c.lowPole * m.lowRight
            m.highLeft = c.high0 * left + c.high1 * m.lastLeft + c.highPole * m.highLeft
            m.highRight = c.high0 * right + c.high1 * m.lastRight + c.highPole * m.highRight
            m.lastLeft = left
            m.lastRight = right
            frame[0] = (m.highLeft + m.lowRight) * c.gain
            frame[1] = (m.highRight + m.lowLeft) * c.gain
            frame += 2
        }
        m.endInaudibleTail()
        memory = m
    }
}
