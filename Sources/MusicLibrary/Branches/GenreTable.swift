// The library by genre. A value; made by a worker from a snapshot.

/// A genre as tags name it.
public struct LibraryGenre: Hashable, Sendable {
    /// Stays the same over scans and runs.
    public var key: Int32
    /// As most tracks spell it.
    public var name: String
    /// By title.
    public var albumKeys: [Int32] = []
    /// By artist, then album by album.
    public var trackKeys: [Int32] = []
}

/// Every genre there is; names that differ in case alone are one.
public struct GenreTable: Sendable {
    /// By name; letters.
    public let order: LibraryOrder
    private let genres: [Int32: LibraryGenre]

    public static let empty = GenreTable(order: LibraryOrder(), genres: [:])

    private init(order: LibraryOrder, genres: [Int32: LibraryGenre]) {
        self.order = order
        self.genres = genres
    }

    /// Sorts the tracks of a snapshot by their genres.
    public init(_ snapshot: LibrarySnapshot) {
        var keys = StableKeys()
        var byName: [String: Int32] = [:]
        var spellings: [Int32: [String: Int]] = [:]
        var genres: [Int32: LibraryGenre] = [:]
        func key(_ name: String) -> Int32 {
            let folded = name.lowercased()
            if let known = byName[folded] { return known }
            let key = keys.key(folded.utf8)
            byName[folded] = key
            genres[key] = LibraryGenre(key: key, name: name)
            return key
        }
        // In the order of their keys first, so that a name and a clash do not depend on what a list is sorted by.
        for track in snapshot.tracks {
            for name in track.genres where !name.isEmpty { spellings[key(name), default: [:]][name, default: 0] += 1 }
        }
        for (key, counts) in spellings { genres[key]?.name = Self.best(counts) }
        for trackKey in snapshot.tracks(by: .artist).keys {
            guard let track = snapshot.track(trackKey) else { continue }
            for name in Set(track.genres.filter { !$0.isEmpty }.map(key)) {
                genres[name]?.trackKeys.append(trackKey)
            }
        }
        for albumKey in snapshot.albums(by: .title).keys {
            var own: Set<Int32> = []
            for track in snapshot.tracks(ofAlbum: albumKey) {
                for name in snapshot.track(track)?.genres ?? [] where !name.isEmpty { own.insert(key(name)) }
            }
            for name in own { genres[name]?.albumKeys.append(albumKey) }
        }
        var folding = SortFolding()
        order = LibraryOrder(
            genres.values.map {
                LibraryOrder.Item(key: $0.key, sort: SortKey($0.name, sort: nil, folding: &folding), text: $0.name)
            })
        self.genres = genres
    }

    /// The spelling of most tracks; among equals one with capitals and small letters, then the first by its characters.
    private static func best(_ counts: [String: Int]) -> String {
        func rank(_ name: String) -> (Int, Int, String) {
            let isMixed = name != name.lowercased() && name != name.uppercased()
            return (-(counts[name] ?? 0), isMixed ? 0 : 1, name)
        }
        return counts.keys.min { rank($0) < rank($1) } ?? ""
    }

    /// The genre of that key; nil when it has gone.
    public func genre(_ key: Int32) -> LibraryGenre? { genres[key] }
}
