// Sound made by arithmetic, the same every time.

import Glibc
import TestSupport

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

    /// A pure tone at 48 kHz: lossy codings give it nearly as it was, and a sample too many shows.
    static func tone(frames: Int) -> Signal {
        var words: [UInt32] = []
        for frame in 0..<frames {
            for channel in 1...2 {
                let value = 0.5 * sine(440 * Double(channel) * Double(frame) / 48000)
                words.append(UInt32(bitPattern: Int32(value * 0x1p31)) & 0xFFFF_0000)
            }
        }
        return Signal(words: words, channels: 2, rate: 48000, bits: 16)
    }

    /// Tones of one channel each, in the order of WAVE, one second at 48 kHz.
    static func chord(_ tones: [Double]) -> Signal {
        var words: [UInt32] = []
        for frame in 0..<48000 {
            for tone in tones {
                words.append(UInt32(bitPattern: Int32(0x1p29 * sine(tone * Double(frame) / 48000))) & 0xFFFF_0000)
            }
        }
        return Signal(words: words, channels: tones.count, rate: 48000, bits: 16)
    }

    /// The frames in `range` alone.
    func cut(_ range: Range<Int>) -> Signal {
        var part = self
        part.words = Array(words[(range.lowerBound * channels)..<(range.upperBound * channels)])
        return part
    }
}

/// The sine of a number of turns.
func sine(_ turns: Double) -> Double { sin(2 * .pi * turns) }

/// How much of a tone a channel holds, over its whole length.
func strength(_ played: Played, _ channel: Int, _ tone: Double) -> Double {
    var real = 0.0
    var imaginary = 0.0
    for frame in 0..<played.frameCount {
        let sample = Double(Float(bitPattern: played.words[frame * played.info.channels + channel]))
        let phase = 2 * .pi * tone * Double(frame) / Double(played.info.rate)
        real += sample * cos(phase)
        imaginary += sample * sin(phase)
    }
    return real * real + imaginary * imaginary
}
