// Virtual time: it passes when the script says so, and the music of exactly that time is heard.

import Glibc
import TestSupport
import Testing

@testable import HeadUnit

@Suite("Drive on a virtual clock", .serialized)
@MainActor
struct DriveTimeTests {
    @Test("the position moves by what passed, to two frames, whatever the steps")
    func position() throws {
        let fixture = try MusicFixture()
        let driver = try Driver(fixture)
        defer { driver.end() }
        try driver.play("Crossing", of: "Alpha Road")
        var expected = try #require(driver.services.player).position
        let clock = driver.drive.now
        var passed = 0.0
        for milliseconds in [1.0, 7, 500, 1234, 33.3, 10_000] {
            try driver.run("wait \(milliseconds)")
            expected += milliseconds / 1000
            passed += milliseconds / 1000
            let position = try #require(driver.services.player).position
            #expect(abs(position - expected) <= 2.0 / Double(SilentFLAC.rate), "after \(milliseconds) ms")
        }
        #expect(abs(driver.drive.now - clock - passed) < 1e-6)
        try driver.run("key pause\nwait 1000")
        let paused = try #require(driver.services.player).position
        try driver.run("wait 5000")
        #expect(try #require(driver.services.player).position == paused)
    }

    /// 8 kHz, 16 bits.
    private static func silentWAV(channels: UInt32, seconds: UInt32) -> [UInt8] {
        func little(_ value: UInt32, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
        }
        let length = 16_000 * channels * seconds
        let riff = joined(Array("RIFF".utf8), little(36 + length, 4))
        let format = joined(Array("WAVEfmt ".utf8), little(16, 4), little(1, 2), little(channels, 2), little(8000, 4))
        let frames = joined(little(16_000 * channels, 4), little(2 * channels, 2), little(16, 2))
        let data = joined(Array("data".utf8), little(length, 4), [UInt8](repeating: 0, count: Int(length)))
        return joined(riff, format, frames, data)
    }

    @Test("a track of more channels that goes to the same device begins at its own beginning")
    func otherChannels() throws {
        let folder = TemporaryFolder()
        try folder.write(Self.silentWAV(channels: 1, seconds: 5), to: "music/1.wav")
        try folder.write(Self.silentWAV(channels: 2, seconds: 20), to: "music/2.wav")
        let driver = try Driver(folder.path + "/music")
        defer { driver.end() }
        try driver.run("until ready\nkey play\nuntil state.status == \"playing\"")
        try driver.run("until state.queueIndex == 1 60\nwait 1000")
        let position = try #require(driver.services.player).position
        #expect(position > 0.5 && position < 2)
    }

    @Test("no time passes while work is under way")
    func work() throws {
        let fixture = try MusicFixture()
        let driver = try Driver(fixture)
        defer { driver.end() }
        try driver.run("until ready\nkey play\nuntil state.status == \"playing\"\nwait 100")
        let clock = driver.drive.now
        let position = try #require(driver.services.player).position
        driver.services.scan()
        #expect(driver.services.isScanning)
        try driver.drive.settle()
        #expect(!driver.services.isScanning)
        #expect(driver.drive.now == clock)
        #expect(try #require(driver.services.player).position == position)
    }

    @Test("tracks follow each other over the end of one, and the last one ends the music")
    func end() throws {
        let fixture = try MusicFixture()
        let driver = try Driver(fixture)
        defer { driver.end() }
        try driver.play("Bend", of: "Alpha Road")
        try driver.run(
            """
            wait 199000
            expect state.title == "Bend"
            wait 2000
            expect state.title == "Arrival"
            expect state.position < 2
            expect state.queueIndex == 2
            wait 200000
            expect state.status == "stopped"
            expect state.errors.count == 0
            """)
    }
}

