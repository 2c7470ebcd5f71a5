import AudioCore
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import HeadUnit

@Suite("The program: render")
struct RenderProgramTests {
    private let home: Home

    init() throws { home = try Home() }

    /// - Parameter errors: what is said on the way.
    private func render(_ words: String..., errors: [String] = []) async throws -> (json: JSONValue, samples: [UInt8]) {
        let output = home.folder.file("out.wav")
        let run = try await home.run(["render", "--json", "-o", output.shown] + words)
        #expect(run.status == 0)
        #expect(run.errors == errors)
        return (try run.lines.first ?? JSONValue(nil), try samples(of: output))
    }

    @Test(
        "with no stage named the samples are the file's, byte for byte",
        arguments: [(16, 44_100), (24, 96_000), (16, 8000)], ["wav", "flac"])
    func untouched(shape: (bits: Int, rate: Int), ending: String) async throws {
        let sound = Sound.noisy(frames: 12_345, rate: shape.rate, bits: shape.bits)
        let path = try sound.write(to: "a.\(ending)", in: home.folder)
        let (json, samples) = try await render(path.shown)
        #expect(samples == sound.pcm)
        #expect(
            json.keys == [
                "kind", "frames", "rate", "bits", "stages", "gainDb", "headroomDb", "truePeakDb", "loudnessLufs",
                "seconds", "resampled",
            ])
        #expect(json["kind"].text == "render")
        #expect(json["frames"].number == 12_345)
        #expect(json["rate"].number == Double(shape.rate) && json["bits"].number == Double(shape.bits))
        #expect(json["gainDb"].number == 0 && json["headroomDb"].number == 0)
        #expect(json["stages"].list.isEmpty)
        // The noise swings to between a third and a half of full scale.
        let peak = try #require(json["truePeakDb"].number)
        #expect(peak > -9 && peak < -5)
        // EBU R 128 measures over 400 ms; a shorter sound has no loudness.
        let isLongEnough = Double(sound.frameCount) / Double(shape.rate) > 0.4
        #expect((json["loudnessLufs"].number != nil) == isLongEnough)
    }

    @Test("a file cut anywhere is, joined again, the file uncut", arguments: [1, 4095, 4096, 10_000, 29_999])
    func joined(cut: Int) async throws {
        let sound = Sound.noisy(frames: 30_000)
        let first = try sound.cut(0..<cut).write(to: "1.flac", in: home.folder)
        let second = try sound.cut(cut..<30_000).write(to: "2.flac", in: home.folder)
        #expect(try await render(first.shown, second.shown).samples == sound.pcm)
    }

    @Test("the gain of several tracks is a number when it is one, and else null", arguments: [-6, -3])
    func gains(second: Int) async throws {
        let sound = Sound.noisy(frames: 3000)
        let paths = try [-6, second].enumerated().map { place, gain in
            try sound.write(to: "\(place).flac", in: home.folder, "--tag=REPLAYGAIN_TRACK_GAIN=\(gain) dB").shown
        }
        let json = try await render(paths[0], paths[1], "--replaygain", "track").json
        #expect(json["gainDb"].number == (second == -6 ? -6 : nil))
        #expect(json["gainDb"].isNull == (second != -6))
    }

    @Test("joined in a resampler too: the join is not there", arguments: [48_000, 22_050])
    func joinedResampled(rate: Int) async throws {
        let sound = Sound.noisy(frames: 30_000)
        let whole = try sound.write(to: "whole.flac", in: home.folder)
        let first = try sound.cut(0..<11_111).write(to: "1.flac", in: home.folder)
        let second = try sound.cut(11_111..<30_000).write(to: "2.flac", in: home.folder)
        let told = "resampled from 44100 to \(rate) Hz by soxr"
        let uncut = try await render(
            whole.shown, "--rate", "\(rate)", "--bits", "32", errors: ["carillon: 1 track \(told)"])
        let joined = try await render(
            first.shown, second.shown, "--rate", "\(rate)", "--bits", "32", errors: ["carillon: 2 tracks \(told)"])
        #expect(joined.samples == uncut.samples)
        #expect(uncut.json["rate"].number == Double(rate))
    }

    @Test("joined in a resampler, one channel and two: the join is not there")
    func joinedResampledInPair() async throws {
        let sound = Sound.noisy(frames: 30_000, channels: 1)
        let whole = try sound.inPair.write(to: "whole.flac", in: home.folder)
        let first = try sound.inPair.cut(0..<11_111).write(to: "1.flac", in: home.folder)
        let second = try sound.cut(11_111..<20_000).write(to: "2.flac", in: home.folder)
        let third = try sound.inPair.cut(20_000..<30_000).write(to: "3.flac", in: home.folder)
        let told = "resampled from 44100 to 48000 Hz by soxr"
        let uncut = try await render(
            whole.shown, "--rate", "48000", "--bits", "32", errors: ["carillon: 1 track \(told)"])
        let joined = try await render(
            first.shown, second.shown, third.shown, "--rate", "48000", "--bits", "32",
            errors: ["carillon: 3 tracks \(told)"])
        // A difference that is worked out sample by sample would take minutes.
        let isEqual = joined.samples == uncut.samples
        #expect(isEqual && !uncut.samples.isEmpty)
    }

    @Test("the same command twice gives the same samples, dither and all")
    func seeded() async throws {
        let path = try Sound.noisy(frames: 20_000).write(to: "a.wav", in: home.folder)
        let words = [path.shown, "--volume", "-6", "--loudness", "medium"]
        let first = try await render(words[0], words[1], words[2], words[3], words[4])
        let second = try await render(words[0], words[1], words[2], words[3], words[4])
        #expect(first.samples == second.samples)
        #expect(try first.samples != samples(of: path))
        #expect(first.json["stages"].list.map(\.text) == ["loudness", "volume"])
    }

    @Test(
        "word length and layout follow --bits", arguments: [("16", 2, 1), ("24", 3, 1), ("32", 4, 1), ("float", 4, 3)])
    func bits(word: String, size: Int, tag: UInt8) async throws {
        let sound = Sound.noisy(frames: 1000)
        let path = try sound.write(to: "a.wav", in: home.folder)
        let (json, samples) = try await render(path.shown, "--bits", word)
        #expect(samples.count == 1000 * 2 * size)
        #expect(json["bits"].number == Double(word))
        if tag == 1 { #expect(samples == sound.pcm(bytesPerSample: size)) }
    }

    @Test("one bad file among good ones is said, costs status 1, and the rest is rendered without a gap")
    func badAmongGood() async throws {
        let sound = Sound.noisy(frames: 8000)
        let first = try sound.cut(0..<5000).write(to: "1.wav", in: home.folder)
        let second = try sound.cut(5000..<8000).write(to: "2.wav", in: home.folder)
        let bad = try home.folder.write(Array("no music at all".utf8), to: "bad.mp3")
        let output = home.folder.file("out.wav")
        for order in [[bad, first, second], [first, bad, second], [first, second, bad]] {
            let run = try await home.run(["render", "-o", output.shown] + order.map(\.shown))
            #expect(run.status == 1)
            #expect(run.errors.filter { $0.contains("bad.mp3") }.count == 1)
            #expect(try samples(of: output) == sound.pcm)
        }
    }

    @Test("files of another rate are told, with the rates; those of the same are not")
    func resampled() async throws {
        let first = try Sound.noisy(frames: 400, rate: 8000).write(to: "1.wav", in: home.folder)
        let second = try Sound.noisy(frames: 4800, rate: 48_000).write(to: "2.wav", in: home.folder)
        let output = home.folder.path + "/out.wav"
        let run = try await home.run("render", "--json", first.shown, second.shown, second.shown, "-o", output)
        #expect(run.status == 0)
        #expect(run.errors == ["carillon: 2 tracks resampled from 48000 to 8000 Hz by soxr"])
        let groups = try #require(try run.lines.first)["resampled"].list
        #expect(groups.count == 1)
        #expect(["from", "to", "tracks"].map { groups.first?[$0].number } == [48_000, 8000, 2])
        let alone = try await home.run("render", "--json", first.shown, "-o", output)
        #expect(alone.errors == [])
        #expect(try alone.lines.first?["resampled"].list.isEmpty == true)
    }

    @Test("a medium that gets full on the way leaves what was there and nothing else, and one line says so")
    func full() async throws {
        let sound = try Sound.noisy(frames: 30_000).write(to: "a.flac", in: home.folder)
        let output = try home.folder.write(Array("music of before".utf8), to: "out/out.wav")
        for (name, left) in [("new.wav", ["out.wav"]), ("out.wav", ["out.wav"])] {
            let place = output.directory.appending(name)
            let program = try home.start(kilobytes: 8, ["render", sound.shown, "-o", place.shown])
            #expect(try await program.wait() == 1)
            #expect(program.errorLines == ["carillon: \(place.shown): cannot be written: file too large"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: output.directory.shown) == left)
            #expect(try FileByteSource(output).readBytes(100) == Array("music of before".utf8))
        }
    }

    @Test("interrupted it leaves what was there and nothing else, and one line says so", arguments: [SIGINT, SIGTERM])
    func interrupted(signal: Int32) async throws {
        // Long enough to be still at it.
        let sound = try home.folder.write(SilentFLAC.bytes(seconds: 3600, tags: []), to: "long.flac")
        let output = try home.folder.write(Array("music of before".utf8), to: "out/out.wav")
        // The shell looks, and not this thread, which may not run for seconds.
        let look = "until ls -A \(output.directory.shown) | grep -q part; do sleep 0.01; done"
        let script = "\"$0\" \"$@\" & \(look); kill -\(signal) $!; wait $!"
        let program = try home.start(
            inShell: script, ["render", sound.shown, "--rate", "384000", "-o", output.shown])
        #expect(try await program.wait() == 1)
        #expect(program.errorLines == ["carillon: \(output.shown): was not written: interrupted"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: output.directory.shown) == ["out.wav"])
        #expect(try FileByteSource(output).readBytes(100) == Array("music of before".utf8))
    }

    @Test("a pipe is refused at once: the header of a WAV file is written last")
    func pipe() async throws {
        let good = try Sound.noisy(frames: 100).write(to: "a.wav", in: home.folder)
        let fifo = home.folder.file("fifo.wav")
        #expect(fifo.withCString { mkfifo($0, 0o600) } == 0)
        let run = try await home.run("render", good.shown, "-o", fifo.shown)
        #expect(run.status == 1)
        #expect(
            run.errors == [
                "carillon: \(fifo.shown): is no file: a WAV file needs one, its header is written at the end"
            ])
    }

    @Test("nothing to render, and a place that cannot be written, are status 1 and one line")
    func refused() async throws {
        let good = try Sound.noisy(frames: 100).write(to: "a.wav", in: home.folder)
        let nowhere = home.folder.path + "/no/where.wav"
        let missing = home.folder.path + "/missing.flac"
        let output = home.folder.path + "/out.wav"
        for (words, name) in [([good.shown, "-o", nowhere], nowhere), ([missing, "-o", output], missing)] {
            let run = try await home.run(["render"] + words)
            #expect(run.status == 1)
            #expect(run.errors.count == 1)
            #expect(run.errors.first?.contains(name) == true)
            #expect(run.output == "")
        }
        // Without anything to render, nothing is made.
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test("the file that is read is never the one that is written, also not by another name")
    func ownInput() async throws {
        let sound = Sound.noisy(frames: 100)
        let path = try sound.write(to: "a.wav", in: home.folder)
        let link = home.folder.path + "/link.wav"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path.shown)
        for output in [path.shown, link] {
            let run = try await home.run("render", path.shown, "-o", output)
            #expect(run.status == 1)
            #expect(run.errors.count == 1)
            #expect(try samples(of: path) == sound.pcm)
        }
    }
}
