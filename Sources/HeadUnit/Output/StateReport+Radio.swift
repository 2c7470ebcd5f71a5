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
            ("status", .string(state.phase.status.rawValue)),
            ("pausedBy", JSON(state.pausedBy?.rawValue)),
            ("title", JSON(known: state.title)), ("artist", JSON(known: state.artist)),
            ("album", JSON(known: state.station?.name)),
            ("track", track(state.station)),
            ("position", .null), ("duration", .null),
            ("shuffle", false), ("repeat", .string(RepeatMode.off.rawValue)), ("liked", .null),
            ("loudness", .string((player?.settings.loudness ?? .off).rawValue)),
            ("volume", JSON(player?.settings.volume.value ?? 0, decimals: 2)),
            ("muted", .bool(player?.settings.isMuted ?? false)),
            ("queueIndex", .null), ("queueCount", 0),
            ("sleepTimer", JSON(player?.sleepRemaining, decimals: 1)),
            ("buttons", .array([])),
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
    /// The radio plays, or has played last.
    var hasRadio: Bool { radio?.state.station != nil && coordinator?.activeSource == .radio }

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
    var resampling: OutputResampling? { radio.resampling }
    var outputDescription: OutputDescription? { radio.outputDescription }
    var hardwareVolume: Decibels? { outputDescription == nil ? nil : library.cardVolume }
    var isMixingVoices: Bool { library.isMixingVoices }
    var underrunCount: Int { radio.underrunCount }
}
