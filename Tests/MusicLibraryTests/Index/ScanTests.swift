import AudioCore
import FoundationEssentials
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import MusicLibrary

@Suite struct ScanTests {
    @Test("a first scan finds every track with its tags")
    func first() throws {
        let rig = Rig()
        try rig.add(
            "Kino/Black/01.flac", "TITLE=Star", "ARTIST=Kino", "ALBUM=Black", "TRACKNUMBER=1/8", "DATE=1989-01-01",
            "GENRE=Rock", "ARTISTSORT=Kino the band")
        try rig.add("Kino/Black/02 Bare.flac")
        let report = rig.scan()
        #expect(report.files == 2 && report.tracks == 2 && report.albums == 2 && report.added == 2)
        #expect(report.changed == 0 && report.removed == 0 && report.unavailable == 0 && report.failed.isEmpty)
        let star = try #require(rig.track("Star"))
        #expect(star.artists == ["Kino"] && star.number == 1 && star.year == 1989 && star.genres == ["Rock"])
        #expect(star.duration == 10 && star.format.rate == 44100 && star.format.bits == 16)
        #expect(rig.snapshot.album(star.albumKey)?.title == "Black")
        #expect(rig.snapshot.artist(star.artistKeys[0])?.sortName == "Kino the band")
        #expect(rig.track("02 Bare") != nil, "a file without a title goes by its name")
    }

    @Test("a second scan opens only what has changed, and keys stay")
    func incremental() throws {
        let rig = Rig(broken: ["bad.flac"])
        for number in 1...5 {
            try rig.add("a/\(number).flac", "TITLE=t\(number)", "ALBUM=A", "ARTIST=X", "TRACKNUMBER=\(number)")
        }
        try rig.add("bad.flac")
        rig.scan()
        #expect(rig.probe.take().count == 6)
        let before = rig.snapshot
        var report = rig.scan()
        #expect(rig.probe.take() == [], "nothing has changed, and a broken file is not tried again")
        #expect(report.added + report.changed + report.removed == 0)
        #expect(report.failed == [ScanFailure(path: rig.root.appending("bad.flac").shown, reason: "is no music")])

        try rig.add("a/3.flac", "TITLE=other", "ALBUM=A", "ARTIST=Y", "TRACKNUMBER=3")
        try rig.add("a/6.flac", "TITLE=t6", "ALBUM=A", "ARTIST=X", "TRACKNUMBER=6")
        report = rig.scan()
        #expect(rig.probe.take() == ["3.flac", "6.flac"])
        #expect(report.added == 1 && report.changed == 1 && report.removed == 0)
        #expect(rig.track("other")?.key == before.tracks.first { $0.title == "t3" }?.key)
        #expect(rig.track("t1") == before.tracks.first { $0.title == "t1" })
        #expect(rig.snapshot.albums.map(\.key) == before.albums.map(\.key), "the album is another kind, and the same")
        let album = try #require(rig.snapshot.albums.first)
        #expect(album.isVarious && album.trackKeys.count == 6)

        try rig.add("bad.flac", "TITLE=longer than it was")
        rig.scan()
        #expect(rig.probe.take() == ["bad.flac"], "a broken file that has changed is tried again")
    }

