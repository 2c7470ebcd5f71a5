// What Ogg promises: Vorbis, Opus and FLAC inside, exact lengths, exact seeks, chains, cuts.

import AudioCore
import TestSupport
import Testing

@testable import Codecs

@Suite("Ogg")
struct OggCodecTests {
    static func vorbis(_ signal: Signal) throws -> [UInt8] {
        try Encoding.convert(WAVWriter(signal).bytes, to: "ogg") {
            ["oggenc", "-Q", "--serial", "1", "-q", "6", "-o", $1, $0]
        }
    }

    static func opus(_ signal: Signal, _ options: String...) throws -> [UInt8] {
        try Encoding.convert(WAVWriter(signal).bytes, to: "opus") {
            ["opusenc", "--quiet", "--serial", "1", "--bitrate", "160"] + options + [$0, $1]
        }
    }

    static func flac(_ signal: Signal) throws -> [UInt8] {
        var writer = WAVWriter(signal)
        writer.isExtensible = signal.bits % 8 != 0 || signal.channels > 2
        return try Encoding.convert(writer.bytes, to: "oga") {
            ["flac", "-s", "-f", "--ogg", "--serial-number=1", "--channel-map=none", "-o", $1, $0]
        }
    }

    @Test("FLAC whose header does not say its length ends with its last page; without that page it is cut off")
    func unknownFLACLength() throws {
        let signal = Signal.music(frames: 50_001, channels: 2)
        let bytes = try Encoding.convert(WAVWriter(signal).bytes, to: "oga") {
            ["ffmpeg", "-v", "error", "-y", "-i", $0, "-c:a", "flac", "-f", "ogg", $1]
        }
        let whole = try play(bytes)
        #expect(whole.failure == nil)
        #expect(whole.frameCount == 50_001 && whole.info.frameCount == 50_001)
        let cut = try play(Array(bytes[..<(bytes.count * 2 / 3)]))
        #expect(cut.failure != nil && cut.frameCount > 0 && cut.frameCount < 50_001)
    }

    @Test("Vorbis plays as many frames as went in, at their place", arguments: [1, 2])
    func vorbisLength(channels: Int) throws {
        let signal = Signal.music(frames: 50_001, channels: channels)
        let played = try play(Self.vorbis(signal))
        #expect(played.failure == nil)
        #expect(played.frameCount == 50_001)
        #expect(played.info.frameCount == 50_001)
        #expect(played.info.container == "ogg")
        #expect(played.info.codec == "vorbis")
        #expect(!played.info.isLossless && played.info.bits == nil && played.info.words == .float32)
        #expect(distance(played, signal) < 0.03)
        #expect(distance(played, signal) < distance(played, signal, shift: 1))
    }

    @Test("a Vorbis seek gives the same bits as playing there")
    func vorbisSeek() throws {
        let bytes = try Self.vorbis(.music(frames: 150_000))
        try checkSeeks(open(bytes), play(bytes))
    }

    @Test("Opus plays as many frames as went in: pre-skip and end are cut", arguments: [1, 2])
    func opusLength(channels: Int) throws {
        let signal = Signal.music(frames: 50_001, rate: 48000, channels: channels)
        let played = try play(Self.opus(signal))
        #expect(played.failure == nil)
        #expect(played.frameCount == 50_001)
        #expect(played.info.frameCount == 50_001)
        #expect(played.info.codec == "opus")
        #expect(played.info.rate == 48000)
        #expect(distance(played, signal) < 0.05)
        #expect(distance(played, signal) < distance(played, signal, shift: 1))
    }

    @Test("an Opus seek gives the frames of playing there, up to what the decoder still remembers")
    func opusSeek() throws {
        let bytes = try Self.opus(.music(frames: 150_000, rate: 48000))
        try checkSeeks(open(bytes), play(bytes), tolerance: 2e-3)
    }

    @Test("FLAC in Ogg is as exact as FLAC", arguments: [(16, 2), (24, 2), (24, 6), (8, 1)])
    func flac(bits: Int, channels: Int) throws {
        let signal = Signal.music(frames: 40_001, channels: channels, bits: bits)
        let bytes = try Self.flac(signal)
        let played = try play(bytes)
        #expect(played.failure == nil)
        #expect(played.words == signal.words)
        #expect(played.info.container == "ogg")
        #expect(played.info.codec == "flac")
        #expect(played.info.bits == bits)
        #expect(played.info.frameCount == 40_001)
        try checkSeeks(open(bytes), played)
    }

