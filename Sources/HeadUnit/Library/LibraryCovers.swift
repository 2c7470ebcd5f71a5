// From the key of a cover to its bytes. The snapshot is put in by the main thread, asked by artwork workers.

public import Artwork
public import AudioCore
import MusicLibrary
import Synchronization

/// Finds the pictures that records name.
public final class LibraryCovers: Sendable {
    /// Bytes of a picture file that are read at most: what an embedded one may have too.
    private static let maximumLength: Int64 = 1 << 24

    private let snapshot = Mutex(LibrarySnapshot.empty)

    public init() {}

    /// From now on keys mean this snapshot.
    func use(_ snapshot: LibrarySnapshot) { self.snapshot.withLock { $0 = snapshot } }

    /// What a picture is of, without touching the disk: enough to find its thumbnail. Nil for a key that means nothing
    /// here, or nothing any more.
    public func source(for key: String) -> CoverSource? {
        location(for: key).map(Self.source)
    }

    /// The bytes of a picture and what they are of. Workers: it reads the disk. Nil for a key that means nothing here.
    /// - Throws: what reading the file throws; `notSupported` when the picture is larger than 16 MiB.
    public func bytes(for key: String) throws(AudioError) -> (bytes: [UInt8], source: CoverSource)? {
        guard let location = location(for: key) else { return nil }
        let file = try FileByteSource(location.path)
        if let picture = location.picture { return (try picture.read(from: file), Self.source(location)) }
        guard let size = file.size, size <= Self.maximumLength else {
            throw AudioError(.notSupported, path: location.path.shown, "is too large for a cover (at most 16 MiB)")
        }
        return (try file.readBytes(Int(size)), Self.source(location))
    }

    /// The key of an album's cover; nil without one. Another picture gives another key.
    static func key(of album: LibraryAlbum) -> String? {
        album.cover.map { "cover:a\(album.key).\(fingerprint($0))" }
    }

    /// The key of a track's cover: its album's, or its own in a folder of loose tracks.
    static func key(of track: LibraryTrack, in snapshot: LibrarySnapshot) -> String? {
        guard let cover = snapshot.cover(of: track) else { return nil }
        if let album = snapshot.album(track.albumKey), album.cover == cover { return key(of: album) }
        return "cover:t\(track.key).\(fingerprint(cover))"
    }

    private func location(for key: String) -> CoverLocation? {
        guard key.hasPrefix("cover:") else { return nil }
        let rest = key.dropFirst("cover:".count)
        guard let kind = rest.first, let number = Int32(rest.dropFirst().prefix { $0 != "." }) else { return nil }
        let snapshot = snapshot.withLock { $0 }
        switch kind {
        case "a": return snapshot.album(number)?.cover
        case "t": return snapshot.track(number).flatMap(snapshot.cover)
        default: return nil
        }
    }

    private static func source(_ location: CoverLocation) -> CoverSource {
        CoverSource(
            path: location.path.bytes, modified: location.modified, size: location.size,
            offset: location.picture?.offset ?? 0)
    }

    /// FNV-1a, 32 bits (Fowler, Noll, Vo), over what tells one picture from another.
    private static func fingerprint(_ location: CoverLocation) -> String {
        var hash: UInt32 = 0x811C_9DC5
        func add(_ byte: UInt8) { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        location.path.bytes.forEach(add)
        for number in [location.modified, location.size, location.picture?.offset ?? 0] {
            withUnsafeBytes(of: number.littleEndian) { $0.forEach(add) }
        }
        return String(hash, radix: 16)
    }
}
