import AudioCore
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import HeadUnit

@Suite("The program: play through ALSA", .serialized)
struct PlayProgramTests {
    private let home: Home

    init() throws {
        home = try Home()
        try home.makeCaptureDevice()
    }

    private func play(_ words: [String]) async throws -> Played {
        let run = try await home.run(["play", "--audio", "capture", "--json"] + words)
        #expect(run.status == 0)
        #expect(run.errors == [])
        return Played(json: try run.lines.last ?? JSONValue(nil), samples: try home.takeCaptured())
    }

    /// What a run said and what the device was given.
    private struct Played {
        var json: JSONValue
        var samples: [UInt8]

        var format: String { json["quality"]["output"]["format"].text ?? "" }

        /// The music is in it, whole, with nothing but silence in front of it.
        func holds(_ music: [UInt8]) -> Bool {
            guard let start = offset(of: music) else { return false }
            return samples[start...].starts(with: music)
        }

        /// The music is in it, whole, whatever is in front of it.
        func contains(_ music: [UInt8]) -> Bool {
            guard let start = samples.firstRange(of: music.prefix(64))?.lowerBound else { return false }
            return samples[start...].starts(with: music)
        }

        /// As `holds`, and nothing but silence behind it.
        func isSilentAround(_ music: [UInt8]) -> Bool {
            guard holds(music), let start = offset(of: music) else { return false }
            return samples[(start + music.count)...].allSatisfy { $0 == 0 }
        }

        private func offset(of music: [UInt8]) -> Int? {
            guard let first = samples.firstIndex(where: { $0 != 0 }), let lead = music.firstIndex(where: { $0 != 0 }),
                first >= lead
            else { return music.isEmpty ? 0 : nil }
            return first - lead
        }
    }

    /// Bytes of a sample in ALSA's formats.
    private static func size(_ format: String) -> Int { ["S16_LE": 2, "S24_3LE": 3, "S32_LE": 4][format] ?? 4 }

    @Test(
        "the integers of the file reach the device untouched", arguments: [16, 24, 32],
        [44_100, 48_000, 88_200, 96_000, 176_400, 192_000])
    func untouched(bits: Int, rate: Int) async throws {
        let sound = Sound.noisy(frames: rate / 4, rate: rate, bits: bits)
        // Both containers, and every kind of samples in both of them.
        let path = try sound.write(to: (bits / 8 + rate / 44_100) % 2 == 0 ? "a.flac" : "a.wav", in: home.folder)
        let played = try await play([path.shown])
        let quality = played.json["quality"]
        #expect(quality["source"]["bits"].number == Double(bits))
        #expect(quality["output"]["rate"].number == Double(rate))
        #expect(played.format == [16: "S16_LE", 24: "S24_3LE", 32: "S32_LE"][bits])
        let size = Self.size(played.format)
        #expect(size == bits / 8)
        #expect(played.isSilentAround(sound.pcm(bytesPerSample: size)))
        #expect(quality["stages"].list.isEmpty)
        #expect(quality["resampled"].isNull)
        // They arrived, but at no device.
        #expect(quality["bitPerfect"].flag == false && quality["reason"].text == "no device")
    }

    @Test("two files cut from one are heard as the one uncut", arguments: [10_000, 22_049])
    func gapless(cut: Int) async throws {
        let sound = Sound.noisy(frames: 30_000)
        let first = try sound.cut(0..<cut).write(to: "1.flac", in: home.folder)
        let second = try sound.cut(cut..<30_000).write(to: "2.flac", in: home.folder)
        let played = try await play([first.shown, second.shown])
        #expect(played.isSilentAround(sound.pcm))
        #expect(played.json["queueIndex"].number == 1)
        #expect(played.json["queueCount"].number == 2)
    }