@Suite("Drive storage", .serialized)
@MainActor
struct DriveStorageTests {
    @Test("a stick that is pulled out stops the music where it was; nothing is skipped, and it plays on")
    func storage() throws {
        let fixture = try MusicFixture()
        // Longer than what is read ahead: minutes of silence fit into one read.
        try fixture.addFolderOfTwo(album: "Solo")
        let driver = try Driver(fixture)
        defer { driver.end() }
        try driver.run(
            """
            until ready
            tap "Albums"
            wait 300
            drag 500 450 500 60 300
            wait 1500
            tap "Solo"
            wait 400
            tap "First"
            until state.status == "playing"
            wait 1000
            storage remove \(fixture.music)
            until state.pausedBy == "storage" 90
            """)
        let place = try driver.state("position")
        #expect(try driver.state("status") == "waiting")
        let title = try driver.state("title")
        let index = try driver.state("queueIndex")
        try driver.run("wait 20000")
        #expect(try driver.state("position") == place, "it waits where it was")
        #expect(try driver.state("title") == title)
        #expect(try driver.state("queueIndex") == index, "nothing is skipped")
        #expect(try driver.state("queueCount") == .number(2))
        try driver.run("expect tree.elements.count > 0\nkey nowplaying\nwait 500\nexpect tree.screen == \"nowPlaying\"")
        try driver.run("storage add \(fixture.music)\nuntil state.status == \"playing\" 15")
        #expect(try driver.state("title") == title)
        #expect(try driver.state("pausedBy") == .null)
        try driver.run("wait 1000\nexpect state.position > \(place.text)\nkey home\nwait 400\ntap \"Albums\"\nwait 400")
        #expect(driver.services.library.snapshot.tracks.count == 17, "the library has forgotten nothing")
    }

    @Test("after twenty seconds without the stick other music is offered, and the knob takes it or goes on waiting")
    func offer() throws {
        let fixture = try MusicFixture()
        try fixture.addFolderOfTwo(album: "Aardvark")
        let driver = try Driver(fixture)
        defer { driver.end() }
        let stick = fixture.music + "/one"
        try driver.play("First", of: "Aardvark")
        try driver.run(
            """
            wait 1000
            storage remove \(stick)
            until state.status == "waiting" 90
            expect state.title == "Second"
            key nowplaying
            wait 500
            expect tree.elements[id=text:status].label == "Waiting for one"
            wait 18000
            expect tree.screen == "nowPlaying"
            wait 2000
            expect tree.screen == "storageLate"
            rotate 1
            expect tree.focus == "action:0"
            press
            wait 300
            expect tree.screen == "nowPlaying"
            expect state.status == "waiting"
            wait 60000
            expect tree.screen == "nowPlaying"
            key pause
            expect state.status == "paused"
            key play
            until state.status == "waiting"
            wait 21000
            expect tree.screen == "storageLate"
            rotate 2
            press
            until state.status == "playing"
            expect state.album != "Aardvark"
            expect state.pausedBy == null
            """)
        // The stick comes back: what plays now plays on.
        try driver.run(
            "storage add \(stick)\nwait 3000\nexpect state.album != \"Aardvark\"\nexpect state.status == \"playing\"")
    }

    @Test("what is away for ten minutes is waited for no longer: paused, until play is pressed, which waits anew")
    func givenUp() throws {
        let fixture = try MusicFixture()
        try fixture.addFolderOfTwo(album: "Aardvark")
        let driver = try Driver(fixture)
        defer { driver.end() }
        let stick = fixture.music + "/one"
        try driver.play("First", of: "Aardvark")
        try driver.run(
            """
            wait 1000
            storage remove \(stick)
            until state.status == "waiting" 90
            wait 30000
            expect tree.screen == "storageLate"
            wait 569000
            expect state.status == "waiting"
            wait 3000
            expect state.status == "paused"
            expect state.pausedBy == "storage"
            expect tree.screen != "storageLate"
            key nowplaying
            wait 500
            """)
        #expect(
            !driver.tree.elements.contains { $0.id.description == "text:status" }, "nothing is said to be waited for")
        try driver.run(
            """
            storage add \(stick)
            wait 5000
            expect state.status == "paused"
            storage remove \(stick)
            key play
            until state.status == "waiting"
            expect tree.elements[id=text:status].label == "Waiting for one"
            storage add \(stick)
            until state.status == "playing" 15
            expect state.pausedBy == null
            """)
    }

    @Test("another device is offered by its name, and a press on it is what takes it")
    func device() throws {
        let driver = try Driver(try MusicFixture())
        defer { driver.end() }
        try driver.run("until ready\nkey play\nuntil state.status == \"playing\"")
        driver.services.onLate(.device(id: "hw:CARD=Other,DEV=0", name: "Other card"))
        try driver.run(
            """
            wait 300
            expect tree.screen == "deviceLate"
            expect tree.title contains "a sound device"
            """)
        #expect(driver.tree.elements.contains { $0.label.contains("Other card") })
        #expect(driver.services.chosenWhileWaiting == nil)
        try driver.run("rotate 1\nrotate 1\npress\nwait 300\nexpect tree.screen != \"deviceLate\"")
        #expect(driver.services.chosenWhileWaiting == "hw:CARD=Other,DEV=0")
    }

    @Test("the question goes away when the stick is back before it was answered")
    func returned() throws {
        let fixture = try MusicFixture()
        try fixture.addFolderOfTwo(album: "Aardvark")
        let driver = try Driver(fixture)
        defer { driver.end() }
        let stick = fixture.music + "/one"
        try driver.play("First", of: "Aardvark")
        try driver.run(
            """
            wait 1000
            storage remove \(stick)
            until state.status == "waiting" 90
            wait 21000
            expect tree.screen == "storageLate"
            storage add \(stick)
            until state.status == "playing" 15
            expect tree.screen != "storageLate"
            expect tree.overlay == "notice"
            """)
    }
}

