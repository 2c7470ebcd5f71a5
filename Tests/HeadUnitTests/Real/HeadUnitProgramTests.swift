import AudioCore
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import HeadUnit

@Suite("The program: the head unit plays on where it was")
struct HeadUnitProgramTests {
    private let home: Home
    /// A minute of music that is made quickly.
    private let music: RawPath
    private static let minute = Sound.noisy(frames: 8000, rate: 8000, channels: 1).repeated(60).wav

    init() throws {
        home = try Home()
        music = try home.folder.write(Self.minute, to: "music/minute.wav")
    }

    private func start(_ words: String...) throws -> Spawned {
        try home.start(["--audio", "null:", "--music", home.folder.path + "/music"] + words)
    }

    private func end(_ program: Spawned) async throws {
        program.signal(SIGTERM)
        #expect(try await program.wait() == 0)
    }

    @Test("without a resume point it plays what there is; SIGTERM saves where it was and ends with status 0")
    func fresh() async throws {
        let program = try start()
        #expect(await soon { home.resume?.status == .playing })
        try await end(program)
        #expect(home.resume?.item == QueueItem(path: music))
        #expect(home.resume?.status == .playing)
        #expect(home.resume?.title == "minute")
        #expect(program.errors == "")
    }

    @Test("a terminal that closes (SIGHUP) ends it as SIGTERM does: what plays is saved, status 0")
    func hangUp() async throws {
        let program = try start()
        #expect(await soon { home.resume?.status == .playing })
        program.signal(SIGHUP)
        #expect(try await program.wait() == 0)
        #expect(home.resume?.item == QueueItem(path: music))
        let play = try home.start(["play", "--audio", "null:", "--json", music.shown])
        #expect(await soon { signalIsCaught(SIGHUP, by: play) })
        play.signal(SIGHUP)
        #expect(try await play.wait() == 0)
        #expect(play.output.hasPrefix("{\"kind\":\"state\","))
    }

    /// The kernel's list of the signals that a process handles (proc(5), SigCgt).
    private func signalIsCaught(_ number: Int32, by program: Spawned) -> Bool {
        let text = (try? String(contentsOfFile: "/proc/\(program.identifier)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
        let mask = line?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } ?? 0
        return mask >> UInt64(number - 1) & 1 == 1
    }

    @Test("one folder is one place, however it was typed: the resume point is the same")
    func spelling() async throws {
        for spelling in ["/./music", "//music//", "/music/../music/.", "/state/../music"] {
            let program = try home.start(["--audio", "null:", "--music", home.folder.path + spelling])
            #expect(await soon { home.resume?.status == .playing })
            try await end(program)
            #expect(home.resume?.item == QueueItem(path: music))
            try FileManager.default.removeItem(atPath: home.state.shown)
        }
    }

    @Test("what a start lacks is said without --verbose: music, folders, the lock's note, the documents")
    func lacks() async throws {
        let empty = home.folder.path + "/empty"
        let config = home.folder.path + "/config.json"
        try home.folder.write(Array(#"{"templates": "nowhere"}"#.utf8), to: "config.json")
        let templates = home.folder.path + "/no templates"
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            atPath: home.state.appending("lock").shown, withIntermediateDirectories: true)
        let program = try home.start([
            "--audio", "null:", "--music", empty, "--config", config, "--templates", templates,
        ])
        for line in [
            "no music found in \(empty)",
            "\(config):1:15: templates is \(home.folder.path)/nowhere: "
                + "no such file or directory (a folder of screen documents)",
            "\(home.state.shown)/lock cannot be opened: is a directory; the folder is locked, "
                + "but a second carillon cannot say by whom",
            "\(templates):1:1: is no folder of screen documents (--templates DIR)",
        ] {
            #expect(await soon { program.errorLines.contains("carillon: \(line)") }, "\(line)")
        }
        try await end(program)
        #expect(program.errorLines.count == 4, "\(program.errorLines)")
    }

    @Test("power lost while it plays costs at most ten seconds of position")
    func powerLoss() async throws {
        try home.writeResume(music, seconds: 20, isPlaying: true)
        let begun = SteadyClock.now
        let program = try start()
        // Nothing is pressed, and yet the position goes on to the medium.
        #expect(await soon { (home.resumedSeconds ?? 0) >= 25 })
        program.killNow()
        let played = (SteadyClock.now - begun) / .seconds(1)
        let kept = home.resumedSeconds ?? 0
        #expect(kept <= 20 + played + 0.1)
        #expect(home.resume?.status == .playing)
        // The next start goes on from there.
        let again = try start()
        let restarted = SteadyClock.now
        #expect(await soon { home.resume.map { Double($0.position) / 1000 > kept } ?? false })
        try await end(again)
        let played2 = (SteadyClock.now - restarted) / .seconds(1)
        #expect((home.resumedSeconds ?? 0) >= kept)
        #expect((home.resumedSeconds ?? 99) <= kept + played2 + 0.1)
        #expect(again.errors == "")
    }

    @Test("paused, it stays paused, does not open the device, and wakes up at most twice a second")
    func paused() async throws {
        try home.writeResume(music, seconds: 20, isPlaying: false)
        let program = try start()
        #expect(await soon { FileManager.default.fileExists(atPath: home.state.appending("lock").shown) })
        // The start settles first; then three seconds are counted.
        var counts: [Int] = []
        while counts.count < 5, counts.last ?? 7 > 6 {
            let before = wakeUps(of: program)
            try await Task.sleep(for: .seconds(3))
            counts.append(wakeUps(of: program) - before)
        }
        #expect(counts.last ?? 7 <= 6, "\(counts)")
        try await end(program)
        #expect(home.resume?.status == .paused)
        #expect(home.resume?.pausedBy == .user)
        #expect(home.resumedSeconds == 20)
    }

    private func wakeUps(of program: Spawned) -> Int {
        let folder = "/proc/\(program.identifier)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return threads.reduce(0) { sum, thread in
            let text = (try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)) ?? ""
            let line = text.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
            return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
        }
    }