    @Test(
        "files of one rate join without a frame lost or added, whatever their word lengths and channels",
        arguments: [[(24, 2), (16, 2)], [(16, 1), (16, 2)], [(16, 2), (16, 1)], [(24, 1), (16, 2), (16, 1)]])
    func shapesJoined(shapes: [(bits: Int, channels: Int)]) async throws {
        var paths: [String] = []
        var music: [UInt8] = []
        let size = shapes[0].bits / 8
        for (place, shape) in shapes.enumerated() {
            let sound = Sound.noisy(frames: 12_000, channels: shape.channels, bits: shape.bits, seed: UInt64(place + 1))
            paths.append(try sound.write(to: place % 2 == 0 ? "\(place).flac" : "\(place).wav", in: home.folder).shown)
            music += (shape.channels == 2 ? sound : sound.inPair).pcm(bytesPerSample: size)
        }
        let played = try await play(paths)
        // Had the device been opened again, its file would have begun again.
        #expect(played.isSilentAround(music))
        let quality = played.json["quality"]
        #expect(quality["underruns"].number == 0)
        // Of the last one.
        #expect(quality["source"]["bits"].number == 16)
        #expect(quality["source"]["channels"].number == Double(shapes[shapes.count - 1].channels))
        #expect(quality["output"]["format"].text == (size == 2 ? "S16_LE" : "S24_3LE"))
        #expect(quality["output"]["bits"].number == Double(8 * size))
        #expect(quality["reason"].text == "no device")
    }

    @Test("a word length that was asked for is kept over a join")
    func askedBitsJoined() async throws {
        let sound = Sound.noisy(frames: 24_000, bits: 24)
        var first = sound.cut(0..<12_000)
        first.words = first.words.map { $0 & 0xFFFF_0000 }
        first.bits = 16
        let paths = [
            try first.write(to: "1.wav", in: home.folder).shown,
            try sound.cut(12_000..<24_000).write(to: "2.wav", in: home.folder).shown,
        ]
        let played = try await play(paths + ["--bits", "16"])
        #expect(played.holds(first.pcm))
        #expect(played.format == "S16_LE")
        // The second is in it whole, with nothing between: the silence behind it begins where it ends.
        let start = try #require(played.samples.firstRange(of: first.pcm.prefix(64))?.lowerBound)
        let end = try #require(played.samples.lastIndex { $0 != 0 })
        #expect(abs(end - start - sound.frameCount * 4) < 64)
        #expect(played.json["quality"]["reason"].text == "24 bits are dithered to the 16 of the device")
    }

    @Test("sixty files of ten milliseconds, far shorter than the device's buffer, are heard as the one uncut")
    func manyPieces() async throws {
        let sound = Sound.noisy(frames: 60 * 441)
        let pieces = try (0..<60).map { piece in
            try sound.cut((piece * 441)..<((piece + 1) * 441)).write(to: "\(piece).wav", in: home.folder).shown
        }
        let played = try await play(pieces)
        #expect(played.isSilentAround(sound.pcm))
        #expect(played.json["queueIndex"].number == 59)
        #expect(played.json["quality"]["underruns"].number == 0)
    }

    @Test("the tracks of a cue sheet are heard as their file uncut")
    func cue() async throws {
        let sound = Sound.noisy(frames: 30_000)
        try sound.write(to: "m/a.flac", in: home.folder)
        let sheet =
            "FILE \"a.flac\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nTRACK 02 AUDIO\nINDEX 00 00:00:10\nINDEX 01 00:00:20\n"
        let path = try home.folder.write(Array(sheet.utf8), to: "m/a.cue")
        let played = try await play([path.shown])
        #expect(played.isSilentAround(sound.pcm))
        #expect(played.json["track"]["cueTrack"].number == 2)
    }

    @Test(
        "what is rendered is what is played, sample for sample, with every stage and its dither",
        arguments: [
            [], ["--volume", "-6"], ["--volume", "-6", "--loudness", "medium"],
            ["--loudness", "strong", "--volume", "-20"],
        ] as [[String]], [16, 32])
    func rendered(options: [String], bits: Int) async throws {
        let sound = Sound.noisy(frames: 25_000)
        let path = try sound.write(to: "a.flac", in: home.folder)
        let output = home.folder.file("out.wav")
        let options = options + ["--bits", "\(bits)"]
        #expect(try await home.run(["render", path.shown, "-o", output.shown] + options).status == 0)
        let wanted = try samples(of: output)
        // Behind the music the filters ring out, so only what the music covers is compared.
        let played = try await play([path.shown] + options)
        #expect(played.holds(wanted))
        #expect(wanted.count == sound.pcm.count * bits / 16)
        #expect(played.json["quality"]["stages"].list.isEmpty == !options.contains("--volume"))
    }

