// The library at one moment: everything a screen asks for, answered from memory. Immutable; any thread.

/// Tracks, albums and artists with their orders. A newer state is another snapshot; keys stay the same.
public final class LibrarySnapshot: Sendable {
    /// By ascending key.
    public let tracks: [LibraryTrack]
    /// By ascending key.
    public let albums: [LibraryAlbum]
    /// By ascending key.
    public let artists: [LibraryArtist]
    let orders: Orders
    /// The keys alone: looking for one touches nothing else.
    private let trackKeys: [Int32]
    private let albumKeys: [Int32]
    private let artistKeys: [Int32]
    /// Tracks whose volume is absent.
    public let unavailableCount: Int

    /// Every order there is.
    struct Orders: Sendable, Equatable {
        var albums: [AlbumOrder: LibraryOrder] = [:]
        var tracks: [TrackOrder: LibraryOrder] = [:]
        var artists = LibraryOrder()
    }

    init(tracks: [LibraryTrack], albums: [LibraryAlbum], artists: [LibraryArtist], orders: Orders) {
        self.tracks = tracks
        self.albums = albums
        self.artists = artists
        self.orders = orders
        trackKeys = tracks.map(\.key)
        albumKeys = albums.map(\.key)
        artistKeys = artists.map(\.key)
        unavailableCount = tracks.reduce(0) { $1.isAvailable ? $0 : $0 + 1 }
    }

    /// A library without anything in it.
    public static let empty = LibrarySnapshot(tracks: [], albums: [], artists: [], orders: Orders())

    /// The track of that key; nil when it has gone.
    public func track(_ key: Int32) -> LibraryTrack? { Self.place(of: key, in: trackKeys).map { tracks[$0] } }
    /// The album of that key; nil when it has gone.
    public func album(_ key: Int32) -> LibraryAlbum? { Self.place(of: key, in: albumKeys).map { albums[$0] } }
    /// The artist of that key; nil when it has gone.
    public func artist(_ key: Int32) -> LibraryArtist? { Self.place(of: key, in: artistKeys).map { artists[$0] } }

    /// All albums.
    public func albums(by order: AlbumOrder) -> LibraryOrder { orders.albums[order] ?? LibraryOrder() }

    /// All tracks.
    public func tracks(by order: TrackOrder) -> LibraryOrder { orders.tracks[order] ?? LibraryOrder() }

    /// The artists that are listed, by name; letters.
    public var artistsByName: LibraryOrder { orders.artists }

    /// By disc, number and path; empty for an album that has gone.
    public func tracks(ofAlbum key: Int32) -> [Int32] { album(key)?.trackKeys ?? [] }

    /// Album by album, the newest first; empty for an artist that has gone.
    public func tracks(ofArtist key: Int32) -> [Int32] { artist(key)?.trackKeys ?? [] }

    /// The newest first.
    public func albums(ofArtist key: Int32) -> [Int32] { artist(key)?.albumKeys ?? [] }

    /// The picture of a track: its album's; loose tracks have their own.
    public func cover(of track: LibraryTrack) -> CoverLocation? {
        let album = album(track.albumKey)
        if album?.isFolder ?? true, let picture = track.picture {
            return CoverLocation(path: track.path, size: track.size, modified: track.modified, picture: picture)
        }
        return album?.cover
    }

    private static func place(of key: Int32, in keys: [Int32]) -> Int? {
        var low = 0
        var high = keys.count
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low < keys.count && keys[low] == key ? low : nil
    }
}
