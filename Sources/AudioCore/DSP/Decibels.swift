// Levels and gains in decibels, as their own type so that no one mistakes one for a factor. Values; any thread.

import Glibc

/// A gain or level in decibels of amplitude: 20·log₁₀ of a factor.
public struct Decibels: Hashable, Comparable, Sendable, BitwiseCopyable {
    /// Decibels; −∞ is silence.
    public var value: Double

    public init(_ value: Double) {
        self.value = value
    }

    /// The level of an amplitude factor; 0 gives silence.
    /// - Parameter factor: 0 or more.
    public init(factor: Double) {
        value = 20 * log10(factor)
    }

    /// No sound at all: −∞ dB, factor 0.
    public static let silence = Decibels(-.infinity)

    /// The amplitude factor, 0 for silence.
    public var factor: Double { pow(10, value / 20) }

    public static func < (left: Decibels, right: Decibels) -> Bool { left.value < right.value }
    public static func + (left: Decibels, right: Decibels) -> Decibels { Decibels(left.value + right.value) }
    public static func - (left: Decibels, right: Decibels) -> Decibels { Decibels(left.value - right.value) }
    public static prefix func - (level: Decibels) -> Decibels { Decibels(-level.value) }
}

extension Decibels: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    public init(floatLiteral value: Double) {
        self.value = value
    }

    public init(integerLiteral value: Int) {
        self.value = Double(value)
    }
}
