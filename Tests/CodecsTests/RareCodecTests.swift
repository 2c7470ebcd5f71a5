// What FFmpeg plays for us: exact lengths, exact seeks, the words about what is wrong.

import AudioCore
import TestSupport
import Testing

@testable import Codecs
@testable import RareCodecs

@Suite("Formats that FFmpeg plays")
struct RareCodecTests {
    static func openRare(_ bytes: [UInt8], name: String = "song") throws -> any AudioCodec {
        try CodecTable.open(MemoryByteSource(bytes, name: name), beyond: RareCodecs.family)
    }

    static func playRare(_ bytes: [UInt8], name: String = "song") throws -> Played {
        play(try openRare(bytes, name: name))
    }

    /// Encodes by ffmpeg, whose writers all say the same thing every time with these options.
    static func encode(_ signal: Signal, to format: String, _ options: [String]) throws -> [UInt8] {
        var writer = WAVWriter(signal)
        writer.isExtensible = signal.channels > 2
        return try Encoding.convert(writer.bytes, to: format) { input, output in
            ["ffmpeg", "-v", "error", "-y", "-i", input, "-fflags", "+bitexact"] + options + [output]
        }
    }

    struct Lossless: Sendable, CustomTestStringConvertible {
        var container: String
        var codec: String
        var bits: Int
        var options: [String]
        var testDescription: String { "\(codec) in \(container), \(bits) bit" }
    }

    static let lossless = [
        Lossless(container: "m4a", codec: "alac", bits: 16, options: ["-c:a", "alac"]),
        Lossless(container: "m4a", codec: "alac", bits: 24, options: ["-c:a", "alac", "-sample_fmt", "s32p"]),
        Lossless(container: "wv", codec: "wavpack", bits: 16, options: ["-c:a", "wavpack"]),
        Lossless(container: "tta", codec: "tta", bits: 16, options: ["-c:a", "tta"]),
        Lossless(container: "tta", codec: "tta", bits: 24, options: ["-c:a", "tta"]),
        Lossless(container: "caf", codec: "alac", bits: 16, options: ["-c:a", "alac"]),
        Lossless(container: "mka", codec: "flac", bits: 16, options: ["-c:a", "flac"]),
        Lossless(container: "au", codec: "pcm", bits: 16, options: ["-c:a", "pcm_s16be"]),
        Lossless(container: "wma", codec: "pcm", bits: 16, options: ["-c:a", "pcm_s16le", "-f", "asf"]),
    ]

    @Test("lossless formats come out bit for bit, and a seek gives the same bits", arguments: lossless)
    func exact(kind: Lossless) throws {
        let signal = Signal.music(frames: 100_001, bits: kind.bits)
        let bytes = try Self.encode(signal, to: kind.container, kind.options)
        let played = try Self.playRare(bytes)
        #expect(played.failure == nil)
        #expect(played.words == signal.words)
        #expect(played.info.codec == kind.codec)
        #expect(played.info.bits == kind.bits)
        #expect(played.info.isLossless)
        #expect(played.info.rate == 44100 && played.info.channels == 2)
        try checkSeeks(Self.openRare(bytes), played, count: 12)
        let roundsTimes = ["mka", "wma", "caf"].contains(kind.container)
        let stated = try #require(played.info.frameCount)
        #expect(roundsTimes ? abs(stated - 100_001) < 4410 : stated == 100_001)
    }

    @Test("WavPack by its own encoder, lossless and hybrid", arguments: [16, 24])
    func wavPack(bits: Int) throws {
        let signal = Signal.music(frames: 100_001, bits: bits)
        func pack(_ options: String...) throws -> [UInt8] {
            try Encoding.convert(WAVWriter(signal).bytes, to: "wv") {
                ["wavpack", "-q", "-y"] + options + [$0, "-o", $1]
            }
        }
        let packed = try pack()
        let played = try Self.playRare(packed)
        #expect(played.words == signal.words)
        #expect(played.info.bits == bits && played.info.frameCount == 100_001)
        try checkSeeks(Self.openRare(packed), played, count: 12)
        let hybrid = try Self.playRare(pack("-b256"))
        #expect(hybrid.frameCount == 100_001)
        #expect(!hybrid.info.isLossless && hybrid.info.bits == nil)
    }

