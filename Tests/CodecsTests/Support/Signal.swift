// Sound made by arithmetic, the same every time.

import Glibc

/// A small generator of numbers that are the same for the same seed (splitmix64).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Left-justified words, interleaved.
struct Signal: Equatable {
    var words: [UInt32]
    var channels: Int
    var rate: Int
    var bits: Int

    var frameCount: Int { words.count / channels }

    /// Tones and a little noise that use every bit, with silence of a few hundred frames inside.
    static func music(frames: Int, rate: Int = 44100, channels: Int = 2, bits: Int = 16, seed: UInt64 = 1) -> Signal {
        var numbers = SeededNumbers(seed: seed)
        var words: [UInt32] = []
        words.reserveCapacity(frames * channels)
        for frame in 0..<frames {
            let time = Double(frame) / Double(rate)
            let isSilent = frame % 9000 > 8600
            for channel in 0..<channels {
                let tone = 0.4 * sin(2 * .pi * 220 * Double(channel + 1) * time) * (0.6 + 0.4 * sin(2 * .pi * 3 * time))
                let noise = Double(Int64(numbers.next() % 2001) - 1000) / 20000
                let value = isSilent ? 0 : (tone + noise) * Double(Int64(1) << (bits - 1))
                words.append(UInt32(truncatingIfNeeded: Int64(value.rounded(.down)) << (32 - bits)))
            }
        }
        return Signal(words: words, channels: channels, rate: rate, bits: bits)
    }

    /// The frames in `range` alone.
    func cut(_ range: Range<Int>) -> Signal {
        var part = self
        part.words = Array(words[(range.lowerBound * channels)..<(range.upperBound * channels)])
        return part
    }
}