    @Test("samples that are changed go out in the widest words the device takes, untouched ones in their own")
    func words() async throws {
        let path = try Sound.noisy(frames: 25_000).write(to: "a.flac", in: home.folder)
        for (options, format) in [([], "S16_LE"), (["--volume", "-6"], "S32_LE")] as [([String], String)] {
            let json = try await play([path.shown] + options).json
            #expect(json["quality"]["output"]["format"].text == format)
        }
    }

    @Test("--from begins there, and --seconds ends while it still plays")
    func part() async throws {
        let sound = Sound.noisy(frames: 88_200)
        let path = try sound.write(to: "a.flac", in: home.folder)
        // It rises over five milliseconds.
        let part = sound.cut((22_050 + 221)..<(22_050 + 10_000)).pcm
        let played = try await play([path.shown, "--from", "0.5", "--seconds", "0.3"])
        #expect(played.contains(part) && !played.holds(sound.cut(22_050..<23_000).pcm))
        let json = played.json
        #expect(json["status"].text == "playing")
        #expect((json["position"].number ?? 0) >= 0.8)
    }

    @Test("the state line has every key of the contract")
    func stateLine() async throws {
        let path = try Sound.noisy(frames: 5000).write(
            to: "a.flac", in: home.folder, "-T", "TITLE=T", "-T", "ARTIST=A", "-T", "ALBUM=B")
        let json = try await play([path.shown, "--volume", "-6"]).json
        #expect(
            json.keys == [
                "kind", "phase", "phaseReason", "source", "status", "pausedBy", "title", "artist", "album", "track",
                "position", "duration", "shuffle", "repeat", "liked", "loudness", "volume", "muted", "queueIndex",
                "queueCount", "sleepTimer", "buttons", "quality", "errors",
            ])
        #expect(json["track"].keys == ["path", "uri", "cueTrack"])
        let quality = json["quality"]
        #expect(quality.keys == ["source", "stages", "resampled", "output", "bitPerfect", "reason", "underruns"])
        #expect(quality["source"].keys == ["codec", "rate", "bits", "channels", "lossless"])
        #expect(quality["output"].keys == ["device", "format", "bits", "rate", "link", "codec", "hardwareVolumeDb"])
        #expect(
            ["kind", "phase", "source", "status", "title", "artist", "album", "repeat", "loudness"].map {
                json[$0].text
            } == ["state", "ready", "library", "stopped", "T", "A", "B", "off", "off"])
        #expect(json["volume"].number == -6)
        #expect(json["track"]["uri"].text == path.uri)
        #expect(quality["stages"].list.map(\.text) == ["volume"])
        #expect(quality["bitPerfect"].flag == false)
    }

    @Test("mono, six channels and MP3 are played to their end", arguments: ["mono.flac", "six.wav", "lossy.mp3"])
    func shapes(name: String) async throws {
        let channels = ["mono.flac": 1, "six.wav": 6][name] ?? 2
        let path = try Sound.noisy(frames: 11_025, channels: channels).write(to: name, in: home.folder)
        let run = try await home.run("play", "--audio", "null:", "--json", path.shown)
        #expect(run.status == 0)
        let json = try run.lines.last ?? JSONValue(nil)
        #expect(json["position"].number == 0.25)
        #expect(json["quality"]["source"]["channels"].number == Double(channels))
    }

    @Test("SIGTERM ends it in order: status 0, the state still said", arguments: [SIGTERM, SIGINT])
    func terminated(number: Int32) async throws {
        let path = try Sound.noisy(frames: 8000, rate: 8000, channels: 1).repeated(60).write(
            to: "a.flac", in: home.folder)
        let program = try home.start(["play", "--audio", "capture", "--json", path.shown])
        // It sounds as soon as something has come out.
        let captured = home.captured.shown
        #expect(await soon { ((try? FileManager.default.attributesOfItem(atPath: captured)[.size]) as? Int ?? 0) > 0 })
        program.signal(number)
        #expect(try await program.wait() == 0)
        #expect(program.output.hasPrefix(#"{"kind":"state""#))
        #expect(program.errors == "")
    }
}

/// A PulseAudio server of the test's own with one silent sink, reached by ALSA's `pulse` device.
final class PulseServer {
    private let server: Spawned

    private init(_ server: Spawned) { self.server = server }

