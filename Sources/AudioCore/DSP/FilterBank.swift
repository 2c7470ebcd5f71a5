// The second-order sections of the chain as one value of fixed size. Computed on the main thread, taken by the output
// thread.

import Glibc

/// The sections of equalizer, loudness and subsonic filter, each at its own place, so that a filter that runs before and
/// after a change of settings is known to be the same.
struct FilterBank: Sendable, BitwiseCopyable {
    /// Ten bands of the equalizer, two shelves of loudness, two sections of the subsonic filter: in the chain's order.
    static let capacity = 14
    static let loudness = 10
    static let subsonic = 12

    /// A bit for each place that has a section.
    private(set) var mask: UInt16 = 0
    private var low = Seven()
    private var high = Seven()

    private struct Seven: BitwiseCopyable, Hashable {
        var a = BiquadCoefficients.identity
        var b = BiquadCoefficients.identity
        var c = BiquadCoefficients.identity
        var d = BiquadCoefficients.identity
        var e = BiquadCoefficients.identity
        var f = BiquadCoefficients.identity
        var g = BiquadCoefficients.identity

        subscript(index: Int) -> BiquadCoefficients {
            get {
                switch index {
                case 0: a
                case 1: b
                case 2: c
                case 3: d
                case 4: e
                case 5: f
                default: g
                }
            }
            set {
                switch index {
                case 0: a = newValue
                case 1: b = newValue
                case 2: c = newValue
                case 3: d = newValue
                case 4: e = newValue
                case 5: f = newValue
                default: g = newValue
                }
            }
        }
    }

    var isEmpty: Bool { mask == 0 }
    var count: Int { mask.nonzeroBitCount }

    func has(_ place: Int) -> Bool { mask & (1 << UInt16(place)) != 0 }

    /// How many sections stand before `place`.
    func count(before place: Int) -> Int { (mask & ((1 << UInt16(place)) - 1)).nonzeroBitCount }

    /// The section at `place` (0 ..< `capacity`); `identity` where there is none.
    subscript(place: Int) -> BiquadCoefficients {
        place < 7 ? low[place] : high[place - 7]
    }

    /// Puts a section at `place`; nil and `identity` leave it empty.
    mutating func put(_ section: BiquadCoefficients?, at place: Int) {
        precondition((0..<Self.capacity).contains(place), "a filter bank has no such place")
        guard let section, section != .identity else { return }
        mask |= 1 << UInt16(place)
        if place < 7 { low[place] = section } else { high[place - 7] = section }
    }

    /// The gain of all sections together for a steady tone.
    /// - Parameters: 0 to half the rate, and the rate, hertz.
    func gain(atFrequency frequency: Double, rate: Int) -> Decibels {
        let tone = ToneFrequency(frequency, rate: rate)
        var squared = 1.0
        for place in 0..<Self.capacity where has(place) { squared *= self[place].squaredGain(at: tone) }
        return Decibels(10 * log10(squared))
    }
}

extension FilterBank: Hashable {
    static func == (left: FilterBank, right: FilterBank) -> Bool {
        left.mask == right.mask && left.low == right.low && left.high == right.high
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(mask)
        hasher.combine(low)
        hasher.combine(high)
    }
}
