// Walks through the shipped screens: the scripts beside the tests.

import FoundationEssentials
import Glibc
import Scene
import Testing

@testable import HeadUnit

@Suite("Walks", .serialized)
@MainActor
struct WalkTests {
    private static let folder =
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
        + "/Scripts"

    @Test(
        "a script of the tree runs to its end",
        arguments: [
            "touch", "knob", "buttons", "queue", "places", "cue", "moving", "settings", "settingsKnob", "browse",
            "browseKnob", "search",
        ])
    func script(_ name: String) throws {
        let text = try String(contentsOfFile: "\(Self.folder)/\(name).drive", encoding: .utf8)
        let driver = try Driver(try MusicFixture())
        defer { driver.end() }
        try driver.run(text, name: name + ".drive")
        #expect(driver.services.errors.isEmpty)
    }

    @Test("letters: fast ticks open them, each tick is a letter, and rest goes to its first row")
    func letters() throws {
        let fixture = try MusicFixture()
        try fixture.addLongAlbum()
        let driver = try Driver(fixture)
        defer { driver.end() }
        try driver.run(
            """
            until ready
            tap "Browse"
            wait 300
            tap "Tracks"
            wait 400
            expect tree.rowCount == 145
            rotate 1
            expect tree.focus == "row:0"
            rotate 7 20
            expect tree.overlay == "letters"
            rotate 2 200
            expect tree.overlay == "letters"
            wait 1000
            expect tree.overlay == null
            expect tree.screen == "tracks"
            """)
        let focused = try #require(driver.tree.elements.first { $0.isFocused })
        #expect(focused.label.hasSuffix("0 Long"), "the first of its letter, got \(focused.label)")
        try driver.run("press\nuntil state.album == \"Long\"\nback\nwait 300\nexpect tree.screen == \"browse\"")
    }

    @Test("the facts of the sound are looked at every second while they are shown, for the output tells nobody")
    func liveFacts() throws {
        let driver = try Driver(try MusicFixture())
        defer { driver.end() }
        try driver.play("Bend", of: "Alpha Road")
        try driver.run(
            """
            key nowplaying
            wait 400
            tap "Sound quality"
            wait 500
            """)
        // From here on nobody says that anything has changed.
        driver.services.onChange = {}
        driver.services.player?.settings.stages.subsonic = 20
        try driver.run(
            """
            expect tree.template == "information"
            until tree.elements[label=Stages].value contains "ubsonic" 3
            """)
        try driver.run("tap \"Back\"\nwait 500\nexpect tree.screen == \"nowPlaying\"")
    }

    @Test("the index at the edge is a slider for the finger")
    func index() throws {
        let fixture = try MusicFixture()
        try fixture.addLongAlbum()
        let driver = try Driver(fixture)
        defer { driver.end() }
        try driver.run("until ready\ntap \"Browse\"\nwait 300\ntap \"Tracks\"\nwait 400")
        let first = try #require(driver.tree.elements.first { $0.role == .row }).id
        let edge = try #require(driver.tree.elements.first { $0.id == .index }).frame
        let x = edge.x + edge.width / 2
        try driver.run("drag \(x) \(edge.y + 20) \(x) \(edge.y + edge.height / 2) 400\nwait 500")
        let row = try #require(driver.tree.elements.first { $0.role == .row }).id
        #expect(row != first)
        #expect((row.row ?? 0) > 20)
    }

    @Test("a scan finds a new file while the person stays where they are")
    func scan() throws {
        let fixture = try MusicFixture()
        let driver = try Driver(fixture)
        defer { driver.end() }
        try driver.run("until ready\ntap \"Albums\"\nwait 300\nrotate 1\nrotate 2\nexpect tree.focus == \"row:2\"")
        let focused = try #require(driver.tree.elements.first { $0.isFocused }).label
        try fixture.add("new/1.flac", title: "New", artist: "Newcomer", album: "Aardvark", number: 1)
        driver.services.scan()
        try driver.run(
            "until ready\nwait 100\nexpect tree.rowCount == 8\nexpect tree.elements[label=Aardvark].role == \"row\"")
        let after = try #require(driver.tree.elements.first { $0.isFocused })
        #expect(after.label == focused, "the focus stays on its row")
        #expect(after.id == .row(3))
    }

    @Test("a file that is deleted leaves the library at the next scan, and its album with it")
    func deletion() throws {
        let fixture = try MusicFixture()
        let driver = try Driver(fixture)
        defer { driver.end() }
        try driver.run(
            "until ready\ntap \"Albums\"\nwait 300\ndrag 500 450 500 60 300\nwait 1500\ntap \"أغاني\"\nwait 400\nexpect tree.rowCount == 1"
        )
        #expect(unlink(fixture.music + "/aghani/1.flac") == 0)
        driver.services.scan()
        try driver.run("until ready\nwait 100\ntap \"Back\"\nwait 400\nexpect tree.rowCount == 6")
        #expect(!driver.tree.elements.contains { $0.label == "أغاني" })
    }

    @Test("the sleep timer stops the music at its time, not before, and can be called off")
    func sleep() throws {
        let driver = try Driver(try MusicFixture())
        defer { driver.end() }
        try driver.run(
            """
            until ready
            key play
            until state.status == "playing"
            key nowplaying
            wait 300
            tap "More"
            wait 300
            tap "Sleep timer"
            wait 300
            tap "15 minutes"
            wait 300
            wait 898000
            expect state.status == "playing"
            wait 3000
            expect state.status == "paused"
            expect state.sleepTimer == null
            key play
            tap "More"
            wait 300
            tap "Sleep timer"
            wait 300
            tap "30 minutes"
            wait 300
            expect state.sleepTimer > 1790
            tap "More"
            wait 300
            tap "Sleep timer"
            wait 300
            tap "Off"
            wait 300
            expect state.sleepTimer == null
            expect state.status == "playing"
            """)
    }

    @Test("what was heard for half a minute is on Home, what was skipped is not")
    func history() throws {
        let driver = try Driver(try MusicFixture())
        defer { driver.end() }
        try driver.play("Crossing", of: "Alpha Road")
        try driver.run(
            """
            wait 10000
            tap "Bend"
            until state.title == "Bend"
            wait 35000
            key home
            wait 400
            """)
        let labels = driver.tree.elements.map(\.label)
        #expect(labels.contains("Continue"))
        #expect(driver.services.mostPlayedTracks.count == 1)
        #expect(driver.services.mostPlayedTracks.first?.uri.hasSuffix("alpha/2.flac") == true)
    }

    @Test("a track without a cover, and one whose cover cannot be read, show a note in its place")
    func covers() throws {
        let fixture = try MusicFixture()
        try fixture.folder.write(Array("no picture".utf8), to: "music/alpha/cover.png")
        let driver = try Driver(fixture)
        defer { driver.end() }
        try driver.run("until ready\ntap \"Albums\"\nwait 400\nshot albums.png")
        let commands = driver.stage.wholeFrame(now: driver.drive.now).commands
        let notes = commands.filter { command in
            if case .image(let request, _, _) = command { request.source == .icon("music") } else { false }
        }
        // Both albums, and the mini player.
        #expect(notes.count == 3)
    }
}
