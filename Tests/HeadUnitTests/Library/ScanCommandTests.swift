import AudioCore
import FoundationEssentials
import Glibc
import MusicLibrary
import TestSupport
import Testing

@testable import HeadUnit

/// Runs the program that was built beside these tests.
private func carillon(_ arguments: [String]) throws -> (status: Int32, output: String, words: String) {
    let folder = TemporaryFolder()
    let (out, err) = (folder.file("out"), folder.file("err"))
    // Where the tests are a library that a helper of the toolchain has loaded, the program is not beside the helper.
    let root = RawPath(#filePath).directory.directory.directory.directory
    let program = ProgramRun.path ?? root.appending(".build").appending("debug").appending("carillon").shown
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, out.shown, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, err.shown, O_WRONLY | O_CREAT, 0o600)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    defer { words.forEach { free($0) } }
    words.append(nil)
    var child: pid_t = 0
    try #require(posix_spawn(&child, program, &actions, nil, words, environ) == 0, "\(program)")
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 { try #require(errno == EINTR) }
    func text(_ path: RawPath) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path.shown)), as: UTF8.self)
    }
    return (status >> 8 & 0xFF, try text(out), try text(err))
}

@Suite struct ScanCommandTests {
    /// The line of the contract, every key in it.
    private struct Line: Decodable, Equatable {
        struct Failure: Decodable, Equatable {
            var path: String
            var reason: String
        }

        var kind: String
        var files: Int
        var tracks: Int
        var albums: Int
        var added: Int
        var changed: Int
        var removed: Int
        var unavailable: Int
        var failed: [Failure]
        var seconds: Double
    }

    private static func line(_ output: String) throws -> Line {
        let last = output.split(separator: "\n").last.map(String.init) ?? ""
        #expect(output.hasSuffix("\n"))
        return try JSONDecoder().decode(Line.self, from: Data(last.utf8))
    }

    @Test("the keys of the JSON line stand in the order of the contract")
    @MainActor func keys() {
        var report = ScanReport()
        report.failed = [ScanFailure(path: "a\"b", reason: "x")]
        report.seconds = 1.25
        #expect(
            ScanCommand.json(report).text
                == #"{"kind":"scan","files":0,"tracks":0,"albums":0,"added":0,"changed":0,"removed":0,"unavailable":0,"#
                + #""failed":[{"path":"a\"b","reason":"x"}],"seconds":1.25,"gain":null}"#)
    }

    @Test("a tree is scanned, scanned again, loses a file, and is absent")
    func endToEnd() throws {
        let folder = TemporaryFolder()
        let (music, cache) = (folder.file("music"), folder.file("cache"))
        let flags = ["--json", "--cache", cache.shown, "--state", folder.file("state").shown]
        let first = try folder.write(wav(["TIT2": "One", "TALB": "A", "TPE1": "X"]), to: "music/a/1.wav")
        try folder.write(wav(["TIT2": "Two", "TALB": "A", "TPE1": "X"]), to: "music/a/2.wav")
        let bad = try folder.write(Array("<html>not found</html>".utf8), to: "music/a/3.flac")
        try folder.write(wav([:]), to: "music/live/x.wav")
        let sheet = """
            TITLE "Live"
            FILE "x.wav" WAVE
              TRACK 01 AUDIO
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                INDEX 01 00:00:20
            """
        try folder.write(Array(sheet.utf8), to: "music/live/x.cue")

        var run = try carillon(["scan"] + flags + [music.shown])
        var line = try Self.line(run.output)
        #expect(run.status == 0 && line.kind == "scan")
        #expect(line.files == 4 && line.tracks == 4 && line.albums == 2 && line.added == 4)
        #expect(line.changed == 0 && line.removed == 0 && line.unavailable == 0 && line.seconds > 0)
        #expect(line.failed.map(\.path) == [bad.shown] && line.failed[0].reason.contains("not FLAC"))

        run = try carillon(["scan"] + flags + ["--music", music.shown])
        line = try Self.line(run.output)
        #expect(line.tracks == 4 && line.added == 0 && line.changed == 0 && line.failed.count == 1)

        unlink(first.shown)
        line = try Self.line(try carillon(["scan"] + flags + [music.shown]).output)
        #expect(line.tracks == 3 && line.removed == 1 && line.added == 0)

        #expect(rename(music.shown, folder.file("away").shown) == 0)
        run = try carillon(["scan"] + flags + [music.shown])
        line = try Self.line(run.output)
        #expect(run.status == 1 && run.words.contains(music.shown), "a folder that was named is not there")
        #expect(line.tracks == 3 && line.unavailable == 3 && line.removed == 0 && line.files == 0)
    }

    @Test("without --json there is one line for people, and no bar in a file")
    func summary() throws {
        let folder = TemporaryFolder()
        let file = try folder.write(wav([:]), to: "music/1.wav")
        let run = try carillon(["scan", "--cache", folder.file("cache").shown, file.directory.shown])
        #expect(run.status == 0 && run.output.hasPrefix("1 track on 1 album in 1 file: 1 new"))
        #expect(run.output.split(separator: "\n").count == 1 && run.words.isEmpty)
    }

    @Test("a folder that was named and is not there, or is none, is told once, with the reason")
    func absent() throws {
        let folder = TemporaryFolder()
        let fifo = folder.file("fifo")
        #expect(fifo.withCString { mkfifo($0, 0o600) } == 0)
        for (path, why) in [(folder.file("gone"), "no such file or folder"), (fifo, "is not a regular file")] {
            for flags in [[], ["--json"], ["--quiet"]] {
                let run = try carillon(["scan", "--cache", folder.file("cache").shown] + flags + [path.shown])
                #expect(run.status == 1)
                #expect(run.words == "carillon: \(path.shown): \(why)\n")
            }
        }
    }

    @Test("a configuration that was named and is not there ends it")
    func namedConfig() throws {
        let folder = TemporaryFolder()
        let file = try folder.write(wav([:]), to: "music/1.wav")
        let config = folder.file("nowhere.json").shown
        let run = try carillon([
            "scan", "--cache", folder.file("cache").shown, "--config", config, file.directory.shown,
        ])
        #expect(run.status == 2)
        #expect(run.words == "carillon: --config \(config): no such file or directory\n")
    }

    @Test(
        "wrong usage is told and exits with 2",
        arguments: [
            (["--gian"], "--gain"), (["--jsn"], "--json"), (["--cache"], "--cache needs"),
            ([""], "empty name"),
        ])
    func usage(arguments: [String], words: String) throws {
        let run = try carillon(["scan"] + arguments)
        #expect(run.status == 2 && run.words.contains(words) && run.output.isEmpty)
    }

    @Test("a library that cannot be saved is a failure with the file's name")
    func unsaved() throws {
        let folder = TemporaryFolder()
        try folder.write(wav([:]), to: "music/1.wav")
        let plain = try folder.write([1], to: "plain")
        let run = try carillon(["scan", "--json", "--cache", plain.shown + "/x", folder.file("music").shown])
        #expect(run.status == 1 && run.words.contains("library.index"))
        #expect(try Self.line(run.output).tracks == 1)
    }
}