    /// Encodes by Musepack's own encoder.
    static func musepack(_ signal: Signal, _ options: String...) throws -> [UInt8] {
        try Encoding.convert(WAVWriter(signal).bytes, to: "mpc") {
            ["mpcenc", "--silent", "--overwrite"] + options + [$0, $1]
        }
    }

    @Test(
        "Musepack plays the frames that went in: what its filter bank adds in front is cut",
        arguments: [100_001, 1152, 115_200])
    func musepackLength(frames: Int) throws {
        let signal = Signal.music(frames: frames)
        let bytes = try Self.musepack(signal, "--quality", "10")
        let played = try Self.playRare(bytes)
        #expect(played.failure == nil)
        #expect(played.info.frameCount == Int64(frames) && played.frameCount == frames)
        #expect(played.info.container == "mpc" && !played.info.isLossless && played.info.bits == nil)
        guard frames > 100_000 else { return }
        #expect(distance(played, signal) < 0.03)
        #expect(distance(played, signal) < distance(played, signal, shift: 1))
        #expect(distance(played, signal) < distance(played, signal, shift: -1))
        try checkSeeks(Self.openRare(bytes), played, tolerance: 1e-6)
    }

    @Test(
        "a Musepack header that says nothing sound is passed over",
        arguments: [
            "MPCKSH", "MPCKSH\u{E}", "MPCKSH\u{E}crc!\u{7}\u{5}\0", "MPCKSH\u{E}crc!\u{8}\0\0",
            "MPCKSH\u{E}crc!\u{8}\u{5}\u{5}", "MPCKSH\u{E}crc!\u{8}\u{5}", "MPCKRG\u{E}crc!\u{8}\u{5}\0",
        ])
    func musepackHeader(text: String) {
        #expect(MusepackLength.read(Array(text.utf8)) == nil)
        let endless = Array("MPCKSH\u{E}crc!\u{8}".utf8) + Array(repeating: 0xFF, count: 40)
        #expect(MusepackLength.read(endless) == nil)
    }

    @Test("Monkey's Audio of silence plays to the frame, whole and cut short", arguments: [1, 73_728, 100_001])
    func monkeysAudio(frames: Int) throws {
        let bytes = SilentAPE(frameCount: frames).bytes
        let played = try Self.playRare(bytes)
        #expect(played.failure == nil)
        #expect(played.frameCount == frames && played.info.frameCount == Int64(frames))
        #expect(played.words.allSatisfy { $0 == 0 })
        #expect(played.info.container == "ape" && played.info.codec == "ape")
        #expect(played.info.bits == 16 && played.info.isLossless)
        #expect(played.info.rate == 44_100 && played.info.channels == 2)
        let codec = try Self.openRare(bytes)
        try codec.seek(toFrame: Int64(frames / 2))
        #expect(play(codec).frameCount == frames - frames / 2)
        guard frames > 73_728 else { return }
        // Without its last block.
        let cut = play(try Self.openRare(Array(bytes.dropLast(16)), name: "cut.ape"))
        #expect(cut.frameCount == 73_728)
        #expect(cut.failure?.message.hasPrefix("cut off at 0:01") == true)
    }

    @Test("AAC in M4A plays the frames that went in: what the encoder added is cut", arguments: [44100, 48000])
    func aacLength(rate: Int) throws {
        let signal = Signal.music(frames: 100_001, rate: rate)
        let bytes = try Self.encode(signal, to: "m4a", ["-c:a", "aac", "-b:a", "256k", "-aac_pns", "0"])
        let played = try Self.playRare(bytes)
        #expect(played.failure == nil)
        #expect(played.info.frameCount == 100_001)
        #expect(played.frameCount == 100_001)
        #expect(played.info.container == "mp4" && played.info.codec == "aac" && played.info.bits == nil)
        #expect(distance(played, signal) < 0.03)
        #expect(distance(played, signal) < distance(played, signal, shift: 1))
        #expect(distance(played, signal) < distance(played, signal, shift: -1))
        try checkSeeks(Self.openRare(bytes), played, tolerance: 1e-6)
    }

