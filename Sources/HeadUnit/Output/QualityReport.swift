// What really happens to the signal, as far as it can be known: the contract's `quality`. Main thread.

import AudioCore

/// Builds the `quality` object. It claims nothing that is not known.
@MainActor
struct QualityReport {
    private let player: Player?

    init(_ player: Player?) {
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
            ("link", .string(output.link.rawValue)), ("codec", nil), ("hardwareVolumeDb", nil),
        ])
    }

    /// True only when the integers handed over are the file's and nothing is known to stand behind them.
    var verdict: (isPerfect: Bool?, reason: String) {
        guard let player, let info = player.info, let output = player.outputDescription else {
            return (nil, "no output is open")
        }
        if !info.isLossless { return (false, "\(info.codec) is a lossy source") }
        if let stage = player.activeStages.first { return (false, "\(stage.rawValue) changes the samples") }
        if let resampling {
            return (false, "resampled from \(resampling.from) to \(resampling.to) Hz by \(resampling.by)")
        }
        if info.words == .float32 && output.format.layout != .float32 {
            return (false, "floating-point samples are rounded to integers")
        }
        if info.channels > output.format.channels { return (false, "\(info.channels) channels are folded down") }
        if let bits = info.bits, info.words == .int32, bits > output.format.significantBits {
            return (false, "\(bits) bits are dithered to the \(output.format.significantBits) of the device")
        }
        switch output.isDirect {
        case true?: return (true, "the samples reach the device as they are in the file")
        case false?: return (false, output.indirectReason ?? "something stands between us and the device")
        case nil: return (nil, output.indirectReason ?? "what is behind the output cannot be seen")
        }
    }
}
