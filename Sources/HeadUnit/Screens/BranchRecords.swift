// The rows of genres, folders, playlists and history. Main thread.

import AudioCore
import MusicLibrary
import TemplateKit

/// Answers for what leads to tracks beside albums and artists.
@MainActor
final class BranchRecords {
    private let services: AppServices
    private let library: LibraryRecords
    private var sources: [Weak] = []

    private struct Weak {
        weak var source: SnapshotRecords?
    }

    init(_ services: AppServices, _ library: LibraryRecords) {
        self.services = services
        self.library = library
    }

    /// What the branches hold has changed.
    func refresh() {
        sources.removeAll { $0.source == nil }
        for entry in sources { entry.source?.refresh() }
    }

    /// The rows or the record that `reference` names; nil for what is somebody else's.
    func records(for reference: SourceReference, _ strings: @escaping @MainActor () -> StringTable)
        -> (any RecordSource)?
    {
        let arguments = reference.arguments
        switch reference.name {
        case "genres":
            return keep { services in
                services.branches.value.genres.order
            } record: {
                Self.genre($0, $1)
            }
        case "genre": return one(arguments, "genre") { Self.genre($0, $1) }
        case "folders":
            return keep {
                .init(keys: $0.branches.value.folders.rootKeys)
            } record: {
                Self.folder($0, $1)
            }
        case "foldersOf":
            return key(arguments, "folder").map { key in
                keep {
                    LibraryOrder(keys: $0.branches.value.folders.folder(key)?.folderKeys ?? [])
                } record: {
                    Self.folder($0, $1)
                }
            }
        case "folder": return one(arguments, "folder") { Self.folder($0, $1) }
        case "playlists":
            return keep {
                .init(keys: $0.playlists.map(\.key))
            } record: {
                self.playlist($0, $1)
            }
        case "playlists.own":
            return keep {
                .init(keys: $0.ownPlaylists.map(\.key))
            } record: {
                self.playlist($0, $1)
            }
        case "playlist": return one(arguments, "playlist") { self.playlist($0, $1) }
        case "newPlaylist":
            return keep { _ in
                .init(keys: [0])
            } record: {
                Self.draft($0, arguments, strings(), $1)
            }
        case "tracksOf", "tracksUnder":
            if let key = key(arguments, "playlist") { return playlistTracks(key) }
            guard key(arguments, "genre") != nil || key(arguments, "folder") != nil else { return nil }
            return library.tracks { [weak self] _ in self?.trackKeys(of: reference) ?? [] }
        case "albumsOf":
            guard let genre = key(arguments, "genre") else { return nil }
            return library.albums { [weak services] _ in
                services?.branches.value.genres.genre(genre)?.albumKeys ?? []
            }
        default: return nil
        }
    }

    /// The tracks that a source of ours stands for, in its order; nil for what is somebody else's.
    func trackKeys(of reference: SourceReference) -> [Int32]? {
        guard ["tracksOf", "tracksUnder"].contains(reference.name) else { return nil }
        let arguments = reference.arguments
        let branches = services.branches.value
        if let genre = key(arguments, "genre") { return branches.genres.genre(genre)?.trackKeys ?? [] }
        if let playlist = key(arguments, "playlist") { return services.playlist(playlist)?.tracks.map(\.key) ?? [] }
        guard let folder = key(arguments, "folder") else { return nil }
        return reference.name == "tracksUnder"
            ? branches.folders.tracks(under: folder) : branches.folders.folder(folder)?.trackKeys ?? []
    }

    // MARK: - Records

    private static func genre(_ services: AppServices, _ key: Int32) -> Record? {
        services.branches.value.genres.genre(key).map { genre in
            [
                "id": .key(key), "name": .text(genre.name), "albumCount": .count(genre.albumKeys.count),
                "trackCount": .count(genre.trackKeys.count),
            ]
        }
    }

    private static func folder(_ services: AppServices, _ key: Int32) -> Record? {
        services.branches.value.folders.folder(key).map { folder in
            [
                "id": .key(key), "name": .text(folder.name), "path": .text(folder.path.shown),
                "trackCount": .count(folder.trackCount), "isAbsent": .flag(!folder.isAvailable),
            ]
        }
    }

    private func playlist(_ services: AppServices, _ key: Int32) -> Record? {
        services.playlist(key).map { list in
            let first = list.tracks.first.flatMap { library.record(ofTrack: $0.key) }
            return [
                "id": .key(key), "name": .text(list.name), "trackCount": .count(list.tracks.count),
                "isOwn": .flag(list.isOwn), "isFile": .flag(!list.isOwn),
                "cover": first?["cover"] ?? .image(.icon("playlist")), "isEmpty": .flag(list.tracks.isEmpty),
            ]
        }
    }

    /// Names for a playlist that is to be made of a track or an album.
    private static func draft(
        _ services: AppServices, _ arguments: [String: FieldValue], _ strings: StringTable, _ key: Int32
    ) -> Record? {
        let library = services.library.snapshot
        let track = arguments["track"].flatMap { $0.asKey }.flatMap { library.track($0) }
        let album = (arguments["album"]?.asKey ?? track?.albumKey).flatMap { library.album($0) }
        let artist = track?.artists.first ?? album?.artist
        let numbered = services.newPlaylistName { strings.string(for: .key("playlist.numbered", count: $0)) }
        return [
            "id": .key(key), "numbered": .text(numbered),
            "albumName": album.map { .text($0.title) } ?? .none, "artistName": artist.map { .text($0) } ?? .none,
        ]
    }

    /// Rows by their place: a track may be there twice.
    private func playlistTracks(_ key: Int32) -> any RecordSource {
        keep { services in
            LibraryOrder(keys: services.playlist(key)?.tracks.map { Int32(truncatingIfNeeded: $0.place) } ?? [])
        } record: { [weak self] services, place in
            guard let self, let list = services.playlist(key),
                let track = list.track(at: Int(place)), var record = library.record(ofTrack: track)
            else { return nil }
            record["position"] = .count(Int(place))
            record["isOwn"] = .flag(list.isOwn)
            return record
        }
    }

    // MARK: - Sources

    private func one(
        _ arguments: [String: FieldValue], _ name: String,
        _ record: @escaping @MainActor (AppServices, Int32) -> Record?
    ) -> any RecordSource {
        guard let key = key(arguments, name) else { return StaticRecords([]) }
        return keep {
            LibraryOrder(keys: record($0, key) == nil ? [] : [key])
        } record: {
            record($0, $1)
        }
    }

    private func keep(
        _ order: @escaping @MainActor (AppServices) -> LibraryOrder,
        record: @escaping @MainActor (AppServices, Int32) -> Record?
    ) -> any RecordSource {
        let source = SnapshotRecords { [services] in
            SnapshotRecords.View(order: order(services), isLoading: !services.library.isLoaded) { [services] key in
                record(services, key)
            }
        }
        sources.append(Weak(source: source))
        return source
    }

    private func key(_ arguments: [String: FieldValue], _ name: String) -> Int32? { arguments[name]?.asKey }
}

extension FieldValue {
    /// The key that this is.
    fileprivate var asKey: Int32? { if case .key(let key) = self { key } else { nil } }
}
