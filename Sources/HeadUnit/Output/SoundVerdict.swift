// What happens to the samples between file and device, in one finding: for the JSON contract in English, for the
// screen as phrases of the catalogue. A value; any thread.

import AudioCore
import TemplateKit

/// The first thing that changes the samples; where nothing does, whether that can be known.
enum SoundVerdict: Equatable {
    /// No output is open.
    case closed
    /// The clock takes the samples.
    case noDevice
    case lossy(codec: String)
    case stage(SoundStage)
    /// A sound of the unit itself is mixed in.
    case voice
    case resampled(OutputResampling)
    /// Floating-point samples become integers.
    case rounded
    /// So many channels become two.
    case folded(channels: Int)
    /// More bits than the device takes.
    case dithered(from: Int, to: Int)
    /// The samples arrive as they are in the file; what the card does to them then, when it has the volume.
    case direct(hardware: Decibels?)
    /// Something behind us changes them; why, in English.
    case indirect(String)
    /// What is behind us cannot be seen; why, in English.
    case unseen(String)

    /// True only when the integers handed over are the file's and nothing is known to stand behind them; nil when
    /// nobody can know.
    var isPerfect: Bool? {
        switch self {
        case .direct: true
        case .closed, .unseen: nil
        default: false
        }
    }

    /// One line for the contract's `reason`.
    var reason: String {
        switch self {
        case .closed: "no output is open"
        case .noDevice: "no device"
        case .lossy(let codec): "\(codec) is a lossy source"
        case .stage(let stage): "\(stage.rawValue) changes the samples"
        case .voice: "a sound of the unit is mixed in"
        case .resampled(let rates): "resampled from \(rates.from) to \(rates.to) Hz by \(rates.by)"
        case .rounded: "floating-point samples are rounded to integers"
        case .folded(let channels): "\(channels) channels are folded down"
        case .dithered(let from, let to): "\(from) bits are dithered to the \(to) of the device"
        case .direct(let level):
            "the samples reach the device as they are in the file" + (level.map(Self.attenuation) ?? "")
        case .indirect(let why), .unseen(let why): why
        }
    }

    private static func attenuation(_ level: Decibels) -> String {
        if level == 0 { return "" }
        if level == .silence { return "; the card silences them" }
        let amount = (level.value.magnitude * 10).rounded() / 10
        return "; the card \(level < 0 ? "attenuates" : "raises") by \(amount) dB"
    }

    /// The finding as the screen heads it.
    var title: Text {
        switch self {
        case .direct: .key("quality.perfect")
        case .noDevice: .key("quality.noDevice")
        case .closed, .unseen: .key("quality.unknown")
        default: .key("quality.notPerfect")
        }
    }

    /// The reason in the language of the screen.
    func why(_ strings: StringTable) -> Text {
        switch self {
        case .closed: .key("quality.why.closed")
        case .noDevice: .key("quality.why.noDevice")
        case .lossy(let codec): .key("quality.why.lossy", ["codec": .text(codec.uppercased())])
        case .stage(let stage): .key("quality.why.stage", ["stage": .text(stage.name(strings))])
        case .voice: .key("quality.why.voice")
        case .resampled: .key("quality.why.resampled")
        case .rounded: .key("quality.why.rounded")
        case .folded(let channels): .key("quality.why.folded", ["count": .count(channels)])
        case .dithered(let from, let to): .key("quality.why.dithered", ["from": .count(from), "to": .count(to)])
        case .direct: .key("quality.why.perfect")
        case .indirect: .key("quality.why.indirect")
        case .unseen: .key("quality.why.unseen")
        }
    }
}

extension SoundStage {
    /// The name for people; that of the contract where the catalogue has none.
    func name(_ strings: StringTable) -> String {
        strings.phrase("stage." + rawValue) == nil ? rawValue : strings.string(for: .key("stage." + rawValue))
    }
}

extension OutputLink {
    /// The name for people: USB, HDMI and I2S are called so everywhere.
    func name(_ strings: StringTable) -> String {
        strings.string(for: .key("link." + rawValue))
    }
}
