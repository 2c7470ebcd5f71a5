// The owner's playlists as a value, and over restarts.

import AudioCore
import Scene
import TestSupport
import Testing

@testable import HeadUnit

@Suite("The owner's playlists")
struct PlaylistsTests {
    private func track(_ name: String) -> TrackAddress { TrackAddress(QueueItem(path: RawPath("/music/\(name).flac"))) }

    @Test("names are free, numbers are the lowest that is free, and a number is never used again")
    func names() {
        var lists = Playlists()
        #expect(lists.freeNumber { "Playlist \($0)" } == 1)
        let first = lists.make("Playlist 1", [track("a")])
        #expect(lists.freeNumber { "Playlist \($0)" } == 2)
        let second = lists.make("Road", [])
        lists.make("Road", [])
        #expect(lists.lists.map(\.name) == ["Playlist 1", "Road", "Road 2"])
        lists.delete(first)
        #expect(lists.freeNumber { "Playlist \($0)" } == 1)
        let next = lists.make("Playlist 1", [])
        #expect(next > second && next != first)
    }

    @Test("tracks are added at the end, twice if asked twice, and taken out by place and not by name")
    func edits() {
        var lists = Playlists()
        let id = lists.make("A", [track("a")])
        lists.add([track("b"), track("a")], to: id)
        lists.add([track("c")], to: 99)
        #expect(lists.list(id)?.tracks == [track("a"), track("b"), track("a")])
        lists.remove(track("a"), at: 1, from: id)
        lists.remove(track("a"), at: 7, from: id)
        lists.remove(track("a"), at: -1, from: id)
        #expect(lists.list(id)?.tracks.count == 3, "another track stands there, or none")
        lists.remove(track("a"), at: 0, from: id)
        #expect(lists.list(id)?.tracks == [track("b"), track("a")])
        lists.delete(id)
        #expect(lists.list(id) == nil)
    }

    @Test("the file says what it held, and one cut short is not taken for it")
    func snapshot() throws {
        var lists = Playlists()
        lists.make("Дорога", [track("a"), track("b")])
        lists.make("Nacht", [])
        let bytes = try SnapshotText.bytes(of: lists, version: Playlists.version)
        guard case .good(let read) = SnapshotText.read(bytes, as: Playlists.self, version: Playlists.version) else {
            Issue.record("not read")
            return
        }
        #expect(read == lists)
        for length in stride(from: 0, to: bytes.count - 3, by: 7) {
            if case .good = SnapshotText.read(Array(bytes[..<length]), as: Playlists.self, version: 1) {
                Issue.record("\(length) of \(bytes.count) bytes are taken")
            }
        }
    }
}

@Suite("Playlists on the screen", .serialized)
@MainActor
struct PlaylistScreenTests {
    private static let toPlaylists = """
        key home
        wait 400
        tap "Browse"
        wait 400
        tap "Playlists"
        wait 400
        """

    @Test("a playlist made of what plays is there after a restart, loses a track and goes away")
    func life() throws {
        let fixture = try MusicFixture()
        let state = TemporaryFolder()
        let first = try Driver(fixture, state: state.file("state"))
        try first.play("Bend", of: "Alpha Road")
        try first.run(
            """
            key nowplaying
            wait 400
            tap "More"
            wait 400
            tap "Add to playlist"
            wait 400
            expect tree.screen == "addTrack"
            expect tree.elements[id=row:0].label == "Playlist 1"
            expect tree.elements[id=row:1].label == "Alpha Road"
            expect tree.elements[id=row:2].label == "Ann Field"
            tap #row:1
            wait 400
            expect tree.screen == "nowPlaying"
            tap "Next"
            until state.title == "Arrival"
            tap "More"
            wait 400
            tap "Add to playlist"
            wait 400
            expect tree.elements[id=row:0].label == "Alpha Road"
            tap "Alpha Road"
            wait 400
            expect tree.screen == "nowPlaying"
            """)
        first.end()
        let second = try Driver(fixture, state: state.file("state"))
        defer { second.end() }
        try second.run(
            "until ready\n" + Self.toPlaylists + """

                expect tree.rowCount == 1
                expect tree.elements[id=row:0].detail == "2 tracks"
                tap "Alpha Road"
                wait 400
                expect tree.screen == "playlist"
                expect tree.elements[id=row:0].label == "Bend"
                expect tree.elements[id=row:1].label == "Arrival"
                tap "Arrival"
                until state.title == "Arrival"
                expect state.queueCount == 2
                tap #row:0/action:1
                wait 200
                expect tree.rowCount == 1
                expect tree.elements[id=row:0].label == "Arrival"
                tap "More"
                wait 300
                expect tree.screen == "playlistMore"
                tap "Delete playlist"
                wait 300
                expect tree.screen == "playlistDelete"
                expect tree.template == "alert"
                tap "Cancel"
                wait 300
                expect tree.screen == "playlist"
                tap "More"
                wait 300
                tap "Delete playlist"
                wait 300
                tap "Delete"
                wait 400
                expect tree.screen == "playlists"
                expect tree.rowCount == 0
                expect state.title == "Arrival"
                """)
    }

    @Test("an album goes into a playlist as a whole, and a second one of its name gets a number")
    func album() throws {
        let driver = try Driver(try MusicFixture())
        defer { driver.end() }
        let make = """
            tap "More"
            wait 400
            tap "Add to playlist"
            wait 400
            expect tree.screen == "addAlbum"
            """
        try driver.run(
            """
            until ready
            tap "Albums"
            wait 400
            tap "Alpha Road"
            wait 400

            """ + make + "\ntap #row:1\nwait 400\nexpect tree.screen == \"album\"\n" + make
                + "\ntap #row:2\nwait 400\n")
        #expect(driver.services.ownPlaylists.map(\.name) == ["Alpha Road 2", "Alpha Road"])
        #expect(driver.services.ownPlaylists.map(\.tracks.count) == [3, 3])
    }

    @Test("a playlist file among the music is shown, is played, and cannot be changed")
    func file() throws {
        let fixture = try MusicFixture()
        let lines = "#EXTM3U\n#PLAYLIST:Road\n..\\alpha\\2.flac\n../alpha/1.flac\n../gone.flac\n../alpha/2.flac\n"
        try fixture.folder.write(Array(lines.utf8), to: "music/lists/trip.m3u")
        try fixture.folder.write(Array("../umi/1.flac".utf8), to: "music/lists/夜.m3u8")
        let driver = try Driver(fixture)
        defer { driver.end() }
        try driver.run(
            "until ready\n" + Self.toPlaylists + """

                expect tree.rowCount == 2
                expect tree.elements[label=夜].detail == "1 track"
                tap "Road"
                wait 400
                expect tree.screen == "playlist"
                expect tree.rowCount == 3
                expect tree.elements[id=row:0].label == "Bend"
                expect tree.elements[id=row:1].label == "Crossing"
                expect tree.elements[id=row:2].label == "Bend"
                tap "Play"
                until state.title == "Bend"
                expect state.queueCount == 3
                tap "Add to queue"
                wait 200
                expect state.queueCount == 6
                """)
        #expect(!driver.tree.elements.contains { $0.label == "Remove" || $0.id == .bar("more") })
    }
}
