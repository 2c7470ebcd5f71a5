import AudioCore
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import HeadUnit

@Suite("The program: render with stages")
struct RenderSoundTests {
    private let home: Home

    init() throws { home = try Home() }

    /// Renders to 32-bit floating point.
    private func render(_ words: [String]) async throws -> (json: JSONValue, samples: [Float]) {
        let output = home.folder.file("out.wav")
        let run = try await home.run(["render", "--json", "--bits", "float", "-o", output.shown] + words)
        #expect(run.status == 0)
        #expect(run.errors == [])
        let bytes = try samples(of: output)
        let floats = bytes.withUnsafeBytes { raw in
            (0..<raw.count / 4).map { raw.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
        }
        return (try run.lines.first ?? JSONValue(nil), floats)
    }

    private func source(_ sound: Sound) -> [Float] {
        sound.words.map { Float(Double(Int32(bitPattern: $0)) * 0x1p-31) }
    }

    private func isEqual(_ samples: some Sequence<Float>, _ source: some Sequence<Float>, gain: Double) -> Bool {
        zip(samples, source).allSatisfy { abs(Double($0) - Double($1) * gain) < 1e-6 }
    }

    /// Full scale of either sign.
    private func square(frames: Int) -> Sound {
        Sound(words: (0..<2 * frames).map { $0 / 2 / 22 % 2 == 0 ? 0x7FFF_0000 : 0x8001_0000 })
    }

    @Test(
        "one channel is measured as it is heard, from two loudspeakers: a sine at -23 dBFS is -23 LUFS in one as in two",
        arguments: [1, 2])
    func monoLoudness(channels: Int) async throws {
        // EBU Tech 3341 (2016), test signal 1, in a shorter form.
        let level = pow(10, -23.0 / 20) * 0x1p31
        let words = (0..<(3 * 48_000)).flatMap { frame -> [UInt32] in
            let value = Int32(level * sin(2 * Double.pi * 1000 * Double(frame) / 48_000))
            return Array(repeating: UInt32(bitPattern: value), count: channels)
        }
        let path = try Sound(rate: 48_000, channels: channels, bits: 32, words: words).write(
            to: "a.wav", in: home.folder)
        let json = try await render([path.shown]).json
        #expect(abs((json["loudnessLufs"].number ?? 0) + 23) < 0.05)
        #expect(abs((json["truePeakDb"].number ?? 0) + 23) < 0.1)
    }

    @Test("ReplayGain by tags, with the preamp, stopped at the peak; for untagged files the preamp")
    func replayGain() async throws {
        let sound = Sound.noisy(frames: 3000)
        let tagged = try sound.write(
            to: "a.flac", in: home.folder, "-T", "REPLAYGAIN_TRACK_GAIN=-7.03 dB", "-T", "REPLAYGAIN_TRACK_PEAK=0.5",
            "-T", "REPLAYGAIN_ALBUM_GAIN=+8 dB", "-T", "REPLAYGAIN_ALBUM_PEAK=0.5")
        let plain = try sound.write(to: "b.flac", in: home.folder)
        for (words, gain) in [
            (["--replaygain", "track", tagged.shown], -7.03), (["--replaygain", "album", tagged.shown], 6.021),
            (["--replaygain", "auto", tagged.shown], 6.021), (["--replaygain", "off", tagged.shown], 0),
            (["--replaygain", "track", "--preamp", "2", tagged.shown], -5.03),
            (["--replaygain", "album", "--preamp", "-6", plain.shown], -6), (["--preamp", "-3", tagged.shown], -3),
        ] {
            let (json, samples) = try await render(words)
            #expect(json["gainDb"].number == gain, "\(words)")
            #expect(json["stages"].list.map(\.text) == (gain == 0 ? [] : ["replaygain"]))
            guard gain < 0 else { continue }
            #expect(isEqual(samples, source(sound), gain: Decibels(gain).factor), "\(words)")
        }
    }

    @Test("each file of a join has its own gain from its first frame; tracks of a cue sheet have the sheet's")
    func joined() async throws {
        let sound = Sound.noisy(frames: 5880)
        let first = try sound.cut(0..<2352).write(
            to: "1.flac", in: home.folder, "-T", "REPLAYGAIN_TRACK_GAIN=-20 dB")
        let second = try sound.cut(2352..<5880).write(
            to: "2.flac", in: home.folder, "-T", "REPLAYGAIN_TRACK_GAIN=-6 dB")
        try sound.write(to: "whole.wav", in: home.folder)
        let sheet = try home.folder.write(
            Array(
                """
                FILE "whole.wav" WAVE
                  TRACK 01 AUDIO
                    REM REPLAYGAIN_TRACK_GAIN -20 dB
                    INDEX 01 00:00:00
                  TRACK 02 AUDIO
                    REM REPLAYGAIN_TRACK_GAIN -6 dB
                    INDEX 01 00:00:04
                """.utf8), to: "whole.cue")
        let source = source(sound)
        for words in [[first.shown, second.shown], [sheet.shown]] {
            let samples = try await render(["--replaygain", "track"] + words).samples
            #expect(samples.count == 2 * 5880)
            #expect(isEqual(samples[..<4704], source[..<4704], gain: Decibels(-20).factor))
            #expect(isEqual(samples[4704...], source[4704...], gain: Decibels(-6).factor))
        }
    }

    @Test("the limiter holds -1 dBTP by the meter, frame for frame in place, also for a file cut in two")
    func limiter() async throws {
        let sound = square(frames: 40_000)
        let whole = try sound.write(to: "a.wav", in: home.folder)
        let first = try sound.cut(0..<12_345).write(to: "1.wav", in: home.folder)
        let second = try sound.cut(12_345..<40_000).write(to: "2.wav", in: home.folder)
        let (json, samples) = try await render(["--limiter", "on", whole.shown])
        #expect(json["frames"].number == 40_000)
        #expect(json["stages"].list.map(\.text) == ["limiter"])
        #expect(json["truePeakDb"].number ?? 0 <= -1)
        #expect(json["truePeakDb"].number ?? -9 > -2)
        #expect(zip(samples, source(sound)).allSatisfy { $0 * $1 > 0 })
        #expect(try await render(["--limiter", "on", first.shown, second.shown]).samples == samples)
    }

    @Test("below its ceiling the limiter leaves the file as it is, byte for byte", arguments: [16, 24])
    func transparentLimiter(bits: Int) async throws {
        var sound = Sound.noisy(frames: 9000, bits: bits)
        for index in sound.words.indices {
            let half = Int32(bitPattern: sound.words[index]) >> 2
            sound.words[index] = UInt32(bitPattern: half) & UInt32.max << UInt32(32 - bits)
        }
        let path = try sound.write(to: "a.flac", in: home.folder)
        let output = home.folder.file("out.wav")
        let run = try await home.run(["render", path.shown, "-o", output.shown, "--limiter", "on"])
        #expect(run.status == 0)
        #expect(try samples(of: output) == sound.pcm)
    }

    @Test("all stages together name themselves in their order; headroom and loudness are told")
    func everything() async throws {
        let path = try Sound.noisy(frames: 30_000).write(to: "a.wav", in: home.folder)
        let curve = try home.folder.write(
            Array(#"{"parametric": [{"type": "lowShelf", "frequency": 100, "gain": 9, "q": 0.7}]}"#.utf8),
            to: "curve.json")
        let (json, samples) = try await render([
            path.shown, "--eq", curve.shown, "--loudness", "strong", "--volume", "-3", "--subsonic", "20",
            "--crossfeed", "light", "--replaygain", "track", "--preamp", "-1", "--limiter", "on",
        ])
        #expect(samples.count == 60_000)
        #expect(
            json["stages"].list.map(\.text) == [
                "eq", "loudness", "subsonic", "crossfeed", "replaygain", "volume", "limiter",
            ])
        // The shelf's 9 dB and loudness's 1.2 dB, less the volume's 3.
        #expect(abs((json["headroomDb"].number ?? 0) - 7.2) < 0.6)
        #expect(json["loudnessLufs"].number ?? 0 < -5)
    }

    @Test("what the equalizer is to do, when that is wrong: one line with the place, status 1; a wrong name, status 2")
    func wrongCurve() async throws {
        let path = try Sound.noisy(frames: 100).write(to: "a.wav", in: home.folder)
        let curve = try home.folder.write(Array("{\n \"graphic\": [1, 2]\n}".utf8), to: "curve.json")
        let output = home.folder.path + "/out.wav"
        for (command, more) in [("render", ["-o", output]), ("play", ["--audio", "null:"])] {
            let run = try await home.run([command, path.shown, "--eq", curve.shown] + more)
            #expect(run.status == 1)
            #expect(run.errors.count == 1)
            #expect(run.errors.first?.contains("curve.json:2:13: graphic: 2 gains (ten") == true, "\(run.errors)")
            let missing = try await home.run([command, path.shown, "--eq", curve.shown + "x.json"] + more)
            #expect(missing.status == 1)
            let named = try await home.run([command, path.shown, "--eq", "rokc"] + more)
            #expect(named.status == 2)
            #expect(named.errors.first?.contains("did you mean rock?") == true)
        }
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test("play has the same options, and asks the device for the rate and size that are named")
    func play() async throws {
        let path = try Sound.noisy(frames: 20_000).write(to: "a.wav", in: home.folder)
        let run = try await home.run([
            "play", path.shown, "--audio", "null:", "--json", "--seconds", "0.1", "--eq", "rock", "--limiter", "on",
            "--rate", "48000", "--bits", "24",
        ])
        #expect(run.status == 0)
        let quality = try run.lines.last?["quality"] ?? JSONValue(nil)
        #expect(quality["stages"].list.map(\.text) == ["eq", "limiter"])
        #expect(quality["resampled"]["to"].number == 48_000)
        #expect(quality["output"]["rate"].number == 48_000)
        #expect(quality["output"]["bits"].number == 24)
        #expect(quality["bitPerfect"].flag == false)
    }
}
