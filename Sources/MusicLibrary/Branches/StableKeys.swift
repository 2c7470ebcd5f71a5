// Numbers for things that have no place in the index: told from their names, so that they stay. A value; workers.

/// Gives each name a number above 0: the same name the same number in every run, but for the rare case that two names
/// fall on one, where the second takes the next.
public struct StableKeys {
    /// The highest bit that a number may have, so that others are free for other uses.
    private let mask: UInt32
    private var taken: Set<Int32> = []

    /// - Parameter bits: of the numbers, at most 31.
    public init(bits: Int = 31) { mask = UInt32(1) << UInt32(bits) - 1 }

    /// FNV-1a over the bytes (Fowler, Noll, Vo; 32 bits: offset 2166136261, prime 16777619).
    public mutating func key(_ bytes: some Sequence<UInt8>) -> Int32 {
        var hash: UInt32 = 2_166_136_261
        for byte in bytes { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        var key = Int32(bitPattern: max(1, (hash ^ hash >> 31) & mask))
        while !taken.insert(key).inserted { key = key == Int32(bitPattern: mask) ? 1 : key + 1 }
        return key
    }
}
