// What a start finds of the run before: two processes after each other, as ignition off and on.

import TestSupport
import Testing

@testable import HeadUnit

@Suite("Restart", .enabled(if: ProgramRun.isBuilt))
struct RestartTests {
    private func run(_ script: String, _ fixture: MusicFixture, _ folder: TemporaryFolder) throws -> ProgramRun {
        try ProgramRun.drive(
            script,
            [
                "--music", fixture.music, "--state", folder.path + "/state", "--cache", folder.path + "/cache", "--out",
                folder.path,
            ], in: folder)
    }

    @Test("a start with something to resume is Now Playing at once, sounding before the library is open")
    func resume() throws {
        let fixture = try MusicFixture()
        let folder = TemporaryFolder()
        let first = try run(
            """
            until ready
            expect tree.screen == "home"
            tap "Albums"
            wait 300
            tap "Alpha Road"
            wait 300
            tap "Bend"
            until state.status == "playing"
            key nowplaying
            wait 300
            tap "Like"
            tap "Repeat"
            tap "Loudness"
            key volumedown
            key volumedown
            wait 42000
            """, fixture, folder)
        #expect(first.status == 0, "\(first.errors)")
        let second = try run(
            """
            expect tree.screen == "nowPlaying"
            expect tree.title == "Bend"
            expect state.title == "Bend"
            expect state.artist == "Ann Field"
            until state.status == "playing"
            expect state.position > 41
            expect state.position < 44
            expect state.repeat == "all"
            expect state.loudness == "light"
            expect state.volume == -2
            until ready
            expect state.status == "playing"
            expect state.position < 45
            expect state.queueCount == 3
            expect state.queueIndex == 1
            expect state.liked == true
            expect tree.elements[label=Like].selected == true
            key next
            until state.title == "Arrival"
            key pause
            wait 1500
            """, fixture, folder)
        #expect(second.status == 0, "\(second.errors)")
        let third = try run(
            """
            expect tree.screen == "nowPlaying"
            until ready
            expect state.title == "Arrival"
            expect state.status == "paused"
            expect state.liked == false
            back
            wait 300
            expect tree.screen == "home"
            expect tree.elements[id=image:0:0].label == "Alpha Road"
            """, fixture, folder)
        #expect(third.status == 0, "\(third.errors)")
    }

    @Test("a start sounds while the library is still being opened")
    func early() throws {
        let fixture = try MusicFixture()
        let folder = TemporaryFolder()
        #expect(
            try run("until ready\nkey play\nuntil state.status == \"playing\"\nwait 5000", fixture, folder).status == 0)
        let start = try run("state\ntree", fixture, folder)
        #expect(start.status == 0, "\(start.errors)")
        #expect(start.output.contains(#""screen":"nowPlaying""#))
    }

    @Test("a start without anything to resume is Home, without music a message")
    func fresh() throws {
        let folder = TemporaryFolder()
        let home = try run(
            "until ready\nexpect tree.screen == \"home\"\nexpect state.status == \"stopped\"", try MusicFixture(),
            folder)
        #expect(home.status == 0, "\(home.errors)")
        let other = TemporaryFolder()
        let nothing = try ProgramRun.drive(
            "until ready\nexpect tree.screen == \"noMusic\"\nexpect tree.template == \"message\"\nkey play\nwait 500\nexpect state.status == \"stopped\"",
            ["--music", other.path + "/none"], in: other)
        #expect(nothing.status == 0, "\(nothing.errors)")
    }
}
