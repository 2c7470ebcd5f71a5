// The library's part of the catalogue: its sources of rows, and the records that screens are about. Main thread.

public import AudioCore
public import MusicLibrary
public import TemplateKit

/// Gives sources that stay the same object while the library changes under them.
@MainActor
public final class LibraryRecords {
    /// The key of the track that plays.
    public var playingTrack: Int32? {
        didSet { if playingTrack != oldValue { refresh() } }
    }
    /// Whether the owner likes a track; call `refresh` when that has changed.
    public var isLiked: @MainActor (LibraryTrack) -> Bool = { _ in false }
    /// Albums played last, the latest first; call `refresh` when that has changed.
    public var recentAlbums: @MainActor (LibrarySnapshot) -> [Int32] = { _ in [] }
    /// The folder that all others are in; nil where there are several.
    public var rootFolder: @MainActor () -> Int32? = { nil }
    /// Where music is looked for.
    public var places: @MainActor () -> [RawPath] = { [] }
    /// What different artists together are called in the language of the screen.
    public var variousArtists = "Various artists" {
        didSet { if variousArtists != oldValue { refresh() } }
    }

    /// Makes the record of a key.
    private typealias Making = @MainActor (RecordContext, Int32) -> Record?

    private struct Weak {
        weak var source: SnapshotRecords?
    }

    private struct WeakSearch {
        weak var source: SearchRecords?
    }

    private let library: LibraryService
    private var sources: [Weak] = []
    private var searches: [WeakSearch] = []
    private var scanSources: [Weak] = []
    private var shown: LibrarySnapshot
    private var wasLoaded: Bool

    public init(_ library: LibraryService) {
        self.library = library
        shown = library.snapshot
        wasLoaded = library.isLoaded
        library.search.onAnswer = { [weak self] in self?.refreshSearches() }
        library.observe { [weak self] in self?.libraryChanged() }
    }

    /// The rows that `reference` names, or the one record a screen is about; nil for what is not the library's.
    /// Each call gives a source of its own.
    public func records(for reference: SourceReference) -> (any RecordSource)? {
        let sort = reference.sort
        switch reference.name {
        case "albums":
            let order = sort.flatMap(AlbumOrder.init(rawValue:)) ?? .title
            return rows({ $0.album($1) }) { $0.albums(by: order) }
        case "artists": return rows({ $0.artist($1) }) { $0.artistsByName }
        case "tracks":
            let order = sort.flatMap(TrackOrder.init(rawValue:)) ?? .title
            return rows({ $0.track($1) }) { $0.tracks(by: order) }
        case "addedAlbums": return rows({ $0.album($1) }) { $0.albums(by: .added) }
        case "recentAlbums":
            return rows({ $0.album($1) }) { [weak self] snapshot in
                let keys = self?.recentAlbums(snapshot) ?? []
                return LibraryOrder(keys: Self.known(keys) { snapshot.album($0) != nil })
            }
        case "tracksOf": return tracksOf(reference.arguments)
        case "albumsOf":
            guard let artist = reference.key("artist") else { return none() }
            return rows({ $0.album($1) }) { Self.albums(of: artist, sort, in: $0) }
        case "search": return search(reference.arguments)
        case "album": return one(reference.key("album")) { $0.albumPage($1) }
        case "artist": return one(reference.key("artist")) { $0.artist($1) }
        case "library": return libraryRecord()
        default: return nil
        }
    }

    /// Rows of tracks whose keys somebody else knows: likes, most played. Keys that mean nothing any more and repeated
    /// ones are left out; asked again at every `refresh`.
    public func tracks(_ keys: @escaping @MainActor (LibrarySnapshot) -> [Int32]) -> any RecordSource {
        rows({ $0.track($1) }) { snapshot in
            LibraryOrder(keys: Self.known(keys(snapshot)) { snapshot.track($0) != nil })
        }
    }

    /// The same for albums.
    public func albums(_ keys: @escaping @MainActor (LibrarySnapshot) -> [Int32]) -> any RecordSource {
        rows({ $0.album($1) }) { snapshot in
            LibraryOrder(keys: Self.known(keys(snapshot)) { snapshot.album($0) != nil })
        }
    }

    /// The fields of one track; nil when it has gone.
    public func record(ofTrack key: Int32) -> Record? { context.track(key) }

    /// Has every source that is in use ask again.
    public func refresh() {
        Self.refresh(&sources)
        refreshSearches()
    }

    // MARK: - Sources