    /// Starts one, and waits until it answers.
    static func start(_ home: Home) async throws -> PulseServer {
        let server = try Spawned(
            [
                "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes", "--use-pid-file=no",
                "-L", "module-null-sink rate=44100", "-L",
                "module-native-protocol-unix socket=\(home.folder.path)/run/pulse-test auth-anonymous=1",
            ].map { Array($0.utf8) }, environment: home.environment)
        guard
            await soon(
                within: 300, { access(home.folder.path + "/run/pulse-test", F_OK) == 0 || server.exitStatus != nil }),
            server.exitStatus == nil
        else { throw ToolFailure(description: "pulseaudio does not start: \(server.errors)") }
        return PulseServer(server)
    }

    func end() { server.killNow() }
}

@Suite("The program: play through PulseAudio", .serialized)
struct PulseProgramTests {
    private let home: Home

    init() throws {
        home = try Home()
        let text = "pcm.car { type pulse server \"unix:\(home.folder.path)/run/pulse-test\" }\n"
        try home.folder.write(Array(text.utf8), to: "home/.asoundrc")
    }

    @Test(
        "the position moves in real time: after two seconds of sound it is at two seconds, and not before they have passed"
    )
    func realTime() async throws {
        let server = try await PulseServer.start(home)
        defer { server.end() }
        let path = try Sound.noisy(frames: 44_100).repeated(10).write(to: "a.wav", in: home.folder)
        let start = SteadyClock.now
        let run = try await home.run("play", "--audio", "car", "--json", "--seconds", "2", path.shown)
        let passed = (SteadyClock.now - start) / .seconds(1)
        #expect(run.status == 0)
        let json = try run.lines.last ?? JSONValue(nil)
        let position = json["position"].number ?? 0
        #expect(json["status"].text == "playing")
        #expect(position >= 2)
        // The sound cannot be ahead of the time; how far behind it is depends on the machine.
        #expect(position <= passed + 0.1)
        #expect(json["quality"]["output"]["device"].text == "car")
        #expect(json["quality"]["bitPerfect"].flag != true)
    }

    @Test("a whole file is played to its end")
    func whole() async throws {
        let server = try await PulseServer.start(home)
        defer { server.end() }
        let path = try Sound.noisy(frames: 22_050).write(to: "a.flac", in: home.folder)
        let run = try await home.run("play", "--audio", "car", "--json", path.shown)
        #expect(run.status == 0)
        #expect(run.errors == [])
        #expect(try run.lines.last?["position"].number == 0.5)
        #expect(try run.lines.last?["status"].text == "stopped")
    }

    @Test("a server that comes later: the head unit says once what is missing, tries on, and plays by itself")
    func late() async throws {
        let path = try Sound.noisy(frames: 8000, rate: 8000, channels: 1).repeated(20).write(
            to: "m/a.wav", in: home.folder)
        try home.writeResume(path, seconds: 5, isPlaying: true)
        let program = try home.start(["--audio", "car", "--music", home.folder.path + "/m"])
        #expect(await soon { program.errors.contains("car: ") })
        // More than one try must have failed before the server is there.
        #expect(await soon { home.resume?.pausedBy == .device })
        try await Task.sleep(for: .milliseconds(2500))
        #expect(program.errorLines.filter { $0.contains("car: ") }.count == 1)
        let server = try await PulseServer.start(home)
        defer { server.end() }
        #expect(await soon { home.resume?.status == .playing && home.resume?.pausedBy == nil })
        program.signal(SIGTERM)
        #expect(try await program.wait() == 0)
        #expect((home.resumedSeconds ?? 0) >= 5)
        #expect(home.resume?.status == .playing)
    }

    @Test("a server that goes away pauses the music, and what was heard is kept")
    func gone() async throws {
        let server = try await PulseServer.start(home)
        defer { server.end() }
        let path = try Sound.noisy(frames: 8000, rate: 8000, channels: 1).repeated(20).write(
            to: "m/a.wav", in: home.folder)
        let program = try home.start(["--audio", "car", "--music", home.folder.path + "/m"])
        #expect(await soon { home.resume?.status == .playing })
        server.end()
        #expect(await soon { home.resume?.pausedBy == .device })
        program.signal(SIGTERM)
        #expect(try await program.wait() == 0)
        #expect(home.resume?.item?.path == path)
        #expect(program.errorLines.contains { $0.contains("car: ") })
    }
}
