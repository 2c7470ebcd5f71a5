// What AIFF promises: every shape of sample, every place of a chunk, wrong lengths.

import AudioCore
import TestSupport
import Testing

@testable import Codecs

@Suite("AIFF")
struct AIFFCodecTests {
    @Test(
        "integers come out as they stand, left-justified",
        arguments: [(8, 1), (8, 2), (12, 2), (16, 1), (16, 2), (16, 6), (20, 2), (24, 2), (24, 8), (32, 2)])
    func integers(bits: Int, channels: Int) throws {
        let signal = Signal.music(frames: 3001, rate: 48000, channels: channels, bits: bits)
        let played = try play(AIFFWriter(signal).bytes)
        #expect(played.words == signal.words)
        #expect(played.failure == nil)
        #expect(
            played.info
                == StreamInfo(
                    container: "aiff", codec: "pcm", rate: 48000, channels: channels, bits: bits, words: .int32,
                    frameCount: 3001, isLossless: true, bitrate: 48 * channels * ((bits + 7) / 8) * 8))
    }

    @Test(
        "AIFF-C names its coding in four letters",
        arguments: [
            ("NONE", 16, false), ("twos", 24, false), ("sowt", 16, true), ("sowt", 24, true), ("in24", 24, false),
            ("in32", 32, false), ("42ni", 24, true), ("23ni", 32, true), ("sowt", 8, true),
        ])
    func compressed(kind: String, bits: Int, isLittleEndian: Bool) throws {
        var writer = AIFFWriter(.music(frames: 1000, bits: bits), kind: kind)
        writer.isLittleEndian = isLittleEndian
        let played = try play(writer.bytes)
        #expect(played.words == writer.signal.words)
        #expect(played.info.bits == bits)
    }

    @Test("floats of 32 and 64 bits come out as singles", arguments: [("fl32", 4), ("FL32", 4), ("fl64", 8)])
    func floats(kind: String, size: Int) throws {
        var numbers = SeededNumbers(seed: 3)
        let words = (0..<4000).map { _ in Float.random(in: -1.5...1.5, using: &numbers).bitPattern }
        var writer = AIFFWriter(Signal(words: words, channels: 2, rate: 96000, bits: 32), kind: kind)
        writer.isFloat = true
        writer.container = size
        let played = try play(writer.bytes)
        #expect(played.words == words)
        #expect(played.info.words == .float32)
        #expect(played.info.bits == size * 8)
    }

    @Test("chunks may stand in any order, and the sound may be offset in its own")
    func chunkOrder() throws {
        var writer = AIFFWriter(.music(frames: 999, channels: 1, bits: 8))
        writer.before = AIFFWriter.chunk("NAME", Array("odd".utf8))
        writer.offset = 5
        #expect(try play(writer.bytes).words == writer.signal.words)
        writer.hasSoundFirst = true
        #expect(try play(writer.bytes).words == writer.signal.words)
    }

    @Test("a cut file plays to its last whole frame, then says where it was cut, once")
    func truncated() throws {
        let writer = AIFFWriter(.music(frames: 44100 * 3, bits: 24))
        let bytes = Array(writer.bytes.prefix(12 + 26 + 16 + 6 * 50000 + 5))
        let codec = try open(bytes, name: "cut.aif")
        let played = play(codec)
        #expect(played.words == writer.signal.cut(0..<50000).words)
        #expect(played.failure == AudioError(.decode, path: "cut.aif", "cut off at 0:01 of 0:03"))
        try codec.seek(toFrame: 49990)
        #expect(play(codec).frameCount == 10)
    }

    @Test("a header that promises more frames than the sound chunk holds is told, with what is there played")
    func promisesMore() throws {
        var writer = AIFFWriter(.music(frames: 44100 * 2))
        writer.frameCount = 44100 * 3
        let played = try play(writer.bytes, name: "short.aif")
        #expect(played.words == writer.signal.words)
        #expect(played.info.frameCount == 88_200)
        #expect(played.failure == AudioError(.decode, path: "short.aif", "cut off at 0:02 of 0:03"))
        writer.frameCount = 44100
        let shorter = try play(writer.bytes)
        #expect(shorter.words == writer.signal.cut(0..<44100).words)
        #expect(shorter.failure == nil)
    }

    @Test("a length that a streaming writer never filled in means all that is there", arguments: [0, 0x7FFF_FFFF])
    func streamed(size: UInt32) throws {
        var writer = AIFFWriter(.music(frames: 3000))
        writer.frameCount = 0
        writer.dataSize = size
        let played = try play(writer.bytes)
        #expect(played.words == writer.signal.words)
        #expect(played.failure == nil)
    }

    @Test("a stream that cannot be sought plays to its end")
    func stream() throws {
        let signal = Signal.music(frames: 30_000)
        let source = MemoryByteSource(AIFFWriter(signal).bytes, isSeekable: false, knowsSize: false)
        source.largestRead = 777
        let codec = try CodecTable.open(source)
        #expect(codec.info.frameCount == 30_000)
        #expect(play(codec).words == signal.words)
    }

    @Test("what other programs write comes out the same", arguments: ["aiff", "sowt", "fl32"])
    func others(kind: String) throws {
        let signal = Signal.music(frames: 5000, bits: 16)
        let options = ["aiff": [], "sowt": ["-c:a", "pcm_s16le"], "fl32": ["-c:a", "pcm_f32be"]][kind] ?? []
        let bytes = try Encoding.convert(WAVWriter(signal).bytes, to: "aiff") { input, output in
            ["ffmpeg", "-v", "quiet", "-y", "-i", input] + options + [output]
        }
        let played = try play(bytes)
        #expect(played.frameCount == 5000)
        let scaled = signal.words.map { kind == "fl32" ? (Float(Int32(bitPattern: $0)) / 0x1p31).bitPattern : $0 }
        #expect(played.words == scaled)
        let sox = try Encoding.convert(WAVWriter(signal).bytes, to: "aif") { ["sox", $0, $1] }
        #expect(try play(sox).words == signal.words)
    }

    @Test(
        "what is AIFF but not ours is refused by name",
        arguments: [
            ("ulaw", "is AIFF with coding “ulaw”, not PCM of 1 to 32 bits or float"),
            ("MAC3", "is AIFF with coding “MAC3”, not PCM of 1 to 32 bits or float"),
        ])
    func refused(kind: String, message: String) {
        let writer = AIFFWriter(.music(frames: 10), kind: kind)
        #expect(refusal(writer.bytes, name: "x.aif") == AudioError(.notSupported, path: "x.aif", message))
    }

    @Test("rates are read out of the 80-bit float, absurd ones refused")
    func rates() throws {
        for rate in [1000, 8000, 44100, 192_000, 1_536_000] {
            #expect(try play(AIFFWriter(.music(frames: 4, rate: rate)).bytes).info.rate == rate)
        }
        let bytes = AIFFWriter(.music(frames: 4)).bytes
        for exponent: UInt16 in [0, 16_382, 16_383 + 31, 0x7FFF, 0xFFFF] {
            var changed = bytes
            changed.replaceSubrange(28..<30, with: big(exponent))
            #expect(refusal(changed, name: "x.aif")?.code == .notSupported, "\(exponent)")
        }
    }
}
