import AudioCore
import Glibc
import MusicLibrary
import TemplateKit
import TestSupport
import Testing

@testable import HeadUnit

@MainActor
@Suite struct LibraryRecordsTests {
    /// Three albums, one of them a compilation, and a loose track.
    private func filled() throws -> LibraryRig {
        let rig = LibraryRig()
        try rig.add("b/1.wav", ["TIT2": "Star", "TALB": "Black", "TPE1": "Kino", "TRCK": "1", "TDRC": "1989"])
        try rig.add("b/2.wav", ["TIT2": "April", "TALB": "Black", "TPE1": "Kino", "TRCK": "2", "TDRC": "1989"])
        try rig.add("n/1.wav", ["TIT2": "Night", "TALB": "The Arc", "TPE1": "Kino", "TRCK": "1", "TDRC": "1986"])
        try rig.add("h/1.wav", ["TIT2": "Hit", "TALB": "Hits", "TPE1": "Guest", "TRCK": "1"])
        try rig.add("h/2.wav", ["TIT2": "Miss", "TALB": "Hits", "TPE1": "Other", "TRCK": "2"])
        try rig.add("loose/x.wav")
        #expect(rig.load())
        return rig
    }

    private func texts(_ source: (any RecordSource)?, _ field: String) -> [String] {
        guard let source else { return ["no source"] }
        return (0..<source.count).map { index in
            switch source.record(at: index)?[field] {
            case .text(let text)?: text
            case FieldValue.none?: "-"
            default: "?"
            }
        }
    }

    private func albumKey(_ rig: LibraryRig, _ title: String) -> Int32 {
        rig.library.snapshot.albums.first { $0.title == title }?.key ?? 0
    }

    private func artistKey(_ rig: LibraryRig, _ name: String) -> Int32 {
        rig.library.snapshot.artists.first { $0.name == name }?.key ?? 0
    }

