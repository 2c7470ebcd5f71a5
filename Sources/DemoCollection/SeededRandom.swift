// Random numbers that are the same on every machine and at every run. Pure; any thread.

import Glibc

/// SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
struct SeededRandom: RandomNumberGenerator, BitwiseCopyable {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed
    }

    /// An independent stream for a numbered thing, so that one more draw here moves nothing there.
    init(_ seed: UInt64, stream: Int) {
        var start = SeededRandom(seed ^ (UInt64(truncatingIfNeeded: stream) &* 0xD134_2543_DE82_EF95))
        state = start.next()
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Evenly spread, −1 ..< 1: white noise.
    @inline(__always)
    mutating func nextSigned() -> Double {
        Double(Int64(bitPattern: next()) >> 11) * 0x1p-52
    }

    /// Evenly spread over `range`.
    mutating func next(in range: ClosedRange<Double>) -> Double {
        let unit = Double(next() >> 11) * 0x1p-53
        return range.lowerBound + (range.upperBound - range.lowerBound) * unit
    }

    /// Bell-shaped around 0 with a standard deviation of 1 (twelve even draws: never beyond 6).
    mutating func nextBell() -> Double {
        var sum = 0.0
        for _ in 0..<12 { sum += Double(next() >> 11) * 0x1p-53 }
        return sum - 6
    }

    /// True `percent` times in a hundred.
    mutating func chance(_ percent: Double) -> Bool {
        next(in: 0...100) < percent
    }
}