@Suite("Drive as a program", .enabled(if: ProgramRun.isBuilt))
struct DriveProgramTests {
    @Test("the same script twice gives the same lines and the same pictures, byte for byte")
    func determinism() throws {
        let fixture = try MusicFixture()
        let script = """
            until ready
            tree
            shot home.png
            key play
            until state.status == "playing"
            wait 61234
            state
            key nowplaying
            wait 90
            shot moving.png
            wait 500
            tree
            shot playing.png
            key home
            wait 300
            tap "Albums"
            wait 60
            shot albums.png
            """
        let runs = try (0..<2).map { _ in
            let folder = TemporaryFolder()
            let run = try ProgramRun.drive(
                script, ["--music", fixture.music, "--out", folder.path + "/out"], in: folder)
            #expect(run.status == 0, "\(run.errors)")
            let pictures = ["home", "moving", "playing", "albums"].map { bytes(folder.path + "/out/\($0).png") }
            return (run.output, pictures)
        }
        #expect(runs[0].0 == runs[1].0)
        #expect(runs[0].0.split(separator: "\n").count == 3)
        #expect(runs[0].1 == runs[1].1)
        #expect(Set(runs[0].1).count == 4, "the four pictures differ from each other")
        #expect(runs[0].1.allSatisfy { $0.starts(with: [0x89, 0x50, 0x4E, 0x47]) })
    }

    @Test("a screen that prints the position tells each second while the music moves, and only then")
    func position() throws {
        let fixture = try MusicFixture()
        let folder = TemporaryFolder()
        let screen =
            #"{"template": "information", "about": "player", "title": "Where", "#
            + #""items": [{"label": "Place", "value": "{position}"}]}"#
        try folder.write(Array(screen.utf8), to: "screens/root.json")
        let run = try ProgramRun.drive(
            "until ready\nkey play\nuntil state.status == \"playing\"\nkey home\n"
                + "wait 3500\ntree\nwait 2000\ntree\nkey pause\nwait 2000\ntree",
            ["--music", fixture.music, "--templates", folder.path + "/screens", "--out", folder.path], in: folder)
        #expect(run.status == 0, "\(run.errors)")
        let places = run.output.split(separator: "\n").map { line in
            line.split(separator: #""label":"Place","detail":null,"value":""#).last?.prefix(4)
        }
        #expect(places == ["0:03", "0:05", "0:05"])
    }

    @Test("covers of music that is away are shown from the thumbnails")
    func thumbnails() throws {
        let fixture = try MusicFixture()
        let folder = TemporaryFolder()
        func shot(_ name: String) throws -> [UInt8] {
            let script = "until ready\ntap \"Albums\"\nwait 300\nexpect tree.rowCount > 5\nshot \(name).png"
            let kept = ["--state", folder.path + "/state", "--cache", folder.path + "/cache"]
            let run = try ProgramRun.drive(
                script, ["--music", fixture.music, "--out", folder.path] + kept, in: folder)
            #expect(run.status == 0, "\(run.errors)")
            return bytes(folder.path + "/\(name).png")
        }
        _ = try shot("here")
        #expect(rename(fixture.music, fixture.music + "-away") == 0)
        let away = try shot("away")
        #expect(rename(folder.path + "/cache/covers", folder.path + "/covers") == 0)
        #expect(try shot("bare") != away)
    }

    private func bytes(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        return Array(bytes[..<fread(&bytes, 1, bytes.count, file)])
    }

    @Test("a step that fails says SCRIPT:LINE, what was expected and what was got, and ends with 1")
    func failure() throws {
        let folder = TemporaryFolder()
        let music = ["--music", folder.path, "--out", folder.path]
        let wrong = try ProgramRun.drive("until ready\n\nexpect tree.screen == \"home\"\nstate", music, in: folder)
        #expect(wrong.status == 1)
        #expect(
            wrong.errors.contains(
                "script.drive:3: expected tree.screen == \"home\", got \"noMusic\""), "\(wrong.errors)")
        let lines = wrong.output.split(separator: "\n")
        #expect(lines.count == 1, "nothing behind it is carried out")
        #expect(lines.first?.hasPrefix("{\"kind\":\"error\",\"code\":\"usage\",") == true, "\(wrong.output)")
        let tap = try ProgramRun.drive("until ready\ntap \"Nobody\"", music, in: folder)
        #expect(tap.status == 1)
        #expect(tap.errors.contains("script.drive:2: expected an element labelled “Nobody”"), "\(tap.errors)")
        let until = try ProgramRun.drive("until state.position > 5 1", music, in: folder)
        #expect(until.status == 1)
        #expect(until.errors.contains("script.drive:1: expected state.position > 5, got null"), "\(until.errors)")
    }

