// From entries to a snapshot: albums and artists with keys that stay, and every order. Workers.

import AudioCore

extension LibraryIndex {
    /// The library as it is shown now. Albums and artists keep the keys they had.
    mutating func makeSnapshot() -> LibrarySnapshot {
        var builder = SnapshotBuilder(self)
        builder.group()
        for (place, track) in zip(builder.places, builder.tracks) {
            entries[place.entry].tracks[place.track] = track
        }
        artistKeys = builder.artistKeys
        nextAlbumKey = builder.nextAlbumKey
        nextArtistKey = builder.nextArtistKey
        return builder.snapshot()
    }
}

/// One building.
struct SnapshotBuilder {
    /// Where a track stands in the index.
    struct Place {
        var entry: Int
        var track: Int
    }

    private(set) var tracks: [LibraryTrack] = []
    private(set) var places: [Place] = []
    /// By folded name; of artists that have gone too, should they come back.
    private(set) var artistKeys: [String: Int32]
    private(set) var nextAlbumKey: Int32
    private(set) var nextArtistKey: Int32
    private let folderCovers: [RawPath: CoverLocation]
    private var albums: [LibraryAlbum] = []
    private var artists: [Int32: LibraryArtist] = [:]
    private var folders = DiscFolders()

    init(_ index: LibraryIndex) {
        nextAlbumKey = index.nextAlbumKey
        nextArtistKey = index.nextArtistKey
        artistKeys = index.artistKeys
        folderCovers = index.folderCovers
        let shown = index.entries.indices.filter { index.entries[$0].presence != .outside }
            .sorted { index.entries[$0].path.bytes.lexicographicallyPrecedes(index.entries[$1].path.bytes) }
        for place in shown {
            let isAvailable = index.entries[place].presence == .present
            for (number, track) in index.entries[place].tracks.enumerated() {
                var track = track
                track.isAvailable = isAvailable
                tracks.append(track)
                places.append(Place(entry: place, track: number))
            }
        }
    }

    /// Makes albums and artists.
    mutating func group() {
        let groups = AlbumGrouping.groups(of: tracks)
        let keys = albumKeys(of: groups)
        for (group, key) in zip(groups, keys) { add(group, key) }
        albums.sort { $0.key < $1.key }
        for place in tracks.indices {
            tracks[place].artistKeys = tracks[place].artists.map { artistKey($0) }
            if tracks[place].artists.count == 1, let sort = tracks[place].sortArtist {
                artists[tracks[place].artistKeys[0]]?.sortName = sort
            }
        }
        for index in albums.indices { albums[index].sortArtist = sortArtist(of: albums[index]) }
        fillArtists()
    }

    /// A group takes the key most of its tracks had, unless a group with more of them takes it.
    private mutating func albumKeys(of groups: [AlbumGrouping.Group]) -> [Int32] {
        var claims: [(group: Int, key: Int32, votes: Int)] = []
        for (number, group) in groups.enumerated() {
            var votes: [Int32: Int] = [:]
            for member in group.members where tracks[member].albumKey > 0 {
                votes[tracks[member].albumKey, default: 0] += 1
            }
            claims += votes.map { (number, $0.key, $0.value) }
        }
        claims.sort { $0.votes != $1.votes ? $0.votes > $1.votes : ($0.key, $0.group) < ($1.key, $1.group) }
        var keys = [Int32](repeating: 0, count: groups.count)
        var taken: Set<Int32> = []
        for claim in claims where keys[claim.group] == 0 && taken.insert(claim.key).inserted {
            keys[claim.group] = claim.key
        }
        for number in keys.indices where keys[number] == 0 { keys[number] = LibraryIndex.take(&nextAlbumKey) }
        return keys
    }

