// A file cut in two plays, joined, as the file uncut: bit for bit where the coding is lossless.

import AudioCore
import TestSupport
import Testing

@testable import Codecs

@Suite("Gapless")
struct GaplessTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var isLossless = true
        var encode: @Sendable (Signal) throws -> [UInt8]
    }

    static let kinds = [
        Kind(testDescription: "WAV") { WAVWriter($0).bytes },
        Kind(testDescription: "AIFF") { AIFFWriter($0).bytes },
        Kind(testDescription: "FLAC") { try Encoding.flac($0) },
        Kind(testDescription: "FLAC in Ogg") { try OggCodecTests.flac($0) },
        Kind(testDescription: "ALAC") { try RareCodecTests.encode($0, to: "m4a", ["-c:a", "alac"]) },
        Kind(testDescription: "WavPack") { try RareCodecTests.encode($0, to: "wv", ["-c:a", "wavpack"]) },
        Kind(testDescription: "True Audio") { try RareCodecTests.encode($0, to: "tta", ["-c:a", "tta"]) },
        Kind(testDescription: "ALAC in CAF") { try RareCodecTests.encode($0, to: "caf", ["-c:a", "alac"]) },
        Kind(testDescription: "AU") { try RareCodecTests.encode($0, to: "au", ["-c:a", "pcm_s16be"]) },
        Kind(testDescription: "FLAC in Matroska") { try RareCodecTests.encode($0, to: "mka", ["-c:a", "flac"]) },
        Kind(testDescription: "AIFC by FFmpeg") {
            try RareCodecTests.encode($0, to: "aiff", ["-c:a", "pcm_s16le", "-f", "aiff"])
        },
        Kind(testDescription: "Musepack", isLossless: false) { try RareCodecTests.musepack($0, "--quality", "10") },
        Kind(testDescription: "Opus in Matroska", isLossless: false) {
            try RareCodecTests.encode($0, to: "mka", ["-c:a", "libopus", "-b:a", "256k"])
        },
        Kind(testDescription: "MP3", isLossless: false) { try Encoding.mp3($0, "-b", "320") },
        Kind(testDescription: "Vorbis", isLossless: false) { try OggCodecTests.vorbis($0) },
        Kind(testDescription: "Opus", isLossless: false) { try OggCodecTests.opus($0) },
        Kind(testDescription: "AAC", isLossless: false) {
            try RareCodecTests.encode($0, to: "m4a", ["-c:a", "aac", "-b:a", "320k"])
        },
    ]

    @Test("the halves of a file join without a gap", arguments: kinds)
    func join(kind: Kind) throws {
        let signal = Signal.tone(frames: 96_000)
        // An odd place, inside a frame of every coding.
        let place = 40_007
        let first = try RareCodecTests.playRare(kind.encode(signal.cut(0..<place)))
        let second = try RareCodecTests.playRare(kind.encode(signal.cut(place..<96_000)))
        #expect(first.failure == nil && second.failure == nil)
        #expect(first.frameCount == place)
        #expect(second.frameCount == 96_000 - place)
        var joined = first.words + second.words
        if kind.isLossless {
            #expect(joined == signal.words)
            return
        }
        if first.info.words == .int32 {
            joined = joined.map { (Float(Int32(bitPattern: $0)) / 0x1p31).bitPattern }
        }
        // Before and behind the join every sample stands where it was: one place off is far worse.
        for range in [(place - 4000)..<(place - 500), (place + 500)..<(place + 4000)] {
            let distance = Self.distance(joined, signal, range, shift: 0)
            #expect(distance < 0.01)
            #expect(distance * 2 < Self.distance(joined, signal, range, shift: 1))
            #expect(distance * 2 < Self.distance(joined, signal, range, shift: -1))
        }
        let joint = Self.distance(joined, signal, (place - 300)..<(place + 300), shift: 0)
        #expect(joint < 0.08)
    }

    /// Root of the mean square of the difference over a range of frames, full scale = 1.
    private static func distance(_ words: [UInt32], _ signal: Signal, _ range: Range<Int>, shift: Int) -> Double {
        var sum = 0.0
        for frame in range {
            for channel in 0..<2 {
                let got = Double(Float(bitPattern: words[(frame + shift) * 2 + channel]))
                let wanted = Double(Int32(bitPattern: signal.words[frame * 2 + channel])) / 0x1p31
                sum += (got - wanted) * (got - wanted)
            }
        }
        return (sum / Double(range.count * 2)).squareRoot()
    }
}