    @Test("what cannot be read or is not meant ends with 2 before anything starts")
    func usage() throws {
        let folder = TemporaryFolder()
        let unread = try ProgramRun.drive("until ready\nwait soon", [], in: folder)
        #expect(unread.status == 2)
        #expect(unread.errors.contains("script.drive:2: "), "\(unread.errors)")
        for arguments in [
            ["--size", "big"], ["--rotate", "45"], ["--theme", "dusk"], ["--colour"], ["--now", "noon"],
            ["--now", "2024-05-01T14:32:00Z and more"], ["--dpi", "169.5"], ["--size", "+800x480"],
        ] {
            #expect(try ProgramRun.drive("tree", arguments, in: folder).status == 2, "\(arguments)")
        }
        let child = try #require(ProgramRun.start(["drive", folder.path + "/missing.drive"], in: folder))
        #expect(ProgramRun.finish(child, in: folder).status == 2)
        let none = try #require(ProgramRun.start(["drive"], in: folder))
        #expect(ProgramRun.finish(none, in: folder).status == 2)
    }

    @Test(
        "the wall clock of a script is read to its last letter",
        arguments: [
            ("2024-05-01T14:32:00Z", 52_320), ("2024-05-01T14:32", 52_320), ("2024-05-01T00:00:59", 59),
            ("2024-05-01T23:59:59Z", 86_399), ("2024-05-01T24:00", nil), ("2024-05-01T14:60", nil),
            ("2024-13-01T14:32", nil), ("2024-05-32T14:32", nil), ("24-05-01T14:32", nil), ("2024-05-01 14:32", nil),
            ("2024-05-01T14:32:00+02:00", nil), ("2024-05-01T14:3x", nil), ("xT14:32", nil), ("T14:32", nil),
            ("2024-05-01T14:32:00ZZ", nil), ("2024-05-01T14:32:", nil), ("", nil), ("2024-05-01T+4:32", nil),
        ] as [(String, Int?)])
    func wallTime(_ text: String, _ seconds: Int?) throws {
        if let seconds {
            #expect(try WallTime(text).seconds == seconds)
        } else {
            let error = UsageError("--now takes a date such as 2024-05-01T14:32:00Z, not “\(text)”")
            #expect(throws: error) { try WallTime(text) }
        }
    }

    @Test("lines are JSON of the contract, words go to stderr")
    func lines() throws {
        let folder = TemporaryFolder()
        let fixture = try MusicFixture()
        let run = try ProgramRun.drive("until ready\ntree\nstate", ["--music", fixture.music], in: folder)
        #expect(run.status == 0, "\(run.errors)")
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines.first?.hasPrefix(#"{"kind":"tree","screen":"home","template":"list","title":"Home","depth":1,"#)
                == true)
        #expect(lines.last?.hasPrefix(#"{"kind":"state","phase":"ready","phaseReason":null,"source":null,"#) == true)
    }
}

extension MusicFixture {
    /// The folder `one` with the tracks First and Second, half a minute each.
    fileprivate func addFolderOfTwo(album: String) throws {
        for (number, title) in [(1, "First"), (2, "Second")] {
            try add("one/\(number).flac", title: title, artist: "A", album: album, number: number, seconds: 30)
        }
    }
}
