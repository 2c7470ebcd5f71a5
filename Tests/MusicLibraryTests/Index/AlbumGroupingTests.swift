import AudioCore
import Testing

@testable import MusicLibrary

@Suite struct AlbumGroupingTests {
    /// An album as `title / artist / titles of its tracks`.
    private static func described(_ tracks: [LibraryTrack]) -> [String] {
        let snapshot = contents(tracks).snapshot
        return snapshot.albums(by: .title).keys.compactMap { snapshot.album($0) }.map { album in
            let artist = album.isVarious ? "various" : album.artist ?? "unknown"
            let titles = album.trackKeys.compactMap { snapshot.track($0)?.title }
            return "\(album.title) / \(artist) / \(titles.joined(separator: " "))"
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var tracks: [LibraryTrack]
        var albums: [String]

        init(_ name: String, _ tracks: [LibraryTrack], _ albums: [String]) {
            testDescription = name
            self.tracks = tracks
            self.albums = albums
        }
    }

    @Test(
        "tracks make albums",
        arguments: [
            Case(
                "one album artist is one album, whatever the case of the tags",
                [
                    track("/m/a/1", "one", album: "Black", artist: "K", by: "Kino", number: 1),
                    track("/m/a/2", "two", album: "BLACK", artist: "K & X", by: "kino", number: 2),
                ], ["Black / Kino / one two"]),
            Case(
                "two albums of one title by different artists stay two",
                [
                    track("/m/a/1", "one", album: "Awake", artist: "A", by: "A", number: 1),
                    track("/m/b/1", "two", album: "Awake", artist: "B", by: "B", number: 1),
                ], ["Awake / A / one", "Awake / B / two"]),
            Case(
                "two albums of one title by one artist stay two when their years differ",
                [
                    track("/m/a/1", "one", album: "Weezer", artist: "Weezer", by: "Weezer", number: 1, year: 1994),
                    track("/m/b/2", "two", album: "Weezer", artist: "Weezer", by: "Weezer", number: 2, year: 2001),
                ], ["Weezer / Weezer / one", "Weezer / Weezer / two"]),
            Case(
                "two editions of an album in two folders stay two: their numbers are there twice",
                [
                    track("/m/flac/1", "one", album: "X", artist: "A", number: 1, year: 1990),
                    track("/m/mp3/1", "two", album: "X", artist: "A", number: 1, year: 1990),
                ], ["X / A / one", "X / A / two"]),
            Case(
                "an album in two folders is one when nothing contradicts",
                [
                    track("/m/a/1", "one", album: "X", artist: "A", by: "A", number: 1),
                    track("/m/b/2", "two", album: "X", artist: "A", by: "A", number: 2),
                ], ["X / A / one two"]),
            Case(
                "a folder with different artists and no album artist is a compilation",
                [
                    track("/m/a/1", "one", album: "Hits", artist: "A", number: 1),
                    track("/m/a/2", "two", album: "Hits", artist: "B", number: 2),
                ], ["Hits / various / one two"]),
            Case(
                "such compilations of one title in two folders stay two",
                [
                    track("/m/a/1", "one", album: "Hits", artist: "A", number: 1),
                    track("/m/a/2", "two", album: "Hits", artist: "B", number: 2),
                    track("/m/b/3", "three", album: "Hits", artist: "C", number: 3),
                    track("/m/b/4", "four", album: "Hits", artist: "D", number: 4),
                ], ["Hits / various / one two", "Hits / various / three four"]),
            Case(
                "a flagged compilation sorted into folders by artist is one, though the years of its songs differ",
                [
                    track("/m/A/Hits/1", "one", album: "Hits", artist: "A", number: 1, year: 1980, isCompilation: true),
                    track("/m/B/Hits/2", "two", album: "Hits", artist: "B", number: 2, year: 1990, isCompilation: true),
                ], ["Hits / various / one two"]),
            Case(
                "an album artist that says various artists is none",
                [track("/m/a/1", "one", album: "Hits", artist: "A", by: "Various Artists", number: 1)],
                ["Hits / various / one"]),
            Case(
                "guests do not make a compilation",
                [
                    track("/m/a/1", "one", album: "X", artist: "Kino", number: 1),
                    track("/m/a/2", "two", album: "X", artist: "Kino feat. Guest", number: 2),
                ], ["X / Kino / one two"]),
            Case(
                "a longer name is another artist",
                [
                    track("/m/a/1", "one", album: "X", artist: "Kino", number: 1),
                    track("/m/a/2", "two", album: "X", artist: "Kinoton", number: 2),
                ], ["X / various / one two"]),
            Case(
                "tracks of one folder are one album though some lack the album artist",
                [
                    track("/m/a/1", "one", album: "X", artist: "A", by: "A", number: 1),
                    track("/m/a/2", "two", album: "X", artist: "A", number: 1),
                ], ["X / A / one two"]),
            Case(
                "folders of discs are one album, disc by disc",
                [
                    track("/m/X/CD2/1", "three", album: "X", artist: "A", number: 1),
                    track("/m/X/cd 1/2", "two", album: "X", artist: "A", number: 2),
                    track("/m/X/cd 1/1", "one", album: "X", artist: "A", number: 1),
                ], ["X / A / one two three"]),
            Case(
                "disc tags in one folder",
                [
                    track("/m/X/b", "two", album: "X", artist: "A", number: 1, disc: 2),
                    track("/m/X/a", "one", album: "X", artist: "A", number: 9, disc: 1),
                ], ["X / A / one two"]),
            Case(
                "without an album tag the folder is the album, above the folder of a disc",
                [
                    track("/m/Rip/CD1/10.wav", "ten"), track("/m/Rip/CD1/9.wav", "nine"), track("/m/Loose/a.wav", "a"),
                ], ["Loose / unknown / a", "Rip / unknown / nine ten"]),
            Case(
                "a track without a number stands behind those with one",
                [
                    track("/m/a/a", "last", album: "X", artist: "A"),
                    track("/m/a/z", "first", album: "X", artist: "A", number: 1),
                ], ["X / A / first last"]),
        ])
    func grouping(example: Case) {
        #expect(Self.described(example.tracks) == example.albums)
        #expect(Self.described(example.tracks.reversed()) == example.albums, "whatever the order they come in")
    }

    @Test(
        "names of disc folders",
        arguments: [
            ("CD1", 1), ("cd 02", 2), ("Disc 3 - Live", 3), ("disk_4", 4), ("[CD5]", 5), ("Диск 2", 2), ("CD", nil),
            ("CD 1999", nil), ("Discovery", nil), ("Disco 2000", nil), ("cd1b", nil), ("AC-CD1", nil), ("CD0", nil),
        ])
    func discFolders(name: String, number: Int?) {
        #expect(DiscFolder.number(in: Array(name.utf8)) == number)
    }

    @Test("the artists listed have albums or loose tracks; a guest of a compilation is reached from the track")
    func listedArtists() {
        let snapshot = contents([
            track("/m/a/1", "one", album: "Own", artist: "Owner", number: 1, year: 2000),
            track("/m/h/1", "two", album: "Hits", artist: "Guest", number: 1),
            track("/m/h/2", "three", album: "Hits", artist: "owner", number: 2),
            track("/m/loose/x", "four", artist: "Loner"),
            track("/m/b/1", "five", album: "Newer", artist: "Owner", number: 1, year: 2010),
        ]).snapshot
        let names = snapshot.artistsByName.keys.compactMap { snapshot.artist($0)?.name }
        #expect(names == ["Loner", "Owner"])
        let guest = snapshot.tracks.first { $0.title == "two" }?.artistKeys.first
        #expect(guest.flatMap { snapshot.artist($0) }?.name == "Guest")
        let owner = snapshot.artists.first { $0.name == "Owner" }
        #expect(owner?.albumKeys.compactMap { snapshot.album($0)?.title } == ["Newer", "Own"])
        #expect(owner?.trackKeys.compactMap { snapshot.track($0)?.title } == ["five", "one", "three"])
    }

    @Test("albums by artist, year and date; tracks by album and artist")
    func orders() {
        var tracks = [
            track("/m/a/1", "b1", album: "Beta", artist: "Zed", number: 1, year: 2001),
            track("/m/b/1", "a1", album: "The Alpha", artist: "Zed", number: 1, year: 1999),
            track("/m/c/1", "c1", album: "Gamma", artist: "Ann", number: 1),
            track("/m/d/1", "d1", album: "Delta", artist: "P", number: 1, year: 2020),
            track("/m/d/2", "d2", album: "Delta", artist: "Q", number: 2, year: 2020),
        ]
        for (place, day) in [3, 1, 9, 2, 2].enumerated() { tracks[place].added = Int64(day) }
        let snapshot = contents(tracks).snapshot
        func albums(_ order: AlbumOrder) -> [String] {
            snapshot.albums(by: order).keys.compactMap { snapshot.album($0)?.title }
        }
        #expect(albums(.title) == ["The Alpha", "Beta", "Delta", "Gamma"])
        #expect(albums(.artist) == ["Gamma", "The Alpha", "Beta", "Delta"])
        #expect(albums(.year) == ["Delta", "Beta", "The Alpha", "Gamma"])
        #expect(albums(.added) == ["Gamma", "Beta", "Delta", "The Alpha"])
        #expect(snapshot.albums(by: .artist).letters.map(\.letter) == ["A", "Z", "#"])
        func titles(_ order: TrackOrder) -> [String] {
            snapshot.tracks(by: order).keys.compactMap { snapshot.track($0)?.title }
        }
        #expect(titles(.title) == ["a1", "b1", "c1", "d1", "d2"])
        #expect(titles(.album) == ["a1", "b1", "d1", "d2", "c1"])
        #expect(titles(.artist) == ["c1", "d1", "d2", "a1", "b1"])
        #expect(snapshot.tracks(by: .artist).letters.map(\.row) == [0, 1, 2, 3])
        #expect(snapshot.tracks(by: .album).letters.map(\.row) == [0, 1, 2, 4])
    }
}
