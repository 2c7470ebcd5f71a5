// The radio's state in the words of the contract. Main thread.

import AudioCore
import Radio

extension StateReport {
    /// `{"kind":"state","source":"radio", …}`: what a stream does not have is null.
    var radioJSON: JSON {
        let player = services.player
        let state = services.radio?.state ?? RadioState()
        return .object([
            ("kind", "state"),
            ("phase", .string(services.phase.name)), ("phaseReason", JSON(services.phase.reason)),
            ("source", .string(AudioSourceKind.radio.rawValue)),
            ("status", .string((ending ?? services.radioStatus).rawValue)),
            ("pausedBy", JSON(services.pausedBy?.rawValue)),
            ("title", JSON(known: state.title)), ("artist", JSON(known: state.artist)),
            ("album", JSON(known: services.station?.name)),
            ("track", track(services.station)),
            ("position", .null), ("duration", .null),
            ("shuffle", false), ("repeat", .string(RepeatMode.off.rawValue)), ("liked", .null),
            ("loudness", .string((player?.settings.loudness ?? .off).rawValue)),
            ("volume", JSON(player?.settings.volume.value ?? 0, decimals: 2)),
            ("muted", .bool(player?.settings.isMuted ?? false)),
            ("queueIndex", .null), ("queueCount", JSON(player?.queue.count ?? 0)),
            ("sleepTimer", JSON(player?.sleepRemaining, decimals: 1)),
            ("buttons", JSON(services.owner == nil ? [] : ["more"])),
            ("quality", services.radioQuality ?? lastQuality ?? .null),
            ("errors", .array(services.errors.map(error))),
        ])
    }

    /// Without a password that may stand in the address.
    private func track(_ station: Station?) -> JSON {
        guard let station else { return .null }
        let shown = (try? StreamAddress(station.address))?.shown ?? station.address
        return .object([("path", .string(shown)), ("uri", .string(shown)), ("cueTrack", .null)])
    }
}

extension AppServices {
    /// What Now Playing is about, as far as the quality of its sound goes.
    var qualitySource: (any QualitySource)? {
        guard hasRadio, let radio, let player else { return player }
        return RadioQuality(radio: radio, library: player)
    }

    /// The signal of the stream that is open; nil without one.
    var radioQuality: JSON? {
        guard let radio, radio.info != nil, let player else { return nil }
        return QualityReport(RadioQuality(radio: radio, library: player)).json
    }
}

/// The radio's signal: the card's volume and the unit's own sounds are the library player's business.
@MainActor
struct RadioQuality: QualitySource {
    let radio: RadioPlayer
    let library: Player

    var info: StreamInfo? { radio.info }
    var activeStages: [SoundStage] { radio.activeStages }
    var isLimiting: Bool { radio.isLimiting }
    var resampling: OutputResampling? { radio.resampling }
    var outputDescription: OutputDescription? { radio.outputDescription }
    var hardwareVolume: Decibels? { outputDescription == nil ? nil : library.cardVolume }
    var isMixingVoices: Bool { library.isMixingVoices }
    var underrunCount: Int { radio.underrunCount }
}
