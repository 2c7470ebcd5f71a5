// The shuffled order as a pure function of count, seed and lap. Any thread.

/// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014). It is spelled out
/// here because a stored seed must give the same order in every version; the standard library promises no such thing.
struct SplitMix64 {
    private var state: UInt64

    init(seed: UInt64, lap: Int) {
        // Both numbers are mixed: neighbouring seeds and laps give unrelated orders.
        state = Self.mixed(seed &+ Self.mixed(UInt64(truncatingIfNeeded: lap) &+ Self.step))
    }

    private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

    private static func mixed(_ value: UInt64) -> UInt64 {
        var bits = value
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// A number in 0 ..< `bound`; the bias of at most bound / 2^64 is nothing for a queue.
    mutating func next(below bound: Int) -> Int {
        state &+= Self.step
        return Int(Self.mixed(state).multipliedFullWidth(by: UInt64(bound)).high)
    }
}

/// A Fisher-Yates shuffle from the front: the first places are known without computing the rest.
enum SeededPermutation {
    /// The permutation of 0 ..< `count`, with `first` (if given) exchanged into place 0.
    static func order(count: Int, seed: UInt64, lap: Int, first: Int?) -> [Int32] {
        var order = [Int32](unsafeUninitializedCapacity: count) { places, filled in
            for index in 0..<count { places[index] = Int32(index) }
            var random = SplitMix64(seed: seed, lap: lap)
            for place in 0..<max(0, count - 1) {
                places.swapAt(place, place + random.next(below: count - place))
            }
            filled = count
        }
        if let first, let place = order.firstIndex(of: Int32(first)) { order.swapAt(0, place) }
        return order
    }

    /// Which item opens a lap: place 0 of the permutation, or place 1 when that one has just been heard.
    /// Constant time. `count` at least 1.
    static func first(count: Int, seed: UInt64, lap: Int, justHeard: Int) -> Int {
        guard count > 1 else { return 0 }
        var random = SplitMix64(seed: seed, lap: lap)
        let front = random.next(below: count)
        guard front == justHeard else { return front }
        // Place `front` holds item 0 since the first exchange.
        let second = 1 + random.next(below: count - 1)
        return second == front ? 0 : second
    }
}
