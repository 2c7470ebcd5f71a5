import AudioCore
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import MusicLibrary

@Suite struct IndexFileTests {
    /// A library with everything that can be in one.
    private static func small() -> LibraryContents {
        var first = track("/m/a/01.flac", "Звезда", album: "Black", artist: "Кино", by: "Кино", number: 1, year: 1989)
        first.sortArtist = "Kino"
        first.sortTitle = "Zvezda"
        first.genres = ["Rock", "Post-Punk"]
        first.duration = 225.25
        first.picture = EmbeddedPicture(
            offset: 900, storedLength: 4000, packing: .oggBase64, mimeType: "image/png", pictureType: 3)
        first.added = 1_700_000_000
        first.gainTags = .absent
        first.measured = MeasuredGain(lufs: -9.5, peak: 1.07)
        first.measured?.setAlbum(lufs: -10, peak: 1.2, mark: 77)
        var cue = track("/m/b/album.flac", "b", album: "Live", artist: "X", number: 2)
        cue.cueTrack = 2
        cue.region = CueRegion(startFrame: 75, endFrame: nil)
        let raw = LibraryTrack(
            path: RawPath(bytes: Array("/m/".utf8) + [0xFF, 0x2F, 0xFE]), title: "raw", format: TrackFormat(streamInfo),
            size: 5, modified: -1)
        var contents = contents([first, cue, raw])
        contents.index.roots = [RawPath("/m"), RawPath("/")]
        contents.index.knownRoots = [RawPath("/m"), RawPath("/x")]
        contents.index.volumes = [RawPath("/m")]
        contents.index.folderCovers = [
            RawPath("/m/b"): CoverLocation(path: RawPath("/m/b/cover.jpg"), size: 9, modified: 8)
        ]
        var broken = LibraryEntry(path: RawPath("/m/x.flac"), stamp: FileStamp(size: 3, modified: 4))
        broken.failure = "is no music"
        contents.index.put(broken, added: 0)
        var sheet = LibraryEntry(path: RawPath("/m/c/x.cue"), stamp: FileStamp(size: 3, modified: 4))
        sheet.audio = [StampedFile(path: RawPath("/m/c/x.wav"), stamp: FileStamp(size: 1 << 40, modified: 5))]
        sheet.tracks = [track("/m/c/x.wav", "part", album: "C")]
        sheet.isIncomplete = true
        contents.index.put(sheet, added: 7)
        contents.snapshot = contents.index.makeSnapshot()
        return contents
    }

    private static func expectEqual(_ left: LibraryContents, _ right: LibraryContents) {
        #expect(left.index.entries == right.index.entries)
        #expect(left.index.roots == right.index.roots)
        #expect(left.index.knownRoots == right.index.knownRoots)
        #expect(left.index.volumes == right.index.volumes)
        #expect(left.index.folderCovers == right.index.folderCovers)
        #expect(left.index.artistKeys == right.index.artistKeys)
        #expect(left.index.nextTrackKey == right.index.nextTrackKey)
        #expect(left.index.nextAlbumKey == right.index.nextAlbumKey)
        #expect(left.index.nextArtistKey == right.index.nextArtistKey)
        #expect(left.snapshot.tracks == right.snapshot.tracks)
        #expect(left.snapshot.albums == right.snapshot.albums)
        #expect(left.snapshot.artists == right.snapshot.artists)
        for order in AlbumOrder.allCases {
            #expect(left.snapshot.albums(by: order) == right.snapshot.albums(by: order))
        }
        for order in TrackOrder.allCases {
            #expect(left.snapshot.tracks(by: order) == right.snapshot.tracks(by: order))
        }
        #expect(left.snapshot.artistsByName == right.snapshot.artistsByName)
    }

    @Test("what is saved is what was known")
    func roundTrip() throws {
        let contents = Self.small()
        #expect(contents.snapshot.tracks.count == 4)
        Self.expectEqual(try LibraryContents(contents.encoded), contents)
        Self.expectEqual(try LibraryContents(LibraryContents.empty.encoded), .empty)
    }

    @Test("an index cut at any byte, or with any byte changed, is no index")
    func everyCut() throws {
        let bytes = Self.small().encoded
        for count in 0..<bytes.count {
            #expect(throws: LibraryContents.Fault.self) { try LibraryContents(Array(bytes.prefix(count))) }
        }
        #expect(throws: LibraryContents.Fault.self) { try LibraryContents(bytes + [0]) }
        for place in bytes.indices {
            var broken = bytes
            broken[place] ^= 0x10
            #expect(throws: LibraryContents.Fault.self) { try LibraryContents(broken) }
        }
    }

    @Test("a payload that passes its checksum and makes no sense is survived")
    func nonsense() {
        let bytes = Self.small().encoded
        let payload = Array(bytes[28...])
        damage(payload, flips: 4000) { broken in
            // What comes out is of no interest; that it comes out is.
            broken.withUnsafeBytes { _ = LibraryContents.decode($0) }
        }
    }

    @Test("an index of another version, or another file, says so in one line and counts as none")
    func foreign() throws {
        let folder = TemporaryFolder()
        let store = LibraryStore(folder: RawPath(folder.path))
        var lines: [String] = []
        #expect(store.load { lines.append($0) }.snapshot.tracks.isEmpty)
        #expect(lines.isEmpty, "nothing saved is nothing wrong")
        var newer = Self.small().encoded
        newer[8] += 1
        for (bytes, words) in [
            (newer, "another version"), (Array("hello, this is no index at all".utf8), "no library index"),
            (Array(newer[..<20]), "damaged"), ([], "damaged"),
        ] {
            try folder.write(bytes, to: LibraryStore.name)
            lines = []
            #expect(store.load { lines.append($0) }.snapshot.tracks.isEmpty)
            #expect(lines.count == 1 && lines[0].contains(words), "\(lines)")
        }
    }

