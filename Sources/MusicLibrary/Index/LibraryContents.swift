// The saved form of a library: index and snapshot in one file with a version and a checksum. Workers.

public import AudioCore

/// An index with the snapshot made of it.
public struct LibraryContents: Sendable {
    var index: LibraryIndex
    public internal(set) var snapshot: LibrarySnapshot

    init(index: LibraryIndex = LibraryIndex(), snapshot: LibrarySnapshot = .empty) {
        self.index = index
        self.snapshot = snapshot
    }

    /// The folders of music of the scan that made it.
    public var roots: [RawPath] { index.roots }

    /// Nothing known yet.
    public static let empty = LibraryContents()

    /// Why bytes are no saved library.
    enum Fault: String, Error {
        case foreign = "is no library index"
        case newer = "is of another version"
        case damaged = "is damaged"
    }

    private static let magic = Array("CARLIB\r\n".utf8)
    /// Grows with every change of the form, and of what is read out of the same file.
    static let version: UInt32 = 4
    /// Earlier forms that can be read: what they do not have is as in a library that was never asked for it.
    private static let oldestVersion: UInt32 = 2
    static let versionWithGains: UInt32 = 3
    /// From it on tracks of a sheet have what is in front of the first, and cue sheet blocks of no disc are read.
    static let versionWithSheetHeads: UInt32 = 4
    private static let headerLength = 28

    /// Header: magic, version (32 bits), length of the payload (64), its checksum (64), all little-endian.
    var encoded: [UInt8] {
        var writer = IndexWriter()
        writer.put(Int(index.nextTrackKey))
        writer.put(Int(index.nextAlbumKey))
        writer.put(Int(index.nextArtistKey))
        writer.put(index.roots.count)
        for root in index.roots { writer.put(root) }
        for paths in [index.knownRoots, index.volumes] {
            writer.put(paths.count)
            for path in paths.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) { writer.put(path) }
        }
        let covers = index.folderCovers.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
        writer.put(covers.count)
        for (folder, cover) in covers {
            writer.put(folder)
            writer.put(cover)
        }
        let artistKeys = index.artistKeys.sorted { $0.value < $1.value }
        writer.put(artistKeys.count)
        for (name, key) in artistKeys {
            writer.put(name)
            writer.put(Int(key))
        }
        writer.put(index.entries.count)
        for entry in index.entries { writer.put(entry) }
        writer.put(snapshot.albums.count)
        for album in snapshot.albums { writer.put(album) }
        writer.put(snapshot.artists.count)
        for artist in snapshot.artists { writer.put(artist) }
        for order in AlbumOrder.allCases { writer.put(snapshot.albums(by: order)) }
        for order in TrackOrder.allCases { writer.put(snapshot.tracks(by: order)) }
        writer.put(snapshot.artistsByName)

        let payload = writer.payload
        var bytes = Self.magic
        withUnsafeBytes(of: Self.version.littleEndian) { bytes += $0 }
        withUnsafeBytes(of: UInt64(payload.count).littleEndian) { bytes += $0 }
        withUnsafeBytes(of: payload.withUnsafeBytes(Self.checksum).littleEndian) { bytes += $0 }
        return bytes + payload
    }

    /// Reads what `encoded` gave.
    init(_ bytes: [UInt8]) throws(Fault) {
        guard bytes.count >= Self.headerLength, bytes.starts(with: Self.magic) else {
            throw bytes.isEmpty || Self.magic.starts(with: bytes.prefix(8)) ? .damaged : .foreign
        }
        let read = bytes.withUnsafeBytes { all -> Result<LibraryContents, Fault> in
            let version = all.loadUnaligned(fromByteOffset: 8, as: UInt32.self).littleEndian
            guard (Self.oldestVersion...Self.version).contains(version) else { return .failure(.newer) }
            let payload = UnsafeRawBufferPointer(rebasing: all[Self.headerLength...])
            guard all.loadUnaligned(fromByteOffset: 12, as: UInt64.self).littleEndian == UInt64(payload.count),
                all.loadUnaligned(fromByteOffset: 20, as: UInt64.self).littleEndian == Self.checksum(payload)
            else { return .failure(.damaged) }
            return Self.decode(payload, version: version)
        }
        switch read {
        case .success(let contents): self = contents
        case .failure(let fault): throw fault
        }
    }

    static func decode(
        _ payload: UnsafeRawBufferPointer, version: UInt32 = Self.version
    ) -> Result<LibraryContents, Fault> {
        var reader = IndexReader(payload, version: version)
        var index = LibraryIndex()
        index.nextTrackKey = reader.key()
        index.nextAlbumKey = reader.key()
        index.nextArtistKey = reader.key()
        index.roots = list(&reader) { $0.path() }
        index.knownRoots = Set(list(&reader) { $0.path() })
        index.volumes = Set(list(&reader) { $0.path() })
        let coverCount = reader.count()
        for _ in 0..<coverCount where !reader.isDamaged { index.folderCovers[reader.path()] = reader.cover() }
        let nameCount = reader.count()
        index.artistKeys.reserveCapacity(nameCount)
        for _ in 0..<nameCount where !reader.isDamaged { index.artistKeys[reader.text()] = reader.key() }
        let entryCount = reader.count()
        index.entries.reserveCapacity(entryCount)
        for _ in 0..<entryCount where !reader.isDamaged { index.entries.append(reader.entry()) }

        var orders = LibrarySnapshot.Orders()
        let albums = list(&reader) { $0.album() }
        let artists = list(&reader) { $0.artist() }
        for order in AlbumOrder.allCases { orders.albums[order] = reader.order() }
        for order in TrackOrder.allCases { orders.tracks[order] = reader.order() }
        orders.artists = reader.order()
        guard !reader.isDamaged, reader.isAtEnd else { return .failure(.damaged) }
        var tracks: [LibraryTrack] = []
        tracks.reserveCapacity(index.entries.count)
        for entry in index.entries where entry.presence != .outside { tracks += entry.tracks }
        if !zip(tracks, tracks.dropFirst()).allSatisfy({ $0.key < $1.key }) { tracks.sort { $0.key < $1.key } }
        return .success(
            LibraryContents(
                index: index,
                snapshot: LibrarySnapshot(tracks: tracks, albums: albums, artists: artists, orders: orders)))
    }

    private static func list<Value>(_ reader: inout IndexReader, _ read: (inout IndexReader) -> Value) -> [Value] {
        let count = reader.count()
        var values: [Value] = []
        values.reserveCapacity(count)
        for _ in 0..<count where !reader.isDamaged { values.append(read(&reader)) }
        return values
    }

    /// FNV-1a (Fowler, Noll, Vo), 64 bits, over words of eight bytes with the high half folded in: fast enough to be
    /// no part of the loading time.
    private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var offset = 0
        while offset + 8 <= bytes.count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            hash = (hash ^ word) &* 0x100_0000_01B3
            hash ^= hash >> 32
            offset += 8
        }
        for byte in bytes[offset...] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}