    @Test("every source of the library has exactly the fields the catalogue declares, each of its type")
    func fields() throws {
        let rig = try filled()
        let records = LibraryRecords(rig.library)
        records.recentAlbums = { $0.albums.map(\.key) }
        let arguments: [String: FieldValue] = [
            "album": .key(albumKey(rig, "Black")), "artist": .key(artistKey(rig, "Kino")), "text": .text("i"),
        ]
        rig.library.search.ask("i", in: rig.library.snapshot)
        #expect(rig.queue.run { !rig.library.search.isBusy })
        var checked: [String] = []
        for description in Catalogue.music.sources + Catalogue.music.records {
            let choices: [[String: FieldValue]] =
                description.arguments.isEmpty
                ? [[:]] : description.arguments.keys.compactMap { name in arguments[name].map { [name: $0] } }
            // Which row of a playlist a track is, only playlists say.
            let declared = Set(description.fields.keys).subtracting(
                description.name == "tracksOf" ? ["position", "isOwn"] : [])
            for choice in choices {
                for sort in [nil] + description.sorts.map(Optional.some) {
                    guard let source = records.records(for: SourceReference(description.name, choice, sort: sort))
                    else { continue }
                    checked.append(description.name)
                    #expect(source.count > 0 && source.count == source.keys.count && !source.isLoading)
                    #expect(Set(source.keys).count == source.count)
                    for index in 0..<source.count {
                        let record = try #require(source.record(at: index))
                        #expect(Set(record.keys) == declared, "\(description.name)")
                        for (name, value) in record {
                            #expect(value.type == nil || value.type == description.fields[name], "\(name)")
                        }
                        if description.fields["id"] != nil { #expect(record["id"] == .key(source.keys[index])) }
                    }
                    #expect(source.record(at: source.count) == nil && source.record(at: -1) == nil)
                }
            }
        }
        let ours = [
            "albums", "artists", "tracks", "recentAlbums", "addedAlbums", "tracksOf", "albumsOf", "album", "artist",
            "library", "search",
        ]
        #expect(Set(checked) == Set(ours))
        for other in ["queue", "likes", "mostPlayed", "player", "quality", "nonsense"] {
            #expect(records.records(for: SourceReference(other)) == nil)
        }
    }

    @Test("rows stand in the order asked for, with their letters")
    func orders() throws {
        let rig = try filled()
        let records = LibraryRecords(rig.library)
        func albums(_ sort: String?) -> [String] {
            texts(records.records(for: SourceReference("albums", sort: sort)), "title")
        }
        #expect(albums(nil) == ["The Arc", "Black", "Hits", "loose"])
        #expect(albums("title") == albums(nil))
        #expect(albums("artist") == ["The Arc", "Black", "Hits", "loose"])
        #expect(albums("year") == ["Black", "The Arc", "Hits", "loose"])
        let source = records.records(for: SourceReference("albums"))
        #expect(
            source?.index == [
                IndexLetter("A", row: 0), IndexLetter("B", row: 1), IndexLetter("H", row: 2), IndexLetter("L", row: 3),
            ])
        #expect(
            texts(records.records(for: SourceReference("tracks")), "title") == [
                "April", "Hit", "Miss", "Night", "Star", "x",
            ])
        #expect(texts(records.records(for: SourceReference("artists")), "name") == ["Kino"])
        let kino: [String: FieldValue] = ["artist": .key(artistKey(rig, "Kino"))]
        #expect(texts(records.records(for: SourceReference("albumsOf", kino)), "title") == ["Black", "The Arc"])
        #expect(
            texts(records.records(for: SourceReference("albumsOf", kino, sort: "title")), "title")
                == ["The Arc", "Black"])
        #expect(texts(records.records(for: SourceReference("tracksOf", kino)), "title") == ["Star", "April", "Night"])
        let guest: [String: FieldValue] = ["artist": .key(artistKey(rig, "Guest"))]
        #expect(texts(records.records(for: SourceReference("tracksOf", guest)), "title") == ["Hit"])
    }

    @Test("what is not known says nothing; several artists have the name their language gives them")
    func values() throws {
        let rig = try filled()
        let records = LibraryRecords(rig.library)
        let albums = try #require(records.records(for: SourceReference("albums")))
        #expect(texts(albums, "artist") == ["Kino", "Kino", "Various artists", "-"])
        let before = albums.revision
        records.variousArtists = "Разные исполнители"
        #expect(texts(albums, "artist")[2] == "Разные исполнители" && albums.revision > before)
        let page = records.records(for: SourceReference("album", ["album": .key(albumKey(rig, "Black"))]))
        let record = try #require(page?.record(at: 0))
        #expect(record["year"] == .date(CalendarDate(year: 1989)) && record["trackCount"] == .count(2))
        #expect(record["minutes"] == .count(0), "one second")
        let loose = try #require(albums.record(at: 3))
        #expect(
            loose["year"] == FieldValue.none && loose["cover"] == .image(.icon("music"))
                && loose["artistID"] == FieldValue.none)
    }

    @Test("a thing that has gone, or never was, is no row", arguments: ["album", "artist", "tracksOf", "albumsOf"])
    func gone(name: String) throws {
        let rig = try filled()
        let records = LibraryRecords(rig.library)
        for key in [FieldValue.key(9999), .none] {
            let argument = name == "album" ? "album" : "artist"
            let source = try #require(records.records(for: SourceReference(name, [argument: key])))
            #expect(source.count == 0 && source.record(at: 0) == nil)
        }
    }

    @Test("a source stays the same object while the library grows, and rows keep their keys")
    func refresh() throws {
        let rig = try filled()
        let records = LibraryRecords(rig.library)
        let tracks = try #require(records.records(for: SourceReference("tracks")))
        var calls = 0
        tracks.onChange = { calls += 1 }
        let (keys, revision) = (tracks.keys, tracks.revision)
        #expect(rig.rescan())
        #expect(tracks.revision == revision && calls == 0, "a scan without news changes no row")
        try rig.add("new/1.wav", ["TIT2": "Brand new", "TALB": "New", "TPE1": "N"])
        #expect(rig.rescan())
        #expect(tracks.count == keys.count + 1 && tracks.revision > revision && calls > 0)
        #expect(tracks.keys.filter { keys.contains($0) } == keys)
        #expect(texts(tracks, "title").contains("Brand new"))
    }

    @Test("before the saved library has been read, rows are loading")
    func loading() throws {
        let rig = LibraryRig()
        try rig.add("1.wav", ["TIT2": "One"])
        let records = LibraryRecords(rig.library)
        let tracks = try #require(records.records(for: SourceReference("tracks")))
        #expect(tracks.isLoading && tracks.count == 0)
        #expect(rig.load())
        #expect(!tracks.isLoading && tracks.count == 1)
    }

    @Test("what plays is marked on its track, album and artist")
    func playing() throws {
        let rig = try filled()
        let records = LibraryRecords(rig.library)
        let sources = ["tracks", "albums", "artists"].compactMap { records.records(for: SourceReference($0)) }
        func marked() -> [Int] {
            sources.map { source in
                (0..<source.count).filter { source.record(at: $0)?["isPlaying"] == .flag(true) }.count
            }
        }
        #expect(marked() == [0, 0, 0])
        records.playingTrack = rig.library.snapshot.tracks.first { $0.title == "Star" }?.key
        #expect(marked() == [1, 1, 1])
        records.playingTrack = rig.library.snapshot.tracks.first { $0.title == "Hit" }?.key
        #expect(marked() == [1, 1, 0])
        records.playingTrack = nil
        #expect(marked() == [0, 0, 0])
    }

    @Test("tracks by keys that somebody else keeps: in that order, without what has gone and what is there twice")
    func foreignKeys() throws {
        let rig = try filled()
        let records = LibraryRecords(rig.library)
        var keys = rig.library.snapshot.tracks.prefix(2).map(\.key).reversed() + [9999]
        keys.append(keys[0])
        records.isLiked = { keys.contains($0.key) }
        let likes = records.tracks { _ in keys }
        #expect(likes.keys == Array(keys.prefix(2)))
        #expect(likes.record(at: 0)?["isLiked"] == .flag(true))
        keys = []
        records.refresh()
        #expect(likes.count == 0)
    }

    @Test("the library's own record follows the scan")
    func library() throws {
        let rig = LibraryRig()
        try rig.add("1.wav", ["TIT2": "One"])
        let records = LibraryRecords(rig.library)
        let source = try #require(records.records(for: SourceReference("library")))
        #expect(source.record(at: 0)?["trackCount"] == .count(0))
        var revisions: Set<Int> = []
        source.onChange = { revisions.insert(source.revision) }
        #expect(rig.load())
        #expect(source.record(at: 0)?["trackCount"] == .count(1) && source.record(at: 0)?["albumCount"] == .count(1))
        #expect(source.record(at: 0)?["percent"] == FieldValue.none && revisions.count > 1)
    }
}
