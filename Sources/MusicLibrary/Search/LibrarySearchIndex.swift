// What is looked through while somebody types: every name and title, folded. Immutable; made and asked by workers.

/// Everything that matches what was typed: each kind by rank, within a rank in the order of its list.
public struct LibraryMatches: Hashable, Sendable {
    /// The matches of one kind.
    public struct Group: Hashable, Sendable {
        public var keys: [Int32] = []
        /// That of the first; nil without any.
        public var best: MatchRank?

        public init(keys: [Int32] = [], best: MatchRank? = nil) {
            self.keys = keys
            self.best = best
        }
    }

    public var artists = Group()
    public var albums = Group()
    public var tracks = Group()

    public init() {}

    public var count: Int { artists.keys.count + albums.keys.count + tracks.keys.count }
}

/// An index of one snapshot. 100,000 titles take some 4 MB.
public final class LibrarySearchIndex: Sendable {
    /// What is found: its key, and what it is called.
    public struct Name: Sendable {
        public var key: Int32
        public var text: String

        public init(key: Int32, text: String) {
            self.key = key
            self.text = text
        }
    }

    private struct Kind: Sendable {
        var keys: [Int32] = []
        /// In their own script, and in Latin letters where that is another one.
        var texts = SearchTexts()
        var latin = SearchTexts()
    }

    private let artists: Kind
    private let albums: Kind
    private let tracks: Kind

    /// Each in the order in which equally good matches stand.
    public init(artists: [Name], albums: [Name], tracks: [Name]) {
        var folding = SortFolding()
        self.artists = Self.kind(artists, &folding)
        self.albums = Self.kind(albums, &folding)
        self.tracks = Self.kind(tracks, &folding)
    }

    /// Everything of a library, guests of compilations too.
    public convenience init(_ snapshot: LibrarySnapshot) {
        let listed = Set(snapshot.artistsByName.keys)
        let guests = snapshot.artists.filter { !listed.contains($0.key) && !$0.trackKeys.isEmpty }
        self.init(
            artists: snapshot.artistsByName.keys.compactMap { snapshot.artist($0) }.map {
                Name(key: $0.key, text: $0.name)
            } + guests.sorted { $0.name < $1.name }.map { Name(key: $0.key, text: $0.name) },
            albums: snapshot.albums(by: .title).keys.compactMap { snapshot.album($0) }.map {
                Name(key: $0.key, text: $0.title)
            },
            tracks: snapshot.tracks(by: .title).keys.compactMap { snapshot.track($0) }.map {
                Name(key: $0.key, text: $0.title)
            })
    }

    private static func kind(_ names: [Name], _ folding: inout SortFolding) -> Kind {
        var kind = Kind()
        kind.keys.reserveCapacity(names.count)
        for name in names {
            kind.keys.append(name.key)
            kind.texts.append(folding.forms(name.text))
            let isForeign = name.text.utf8.contains { $0 >= 0xD0 }
            kind.latin.append((isForeign ? Romanisation.latin(name.text, &folding) : nil).map { [$0] } ?? [])
        }
        return kind
    }

    /// Everything that matches `text`; nil when it was cancelled, or the text has nothing to look for.
    public func matches(_ text: String, isCancelled: () -> Bool = { false }) -> LibraryMatches? {
        var folding = SortFolding()
        let wanted = folding.words(text)
        guard !wanted.isEmpty else { return nil }
        var result = LibraryMatches()
        result.artists = Self.group(artists, wanted, isCancelled)
        result.albums = Self.group(albums, wanted, isCancelled)
        result.tracks = Self.group(tracks, wanted, isCancelled)
        return isCancelled() ? nil : result
    }

    private static func group(_ kind: Kind, _ wanted: [UInt8], _ isCancelled: () -> Bool) -> LibraryMatches.Group {
        guard !isCancelled() else { return LibraryMatches.Group() }
        let none = UInt8.max
        var ranks = [UInt8](repeating: none, count: kind.keys.count)
        kind.texts.find(wanted, &ranks, isCancelled: isCancelled)
        if wanted.allSatisfy({ $0 < 0x80 }) {
            kind.latin.find(Romanisation.settled(wanted), &ranks, isCancelled: isCancelled)
        }
        var byRank: [[Int32]] = [[], [], []]
        for (place, rank) in ranks.enumerated() where rank != none { byRank[Int(rank)].append(kind.keys[place]) }
        let best = byRank.firstIndex { !$0.isEmpty }.flatMap { MatchRank(rawValue: UInt8($0)) }
        return LibraryMatches.Group(keys: Array(byRank.joined()), best: best)
    }
}
