// What WAV promises: every shape of sample, every place of a chunk, every kind of wrong length.

import AudioCore
import TestSupport
import Testing

@testable import Codecs

@Suite("WAV")
struct WAVCodecTests {
    @Test(
        "integers come out as they stand, left-justified",
        arguments: [(8, 1), (8, 2), (16, 1), (16, 2), (16, 6), (20, 2), (24, 1), (24, 2), (24, 8), (32, 2)])
    func integers(bits: Int, channels: Int) throws {
        let signal = Signal.music(frames: 5000, channels: channels, bits: bits)
        let played = try play(WAVWriter(signal).bytes)
        #expect(played.words == signal.words)
        #expect(played.failure == nil)
        #expect(
            played.info
                == StreamInfo(
                    container: "wav", codec: "pcm", rate: 44100, channels: channels, bits: bits, words: .int32,
                    frameCount: 5000, isLossless: true, bitrate: 44100 * channels * ((bits + 7) / 8) * 8 / 1000))
    }

    @Test("24 bits in four bytes are 24 bits, in the extensible form and without", arguments: [true, false])
    func wideContainer(isExtensible: Bool) throws {
        var writer = WAVWriter(.music(frames: 1000, bits: 24))
        writer.container = 4
        writer.isExtensible = isExtensible
        let played = try play(writer.bytes)
        #expect(played.words == writer.signal.words)
        #expect(played.info.bits == 24)
    }

    @Test("floats of 32 and 64 bits come out as singles", arguments: [4, 8], [true, false])
    func floats(size: Int, isExtensible: Bool) throws {
        var numbers = SeededNumbers(seed: 3)
        let words = (0..<4000).map { _ in Float.random(in: -1.5...1.5, using: &numbers).bitPattern }
        var writer = WAVWriter(Signal(words: words, channels: 2, rate: 96000, bits: 32))
        writer.tag = 3
        writer.container = size
        writer.isExtensible = isExtensible
        let played = try play(writer.bytes)
        #expect(played.words == words)
        #expect(played.info.words == .float32)
        #expect(played.info.bits == size * 8)
        #expect(played.info.wordBits == 32)
    }

    @Test(
        "a WAV with big-endian numbers plays as one with little-endian ones",
        arguments: [(8, 1), (16, 2), (16, 6), (24, 2), (32, 2)], [false, true])
    func bigEndian(shape: (bits: Int, channels: Int), isExtensible: Bool) throws {
        let signal = Signal.music(frames: 3002, channels: shape.channels, bits: shape.bits)
        var writer = WAVWriter(signal)
        writer.isExtensible = isExtensible
        writer.before = WAVWriter.chunk("LIST", [1, 2, 3])
        let bytes = writer.bigEndianBytes
        let played = try play(bytes)
        #expect(played.words == signal.words)
        #expect(played.failure == nil)
        #expect(try played.info == play(writer.bytes).info)
        let cut = try play(Array(bytes.dropLast(shape.channels * shape.bits / 8 * 1000)), name: "cut.wav")
        #expect(cut.words == signal.cut(0..<2002).words)
        #expect(cut.failure?.message == "cut off at 0:00 of 0:00")
    }

    @Test("big-endian floats come out as singles", arguments: [4, 8])
    func bigEndianFloats(size: Int) throws {
        var writer = WAVWriter(Signal(words: [0x3F00_0000, 0xBF80_0000], channels: 1, rate: 44100, bits: 32))
        writer.tag = 3
        writer.container = size
        #expect(try play(writer.bigEndianBytes).words == writer.signal.words)
    }

    @Test("Wave64 says its length, plays and seeks", arguments: [(8, 1), (16, 2), (24, 2), (32, 6)])
    func wave64(bits: Int, channels: Int) throws {
        let signal = Signal.music(frames: 3001, channels: channels, bits: bits)
        var writer = WAVWriter(signal)
        writer.isExtensible = channels > 2
        let bytes = writer.wave64Bytes
        let played = try play(bytes, name: "a.w64")
        #expect(played.words == signal.words)
        #expect(played.failure == nil)
        #expect(played.info.container == "w64" && played.info.codec == "pcm")
        #expect(played.info.frameCount == 3001 && played.info.bits == bits)
        try checkSeeks(open(bytes), played)
        let cut = try play(Array(bytes.prefix(bytes.count / 2)), name: "cut.w64")
        #expect(cut.words.elementsEqual(signal.words.prefix(cut.words.count)))
        #expect(cut.failure?.message == "cut off at 0:00 of 0:00")
    }

    @Test("what FFmpeg writes as Wave64 comes out the same")
    func foreignWave64() throws {
        let signal = Signal.music(frames: 5000)
        let bytes = try Encoding.ffmpeg(signal, to: "w64")
        let played = try play(bytes)
        #expect(played.words == signal.words)
        #expect(played.info.frameCount == 5000 && played.info.container == "w64")
    }

    @Test("chunks may stand in any order, and odd ones are padded")
    func chunkOrder() throws {
        let signal = Signal.music(frames: 999, channels: 1, bits: 8)
        let odd = WAVWriter.chunk("LIST", [1, 2, 3])
        var writer = WAVWriter(signal)
        writer.before = odd
        writer.between = odd + odd
        writer.after = odd
        #expect(try play(writer.bytes).words == signal.words)
        writer.hasFormatBehindData = true
        #expect(try play(writer.bytes).words == signal.words)
    }

    @Test(
        "a length that a streaming writer never filled in means all that is there",
        arguments: [0, 0x7FFF_F000, 0x8000_0000, 0xFFFF_FFFF] as [UInt32])
    func streamed(size: UInt32) throws {
        let signal = Signal.music(frames: 3000)
        var writer = WAVWriter(signal)
        writer.dataSize = size
        writer.riffSize = size
        let played = try play(writer.bytes)
        #expect(played.words == signal.words)
        #expect(played.failure == nil)
        #expect(played.info.frameCount == 3000)
    }

    @Test("a data chunk that is really empty is no sound, and no error")
    func empty() throws {
        var writer = WAVWriter(Signal(words: [], channels: 2, rate: 44100, bits: 16))
        writer.after = WAVWriter.chunk("LIST", Array("INFOsoft".utf8))
        let played = try play(writer.bytes)
        #expect(played.frameCount == 0)
        #expect(played.failure == nil)
    }

    @Test("a cut file plays to its last whole frame, then says where it was cut, once")
    func truncated() throws {
        let signal = Signal.music(frames: 44100 * 3, bits: 24)
        let bytes = Array(WAVWriter(signal).bytes.prefix(44 + 6 * 50000 + 5))
        let codec = try open(bytes, name: "cut.wav")
        let played = play(codec)
        #expect(played.words == signal.cut(0..<50000).words)
        #expect(played.failure == AudioError(.decode, path: "cut.wav", "cut off at 0:01 of 0:03"))
        try codec.seek(toFrame: 49990)
        #expect(play(codec).frameCount == 10)
    }

    @Test("RF64 and BW64 take their length from ds64", arguments: ["RF64", "BW64"])
    func longForm(marker: String) throws {
        let signal = Signal.music(frames: 2000)
        var writer = WAVWriter(signal)
        writer.marker = marker
        writer.riffSize = 0xFFFF_FFFF
        writer.dataSize = 0xFFFF_FFFF
        let length = UInt64(signal.words.count * 2)
        writer.before = WAVWriter.chunk(
            "ds64", little(length + 100) + little(length) + little(UInt64(2000)) + little(0 as UInt32))
        writer.after = WAVWriter.chunk("LIST", [9, 9, 9, 9])
        let played = try play(writer.bytes)
        #expect(played.words == signal.words)
        #expect(played.failure == nil)
    }

    @Test("a stream that cannot be sought plays to its end", arguments: [true, false])
    func stream(knowsLength: Bool) throws {
        let signal = Signal.music(frames: 30_000)
        var writer = WAVWriter(signal)
        if !knowsLength { writer.dataSize = 0xFFFF_FFFF }
        let source = MemoryByteSource(writer.bytes, isSeekable: false, knowsSize: false)
        source.largestRead = 777
        let codec = try CodecTable.open(source)
        #expect(codec.info.frameCount == (knowsLength ? 30_000 : nil))
        #expect(play(codec).words == signal.words)
    }

    @Test("a seek gives the same frames as playing there")
    func seek() throws {
        let signal = Signal.music(frames: 30000, channels: 3, bits: 24)
        let codec = try open(WAVWriter(signal).bytes)
        var numbers = SeededNumbers(seed: 7)
        for _ in 0..<50 {
            let frame = Int.random(in: 0..<30000, using: &numbers)
            try codec.seek(toFrame: Int64(frame))
            let count = min(500, 30000 - frame)
            #expect(play(codec, limit: 500).words == signal.cut(frame..<(frame + count)).words)
        }
        for frame: Int64 in [30000, 30001, .max] {
            try codec.seek(toFrame: frame)
            #expect(play(codec).frameCount == 0)
        }
    }

    @Test(
        "what is WAV but not ours is refused by name",
        arguments: [
            (2, 4, "is WAV with ADPCM, not PCM of 8 to 32 bits or float"),
            (6, 8, "is WAV with A-law, not PCM of 8 to 32 bits or float"),
            (7, 8, "is WAV with mu-law, not PCM of 8 to 32 bits or float"),
            (0x161, 16, "is WAV with coding 353, not PCM of 8 to 32 bits or float"),
        ])
    func refused(tag: UInt16, bits: Int, message: String) {
        var writer = WAVWriter(.music(frames: 10, bits: bits))
        writer.tag = tag
        #expect(refusal(writer.bytes, name: "x.wav") == AudioError(.notSupported, path: "x.wav", message))
    }

    @Test("a rate that no music has is refused in one line", arguments: [0, 1, 10, 999, 1_536_001, 0x0FFF_FFFF])
    func rates(rate: Int) {
        let writer = WAVWriter(Signal(words: [0, 0], channels: 2, rate: rate, bits: 16))
        let message = "says its rate is \(rate) Hz, not 1000 to 1536000 Hz"
        #expect(refusal(writer.bytes, name: "x.wav") == AudioError(.notSupported, path: "x.wav", message))
    }

    @Test("the lowest and the highest rate play", arguments: [1000, 1_536_000])
    func outermostRates(rate: Int) throws {
        let signal = Signal(words: [0, 0], channels: 2, rate: rate, bits: 16)
        #expect(try play(WAVWriter(signal).bytes).info.rate == rate)
        #expect(try play(AIFFWriter(signal).bytes).info.rate == rate)
    }

    @Test("a format chunk with any two bytes changed is read or refused, never a crash")
    func anyFormat() {
        var writer = WAVWriter(.music(frames: 4))
        writer.isExtensible = true
        let bytes = writer.bytes
        for offset in 20..<60 {
            for value: UInt16 in [0, 1, 2, 3, 7, 8, 9, 32, 33, 64, 0x55, 255, 256, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF] {
                var changed = bytes
                changed.replaceSubrange(offset..<(offset + 2), with: little(value))
                if let refused = refusal(changed, name: "a.wav") { #expect(refused.path == "a.wav") }
            }
        }
    }

    @Test("an error of the source comes through as it is, once")
    func sourceFails() throws {
        let source = MemoryByteSource(WAVWriter(.music(frames: 100_000)).bytes, name: "stick/a.wav")
        let codec = try CodecTable.open(source)
        source.failsAt = 200_000
        #expect(play(codec).failure == AudioError(.decode, path: "stick/a.wav", "cannot be read: input/output error"))
        source.failsAt = nil
        try codec.seek(toFrame: 0)
        #expect(play(codec).frameCount == 100_000)
    }

    @Test("an MP3 stream inside WAV plays as MP3")
    func mpegInside() throws {
        let signal = Signal.music(frames: 20000)
        let mp3 = try Encoding.mp3(signal, "-b", "128")
        let format = joined(
            little(0x55 as UInt16), little(2 as UInt16), little(44100 as UInt32), little(16000 as UInt32),
            little(1 as UInt16), little(0 as UInt16))
        let body = joined(Array("WAVE".utf8), WAVWriter.chunk("fmt ", format), WAVWriter.chunk("data", mp3))
        let played = try play(joined(Array("RIFF".utf8), little(UInt32(body.count)), body))
        #expect(try played.words == play(mp3).words)
        #expect(played.info.container == "wav")
        #expect(played.info.codec == "mp3")
        #expect(played.info.frameCount == 20000)
    }
}