    @Test("a second head unit on the same state is refused with the number of the first")
    func second() async throws {
        let first = try start()
        #expect(
            await soon {
                FileManager.default.fileExists(atPath: home.state.appending("lock").shown) && home.resume != nil
            })
        let run = try await home.run("--audio", "null:", "--music", home.folder.path + "/music")
        #expect(run.status == 1)
        #expect(
            run.errors == [
                "carillon: \(home.state.shown) is in use by carillon with process number \(first.identifier)"
            ])
        #expect(first.exitStatus == nil)
        try await end(first)
        // The lock ends with the program.
        let third = try start()
        #expect(await soon { lockHolder == third.identifier })
        try await end(third)
    }

    /// The process number in the lock's file.
    private var lockHolder: Int32? {
        let path = home.state.appending("lock").shown
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        return Int32(text.prefix { $0 != "\n" })
    }

    @Test("volume, loudness and repeat of the run before are there again, and kept")
    func settings() async throws {
        try home.writeResume(music, seconds: 3, isPlaying: true) { $0.repeatMode = .all }
        let settings = OwnerSettings(volume: -12, isMuted: true, loudness: "medium")
        #expect(writeSettings(settings))
        let program = try start()
        #expect(await soon { (home.resumedSeconds ?? 0) > 3 })
        try await end(program)
        #expect(home.resume?.repeatMode == .all)
        #expect(home.resume?.volume == -12)
        #expect(home.resume?.isMuted == true)
        #expect(home.resume?.loudness == "medium")
    }

    @Test("a start is never louder than the builder allows")
    func startVolume() async throws {
        try home.writeResume(music, seconds: 3, isPlaying: true)
        #expect(writeSettings(OwnerSettings(volume: -3)))
        try home.folder.write(Array(#"{"sound": {"startVolumeMax": -20}}"#.utf8), to: "config/carillon/config.json")
        let program = try start()
        #expect(await soon { (home.resumedSeconds ?? 0) > 3 })
        try await end(program)
        #expect(home.resume?.volume == -20)
    }

    private func writeSettings(_ settings: OwnerSettings) -> Bool {
        var file = SnapshotFile<OwnerSettings>(
            name: OwnerSettings.name, version: OwnerSettings.version, folder: home.state, files: LinuxFileSystem()
        ) { _ in }
        return file.save(settings)
    }

    @Test("a damaged resume point is set aside, said once, and the music starts", arguments: ["cut", "noise", "empty"])
    func damaged(kind: String) async throws {
        try home.writeResume(music, seconds: 20, isPlaying: true)
        let file = home.state.appending("resume.json")
        var bytes = Array(try Data(contentsOf: URL(filePath: file.shown)))
        switch kind {
        case "cut": bytes.removeLast(5000)
        case "noise": for index in 100..<400 { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
        default: bytes = []
        }
        try Data(bytes).write(to: URL(filePath: file.shown))
        let program = try start()
        #expect(await soon { home.resume?.status == .playing })
        try await end(program)
        #expect(program.errorLines.count == 1)
        #expect(program.errorLines.first?.contains("resume.json is damaged") == true)
        let aside = home.state.appending("resume.corrupt-1.json")
        #expect(Array(try Data(contentsOf: URL(filePath: aside.shown))) == bytes)
    }

    @Test(
        "state files of a newer version are left as they are, and the music plays all the same",
        arguments: ["resume", "settings", "queue"])
    func newer(name: String) async throws {
        let content = Array(#"{"version": 99, "something": "new"}"#.utf8)
        let path = try home.folder.write(content, to: "state/carillon/\(name).json")
        let program = try start()
        #expect(await soon { program.errors.contains("newer version") })
        // A newer resume point is not written over, so nothing outside tells that the music plays.
        if name != "resume" { #expect(await soon { home.resume?.status == .playing }) }
        try await end(program)
        #expect(Array(try Data(contentsOf: URL(filePath: path.shown))) == content)
        #expect(program.errorLines.count == 1)
        #expect(program.errorLines.first?.contains("\(name).json") == true)
    }

    @Test("a state folder that cannot be made is one line and status 1")
    func noFolder() async throws {
        let file = try home.folder.write([1], to: "file")
        let run = try await home.run(
            "--audio", "null:", "--state", file.shown + "/state", "--music", home.folder.path + "/music")
        #expect(run.status == 1)
        #expect(run.errors.count == 1)
        #expect(run.errors.first?.contains(file.shown) == true)
    }

    @Test(
        "where nothing can be written the music plays, and it is said that nothing is remembered",
        .enabled(if: access("/sys/kernel", F_OK) == 0, "needs the kernel's own file system"))
    func readOnly() async throws {
        // No folder can be made there, by root either.
        home.extraEnvironment["XDG_STATE_HOME"] = "/sys/state"
        try home.makeCaptureDevice()
        let program = try home.start(["--audio", "capture", "--music", home.folder.path + "/music"])
        #expect(await soon { (try? FileByteSource(home.captured).size ?? 0) ?? 0 > 0 })
        #expect(program.errorLines.contains { $0.contains("/sys/state") && $0.contains("nothing is remembered") })
        try await end(program)
    }

    @Test("the builder's config is read, and its faults are said while the music plays")
    func config() async throws {
        let text = #"{"music": ["\#(home.folder.path)/music"], "audio": "null:", "musik": 1}"#
        try home.folder.write(Array(text.utf8), to: "config/carillon/config.json")
        let program = try home.start([])
        #expect(await soon { home.resume?.status == .playing })
        try await end(program)
        #expect(home.resume?.item?.path == music)
        let column = text.utf8.count - #""musik": 1}"#.utf8.count + 1
        #expect(
            program.errorLines.filter { $0.contains("config.json") } == [
                "carillon: \(home.folder.path)/config/carillon/config.json:1:\(column): "
                    + #"unknown key "musik" (did you mean "music"?)"#
            ])
    }

    @Test("what is wrong in the owner's equalizer curve is said at the start")
    func equalizerFault() async throws {
        try home.folder.write(
            Array("{\"parametric\": [\n{\"type\": \"peek\"}]}".utf8), to: "config/carillon/equalizer.json")
        let program = try start()
        #expect(await soon { program.errorLines.contains { $0.contains("equalizer.json:2:10") } })
        try await end(program)
    }

    @Test("the resumed track has gone: it is said, what is there plays, and nothing crashes")
    func trackGone() async throws {
        try home.writeResume(home.folder.file("music/gone.flac"), seconds: 20, isPlaying: true)
        let program = try start()
        #expect(await soon { home.resume?.item?.path == music })
        try await end(program)
        #expect(program.errorLines.filter { $0.contains("gone.flac") }.count == 1)
    }
}