    private mutating func add(_ group: AlbumGrouping.Group, _ key: Int32) {
        var album = LibraryAlbum(key: key, title: group.title)
        album.artist = group.artists.isEmpty ? nil : group.artists.joined(separator: ", ")
        album.artistKeys = group.artists.map { artistKey($0) }
        album.isVarious = group.isVarious
        album.isFolder = group.isFolder
        let members = sorted(group.members)
        album.trackKeys = members.map { tracks[$0].key }
        album.isAvailable = false
        var firstFolderCover: CoverLocation?
        for member in members {
            tracks[member].albumKey = key
            let track = tracks[member]
            album.year = [album.year, track.year].compactMap(\.self).max()
            album.added = max(album.added, track.added)
            album.duration += track.duration ?? 0
            album.isAvailable = album.isAvailable || track.isAvailable
            album.sortTitle = album.sortTitle ?? track.sortAlbum
            if album.cover == nil, let picture = track.picture {
                album.cover = CoverLocation(
                    path: track.path, size: track.size, modified: track.modified, picture: picture)
            }
            if album.cover == nil, firstFolderCover == nil, !folderCovers.isEmpty {
                firstFolderCover = folderCovers[track.path.directory]
            }
        }
        album.cover = album.cover ?? firstFolderCover
        albums.append(album)
    }

    private mutating func sorted(_ members: [Int]) -> [Int] {
        let discs = members.map { tracks[$0].disc ?? folders.folder(of: tracks[$0].path).disc ?? 1 }
        let order = members.indices.sorted { left, right in
            if discs[left] != discs[right] { return discs[left] < discs[right] }
            let (a, b) = (tracks[members[left]], tracks[members[right]])
            // What a cue sheet has in front of its first track has no number and comes first.
            let (first, second) = (a.number ?? a.cueTrack ?? .max, b.number ?? b.cueTrack ?? .max)
            if first != second { return first < second }
            if a.path != b.path {
                let (first, second) = (NaturalOrder(a.path), NaturalOrder(b.path))
                return first != second ? first < second : a.path.bytes.lexicographicallyPrecedes(b.path.bytes)
            }
            return (a.cueTrack ?? 0) < (b.cueTrack ?? 0)
        }
        return order.map { members[$0] }
    }

    // MARK: - Artists

    private mutating func artistKey(_ name: String) -> Int32 {
        let folded = name.lowercased()
        let key = artistKeys[folded] ?? LibraryIndex.take(&nextArtistKey)
        artistKeys[folded] = key
        if artists[key] == nil { artists[key] = LibraryArtist(key: key, name: name) }
        return key
    }

    private func sortArtist(of album: LibraryAlbum) -> String? {
        album.artistKeys.count == 1 ? artists[album.artistKeys[0]]?.sortName : nil
    }

    private mutating func fillArtists() {
        var byKey: [Int32: Int] = [:]
        for (place, track) in tracks.enumerated() { byKey[track.key] = place }
        var seen: [Int32: Set<Int32>] = [:]
        func note(_ track: Int32, of artist: Int32, in artists: inout [Int32: LibraryArtist]) {
            if seen[artist, default: []].insert(track).inserted { artists[artist]?.trackKeys.append(track) }
        }
        let newest = albums.sorted(by: SnapshotBuilder.isNewer)
        for album in newest {
            for artist in album.artistKeys where artists[artist]?.albumKeys.last != album.key {
                artists[artist]?.albumKeys.append(album.key)
                artists[artist]?.isListed = true
                for track in album.trackKeys { note(track, of: artist, in: &artists) }
            }
        }
        for album in newest {
            for key in album.trackKeys {
                guard let place = byKey[key] else { continue }
                for artist in tracks[place].artistKeys {
                    if album.isFolder { artists[artist]?.isListed = true }
                    note(key, of: artist, in: &artists)
                }
            }
        }
    }

    /// The newest first; without a year last; then by title.
    private static func isNewer(_ left: LibraryAlbum, _ right: LibraryAlbum) -> Bool {
        if left.year != right.year { return (left.year ?? 0) > (right.year ?? 0) }
        return left.title != right.title ? left.title < right.title : left.key < right.key
    }

    // MARK: - Result

    func snapshot() -> LibrarySnapshot {
        let sorted = tracks.sorted { $0.key < $1.key }
        let artists = artists.values.sorted { $0.key < $1.key }
        let orders = SnapshotOrders(tracks: sorted, albums: albums, artists: artists).make()
        return LibrarySnapshot(tracks: sorted, albums: albums, artists: artists, orders: orders)
    }
}
