// Codings inside WAV, AIFF and Ogg that are not ours, and raw streams without a container: what FFmpeg makes of them.

import AudioCore
import TestSupport
import Testing

@testable import Codecs
@testable import RareCodecs

@Suite("Codings that go on to FFmpeg")
struct SecondHandTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        var ending: String
        var codec: String
        var options: [String]
        var isLossless = false
        var testDescription: String { "\(codec) in \(ending)" }
    }

    static let kinds = [
        Kind(ending: "wav", codec: "alaw", options: ["-c:a", "pcm_alaw"]),
        Kind(ending: "wav", codec: "mulaw", options: ["-c:a", "pcm_mulaw"]),
        Kind(ending: "wav", codec: "adpcm_ms", options: ["-c:a", "adpcm_ms"]),
        Kind(ending: "wav", codec: "adpcm_ima_wav", options: ["-c:a", "adpcm_ima_wav"]),
        Kind(ending: "aifc", codec: "alaw", options: ["-f", "aiff", "-c:a", "pcm_alaw"]),
        Kind(ending: "aifc", codec: "mulaw", options: ["-f", "aiff", "-c:a", "pcm_mulaw"]),
        Kind(ending: "aifc", codec: "adpcm_ima_qt", options: ["-f", "aiff", "-c:a", "adpcm_ima_qt"]),
        Kind(ending: "w64", codec: "alaw", options: ["-c:a", "pcm_alaw"]),
        Kind(ending: "w64", codec: "pcm", options: ["-c:a", "pcm_s16le"], isLossless: true),
        Kind(ending: "mlp", codec: "mlp", options: ["-c:a", "mlp", "-strict", "-2"], isLossless: true),
    ]

    @Test("play to the frame, sound as what went in, and a seek gives what playing gives", arguments: kinds)
    func plays(kind: Kind) throws {
        let signal = Signal.tone(frames: 60_000)
        let bytes = try RareCodecTests.encode(signal, to: kind.ending, kind.options)
        let played = try RareCodecTests.playRare(bytes, name: "a.\(kind.ending)")
        #expect(played.failure == nil)
        #expect(played.info.codec == kind.codec)
        #expect(played.info.isLossless == kind.isLossless)
        #expect(played.info.rate == 48_000 && played.info.channels == 2)
        // A block may be filled up behind the end.
        #expect(played.frameCount >= 60_000 && played.frameCount < 64_500)
        if kind.isLossless {
            #expect(played.words.starts(with: signal.words))
        } else {
            let error = distance(played, signal)
            #expect(error < 0.03)
            #expect(error < distance(played, signal, shift: 1) && error < distance(played, signal, shift: -1))
        }
        try checkSeeks(RareCodecTests.openRare(bytes), played, count: 8)
    }

    @Test("raw streams of packets are counted, found by content and by name", arguments: ["dts", "eac3"])
    func packets(ending: String) throws {
        let options = ["dts": ["-c:a", "dca", "-strict", "-2"], "eac3": ["-c:a", "eac3"]][ending] ?? []
        let bytes = try RareCodecTests.encode(.tone(frames: 60_000), to: ending, options)
        for name in ["a.\(ending)", "a"] {
            let played = try RareCodecTests.playRare(bytes, name: name)
            #expect(played.failure == nil)
            #expect(played.info.codec == ending && played.info.bits == nil)
            #expect(played.info.frameCount == Int64(played.frameCount))
            #expect(played.frameCount >= 60_000 && played.frameCount < 64_000)
        }
        #expect(RareCodecs.family.extensions.contains(ending))
    }

    @Test("Speex in Ogg, as long as FFmpeg itself has it")
    func speex() throws {
        var writer = WAVWriter(.music(frames: 32_000, rate: 16_000, channels: 1))
        writer.tag = 1
        let bytes = try Encoding.convert(writer.bytes, to: "spx") {
            ["ffmpeg", "-v", "error", "-y", "-i", $0, "-c:a", "libspeex", $1]
        }
        let frames =
            try Encoding.convert(bytes, to: "s16") {
                ["ffmpeg", "-v", "error", "-y", "-i", $0, "-f", "s16le", $1]
            }.count / 2
        for name in ["a.spx", "a.ogg", "a"] {
            let played = try RareCodecTests.playRare(bytes, name: name)
            #expect(played.failure == nil)
            #expect(played.info.codec == "speex" && played.info.container == "ogg")
            // Its decoder makes more of a packet in some versions.
            #expect(played.frameCount > 31_000 && abs(played.frameCount - frames) < 1000)
        }
    }

    @Test("a coding in WAV of the other order of bytes is refused by name: FFmpeg would make noise of it")
    func bigEndianWAV() {
        var writer = WAVWriter(.music(frames: 100, bits: 8))
        writer.tag = 6
        #expect(refusal(writer.bigEndianBytes)?.message == "is WAV with A-law, not PCM of 8 to 32 bits or float")
    }

    @Test("a WAV whose frame size is wrong plays by its bits", arguments: [0, 1, 2, 3, 7, 10, 4000] as [UInt16])
    func frameSize(blockAlign: UInt16) throws {
        let signal = Signal.music(frames: 5000)
        var bytes = WAVWriter(signal).bytes
        bytes.replaceSubrange(32..<34, with: little(blockAlign))
        let played = try RareCodecTests.playRare(bytes)
        #expect(played.words == signal.words)
        #expect(played.failure == nil && played.info.bits == 16)
    }

    @Test("what nobody knows is refused in one line, and a rate that no music has by our own reader")
    func refused() {
        var writer = WAVWriter(.music(frames: 100))
        writer.tag = 0x7777
        #expect(refusal(writer.bytes)?.code == .notSupported)
        writer.tag = 6
        writer.signal.rate = 10
        #expect(refusal(writer.bytes)?.message == "says its rate is 10 Hz, not 1000 to 1536000 Hz")
    }

    private func refusal(_ bytes: [UInt8]) -> AudioError? {
        do throws(AudioError) {
            _ = try CodecTable.open(MemoryByteSource(bytes, name: "x.wav"), beyond: RareCodecs.family)
            return nil
        } catch {
            return error
        }
    }
}
