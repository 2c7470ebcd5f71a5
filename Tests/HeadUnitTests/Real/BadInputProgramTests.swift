import AudioCore
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import HeadUnit

@Suite("The program: bad input is said in one line, and the rest goes on")
struct BadInputProgramTests {
    private let home: Home
    private let good: RawPath

    init() throws {
        home = try Home()
        good = try Sound.noisy(frames: 3000).write(to: "good.flac", in: home.folder)
    }

    private func play(_ paths: RawPath...) async throws -> Run {
        let words = ["play", "--audio", "null:", "--json"].map { Array($0.utf8) }
        return try await home.run(raw: words + paths.map(\.bytes))
    }

    /// One line on standard error about `path`, one line of JSON, status 1, and `good` is played to its end.
    private func expectOneFault(_ bad: RawPath, code: String, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        for order in [[bad, good], [good, bad]] {
            let run = try await play(order[0], order[1])
            #expect(run.status == 1, sourceLocation: sourceLocation)
            #expect(run.errors.count == 1, "\(run.errors)", sourceLocation: sourceLocation)
            #expect(
                run.errors.first?.hasPrefix("carillon: \(bad.shown): ") == true, "\(run.errors)",
                sourceLocation: sourceLocation)
            let lines = try run.lines
            #expect(lines.map { $0["kind"].text } == ["error", "state"], sourceLocation: sourceLocation)
            #expect(lines.first?["code"].text == code, sourceLocation: sourceLocation)
            #expect(lines.first?["path"].text == bad.shown, sourceLocation: sourceLocation)
            #expect(lines.last?["errors"].list.count == 1, sourceLocation: sourceLocation)
            #expect(lines.last?["status"].text == "stopped", sourceLocation: sourceLocation)
        }
    }

    @Test("a text named .mp3")
    func text() async throws {
        try await expectOneFault(
            try home.folder.write(Array("This is no music.\n".utf8), to: "text.mp3"), code: "notSupported")
    }

    @Test("an empty file")
    func empty() async throws {
        try await expectOneFault(try home.folder.write([], to: "empty.flac"), code: "notSupported")
    }

    @Test("a file that is not there")
    func missing() async throws {
        try await expectOneFault(home.folder.file("missing.flac"), code: "notSupported")
    }

    @Test("a FIFO is refused at once, not waited for")
    func fifo() async throws {
        let path = home.folder.file("fifo.flac")
        #expect(path.withCString { mkfifo($0, 0o600) } == 0)
        try await expectOneFault(path, code: "notSupported")
    }

    @Test("a truncated FLAC plays to its last whole frame, then says so")
    func truncated() async throws {
        let whole = try Sound.noisy(frames: 40_000).write(to: "whole.flac", in: home.folder)
        let bytes = Array(try Data(contentsOf: URL(filePath: whole.shown)))
        let bad = try home.folder.write(Array(bytes[..<(bytes.count * 2 / 3)]), to: "cut.flac")
        try await expectOneFault(bad, code: "decode")
        let run = try await play(bad)
        let position = try run.lines.last?["position"].number ?? 0
        #expect(position > 0.3 && position < 40_000 / 44_100.0)
    }

    @Test("a FLAC named .mp3 is played: content counts, not the name")
    func foreignName() async throws {
        let path = home.folder.file("really-flac.mp3")
        try FileManager.default.copyItem(atPath: good.shown, toPath: path.shown)
        let run = try await play(path)
        #expect(run.status == 0)
        #expect(run.errors == [])
        #expect(try run.lines.last?["quality"]["source"]["codec"].text == "flac")
    }

    @Test("tags that are no UTF-8 are repaired, and the line of JSON is whole")
    func badTags() async throws {
        var bytes = Array(
            try Data(
                contentsOf: URL(
                    filePath: try Sound.noisy(frames: 3000).write(
                        to: "tags.flac", in: home.folder, "-T", "TITLE=QQQQ", "-T", "ARTIST=Kino"
                    ).shown)))
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("QQQQ".utf8)) })
        bytes.replaceSubrange(start..<(start + 4), with: [0xFF, 0xC3, 0x28, 0x80])
        let path = try home.folder.write(bytes, to: "tags.flac")
        let run = try await play(path)
        #expect(run.status == 0)
        #expect(run.errors == [])
        #expect(try run.lines.last?["artist"].text == "Kino")
        #expect(try run.lines.last?["title"].text?.isEmpty == false)
    }

    @Test("a name that is no UTF-8 is played by its bytes, and its URI keeps them")
    func rawName() async throws {
        let path = RawPath(home.folder.path).appending([0xFF, 0xFE] + Array(".flac".utf8))
        let bytes = Array(try Data(contentsOf: URL(filePath: good.shown)))
        let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
        #expect(write(descriptor, bytes, bytes.count) == bytes.count)
        close(descriptor)
        let run = try await play(path)
        #expect(run.status == 0)
        let track = try run.lines.last?["track"]
        #expect(track?["uri"].text == path.uri)
        #expect(track?["path"].text == path.shown)
        // Found in a folder it is the same.
        let inFolder = try await play(RawPath(home.folder.path))
        #expect(inFolder.status == 0)
        #expect(try inFolder.lines.last?["queueCount"].number == 2)
    }

    @Test("all of it in one batch: a line each, and every good file is played")
    func batch() async throws {
        try home.folder.write(Array("text".utf8), to: "m/1.mp3")
        try home.folder.write([], to: "m/2.flac")
        try Sound.noisy(frames: 2000).write(to: "m/3.flac", in: home.folder)
        try home.folder.write([0xFF, 0xFB, 0x90], to: "m/4.mp3")
        try Sound.noisy(frames: 2000).write(to: "m/5.wav", in: home.folder)
        let run = try await play(home.folder.file("m"))
        #expect(run.status == 1)
        #expect(run.errors.count == 3)
        let state = try run.lines.last
        #expect(state?["queueIndex"].number == 4)
        #expect(state?["queueCount"].number == 5)
        #expect(state?["position"].number == 0.045)
    }

    @Test("a folder without permission is one line, the other folders are played", .enabled(if: geteuid() == 0))
    func noPermission() async throws {
        // As root nothing is forbidden, so another user does it.
        for name in ["", "/home", "/run", "/state", "/cache", "/config"] {
            #expect(chmod(home.folder.path + name, 0o777) == 0)
        }
        try Sound.noisy(frames: 2000).write(to: "closed/a.wav", in: home.folder)
        let open = try Sound.noisy(frames: 2000).write(to: "open/b.wav", in: home.folder)
        #expect(chmod(home.folder.path + "/closed", 0o700) == 0)
        #expect(chmod(open.shown, 0o644) == 0)
        let words = ["play", "--audio", "null:", "--json", home.folder.path + "/closed", home.folder.path + "/open"]
        let program = try home.startAsNobody(words)
        let status = try await program.wait()
        // Where another user may not even start the program, there is nothing to be tested.
        if status == 126 || status == 127 || program.errors.hasPrefix("setpriv") { return }
        let run = Run(status: status, output: program.output, errors: program.errorLines)
        #expect(run.status == 1)
        #expect(
            run.errors == ["carillon: \(home.folder.path)/closed: cannot be listed: permission denied"]
                || run.errors.count == 1)
        #expect(run.errors.first?.contains("ermission denied") == true)
        #expect(try run.lines.last?["track"]["path"].text == open.shown)
        #expect(try run.lines.last?["status"].text == "stopped")
    }

    @Test(
        "a device that is not there is one line with what to do, status 1",
        arguments: ["hw:CARD=Nothing,DEV=0", "nonsense", "hw:99"])
    func missingDevice(name: String) async throws {
        let run = try await home.run("play", "--audio", name, "--json", good.shown)
        #expect(run.status == 1)
        #expect(run.errors.count == 1, "\(run.errors)")
        #expect(run.errors.first?.contains("\(name): ") == true)
        let lines = try run.lines
        #expect(lines.map { $0["kind"].text } == ["error", "state"])
        #expect(lines.first?["code"].text == "device")
        // Nobody waits for it: the run is over.
        #expect(lines.last?["status"].text == "stopped")
        #expect(lines.last?["pausedBy"].text == "device")
    }

    @Test("a folder without music plays nothing, and is named")
    func nothing() async throws {
        try home.folder.write(Array("x".utf8), to: "m/readme.txt")
        let run = try await play(home.folder.file("m"))
        #expect(run.status == 0)
        #expect(run.errors == ["carillon: \(home.folder.file("m").shown): there is no music in it"])
        #expect(try run.lines.map { $0["kind"].text } == ["state"])
        #expect(try run.lines.last?["status"].text == "stopped")
        #expect(try run.lines.last?["queueCount"].number == 0)
        let output = home.folder.file("out.wav")
        let render = try await home.run("render", home.folder.file("m").shown, "-o", output.shown)
        #expect(render.status == 1)
        #expect(render.errors == run.errors)
    }

    @Test("what is there and is no file is told as what it is, by every subcommand")
    func noFiles() async throws {
        let fifo = home.folder.file("fifo.flac")
        #expect(fifo.withCString { mkfifo($0, 0o600) } == 0)
        let output = home.folder.file("out.wav").shown
        for path in [fifo.shown, "/dev/zero"] {
            for words in [
                ["play", "--audio", "null:", path], ["render", path, "-o", output], ["info", path],
            ] {
                let run = try await home.run(words)
                #expect(run.status == 1)
                #expect(run.errors == ["carillon: \(path): is not a regular file"])
            }
        }
    }

    private static let faultySheets: [(lines: [String], status: Int32, frames: Int, fault: String)] = [
        (
            // What is in front of the first track is heard, whatever becomes of the track.
            ["FILE \"a.wav\" WAVE", "TRACK 01 AUDIO", "INDEX 01 50:00:00"], 1, 24_000,
            "a.wav: track 1 starts at 50:00, behind its end at 0:03"
        ),
        (
            ["FILE \"a.wav\" WAVE", "TRACK 01 AUDIO", "INDEX 01 00:00:00", "TRACK 02 AUDIO", "INDEX 01 99:00:00"], 1,
            24_000, "a.wav: track 2 starts at 1:39:00, behind its end at 0:03"
        ),
        (
            ["FILE \"a.wav\" WAVE", "TRACK 01 AUDIO", "INDEX 01 00:00:00", "TRACK 02 AUDIO", "INDEX 01 00:00:00"], 0,
            24_000, "s.cue:4: track 2 begins where track 1 does, which is empty (a later INDEX 01)"
        ),
        (
            ["TRACK 01 AUDIO", "FILE \"a.wav\" WAVE", "INDEX 01 00:00:00"], 0, 24_000,
            "s.cue:1: TRACK 1 in front of any FILE (FILE \"name.wav\" WAVE)"
        ),
        (
            ["INDEX 01 00:00:00", "FILE \"a.wav\" WAVE", "TRACK 01 AUDIO", "INDEX 01 00:00:00"], 0, 24_000,
            "s.cue:1: INDEX in front of any TRACK (TRACK 01 AUDIO)"
        ),
        (
            ["TRACK 01 AUDIO", "INDEX 01 00:00:00"], 1, 0,
            "s.cue:1: TRACK 1 in front of any FILE (FILE \"name.wav\" WAVE)"
        ),
        (["FILE \"a.wav\" WAVE", "TRACK 01 AUDIO"], 1, 0, "s.cue:2: track 1 has no INDEX (INDEX 01 MM:SS:FF)"),
        (
            ["FILE \"m\" WAVE", "TRACK 01 AUDIO", "INDEX 01 00:00:00"], 1, 0,
            "s.cue: the sheet names “m”, which is a folder, not a file"
        ),
    ]

    @Test(
        "a fault of a cue sheet is the same to info and render: status 1 when it costs music, and only then",
        arguments: faultySheets)
    func cueFaults(_ sheet: (lines: [String], status: Int32, frames: Int, fault: String)) async throws {
        try Sound.noisy(frames: 24_000, rate: 8000, channels: 1).write(to: "a.wav", in: home.folder)
        try home.folder.write([1], to: "m/x")
        let cue = try home.folder.write(Array(sheet.lines.joined(separator: "\n").utf8), to: "s.cue").shown
        let output = home.folder.file("out.wav")
        let info = try await home.run("info", "--json", cue)
        #expect(info.status == sheet.status)
        #expect(info.errors.first == "carillon: \(home.folder.path)/\(sheet.fault)")
        let tracks = try info.lines.first?["tracks"].list ?? []
        #expect(tracks.last?["endFrame"].number ?? 0 == Double(sheet.frames))
        let render = try await home.run("render", "--quiet", cue, "-o", output.shown)
        #expect(render.status == sheet.status)
        #expect(render.errors.count >= 1)
        if sheet.frames > 0 {
            #expect(try samples(of: output).count == sheet.frames * 2)
        } else {
            #expect(!FileManager.default.fileExists(atPath: output.shown))
        }
    }

    @Test("control characters of names and tags are shown, not obeyed; JSON has them as they are")
    func controls() async throws {
        let name = "bad\nname\u{1B}[31m.mp3"
        let path = home.folder.file(name)
        let run = try await play(path)
        #expect(run.errors == ["carillon: \(home.folder.path)/bad␊name␛[31m.mp3: no such file or folder"])
        #expect(try run.lines.first?["path"].text == path.shown)
        let tagged = try Sound.noisy(frames: 500).write(
            to: "a.flac", in: home.folder, "-T", "ALBUM=One\u{1B}]0;x\u{07}\nTwo\u{9B}2J")
        let words = try await home.run("info", tagged.shown)
        #expect(words.output.contains("One␛]0;x␇␊Two\u{FFFD}2J\n"))
        #expect(words.output.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
        let json = try await home.run("info", "--json", tagged.shown)
        #expect(try json.lines.first?["tags"]["album"].text == "One\u{1B}]0;x\u{07}\nTwo\u{9B}2J")
    }

    @Test("when the last file cannot be played, the state speaks of the one before; unknown words are null")
    func lastFailed() async throws {
        let run = try await play(good, home.folder.file("missing.flac"))
        let state = try #require(try run.lines.last)
        #expect(run.status == 1)
        #expect(state["status"].text == "stopped")
        #expect(state["track"]["path"].text == good.shown)
        #expect(state["title"].text == "good")
        #expect(state["artist"].isNull && state["album"].isNull)
        #expect(state["position"].number == 0.068)
        #expect(state["quality"]["source"]["codec"].text == "flac")
        let bad = try home.folder.write(Array("no music".utf8), to: "bad.mp3")
        let behind = try await play(good, bad)
        #expect(try behind.lines.last?["track"]["path"].text == good.shown)
        #expect(try behind.lines.last?["quality"]["source"]["codec"].text == "flac")
    }

    @Test("no second of sound: the state still tells what would have been heard")
    func noSecond() async throws {
        let run = try await home.run("play", "--audio", "null:", "--json", "--seconds", "0", good.shown)
        #expect(run.status == 0)
        #expect(try run.lines.last?["track"]["path"].text == good.shown)
        #expect(try run.lines.last?["quality"]["source"]["rate"].number == 44_100)
    }

    @Test(
        "files cut at random are survived: each is played as far as it goes, or said",
        arguments: ["flac", "mp3", "wav"])
    func cutAnywhere(ending: String) async throws {
        let path = try Sound.noisy(frames: 4000).write(to: "whole.\(ending)", in: home.folder)
        let bytes = Array(try Data(contentsOf: URL(filePath: path.shown)))
        var random = SeededNumbers(seed: 7)
        for number in 10..<30 {
            let length = Int.random(in: 0..<bytes.count, using: &random)
            try home.folder.write(Array(bytes[..<length]), to: "cut/\(number).\(ending)")
        }
        let output = home.folder.file("out.wav")
        let run = try await home.run("render", home.folder.path + "/cut", good.shown, "-o", output.shown)
        #expect(run.status < 2)
        #expect(run.errors.allSatisfy { $0.hasPrefix("carillon: \(home.folder.path)/") })
        #expect(try samples(of: output).count >= 4 * 3000)
    }
}
