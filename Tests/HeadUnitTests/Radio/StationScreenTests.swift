// The radio as a person has it: by finger, by knob, over a power cut, and when the network is not there.

import AudioCore
import FoundationEssentials
import Glibc
import Scene
import TestSupport
import Testing

@testable import HeadUnit

@Suite("The radio on the screen", .serialized)
@MainActor
struct StationScreenTests {
    private let server: StationServer
    private static let toRadio = "until ready\ntap \"Radio\"\nwait 400\n"

    init() throws {
        server = try StationServer([
            "/night": Programme(name: "Night Owl FM", title: "Harbour Lights - Night Bus"), "/jazz": Programme(),
            "/short": Programme(bytes: 3000),
        ])
    }

    private var two: [(address: String, name: String)] {
        [(server.address("/night"), "Night Owl"), (server.address("/jazz"), "Jazz Cellar")]
    }

    private func driver(
        _ stations: [(address: String, name: String)], state: RawPath? = nil, fixture: MusicFixture? = nil
    ) throws -> Driver {
        try Driver(try fixture ?? MusicFixture(), state: state, stations: stations)
    }

    /// Real time, for what threads do.
    private func eventually(_ holds: () -> Bool) -> Bool {
        for _ in 0..<60_000 {
            if holds() { return true }
            usleep(1000)
        }
        return false
    }

    /// The station at that path stands in the resume point on the disk.
    private func isKept(_ path: String, _ status: ResumePoint.Status, in state: RawPath) -> Bool {
        eventually {
            var file = ResumeFile(folder: state, files: LinuxFileSystem()) { _ in }
            let point = file.load()
            return point?.station?.address == server.address(path) && point?.status == status
        }
    }