    @Test("keys survive a restart, and those of tracks that are gone are not given again")
    func keysSurvive() throws {
        let rig = Rig()
        let store = LibraryStore(folder: rig.folder.file("cache"))
        try rig.add("a.flac", "TITLE=a", "ALBUM=A", "ARTIST=X")
        let gone = try rig.add("b.flac", "TITLE=b", "ALBUM=B", "ARTIST=Y")
        rig.scan(store: store)
        let (a, b) = (try #require(rig.track("a")), try #require(rig.track("b")))
        rig.contents = store.load { Issue.record("\($0)") }
        #expect(rig.track("a") == a)
        unlink(gone.shown)
        try rig.add("c.flac", "TITLE=c", "ALBUM=C", "ARTIST=Z")
        rig.scan(store: store)
        rig.contents = store.load { Issue.record("\($0)") }
        #expect(rig.track("a") == a)
        let c = try #require(rig.track("c"))
        #expect(c.key > max(a.key, b.key) && c.albumKey > max(a.albumKey, b.albumKey))
        #expect(c.artistKeys[0] > max(a.artistKeys[0], b.artistKeys[0]))
    }

    @Test("a file that is gone from a folder that is there is removed")
    func removal() throws {
        let rig = Rig()
        try rig.add("a/1.flac", "TITLE=one")
        let gone = try rig.add("a/2.flac", "TITLE=two")
        rig.scan()
        unlink(gone.shown)
        let report = rig.scan()
        #expect(report.removed == 1 && report.tracks == 1 && report.unavailable == 0)
        #expect(rig.track("two") == nil && rig.track("one")?.isAvailable == true)
    }

    @Test("a folder of music that is absent takes nothing away, and comes back without being read")
    func absence() throws {
        let rig = Rig()
        try rig.add("a/1.flac", "TITLE=one")
        rig.scan()
        let key = rig.track("one")?.key
        _ = rig.probe.take()
        let aside = rig.folder.file("aside")
        #expect(rename(rig.root.shown, aside.shown) == 0)
        var report = rig.scan()
        #expect(report.unavailable == 1 && report.tracks == 1 && report.removed == 0 && report.files == 0)
        #expect(report.absentRoots == [rig.root])
        #expect(rig.track("one")?.isAvailable == false && rig.snapshot.albums[0].isAvailable == false)
        #expect(rename(aside.shown, rig.root.shown) == 0)
        report = rig.scan()
        #expect(report.unavailable == 0 && report.added == 0)
        #expect(rig.track("one")?.isAvailable == true && rig.track("one")?.key == key)
        #expect(rig.probe.take() == [])
    }

    @Test("a folder of music that goes away during the scan leaves what was seen as not available")
    func pulledOut() throws {
        let rig = Rig()
        for number in 1...9 { try rig.add("\(number).flac", "TITLE=\(number)") }
        let aside = rig.folder.file("aside")
        var turns = 0
        let report = rig.scan(isCancelled: {
            turns += 1
            if turns == 5 { #expect(rename(rig.root.shown, aside.shown) == 0) }
            return false
        })
        #expect(report.tracks == report.unavailable && report.removed == 0)
        #expect(rename(aside.shown, rig.root.shown) == 0)
        #expect(rig.scan().unavailable == 0 && rig.snapshot.tracks.count == 9)
    }

    @Test("a stick whose mount point stays behind as an empty folder takes nothing away")
    func mountPoint() throws {
        let rig = Rig()
        let stick = rig.root.appending("stick")
        rig.mounted.mount(stick)
        let file = try rig.add("stick/a/1.flac", "TITLE=one")
        try rig.add("own.flac", "TITLE=two")
        rig.scan()
        #expect(rig.contents.index.volumes == [stick])
        // Unplugged: what was on it is not there, the folder is.
        rig.mounted.unmount(stick)
        unlink(file.shown)
        rmdir(stick.appending("a").shown)
        var report = rig.scan()
        #expect(report.unavailable == 1 && report.removed == 0)
        #expect(rig.track("one")?.isAvailable == false && rig.track("two")?.isAvailable == true)
        report = rig.scan()
        #expect(report.unavailable == 1, "and a second scan without it changes nothing")
        // Plugged in again, and the file really deleted.
        rig.mounted.mount(stick)
        report = rig.scan()
        #expect(report.removed == 1 && rig.track("one") == nil)
    }

    @Test("music of a folder that this run was not asked for is kept and not shown")
    func otherRoots() throws {
        let rig = Rig()
        try rig.add("a/1.flac", "TITLE=one")
        try rig.add("b/2.flac", "TITLE=two")
        rig.scan()
        let key = rig.track("one")?.key
        _ = rig.probe.take()
        let report = rig.scan([rig.root.appending("b")])
        #expect(report.tracks == 1 && report.removed == 0 && rig.track("one") == nil)
        let saved = try LibraryContents(rig.contents.encoded)
        #expect(saved.snapshot.tracks.map(\.title) == ["two"])
        rig.contents = saved
        rig.scan()
        #expect(rig.track("one")?.key == key && rig.probe.take() == [])
    }

    @Test("two spellings of a folder are one", arguments: ["/./music", "//music/", "/music/."])
    func spelling(of tail: String) throws {
        let rig = Rig()
        try rig.add("1.flac", "TITLE=one")
        rig.scan()
        let report = rig.scan([RawPath(rig.folder.path + tail)])
        #expect(report.added == 0 && report.tracks == 1)
    }

    @Test("a cue sheet is its tracks, and its audio is listed once")
    func cueSheet() throws {
        let rig = Rig()
        try rig.add("live/album.flac", "ALBUM=ignored", "DATE=1999")
        let sheet = """
            PERFORMER "Kino"
            TITLE "Live"
            FILE "album.wav" WAVE
              TRACK 01 AUDIO
                TITLE "One"
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                TITLE "Two"
                PERFORMER "Guest"
                INDEX 01 00:04:00
              TRACK 03 AUDIO
                TITLE "Beyond the end"
                INDEX 01 00:30:00
            """
        try rig.folder.write(Array(sheet.utf8), to: "music/live/album.cue")
        let report = rig.scan()
        #expect(report.files == 1 && report.tracks == 2)
        let (one, two) = (try #require(rig.track("One")), try #require(rig.track("Two")))
        #expect(one.path.lastComponent == Array("album.flac".utf8) && one.cueTrack == 1 && one.number == 1)
        #expect(one.region == CueRegion(startFrame: 0, endFrame: 300) && one.duration == 4)
        #expect(two.region == CueRegion(startFrame: 300, endFrame: 2250) && two.duration == 6)
        #expect(two.artists == ["Guest"] && two.year == 1999 && two.albumKey == one.albumKey)
        #expect(rig.snapshot.album(one.albumKey)?.artist == "Kino")
        #expect(one.queueItem == QueueItem(path: one.path, cueTrack: 1, region: one.region))
        _ = rig.probe.take()
        rig.scan()
        #expect(rig.probe.take() == [])
        try rig.add("live/album.flac", "ALBUM=ignored", "DATE=2001")
        rig.scan()
        #expect(rig.probe.take() == ["album.flac"] && rig.track("Two")?.year == 2001)
        #expect(rig.track("One")?.key == one.key)
    }

    @Test("an embedded cue sheet is its tracks too")
    func embeddedSheet() throws {
        let rig = Rig()
        let sheet = """
            FILE "x" WAVE
              TRACK 01 AUDIO
                TITLE "One"
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                INDEX 01 00:05:00
            """
        try rig.add("image.flac", "ALBUM=Whole", "ALBUMARTIST=Band", "ARTIST=Band", "CUESHEET=\(sheet)")
        rig.scan()
        #expect(rig.snapshot.tracks.map(\.title) == ["One", "2"])
        #expect(rig.snapshot.albums.map(\.title) == ["Whole"] && rig.snapshot.albums[0].artist == "Band")
        #expect(rig.snapshot.tracks.map(\.artists) == [["Band"], ["Band"]])
    }

    @Test("a hidden track in front of the first is the first of its album, and known again")
    func hiddenTrack() throws {
        let rig = Rig()
        let sheet = """
            TITLE "Album"
            FILE "x" WAVE
              TRACK 01 AUDIO
                TITLE "One"
                INDEX 00 00:00:00
                INDEX 01 00:04:00
            """
        try rig.add("image.flac", "CUESHEET=\(sheet)")
        rig.scan()
        let album = try #require(rig.snapshot.albums.first)
        let tracks = album.trackKeys.compactMap { rig.snapshot.track($0) }
        #expect(tracks.map(\.title) == ["0", "One"])
        #expect(tracks.map(\.cueTrack) == [0, 1] && tracks.map(\.number) == [nil, 1])
        #expect(
            tracks.map(\.queueItem.region) == [
                CueRegion(startFrame: 0, endFrame: 300), CueRegion(startFrame: 300, endFrame: nil),
            ])
        #expect(tracks.map(\.queueItem.cueTrack) == [0, 1])
        let again = rig.scan()
        #expect(again.added == 0 && again.changed == 0)
    }

    @Test("audio that a sheet misses is found when it comes")
    func incompleteSheet() throws {
        let rig = Rig()
        let sheet = """
            TITLE "Two files"
            FILE "1.flac" WAVE
              TRACK 01 AUDIO
                TITLE "One"
                INDEX 01 00:00:00
            FILE "2.flac" WAVE
              TRACK 02 AUDIO
                TITLE "Two"
                INDEX 01 00:00:00
            """
        try rig.folder.write(Array(sheet.utf8), to: "music/x.cue")
        try rig.add("1.flac")
        var report = rig.scan()
        #expect(rig.snapshot.tracks.map(\.title) == ["One"] && report.failed.count == 1)
        report = rig.scan()
        #expect(report.changed == 0 && report.added == 0)
        try rig.add("2.flac")
        report = rig.scan()
        #expect(rig.snapshot.tracks.map(\.title) == ["One", "Two"] && report.failed.isEmpty && report.added == 1)
    }

    @Test("covers: the picture inside, else the folder's, also for the folders of discs; a new one is seen")
    func covers() throws {
        let rig = Rig()
        try rig.folder.write(
            flacFile([(4, vorbisComments([ascii("ALBUM=In"), ascii("TITLE=in")])), (6, flacPicture(jpegBytes()))]),
            to: "music/in/1.flac")
        try rig.add("disc/CD1/1.flac", "ALBUM=Out", "TITLE=out")
        let image = try rig.folder.write(pngBytes(), to: "music/disc/cover.png")
        try rig.add("none/1.flac", "ALBUM=None", "TITLE=none")
        rig.scan()
        func cover(_ title: String) -> CoverLocation? { rig.track(title).flatMap { rig.snapshot.cover(of: $0) } }
        #expect(cover("in")?.picture?.pictureType == 3 && cover("in")?.path == rig.track("in")?.path)
        #expect(cover("out")?.path == image && cover("out")?.picture == nil)
        #expect(cover("none") == nil)
        _ = rig.probe.take()
        let late = try rig.folder.write(jpegBytes(), to: "music/none/folder.JPG")
        rig.scan()
        #expect(cover("none")?.path == late && rig.probe.take() == [])
        unlink(late.shown)
        rig.scan()
        #expect(cover("none") == nil)
    }

    @Test("names that are not UTF-8 are found, kept and found again")
    func rawNames() throws {
        let rig = Rig()
        try rig.add("x.flac", "TITLE=x")
        let name = rig.root.appending([0xFF, 0xFE] + Array(".flac".utf8))
        try makeFile(name, flacFile(["TITLE=raw"]))
        rig.scan()
        #expect(rig.track("raw")?.path == name)
        rig.contents = try LibraryContents(rig.contents.encoded)
        _ = rig.probe.take()
        let report = rig.scan()
        #expect(report.added == 0 && rig.probe.take() == [] && rig.track("raw")?.path == name)
    }

    @Test("a scan that is stopped keeps what it found and takes nothing for gone")
    func cancelled() throws {
        let rig = Rig()
        for number in 1...50 { try rig.add("\(number).flac", "TITLE=\(number)") }
        rig.scan()
        let gone = rig.root.appending("7.flac")
        unlink(gone.shown)
        var turns = 0
        let report = rig.scan(isCancelled: {
            turns += 1
            return turns > 10
        })
        #expect(report.wasCancelled && report.removed == 0 && rig.snapshot.tracks.count == 50)
    }

    @Test("what is found is published while the scan goes on, each time with more of it")
    func publication() throws {
        let rig = Rig()
        for number in 1...40 { try rig.add("\(number % 4)/\(number).flac", "TITLE=\(number)", "ALBUM=A\(number % 4)") }
        var scanner = LibraryScanner(roots: [rig.root], extensions: ["flac"], probe: rig.probe.probe)
        scanner.isIdle = false
        scanner.firstPublication = 0
        var counts: [Int] = []
        var keys: [Int32: String] = [:]
        func take(_ snapshot: LibrarySnapshot) {
            counts.append(snapshot.tracks.count)
            for track in snapshot.tracks {
                #expect(keys[track.key] == nil || keys[track.key] == track.title, "a key means one track")
                keys[track.key] = track.title
                #expect(snapshot.album(track.albumKey) != nil)
            }
        }
        _ = scanner.scan(&rig.contents, store: nil, publish: take)
        #expect(counts == counts.sorted() && counts.last == 40)
        var again: [Int] = []
        _ = scanner.scan(&rig.contents, store: nil, publish: { again.append($0.tracks.count) })
        #expect(again == [], "no news is not published")
    }

    @Test("a copy put on FAT is not read again because the clocks changed")
    func clocks() throws {
        let rig = Rig()
        let file = try rig.add("1.flac", "TITLE=one")
        rig.setTime(file, seconds: 1_700_000_000)
        rig.scan()
        _ = rig.probe.take()
        rig.setTime(file, seconds: 1_700_003_600)
        rig.scan()
        #expect(rig.probe.take() == [])
        rig.setTime(file, seconds: 1_700_000_000, nanoseconds: 1)
        rig.scan()
        #expect(rig.probe.take() == ["1.flac"])
    }

    @Test("music met for the first time has the date of its folder; what comes later has today's")
    func dates() throws {
        let rig = Rig()
        let file = try rig.add("old/1.flac", "TITLE=one")
        rig.setTime(file.directory, seconds: 1_000_000_000)
        rig.scan()
        #expect(rig.track("one")?.added == 1_000_000_000)
        try rig.add("new/2.flac", "TITLE=two")
        rig.setTime(rig.root.appending("new"), seconds: 1_000_000_000)
        rig.scan()
        #expect(rig.track("two")?.added ?? 0 > 1_600_000_000)
        #expect(rig.snapshot.albums(by: .added).keys.first == rig.track("two")?.albumKey)
    }
}
