// Small sound files made by arithmetic and by the encoders, the same every time.

import AudioCore
import FoundationEssentials
import TestSupport

@testable import HeadUnit

/// Interleaved samples, left-justified in 32 bits.
struct Sound {
    var rate = 44_100
    var channels = 2
    var bits = 16
    var words: [UInt32]

    /// A sawtooth with some noise in it, so that no two frames are alike and every bit is used.
    static func noisy(frames: Int, rate: Int = 44_100, channels: Int = 2, bits: Int = 16, seed: UInt64 = 1) -> Sound {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        var words: [UInt32] = []
        words.reserveCapacity(frames * channels)
        for frame in 0..<frames {
            for channel in 0..<channels {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                let saw = Int32(truncatingIfNeeded: (frame &* (97 + channel * 31)) & 0xFFFF) - 32_768
                let value = Int64(saw) * 16_384 + Int64(Int32(truncatingIfNeeded: state)) / 8
                words.append(UInt32(truncatingIfNeeded: value) & UInt32.max << UInt32(32 - bits))
            }
        }
        return Sound(rate: rate, channels: channels, bits: bits, words: words)
    }

    var frameCount: Int { words.count / channels }

    /// The sound again and again.
    func repeated(_ times: Int) -> Sound {
        var whole = self
        for _ in 1..<times { whole.words += words }
        return whole
    }

    func cut(_ frames: Range<Int>) -> Sound {
        var part = self
        part.words = Array(words[(frames.lowerBound * channels)..<(frames.upperBound * channels)])
        return part
    }

    /// The one channel in both of a pair.
    var inPair: Sound {
        var pair = self
        pair.words = words.flatMap { [$0, $0] }
        pair.channels = 2
        return pair
    }

    /// The samples in little-endian integers of their own size.
    var pcm: [UInt8] { pcm(bytesPerSample: bits / 8) }

    /// The samples in little-endian integers of a larger size, left-justified.
    func pcm(bytesPerSample size: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: words.count * size)
        var place = 0
        for word in words {
            for shift in stride(from: 32 - 8 * size, to: 32, by: 8) {
                bytes[place] = UInt8(truncatingIfNeeded: word >> UInt32(shift))
                place += 1
            }
        }
        return bytes
    }

    var wav: [UInt8] {
        let layout: SampleLayout = bits == 16 ? .s16 : bits == 24 ? .s24in3 : .s32
        let format = DeviceFormat(rate: rate, channels: channels, layout: layout, significantBits: bits)
        let samples = pcm
        return WAVWriter.header(format, dataBytes: Int64(samples.count), mayBeLarge: false) + samples
    }

    /// Writes the sound under `name`, in the format of its extension: wav, flac or mp3.
    @discardableResult
    func write(to name: String, in folder: TemporaryFolder, _ options: String...) throws -> RawPath {
        if name.hasSuffix(".wav") { return try folder.write(wav, to: name) }
        let source = try folder.write(wav, to: name + ".source.wav")
        defer { try? FileManager.default.removeItem(atPath: source.shown) }
        let target = folder.path + "/" + name
        let tool =
            name.hasSuffix(".mp3")
            ? ["lame", "--quiet"] + options + [source.shown, target]
            : ["flac", "-s", "-f"] + options + ["-o", target, source.shown]
        try Tool.run(tool)
        return RawPath(target)
    }
}

/// The samples of a WAV file with a plain header.
func samples(of path: RawPath) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path.shown)).dropFirst(44))
}
