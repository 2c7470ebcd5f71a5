// The rows and records of all screens: the player's, the owner's, and through them the library's. Main thread.

import AudioCore
import MusicLibrary
import TemplateKit

/// Answers what documents ask for. Live sources are refreshed in place when something changes.
@MainActor
final class ScreenRecords: RecordProvider {
    var strings: StringTable {
        didSet { settings.desk.strings = strings }
    }
    private let services: AppServices
    private let settings: SettingsRecords
    private let library: LibraryRecords
    private let branches: BranchRecords
    private var live: [WeakLive] = []
    /// What is beside the library, as it was looked at last.
    private var seen: [Int] = []

    private struct WeakLive {
        weak var record: LiveRecord?
        weak var list: LiveList?
    }

    init(services: AppServices, strings: StringTable, desk: SettingsDesk) {
        self.services = services
        self.strings = strings
        settings = SettingsRecords(desk: desk, folders: FolderCounts(services))
        library = LibraryRecords(services.library)
        branches = BranchRecords(services, library)
        library.isLiked = { [weak services] track in services?.isLiked(track.queueItem) ?? false }
        library.rootFolder = { [weak services] in
            let roots = services?.branches.value.folders.rootKeys ?? []
            return roots.count == 1 ? roots[0] : nil
        }
        library.places = { [weak services] in services?.musicPlaces ?? [] }
        library.recentAlbums = { [weak services] _ in services?.recentAlbums ?? [] }
    }

    /// Something that is not the library's has changed.
    func refresh() {
        if seen != [services.ownerRevision, services.branches.revision] {
            seen = [services.ownerRevision, services.branches.revision]
            library.refresh()
            branches.refresh()
        }
        live.removeAll { $0.record == nil && $0.list == nil }
        for source in live {
            source.record?.refresh()
            source.list?.refresh()
        }
        library.playingTrack = services.hasRadio ? nil : services.player?.item.flatMap { services.track(of: $0)?.key }
    }

    func records(for reference: SourceReference) -> any RecordSource {
        switch reference.name {
        case "player":
            return keep(LiveRecord { [weak self] in self?.player ?? [:] })
        case "stations": return keep(stations)
        case "stationNames":
            guard case .text(let text)? = reference.arguments["text"] else { return StaticRecords([]) }
            return StaticRecords(StationRecords.names(text))
        case "quality": return watch(LiveRecord { [weak self] in self?.playerRecord.quality ?? [:] })
        case "demo": return keep(LiveRecord { [weak services] in Self.demo(services?.demo) })
        case "queue": return keep(queue)
        case "likes": return tracks { $0.likedTracks }
        case "mostPlayed": return tracks { $0.mostPlayedTracks }
        case "history": return tracks { $0.heardTracks }
        default: break
        }
        if let list = settings.list(for: reference) { return keep(list) }
        if let record = settings.record(for: reference) { return keep(record) }
        let ours = branches.records(for: reference) { [weak self] in self?.strings ?? StringTable(language: .en) }
        return ours ?? library.records(for: reference) ?? StaticRecords([])
    }

    // MARK: - Tracks

    /// The keys of the tracks that a source stands for, in its order.
    func tracks(of reference: SourceReference) -> [Int32] {
        if let keys = branches.trackKeys(of: reference) { return keys }
        let source = records(for: reference)
        switch reference.name {
        case "tracks", "tracksOf", "likes", "mostPlayed", "history": return source.keys
        case "queue": return []
        case "albums", "albumsOf", "recentAlbums", "addedAlbums":
            return source.keys.flatMap { snapshot.tracks(ofAlbum: $0) }
        case "artists": return source.keys.flatMap { snapshot.tracks(ofArtist: $0) }
        default: return []
        }
    }

    /// The album that a track is of; nil for one that has gone.
    func album(ofTrack key: Int32) -> Int32? { snapshot.track(key)?.albumKey }

    func item(ofTrack key: Int32) -> QueueItem? { snapshot.track(key)?.queueItem }

    /// Nil as well for a track on a volume that is away.
    func itemAtHand(ofTrack key: Int32) -> QueueItem? {
        snapshot.track(key).flatMap { $0.isAvailable ? $0.queueItem : nil }
    }

    private var snapshot: LibrarySnapshot { services.library.snapshot }

    // MARK: - Sources

    /// What plays, for Now Playing: the position says no more than that there is one.
    var player: Record { stationRecords.player ?? playerRecord.player }

    private var playerRecord: PlayerRecord {
        var record = PlayerRecord(services: services, strings: strings)
        if let item = services.player?.item {
            record.isLiked = services.isLiked(item)
            if let track = services.track(of: item) {
                record.keys = (track.key, track.albumKey, track.artistKeys.first)
            }
        }
        return record
    }

    private var stationRecords: StationRecords { StationRecords(services: services, strings: strings) }

    private var stations: LiveList {
        let list = LiveList { [weak services] in
            services?.stations.map(\.key) ?? []
        } _: { [weak self] _, key in
            self?.stationRecords.record(key)
        }
        list.isWaiting = { [weak services] in services?.phase != .ready }
        return list
    }

    private var queue: LiveList {
        LiveList { [weak services] in
            guard let queue = services?.player?.queue else { return [] }
            return (0..<queue.count).map { Int32(truncatingIfNeeded: queue.order.index(at: $0)) }
        } _: { [weak self] place, _ in
            self?.queueRecord(place)
        }
    }

    private func queueRecord(_ place: Int) -> Record? {
        guard let queue = services.player?.queue, (0..<queue.count).contains(place) else { return nil }
        let item = queue.item(at: place)
        var record: Record
        if let track = services.track(of: item) {
            record = library.record(ofTrack: track.key) ?? [:]
        } else {
            let facts = services.words.facts(of: item)
            record = [
                "title": .text(facts.title), "artist": .text(facts.artist), "album": .text(facts.album),
                "cover": .image(.cover(CoverKey.of(item))),
            ]
        }
        record["position"] = .count(place)
        record["isPlaying"] = .flag(
            place == queue.order.position && services.player?.item == item && !services.hasRadio)
        return record
    }

    private static func demo(_ demo: DemoMaker?) -> Record {
        [
            "percent": demo?.percent.map(FieldValue.count) ?? .none,
            "title": demo?.progress.map { .text($0.title) } ?? .none,
        ]
    }

    private func tracks(_ addresses: @escaping @MainActor (AppServices) -> [TrackAddress]) -> any RecordSource {
        library.tracks { [weak services] _ in
            services.map { services in addresses(services).compactMap { services.track(at: $0)?.key } } ?? []
        }
    }

    /// Nobody says when the output ran dry: as long as a screen shows it, it is looked at once a second.
    private func watch(_ record: LiveRecord) -> LiveRecord {
        lookAgain(at: record)
        return keep(record)
    }

    private func lookAgain(at record: LiveRecord) {
        services.loop.timers.schedule(after: 1) { [weak self, weak record] in
            guard let self, let record else { return }
            record.refresh()
            lookAgain(at: record)
        }
    }

    private func keep(_ record: LiveRecord) -> LiveRecord {
        live.append(WeakLive(record: record, list: nil))
        return record
    }

    private func keep(_ list: LiveList) -> LiveList {
        live.append(WeakLive(record: nil, list: list))
        return list
    }
}