    @Test("iTunes' comment stands above the edit list")
    func iTunesComment() throws {
        let signal = Signal.music(frames: 60_000)
        let bytes = try Self.encode(signal, to: "m4a", ["-c:a", "aac", "-b:a", "256k", "-aac_pns", "0"])
        let whole = try Self.playRare(bytes)
        // As if 300 frames more were delay: the sound starts later and is 1000 frames shorter.
        let text = " 00000000 0000052C 0000025C 000000000000E678 00000000 00000000"
        let commented = MP4Comment.add(text, to: bytes)
        let played = try Self.playRare(commented)
        #expect(played.info.frameCount == 0xE678)
        #expect(played.failure == nil)
        #expect(played.words.elementsEqual(whole.words[(300 * 2)..<((300 + 0xE678) * 2)]))
        try checkSeeks(Self.openRare(commented), played, count: 8, tolerance: 1e-6)
    }

    @Test("an ADTS stream is counted, and sought by counting")
    func adts() throws {
        let signal = Signal.music(frames: 100_000)
        let bytes = try Self.encode(signal, to: "aac", ["-c:a", "aac", "-b:a", "192k", "-aac_pns", "0"])
        let played = try Self.playRare(bytes, name: "radio.aac")
        #expect(played.failure == nil)
        #expect(played.info.container == "aac" && played.info.codec == "aac")
        #expect(played.info.frameCount == Int64(played.frameCount))
        #expect(played.frameCount % 1024 == 0 && played.frameCount >= 100_000)
        try checkSeeks(Self.openRare(bytes), played, tolerance: 1e-6)
        let stream = MemoryByteSource(bytes, isSeekable: false, knowsSize: false)
        stream.largestRead = 777
        let live = try CodecTable.open(stream, beyond: RareCodecs.family)
        #expect(live.info.frameCount == nil)
        #expect(play(live).words == played.words)
        let tagged = Tags.id3v2(bodyLength: 3000) + bytes
        #expect(try Self.playRare(tagged).words == played.words)
    }

    @Test("formats whose clock is rounded are sought by counting from the start", arguments: ["wma", "mka", "ac3"])
    func rounded(container: String) throws {
        // The decoder of AC-3 puts chance where the encoder left noise out, so it gets a tone.
        let signal = container == "ac3" ? Signal.tone(frames: 100_000) : Signal.music(frames: 100_000, rate: 48000)
        let coders = ["wma": "wmav2", "mka": "libopus", "ac3": "ac3"]
        let options = ["-c:a", coders[container] ?? ""]
        let bytes = try Self.encode(signal, to: container, options + ["-b:a", "192k"])
        let played = try Self.playRare(bytes)
        #expect(played.failure == nil)
        // ffmpeg's own WMA encoder leaves out its last packet.
        #expect(played.frameCount > 97_000 && played.frameCount < 110_000)
        let codec = try Self.openRare(bytes)
        try checkPlaces(codec, played, tolerance: container == "ac3" ? 5e-3 : 0)
    }

    private func checkPlaces(_ codec: any AudioCodec, _ whole: Played, tolerance: Float) throws {
        var numbers = SeededNumbers(seed: 5)
        for _ in 0..<10 {
            let place = Int.random(in: 0..<(whole.frameCount - 500), using: &numbers)
            try codec.seek(toFrame: Int64(place))
            let part = play(codec, limit: 400).words
            let expected = whole.words[(place * 2)..<((place + 400) * 2)]
            #expect(part.count == 800)
            let largest = zip(part, expected).map { abs(Float(bitPattern: $0) - Float(bitPattern: $1)) }.max() ?? 1
            #expect(largest <= tolerance, "frame \(place)")
        }
    }

    @Test(
        "without a stated length, a place beyond all numbers is the end",
        arguments: [1 << 40, 1 << 60, 1 << 61, 1 << 62, .max - 1, .max] as [Int64])
    func beyondAllNumbers(frame: Int64) throws {
        let signal = Signal.music(frames: 5000)
        var bytes = try Self.encode(signal, to: "au", ["-c:a", "pcm_s16be"])
        // The length of the sound, in bytes: "not known".
        bytes.replaceSubrange(8..<12, with: [0xFF, 0xFF, 0xFF, 0xFF])
        let codec = try Self.openRare(bytes)
        try codec.seek(toFrame: frame)
        #expect(play(codec).frameCount == 0)
        try codec.seek(toFrame: 0)
        #expect(play(codec).words == signal.words)
    }