    @Test("saving makes the cache folder, leaves nothing else behind, and replaces what was there")
    func saving() throws {
        let folder = TemporaryFolder()
        let cache = folder.file("a").appending("b")
        let store = LibraryStore(folder: cache)
        try store.save(.empty)
        // Of a program that was killed: no process has this number.
        try folder.write([1], to: "a/b/library.index.new-2147483647")
        try folder.write([1], to: "a/b/library.index.new-")
        try store.save(Self.small())
        Self.expectEqual(store.load { Issue.record("\($0)") }, Self.small())
        #expect(try FolderListing.read(cache).entries.map(\.name) == [Array(LibraryStore.name.utf8)])
    }

    @Test("a cache that cannot be written is an error with the file's name, and no crash")
    func unwritable() throws {
        let folder = TemporaryFolder()
        let file = try folder.write([1], to: "plain")
        do throws(AudioError) {
            try LibraryStore(folder: file.appending("cache")).save(.empty)
            Issue.record("a file is no folder")
        } catch {
            #expect(error.path == file.appending("cache").appending(LibraryStore.name).shown)
        }
    }

    @Test("a cache folder that cannot be made is named with the reason it cannot")
    func unmakeable() throws {
        let folder = TemporaryFolder()
        let link = folder.file("link")
        // To open a file in it says that there is none; to make the folder, that something has its name.
        #expect(link.withCString { symlink("nowhere", $0) } == 0)
        do throws(AudioError) {
            try LibraryStore(folder: link.appending("cache")).save(.empty)
            Issue.record("made in a folder that is not there")
        } catch {
            #expect(error.path == link.appending("cache").appending(LibraryStore.name).shown)
            #expect(error.message == "cannot be saved: \(link.shown) cannot be made: file exists")
        }
    }

    @Test("100,000 tracks are saved and loaded whole; the times are printed")
    func large() throws {
        var index = LibraryIndex()
        var snapshotTracks: [LibraryTrack] = []
        var albums: [LibraryAlbum] = []
        for number in 0..<100_000 {
            let (album, place) = (number / 12, number % 12 + 1)
            let artist = "Artist \(album % 4000)"
            if place == 1 { albums.append(LibraryAlbum(key: Int32(album + 1), title: "Album \(album)")) }
            var track = track(
                "/media/stick/\(artist)/Album \(album)/\(place) A title of usual length.flac",
                "Title \(number &* 2_654_435_761 % 1_000_003) of usual length", album: "Album \(album)", artist: artist,
                by: artist, number: place, year: 1960 + album % 60)
            track.key = Int32(number + 1)
            track.albumKey = Int32(album + 1)
            albums[album].trackKeys.append(track.key)
            var entry = LibraryEntry(path: track.path, stamp: FileStamp(size: 30_000_000, modified: 1_700_000_000_123))
            entry.tracks = [track]
            index.entries.append(entry)
            snapshotTracks.append(track)
        }
        var orders = LibrarySnapshot.Orders()
        orders.tracks[.title] = LibraryOrder(keys: snapshotTracks.map(\.key).reversed(), letters: [])
        let made = LibraryContents(
            index: index,
            snapshot: LibrarySnapshot(tracks: snapshotTracks, albums: albums, artists: [], orders: orders))
        let clock = ContinuousClock()
        var bytes: [UInt8] = []
        let encoding = clock.measure { bytes = made.encoded }
        var loaded = LibraryContents.empty
        let decoding = try clock.measure { loaded = try LibraryContents(bytes) }
        print("100,000 tracks: encoded in \(encoding), decoded in \(decoding), \(bytes.count) bytes")
        #expect(loaded.snapshot.tracks == snapshotTracks && loaded.snapshot.albums == albums)
        #expect(loaded.snapshot.tracks(by: .title) == orders.tracks[.title])
    }

    @Test("5,000 tracks make a library in which everything is found")
    func findable() throws {
        let made = contents(
            (0..<5000).map { number in
                track(
                    "/m/\(number / 10)/\(number)", "T \(number)", album: "Album \(number / 10)",
                    artist: "Artist \(number / 70)", number: number % 10 + 1)
            })
        let snapshot = try LibraryContents(made.encoded).snapshot
        #expect(snapshot.albums.count == 500 && snapshot.artistsByName.keys.count == 72)
        for order in TrackOrder.allCases {
            #expect(Set(snapshot.tracks(by: order).keys).count == 5000)
            #expect(snapshot.tracks(by: order).keys.allSatisfy { snapshot.track($0) != nil })
        }
        for order in AlbumOrder.allCases { #expect(Set(snapshot.albums(by: order).keys).count == 500) }
        #expect(snapshot.albums.flatMap(\.trackKeys).sorted() == snapshot.tracks.map(\.key))
        #expect(snapshot.artists.flatMap(\.trackKeys).sorted() == snapshot.tracks.map(\.key))
        #expect(snapshot.track(0) == nil && snapshot.track(5001) == nil && snapshot.album(-1) == nil)
        // Numbers go by value: T 2 in front of T 10.
        let titles = snapshot.tracks(by: .title).keys.compactMap { snapshot.track($0)?.title }
        #expect(titles == (0..<5000).map { "T \($0)" })
    }
}
