// Ring words to what the chain or the device takes, without loss. Output thread: no allocation.

/// Conversions of 32-bit ring words.
public enum SampleConversion {
    /// Floating-point words beyond this (+48 dBFS) are damage, not music.
    private static let largest: Float = 256

    /// One word as a sample, full scale ±1. Not-a-number is silence and infinity is bounded, so that damaged floating
    /// point content cannot stay in a filter for ever.
    @inline(__always)
    static func sample(_ word: UInt32, _ kind: WordKind) -> Double {
        switch kind {
        case .int32:
            return Double(Int32(bitPattern: word)) * 0x1p-31
        case .float32:
            let value = Float(bitPattern: word)
            let bounded = value < largest ? (value > -largest ? value : -largest) : largest
            return value == value ? Double(bounded) : 0
        }
    }

    /// Turns words into samples, full scale ±1: exactly, for integers and sound floating point.
    public static func load(
        _ words: UnsafePointer<UInt32>, kind: WordKind, count: Int, into samples: UnsafeMutablePointer<Double>
    ) {
        switch kind {
        case .int32: for index in 0..<count { samples[index] = sample(words[index], .int32) }
        case .float32: for index in 0..<count { samples[index] = sample(words[index], .float32) }
        }
    }

    /// True when words can go to the device with no bit of music changed: by a shift, or as they are.
    /// - Parameters:
    ///   - sourceBits: significant bits of integer words; nil, unknown, counts as all 32.
    ///   - significantBits: bits that reach the converter.
    public static func canPassUntouched(
        _ kind: WordKind, sourceBits: Int?, layout: SampleLayout, significantBits: Int
    ) -> Bool {
        switch kind {
        case .int32: (sourceBits ?? 32) <= min(significantBits, layout.bits)
        case .float32: layout == .float32
        }
    }

    /// Writes words as they are in the device's layout: integers by a shift, floating-point words bit for bit.
    /// Only where `canPassUntouched` says so: bits below the layout's are cut off.
    /// - Parameter destination: aligned for the layout's sample; `count` samples long.
    public static func storeUntouched(
        _ words: UnsafePointer<UInt32>, kind: WordKind, count: Int, into destination: UnsafeMutableRawPointer,
        layout: SampleLayout
    ) {
        switch (kind, layout) {
        case (.float32, .float32), (.int32, .s32):
            destination.copyMemory(from: words, byteCount: 4 * count)
        case (.float32, _):
            preconditionFailure("floating-point words do not pass untouched into integers")
        case (.int32, .s16):
            for index in 0..<count { Signed16.put(Int32(bitPattern: words[index]), at: index, in: destination) }
        case (.int32, .s24in3):
            for index in 0..<count { Signed24In3.put(Int32(bitPattern: words[index]), at: index, in: destination) }
        case (.int32, .s24in4):
            for index in 0..<count { Signed24In4.put(Int32(bitPattern: words[index]), at: index, in: destination) }
        case (.int32, .float32):
            for index in 0..<count { Float24.put(Int32(bitPattern: words[index]), at: index, in: destination) }
        }
    }
}