    private func tracksOf(_ arguments: [String: FieldValue]) -> any RecordSource {
        if case .key(let album)? = arguments["album"] {
            return rows({ $0.track($1) }) { LibraryOrder(keys: $0.tracks(ofAlbum: album)) }
        }
        if case .key(let artist)? = arguments["artist"] {
            return rows({ $0.track($1) }) { LibraryOrder(keys: $0.tracks(ofArtist: artist)) }
        }
        return none()
    }

    private static func albums(of artist: Int32, _ sort: String?, in snapshot: LibrarySnapshot) -> LibraryOrder {
        let keys = snapshot.albums(ofArtist: artist)
        guard sort == "title" else { return LibraryOrder(keys: keys) }
        let own = Set(keys)
        return LibraryOrder(keys: snapshot.albums(by: .title).keys.filter(own.contains))
    }

    /// What is about the library itself also follows the scan.
    private func libraryRecord() -> any RecordSource {
        let source = SnapshotRecords { [weak self] in
            SnapshotRecords.View(order: LibraryOrder(keys: [0]), isLoading: false) { _ in self?.libraryFields }
        }
        scanSources.append(Weak(source: source))
        return source
    }

    private var libraryFields: Record {
        let progress = library.progress
        return [
            "trackCount": .count(max(library.snapshot.tracks.count, progress?.tracks ?? 0)),
            "albumCount": .count(library.snapshot.albums.count),
            "percent": progress?.percent.map(FieldValue.count) ?? .none,
            "folder": progress?.folder.map { .text($0.shown) } ?? .none, "isFilling": .flag(library.isFirstScan),
            "isScanning": .flag(library.isScanning), "rootFolder": rootFolder().map(FieldValue.key) ?? .none,
            "places": .text(Self.list(places())),
        ]
    }

    /// The first few of the folders.
    private static func list(_ folders: [RawPath]) -> String {
        let most = 4
        return folders.prefix(most).map(\.shown).joined(separator: ", ") + (folders.count > most ? ", …" : "")
    }

    private func one(_ key: Int32?, _ record: @escaping Making) -> any RecordSource {
        guard let key else { return none() }
        return rows(record) { [weak self] _ in
            LibraryOrder(keys: self.flatMap { record($0.context, key) } == nil ? [] : [key])
        }
    }

    private func search(_ arguments: [String: FieldValue]) -> any RecordSource {
        guard case .text(let text)? = arguments["text"] else { return none() }
        let source = SearchRecords(text: text, search: library.search) { [weak self, context, library] in
            (self?.context ?? context, !library.isLoaded)
        }
        searches.append(WeakSearch(source: source))
        return source
    }

    private func none() -> any RecordSource { StaticRecords([]) }

    private func rows(
        _ record: @escaping Making, _ order: @escaping @MainActor (LibrarySnapshot) -> LibraryOrder
    ) -> any RecordSource {
        let source = SnapshotRecords { [weak self] in
            guard let self else { return .init(order: LibraryOrder(), isLoading: false) { _ in nil } }
            let context = context
            return .init(order: order(context.snapshot), isLoading: !library.isLoaded) { record(context, $0) }
        }
        sources.append(Weak(source: source))
        return source
    }

    // MARK: - Changes

    private var context: RecordContext {
        RecordContext(
            snapshot: library.snapshot, playing: playingTrack.flatMap { library.snapshot.track($0) },
            isLiked: { [weak self] in self?.isLiked($0) ?? false }, variousArtists: variousArtists)
    }

    private func libraryChanged() {
        if library.snapshot !== shown || library.isLoaded != wasLoaded {
            shown = library.snapshot
            wasLoaded = library.isLoaded
            refresh()
        }
        Self.refresh(&scanSources)
    }

    private func refreshSearches() {
        searches.removeAll { $0.source == nil }
        for entry in searches { entry.source?.refresh() }
    }

    private static func refresh(_ sources: inout [Weak]) {
        sources.removeAll { $0.source == nil }
        for entry in sources { entry.source?.refresh() }
    }

    private static func known(_ keys: [Int32], _ isKnown: (Int32) -> Bool) -> [Int32] {
        var seen: Set<Int32> = []
        return keys.filter { isKnown($0) && seen.insert($0).inserted }
    }
}

extension SourceReference {
    /// The argument of that name when it is a key.
    fileprivate func key(_ name: String) -> Int32? {
        guard case .key(let key)? = arguments[name] else { return nil }
        return key
    }
}
