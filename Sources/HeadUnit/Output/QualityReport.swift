// What really happens to the signal, as far as it can be known: the contract's `quality`. Main thread.

import AudioCore

/// What sounds, as far as its quality goes: the library's player, or the radio.
@MainActor
protocol QualitySource {
    var info: StreamInfo? { get }
    var activeStages: [SoundStage] { get }
    /// The limiter changes samples just now.
    var isLimiting: Bool { get }
    var resampling: OutputResampling? { get }
    var outputDescription: OutputDescription? { get }
    var hardwareVolume: Decibels? { get }
    var isMixingVoices: Bool { get }
    var underrunCount: Int { get }
}

extension Player: QualitySource {}

/// Builds the `quality` object. It claims nothing that is not known.
@MainActor
struct QualityReport {
    private let player: (any QualitySource)?

    init(_ player: (any QualitySource)?) {
        self.player = player
    }

    var json: JSON {
        guard let player, let info = player.info else { return .null }
        let verdict = verdict
        return .object([
            (
                "source",
                .object([
                    ("codec", .string(info.codec)), ("rate", JSON(info.rate)), ("bits", JSON(info.bits)),
                    ("channels", JSON(info.channels)), ("lossless", .bool(info.isLossless)),
                ])
            ),
            ("stages", JSON(player.activeStages.map(\.rawValue))),
            ("resampled", resampled),
            ("output", output),
            ("bitPerfect", verdict.isPerfect.map(JSON.bool) ?? "unknown"),
            ("reason", .string(verdict.reason)),
            ("underruns", JSON(player.underrunCount)),
        ])
    }

    var resampling: OutputResampling? { player?.resampling ?? player?.outputDescription?.resampled }

    private var resampled: JSON {
        guard let resampling else { return .null }
        return .object([
            ("from", JSON(resampling.from)), ("to", JSON(resampling.to)), ("by", .string(resampling.by)),
        ])
    }

    private var output: JSON {
        guard let output = player?.outputDescription else { return .null }
        return .object([
            ("device", .string(output.device)), ("format", .string(output.formatName)),
            ("bits", JSON(output.format.significantBits)), ("rate", JSON(output.format.rate)),
            ("link", .string(output.link.rawValue)), ("codec", codec(output)),
            ("hardwareVolumeDb", hardwareVolume),
        ])
    }

    /// Null where the volume is not the card's; silence is its lowest number.
    private var hardwareVolume: JSON { JSON(player?.hardwareVolume.map { max(-120, $0.value) }, decimals: 2) }

    /// What a wireless link encodes with; null where nothing is encoded.
    private func codec(_ output: OutputDescription) -> JSON {
        output.link == .bluetooth ? .string(output.codec ?? "unknown") : .null
    }

    /// The first thing on the way that changes the samples.
    var verdict: SoundVerdict {
        guard let player, let info = player.info, let output = player.outputDescription else { return .closed }
        if output.device == Self.clock { return .noDevice }
        if !info.isLossless { return .lossy(codec: info.codec) }
        // A limiter with nothing to hold gives the samples as they are.
        if let stage = player.activeStages.first(where: { $0 != .limiter || player.isLimiting }) {
            return .stage(stage)
        }
        if player.isMixingVoices { return .voice }
        if let resampling { return .resampled(resampling) }
        if info.words == .float32 && output.format.layout != .float32 { return .rounded }
        if info.words == .float32, let bits = info.bits, bits > 32 {
            return .indirect("its floats of \(bits) bits become ones of 32")
        }
        if info.channels > output.format.channels { return .folded(channels: info.channels) }
        if let bits = info.bits, info.words == .int32, bits > output.format.significantBits {
            return .dithered(from: bits, to: output.format.significantBits)
        }
        switch output.isDirect {
        case true?: return .direct(hardware: player.hardwareVolume)
        case false?: return output.indirectReason.map(SoundVerdict.indirect) ?? .noDevice
        case nil: return .unseen(output.indirectReason ?? "what is behind the output cannot be seen")
        }
    }

    /// The name of the output that is no device.
    static let clock = "null:"
}