    @Test("more than two channels come in the order of WAVE")
    func channelOrder() throws {
        // A tone of its own in every channel, by its number in WAVE's order.
        let tones = [400.0, 900, 1500, 60, 2300, 3100]
        var writer = WAVWriter(.chord(tones))
        writer.isExtensible = true
        writer.channelMask = 0x3F
        for make in [["oggenc", "-Q", "-q", "8", "-o"], ["opusenc", "--quiet", "--bitrate", "450"]] {
            let bytes = try Encoding.convert(writer.bytes, to: "ogg") { input, output in
                make[0] == "oggenc" ? make + [output, input] : make + [input, output]
            }
            let played = try play(bytes)
            #expect(played.info.channels == tones.count)
            for (channel, tone) in tones.enumerated() {
                let power = tones.map { strength(played, channel, $0) }
                let loudest = power.indices.max { power[$0] < power[$1] }
                #expect(loudest.map { tones[$0] } == tone, "\(make[0]), channel \(channel)")
            }
        }
    }

    @Test("a file cut off plays what is there and seeks in it", arguments: ["vorbis", "opus", "flac"])
    func cut(kind: String) throws {
        let signal = Signal.music(frames: 150_000, rate: 48000)
        let bytes = try kind == "vorbis" ? Self.vorbis(signal) : kind == "opus" ? Self.opus(signal) : Self.flac(signal)
        let whole = try play(bytes)
        let codec = try open(Array(bytes.prefix(bytes.count * 2 / 3)), name: "cut.ogg")
        let played = play(codec)
        #expect(played.frameCount > 50_000 && played.frameCount < 150_000)
        #expect(played.words.elementsEqual(whole.words.prefix(played.words.count)))
        try codec.seek(toFrame: 30_000)
        #expect(play(codec, limit: 1000).frameCount == 1000)
    }

    @Test("two Vorbis files behind each other are one of twice the length")
    func chain() throws {
        let first = Signal.music(frames: 30_000)
        let second = Signal.music(frames: 20_000, seed: 5)
        let bytes =
            try Self.vorbis(first)
            + Encoding.convert(WAVWriter(second).bytes, to: "ogg") {
                ["oggenc", "-Q", "--serial", "2", "-q", "6", "-o", $1, $0]
            }
        let played = try play(bytes)
        #expect(played.failure == nil)
        #expect(played.frameCount == 50_000)
        #expect(played.info.frameCount == 50_000)
    }

    @Test("a stream that cannot be sought plays to its end", arguments: ["vorbis", "opus"])
    func stream(kind: String) throws {
        let signal = Signal.music(frames: 30_000, rate: 48000)
        let bytes = try kind == "vorbis" ? Self.vorbis(signal) : Self.opus(signal)
        let source = MemoryByteSource(bytes, isSeekable: false, knowsSize: false)
        source.largestRead = 777
        let codec = try CodecTable.open(source)
        #expect(codec.info.frameCount == nil)
        #expect(play(codec).frameCount == 30_000)
        #expect(throws: AudioError.self) { try codec.seek(toFrame: 0) }
    }

    @Test("an error of the source comes through as it is")
    func sourceFails() throws {
        for bytes in [try Self.vorbis(.music(frames: 500_000)), try Self.opus(.music(frames: 500_000, rate: 48000))] {
            let source = MemoryByteSource(bytes, name: "stick/a.ogg")
            let codec = try CodecTable.open(source)
            source.failsAt = Int64(bytes.count / 2)
            let failure = play(codec).failure
            #expect(failure == AudioError(.decode, path: "stick/a.ogg", "cannot be read: input/output error"))
            source.failsAt = nil
            try codec.seek(toFrame: 0)
            #expect(play(codec).frameCount == 500_000)
        }
    }

    @Test("Ogg without sound that is ours is refused by name")
    func refused() {
        var head = joined(Array("OggS".utf8), [0, 2], [UInt8](repeating: 0, count: 20), [1, 8])
        #expect(
            refusal(head + Array("Speex   ".utf8) + [0], name: "a.ogg")?.message
                == "is Ogg with Speex, not Vorbis, Opus or FLAC")
        head[26] = 0
        #expect(refusal(head, name: "a.ogg")?.message == "is Ogg without Vorbis, Opus or FLAC in it")
    }
}