    @Test("a finger tunes in, sees what is on, goes to the next station, stops and plays again")
    func finger() throws {
        let driver = try driver(two)
        defer {
            driver.end()
            server.end()
        }
        try driver.run(
            Self.toRadio + """
                expect tree.screen == "radio"
                expect tree.tab == 3
                expect tree.rowCount == 2
                expect tree.elements[id=row:0].detail == "127.0.0.1"
                expect tree.elements[id=row:0].playing == false
                tap "Night Owl"
                until state.status == "playing"
                expect state.source == "radio"
                expect state.title == "Night Bus"
                expect state.artist == "Harbour Lights"
                expect state.album == "Night Owl"
                expect state.position == null
                expect state.duration == null
                expect state.liked == null
                expect state.buttons.count == 1
                expect state.quality.source.codec == "flac"
                expect tree.elements[id=row:0].playing == true
                expect tree.elements[id=row:0].detail == "Harbour Lights – Night Bus"
                expect tree.elements[id=mini].detail == "Night Bus · Harbour Lights"
                expect tree.elements[id=mini].progress == null
                tap "Now playing"
                wait 500
                expect tree.screen == "nowPlaying"
                expect tree.title == "Night Bus"
                expect tree.elements[id=text:album].label == "Night Owl"
                expect tree.elements[id=text:status].label == "On air"
                """)
        let library = ["Shuffle", "Repeat", "Like", "Loudness", "Up next", "Position"]
        #expect(!driver.tree.elements.contains { library.contains($0.label) || $0.id == .slider("progress") })
        try driver.run(
            """
            tap "Sound quality"
            wait 500
            expect tree.elements[label=Stream].value contains "FLAC"
            tap "Back"
            wait 500
            tap "More"
            wait 400
            expect tree.elements[label=Sleep timer].role == "alertAction"
            """)
        #expect(
            !driver.tree.elements.contains { ["Go to album", "Go to artist", "Add to playlist"].contains($0.label) })
        try driver.run(
            """
            back
            wait 400
            tap "Next"
            until state.status == "playing"
            expect state.album == "Jazz Cellar"
            expect state.title == null
            expect tree.title == "Jazz Cellar"
            tap "Next"
            until state.title == "Night Bus"
            tap "Previous"
            until state.album == "Jazz Cellar"
            until state.status == "playing"
            tap "Pause"
            wait 200
            expect state.status == "paused"
            expect state.pausedBy == "user"
            expect tree.elements[id=text:status].label == "Stopped"
            """)
        #expect(eventually { server.openCount == 0 }, "stopped is hung up")
        try driver.run(
            """
            tap "Next"
            wait 300
            expect state.album == "Night Owl"
            expect state.status == "paused"
            tap "Play"
            until state.title == "Night Bus"
            """)
        #expect(driver.services.errors.isEmpty)
    }

    @Test("the knob alone does the same")
    func knob() throws {
        let driver = try driver(two)
        defer {
            driver.end()
            server.end()
        }
        try driver.run(
            """
            until ready
            rotate 1
            press 700
            expect tree.focus == "tab:0"
            rotate 3
            press
            wait 400
            expect tree.screen == "radio"
            expect tree.focus == "tab:3"
            rotate 1
            expect tree.focus == "row:0"
            press
            until state.status == "playing"
            rotate 1
            expect tree.focus == "row:0/action:0"
            rotate 1
            expect tree.focus == "row:1"
            press
            until state.album == "Jazz Cellar"
            until state.status == "playing"
            expect tree.elements[id=row:1].playing == true
            expect tree.elements[id=row:0].playing == false
            press 700
            wait 300
            expect tree.focus == "tab:3"
            press 700
            wait 500
            expect tree.screen == "nowPlaying"
            expect tree.focus == "button:play"
            press
            wait 200
            expect state.status == "paused"
            press
            until state.status == "playing"
            rotate 1
            expect tree.focus == "button:next"
            press
            until state.title == "Night Bus"
            """)
    }

    @Test("music from the library ends the radio, a station ends the music, and the music stays where it was")
    func sources() throws {
        let driver = try driver(two)
        defer {
            driver.end()
            server.end()
        }
        try driver.play("Bend", of: "Alpha Road")
        try driver.run(
            """
            wait 20000
            tap "Radio"
            wait 400
            tap "Night Owl"
            until state.status == "playing"
            expect state.source == "radio"
            wait 5000
            """)
        let player = try #require(driver.services.player)
        #expect(!player.wantsToPlay)
        #expect(player.position > 19 && player.position < 22)
        #expect(!driver.tree.elements.contains { $0.label == "Bend" })
        try driver.run(
            """
            tap "Albums"
            wait 400
            expect tree.screen == "album"
            expect tree.elements[label=Bend].playing == false
            tap "Arrival"
            until state.title == "Arrival"
            expect state.source == "library"
            until state.status == "playing"
            expect tree.elements[label=Arrival].playing == true
            tap "Radio"
            wait 400
            expect tree.elements[id=row:0].playing == false
            expect tree.elements[id=row:0].detail == "127.0.0.1"
            """)
        #expect(eventually { server.openCount == 0 })
        #expect(driver.services.radio?.wantsToPlay == false)
    }

    @Test("what was on when the power went away plays again; what was stopped waits for play")
    func restart() throws {
        defer { server.end() }
        let folder = TemporaryFolder()
        let state = folder.file("state")
        let fixture = try MusicFixture()
        let first = try driver(two, state: state, fixture: fixture)
        try first.play("Bend", of: "Alpha Road")
        try first.run("wait 15000\ntap \"Radio\"\nwait 400\ntap \"Night Owl\"\nuntil state.status == \"playing\"")
        #expect(isKept("/night", .playing, in: state))
        first.end()
        let second = try Driver(fixture, state: state)
        try second.run(
            """
            expect tree.screen == "nowPlaying"
            expect state.source == "radio"
            until state.status == "playing"
            expect state.title == "Night Bus"
            expect state.album == "Night Owl"
            until ready
            expect state.source == "radio"
            key pause
            wait 200
            expect state.status == "paused"
            """)
        let position = try #require(second.services.player?.position)
        #expect(position > 14 && position < 17, "the music is where it was")
        #expect(isKept("/night", .paused, in: state))
        second.end()
        let asked = server.requests.count
        let third = try Driver(fixture, state: state)
        defer { third.end() }
        try third.run(
            """
            until ready
            wait 3000
            expect state.source == "radio"
            expect state.status == "paused"
            expect tree.title == "Night Owl"
            """)
        #expect(server.requests.count == asked, "nothing is fetched unasked")
        try third.run("key play\nuntil state.title == \"Night Bus\"")
    }

    @Test("a start without the network says so, makes no sound, skips nothing, and plays as soon as it is there")
    func lateNetwork() throws {
        defer { server.end() }
        let folder = TemporaryFolder()
        let state = folder.file("state")
        let fixture = try MusicFixture()
        let first = try driver(two, state: state, fixture: fixture)
        try first.run(Self.toRadio + "tap \"Jazz Cellar\"\nuntil state.status == \"playing\"")
        #expect(isKept("/jazz", .playing, in: state))
        first.end()
        server.setDown(true)
        let second = try Driver(fixture, state: state)
        defer { second.end() }
        try second.run(
            """
            expect tree.screen == "nowPlaying"
            until state.status == "waiting"
            until ready
            wait 8000
            expect state.status == "waiting"
            expect state.album == "Jazz Cellar"
            expect tree.elements[id=text:status].label == "Reconnecting…"
            key home
            wait 300
            tap "Radio"
            wait 300
            expect tree.elements[id=row:1].detail == "Reconnecting…"
            """)
        #expect(second.services.radio?.heardSeconds == 0)
        server.setDown(false)
        try second.run("until state.status == \"playing\" 60\nexpect state.album == \"Jazz Cellar\"")
    }

    @Test("a station that breaks off is asked for again; a line says so, and it plays on by itself")
    func breakOff() throws {
        let driver = try driver([(server.address("/short"), "Short")])
        defer {
            driver.end()
            server.end()
        }
        try driver.run(Self.toRadio + "tap \"Short\"\nuntil state.status == \"playing\"")
        server.setDown(true)
        try driver.run(
            """
            until state.status == "waiting" 300
            until tree.overlay == "notice"
            shot notice.png
            """)
        server.setDown(false)
        try driver.run("until state.status == \"playing\" 60\nexpect tree.screen == \"radio\"")
        #expect(driver.services.errors.isEmpty, "\(driver.services.errors)")
    }

    @Test("a station that is not there is an alert that says why, and the row says it afterwards")
    func refused() throws {
        let driver = try driver([(server.address("/gone"), "Gone")])
        defer {
            driver.end()
            server.end()
        }
        try driver.run(
            Self.toRadio + """
                tap "Gone"
                until tree.screen == "actionFailed"
                expect tree.template == "alert"
                expect tree.elements[id=text:text].label contains "404"
                expect state.status == "stopped"
                expect state.errors.count == 1
                tap "OK"
                wait 300
                expect tree.screen == "radio"
                expect tree.elements[id=row:0].detail == "The station does not answer"
                """)
    }

    @Test(
        "a station that is not there and was come to by next says so in a line; the one before plays again by a press")
    func refusedNext() throws {
        let driver = try driver(two + [(server.address("/gone"), "Gone")])
        defer {
            driver.end()
            server.end()
        }
        try driver.run(
            Self.toRadio + """
                tap "Night Owl"
                until state.status == "playing"
                key previous
                until tree.overlay == "notice"
                expect tree.screen == "radio"
                expect state.album == "Gone"
                expect state.status == "stopped"
                key next
                until state.status == "playing"
                expect state.album == "Night Owl"
                """)
    }

    @Test("a station that nobody named has the name it calls itself, also after a restart")
    func ownName() throws {
        defer { server.end() }
        let folder = TemporaryFolder()
        let state = folder.file("state")
        let fixture = try MusicFixture()
        let driver = try driver([(server.address("/night"), "")], state: state, fixture: fixture)
        try driver.run(
            Self.toRadio + """
                tap "127.0.0.1"
                until tree.elements[id=row:0].label == "Night Owl FM"
                expect state.album == "Night Owl FM"
                """)
        let isKept = eventually {
            let bytes = try? Data(contentsOf: URL(filePath: state.shown + "/stations.json"))
            return String(decoding: bytes ?? Data(), as: UTF8.self).contains("Night Owl FM")
        }
        #expect(isKept)
        driver.end()
    }

    @Test("a station is renamed with the keyboard, and removed after a question, by finger")
    func edits() throws {
        let driver = try driver(two)
        defer {
            driver.end()
            server.end()
        }
        try driver.run(
            Self.toRadio + """
                tap "Night Owl"
                until state.status == "playing"
                tap #row:0/action:0
                wait 400
                expect tree.screen == "stationMore"
                tap "Rename"
                wait 500
                expect tree.screen == "stationName"
                type "blue notes"
                wait 300
                expect tree.elements[id=row:0].label == "Blue Notes"
                expect tree.elements[id=row:1].label == "blue notes"
                tap "Blue Notes"
                wait 500
                expect tree.screen == "radio"
                expect tree.elements[id=row:0].label == "Blue Notes"
                expect state.album == "Blue Notes"
                expect state.status == "playing"
                tap #row:0/action:0
                wait 400
                tap "Remove station"
                wait 400
                expect tree.screen == "stationRemove"
                tap "Cancel"
                wait 400
                expect tree.rowCount == 2
                tap #row:0/action:0
                wait 400
                tap "Remove station"
                wait 400
                tap "Remove"
                wait 400
                expect tree.screen == "radio"
                expect tree.rowCount == 1
                expect tree.elements[id=row:0].label == "Jazz Cellar"
                expect state.album == "Blue Notes"
                expect state.status == "playing"
                key next
                until state.album == "Jazz Cellar"
                """)
    }

    @Test("the playlist stations.m3u among the music is the stations of whoever has no keyboard, and is no playlist")
    func file() throws {
        let fixture = try MusicFixture()
        let lines = "#EXTM3U\n#EXTINF:-1,Night Owl\n\(server.address("/night"))\n\(server.address("/jazz"))\n"
        try fixture.folder.write(Array(lines.utf8), to: "music/stations.m3u")
        let driver = try driver([(server.address("/jazz"), "Jazz Cellar")], fixture: fixture)
        defer {
            driver.end()
            server.end()
        }
        try driver.run(
            Self.toRadio + """
                expect tree.rowCount == 2
                expect tree.elements[id=row:0].label == "Jazz Cellar"
                expect tree.elements[id=row:1].label == "Night Owl"
                tap "Night Owl"
                until state.title == "Night Bus"
                """)
        let actions = driver.tree.elements.filter { $0.label == "More" }
        #expect(actions.count == 1, "a file is only read")
        try driver.run("tap \"Browse\"\nwait 400\ntap \"Playlists\"\nwait 400\nexpect tree.rowCount == 0")
        #expect(unlink(fixture.music + "/stations.m3u") == 0)
        driver.services.scan()
        try driver.run(
            """
            until ready
            tap "Radio"
            wait 400
            expect tree.rowCount == 1
            expect state.status == "playing"
            """)
    }

    @Test("without any music the stations are there, and without stations it is said how to have some")
    func noMusic() throws {
        let folder = TemporaryFolder()
        let driver = try Driver(folder.path + "/empty", stations: two)
        try driver.run(
            """
            until ready
            expect tree.screen == "home"
            tap "Radio"
            wait 400
            tap "Night Owl"
            until state.status == "playing"
            tap #row:0/action:0
            wait 400
            back
            wait 300
            """)
        driver.end()
        server.end()
        let other = try Driver(try MusicFixture())
        defer { other.end() }
        try other.run(
            Self.toRadio + "expect tree.rowCount == 0\nexpect tree.elements[label=No stations].role == \"text\"")
    }

    @Test("the sleep timer stops a station as well")
    func sleep() throws {
        let driver = try driver(two)
        defer {
            driver.end()
            server.end()
        }
        try driver.run(
            Self.toRadio + """
                tap "Jazz Cellar"
                until state.status == "playing"
                key nowplaying
                wait 400
                tap "More"
                wait 400
                tap "Sleep timer"
                wait 400
                tap "15 minutes"
                wait 400
                wait 898000
                expect state.status == "playing"
                wait 3000
                expect state.status == "paused"
                expect state.source == "radio"
                """)
        #expect(eventually { server.openCount == 0 })
    }

    @Test("the builder's trim and the owner's volume are the radio's, ReplayGain and the limiter are not")
    func sound() throws {
        let driver = try driver(two)
        defer {
            driver.end()
            server.end()
        }
        try driver.run(Self.toRadio + "tap \"Night Owl\"\nuntil state.status == \"playing\"")
        driver.services.player?.settings.stages.isLimiting = true
        driver.services.player?.settings.stages.replayGain.mode = .track
        try driver.run("expect state.quality.stages.count == 0")
        driver.services.player?.settings.volume = -6
        try driver.run("expect state.quality.stages[0] == \"volume\"\nexpect state.volume == -6")
        #expect(driver.services.radio?.sound.settings.volume == -6)
        #expect(driver.services.radio?.sound.trim == 0)
    }
}
