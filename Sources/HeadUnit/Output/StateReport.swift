// The player's state as one line of JSON: the contract's `state` and `quality`. Main thread.

import AudioCore

/// Builds the `state` line.
@MainActor
struct StateReport {
    let services: AppServices
    /// What the line speaks of when nothing is loaded any more.
    var last: LoadedTrack?
    /// Of the stream, the same.
    var lastQuality: JSON?
    /// What a run that ends says of itself, in place of what the player does at that moment.
    var ending: PlayerStatus?

    /// `{"kind":"state", …}` of interfaces: what plays, where, how it sounds.
    var json: JSON { services.hasRadio ? radioJSON : libraryJSON }

    private var libraryJSON: JSON {
        let player = services.player
        let track = LoadedTrack(services) ?? last
        let facts = track.map { services.words.facts(of: $0.item) }
        let position = track.map { $0.position + max(0, (player?.heardSeconds ?? 0) - $0.heardSeconds) }
        let members: [(String, JSON)] = [
            ("kind", "state"),
            ("phase", .string(services.phase.name)), ("phaseReason", JSON(services.phase.reason)),
            ("source", JSON(player?.item == nil ? nil : AudioSourceKind.library.rawValue)),
            ("status", .string((ending ?? player?.status ?? .stopped).rawValue)),
            ("pausedBy", JSON(player?.pausedBy?.rawValue)),
            ("title", JSON(known: facts?.title)), ("artist", JSON(known: facts?.artist)),
            ("album", JSON(known: facts?.album)),
            ("track", json(track?.item)),
            ("position", JSON(position, decimals: 3)),
            ("duration", JSON(track?.duration, decimals: 3)),
            ("shuffle", .bool(player?.queue.isShuffled ?? false)),
            ("repeat", .string((player?.queue.repeatMode ?? .off).rawValue)),
            ("liked", liked(player?.item)),
            ("loudness", .string((player?.settings.loudness ?? .off).rawValue)),
            ("volume", JSON(player?.settings.volume.value ?? 0, decimals: 2)),
            ("muted", .bool(player?.settings.isMuted ?? false)),
            ("queueIndex", JSON(player?.queue.currentIndex)), ("queueCount", JSON(player?.queue.count ?? 0)),
            ("sleepTimer", JSON(player?.sleepRemaining, decimals: 1)),
            ("buttons", JSON(buttons)),
            ("quality", player?.info == nil ? track?.quality ?? .null : QualityReport(player).json),
            ("errors", .array(services.errors.map(error))),
        ]
        return .object(members)
    }

    /// Null in a run that does not read what the owner likes.
    private func liked(_ item: QueueItem?) -> JSON {
        guard let item, services.owner != nil else { return .null }
        return .bool(services.isLiked(item))
    }

    /// What a listener can press for what plays.
    private var buttons: [String] {
        services.owner == nil
            ? ["shuffle", "repeat", "loudness"] : ["shuffle", "repeat", "like", "loudness", "more"]
    }

    private func json(_ item: QueueItem?) -> JSON {
        guard let item else { return .null }
        return .object([
            ("path", .string(item.path.shown)),
            ("uri", .string(MusicFolders.uri(item.path))),
            ("cueTrack", JSON(item.cueTrack)),
        ])
    }

    func error(_ error: AudioError) -> JSON {
        .object([
            ("code", .string(error.code.rawValue)), ("path", JSON(error.path)), ("message", .string(error.message)),
        ])
    }
}