    @Test("six channels of AAC come in the order of WAVE")
    func channels() throws {
        let tones = [400.0, 900, 1500, 60, 2300, 3100]
        var writer = WAVWriter(.chord(tones))
        writer.isExtensible = true
        writer.channelMask = 0x3F
        let bytes = try Encoding.convert(writer.bytes, to: "m4a") {
            ["ffmpeg", "-v", "error", "-y", "-i", $0, "-c:a", "aac", "-b:a", "480k", $1]
        }
        let played = try Self.playRare(bytes)
        for (channel, tone) in tones.enumerated() {
            let power = tones.map { strength(played, channel, $0) }
            #expect(power.indices.max { power[$0] < power[$1] }.map { tones[$0] } == tone, "channel \(channel)")
        }
    }

    @Test("a cut M4A or WavPack plays what is there, then says where it was cut", arguments: ["wv", "m4a"])
    func cut(container: String) throws {
        let options = container == "wv" ? ["-c:a", "wavpack"] : ["-c:a", "alac", "-movflags", "+faststart"]
        let signal = Signal.music(frames: 44100 * 4)
        let bytes = try Self.encode(signal, to: container, options)
        let cut = Array(bytes.prefix(bytes.count / 2))
        let codec = try Self.openRare(cut, name: "cut.\(container)")
        let played = play(codec)
        #expect(played.frameCount > 44100 && played.frameCount < 44100 * 3)
        #expect(played.words.elementsEqual(signal.words.prefix(played.words.count)))
        let failure = try #require(played.failure)
        #expect(failure.code == .decode && failure.message.hasPrefix("cut off at 0:0"))
        #expect(failure.message.hasSuffix(" of 0:04"))
    }

    @Test("an error of the source comes through as it is")
    func sourceFails() throws {
        let bytes = try Self.encode(.music(frames: 200_000), to: "wv", ["-c:a", "wavpack"])
        let source = MemoryByteSource(bytes, name: "stick/a.wv")
        let codec = try CodecTable.open(source, beyond: RareCodecs.family)
        source.failsAt = Int64(bytes.count / 2)
        #expect(play(codec).failure == AudioError(.decode, path: "stick/a.wv", "cannot be read: input/output error"))
        source.failsAt = nil
        try codec.seek(toFrame: 0)
        #expect(play(codec).frameCount == 200_000)
    }

    @Test("a protected or empty MP4 says so")
    func refusedMP4() throws {
        var bytes = try Self.encode(.music(frames: 5000), to: "m4a", ["-c:a", "aac"])
        let mark = try #require(bytes.firstRange(of: Array("mp4a".utf8)))
        bytes.replaceSubrange(mark, with: Array("drms".utf8))
        let refused = refusal { try Self.openRare(bytes, name: "shop.m4p") }
        #expect(refused?.code == .notSupported)
        #expect(refused?.message == "is protected by its shop (FairPlay) and plays only there")
        let text = Array("not a song".utf8)
        #expect(refusal { try Self.openRare(text, name: "a.m4a") }?.message == "is text, not MP4")
        #expect(refusal { try Self.openRare([0, 1, 2, 3], name: "a.wv") }?.message == "is not WavPack")
        let picture = try Self.encodePictureOnly()
        #expect(refusal { try Self.openRare(picture, name: "a.mp4") }?.message == "is MP4 without sound")
    }

    private static func encodePictureOnly() throws -> [UInt8] {
        try Encoding.convert(WAVWriter(.music(frames: 100)).bytes, to: "mp4") { _, output in
            ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "color=s=16x16:d=1", "-c:v", "mpeg4", output]
        }
    }

    private func refusal(_ open: () throws -> any AudioCodec) -> AudioError? {
        do {
            _ = try open()
            return nil
        } catch {
            return error as? AudioError
        }
    }
}
