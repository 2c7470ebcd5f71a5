// Random numbers for dither: fast, seeded, one stream a channel. Output thread.

/// Triangular noise. The same seed gives the same noise on every machine.
///
/// The generator is SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014): its
/// state only counts on, so that successive draws do not wait for one another.
struct DitherNoise: BitwiseCopyable {
    private var state: UInt64

    init(seed: UInt64, channel: Int) {
        state = seed
        // The streams of the channels start at places of the cycle that the generator itself picks.
        for _ in 0...channel { state = next() }
    }

    private mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// The sum of two independent uniform numbers of ±½: −1 to 1, most often near 0, variance 1/6.
    mutating func nextTriangular() -> Double {
        let bits = next()
        let one = Double(Int32(truncatingIfNeeded: bits))
        let other = Double(Int32(truncatingIfNeeded: bits >> 32))
        return (one + other) * 0x1p-32
    }
}
