// Every order of a snapshot. Made with it, so that no screen waits for one. Workers.

/// Puts tracks, albums and artists in order.
struct SnapshotOrders {
    let tracks: [LibraryTrack]
    let albums: [LibraryAlbum]
    let artists: [LibraryArtist]

    func make() -> LibrarySnapshot.Orders {
        var folding = SortFolding()
        let artistSorts = artists.map { SortKey($0.name, sort: $0.sortName, folding: &folding) }
        let albumSorts = albums.map { SortKey($0.title, sort: $0.sortTitle, folding: &folding) }
        var orders = LibrarySnapshot.Orders()
        orders.artists = LibraryOrder(
            zip(artists, artistSorts).filter(\.0.isListed).map {
                LibraryOrder.Item(key: $0.key, sort: $1, text: $0.name)
            })
        orders.albums = albumOrders(albumSorts, &folding)
        orders.tracks[.title] = LibraryOrder(
            tracks.map {
                LibraryOrder.Item(
                    key: $0.key, sort: SortKey($0.title, sort: $0.sortTitle, folding: &folding), text: $0.title)
            })
        orders.tracks[.album] = byAlbum(orders.albums[.title] ?? LibraryOrder())
        orders.tracks[.artist] = byArtist(artistSorts)
        return orders
    }

    private func albumOrders(_ sorts: [SortKey], _ folding: inout SortFolding) -> [AlbumOrder: LibraryOrder] {
        let items = zip(albums, sorts).map { LibraryOrder.Item(key: $0.key, sort: $1, text: $0.title) }
        let byTitle = LibraryOrder(items)
        let byArtist = LibraryOrder(
            zip(albums, sorts).map { album, title in
                let artist = album.artist.map { SortKey($0, sort: album.sortArtist, folding: &folding) } ?? .last
                let year = UInt16(clamping: album.year ?? 0)
                let sort = SortKey(artist, [0, UInt8(year >> 8), UInt8(year & 0xFF)] + title.bytes)
                return LibraryOrder.Item(key: album.key, sort: sort, text: album.title)
            })
        var rows: [Int32: Int] = [:]
        for (row, key) in byTitle.keys.enumerated() { rows[key] = row }
        let places = albums.indices.sorted { (rows[albums[$0].key] ?? 0) < (rows[albums[$1].key] ?? 0) }
        func order(by value: (LibraryAlbum) -> Int64) -> LibraryOrder {
            // The sort of the standard library is stable, so equal ones stay in the order of their titles.
            LibraryOrder(keys: places.sorted { value(albums[$0]) > value(albums[$1]) }.map { albums[$0].key })
        }
        return [
            .title: byTitle, .artist: byArtist, .year: order { Int64($0.year ?? 0) }, .added: order(by: \.added),
        ]
    }

    private func byAlbum(_ order: LibraryOrder) -> LibraryOrder {
        var places: [Int32: Int] = [:]
        for (place, album) in albums.enumerated() { places[album.key] = place }
        var result = LibraryOrder()
        var letters = order.letters[...]
        for (row, key) in order.keys.enumerated() {
            if let next = letters.first, next.row == row {
                result.letters.append(.init(letter: next.letter, row: result.keys.count))
                letters.removeFirst()
            }
            if let place = places[key] { result.keys += albums[place].trackKeys }
        }
        return result
    }

    /// By first artist; those without one come last.
    private func byArtist(_ sorts: [SortKey]) -> LibraryOrder {
        var byKey: [Int32: Int] = [:]
        for (place, track) in tracks.enumerated() { byKey[track.key] = place }
        var groups: [Int32: [Int32]] = [:]
        for album in albums.sorted(by: { ($0.year ?? 0, $0.title, $0.key) < ($1.year ?? 0, $1.title, $1.key) }) {
            for key in album.trackKeys {
                let artist = byKey[key].flatMap { tracks[$0].artistKeys.first } ?? 0
                groups[artist, default: []].append(key)
            }
        }
        var items = zip(artists, sorts).filter { groups[$0.0.key] != nil }.map {
            LibraryOrder.Item(key: $0.key, sort: $1, text: $0.name)
        }
        if groups[0] != nil { items.append(LibraryOrder.Item(key: 0, sort: .last, text: "")) }
        let order = LibraryOrder(items)
        var result = LibraryOrder()
        var letters = order.letters[...]
        for (row, key) in order.keys.enumerated() {
            if let next = letters.first, next.row == row {
                result.letters.append(.init(letter: next.letter, row: result.keys.count))
                letters.removeFirst()
            }
            result.keys += groups[key] ?? []
        }
        return result
    }
}

extension SortKey {
    /// Behind everything: what has no name.
    static let last = SortKey(bytes: [6], letter: "#")

    /// A first key, and what decides between equal ones.
    init(_ first: SortKey, _ rest: [UInt8]) {
        self.init(bytes: first.bytes + rest, letter: first.letter)
    }
}
