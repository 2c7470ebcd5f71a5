// What really stands between us and the converter, read from libasound's description of a PCM. Values; any thread.

import AudioCore

/// The place of a substream among the cards.
struct HardwareAddress: Hashable {
    var card: Int
    var device: Int
    var subdevice: Int
}

/// The chain of PCMs that `snd_pcm_dump` describes, in order.
///
/// What is known of a plug-in is said; one that is not known may do anything.
struct ChainReport {
    enum Stage: Equatable {
        /// Passes samples on as they are, as far as their word length there reaches.
        case transparent
        case resampler(to: Int, by: String)
        /// Changes samples, or may; the text is for people.
        case converter(String)
        case hardware(HardwareAddress)
        /// Writes the samples to a file beside passing them on.
        case file
        case null
        /// Encodes for a Bluetooth loudspeaker; nil while the codec is not known.
        case bluetooth(codec: String?)
        /// A plug-in that hands samples to a server or does something of its own.
        case foreign(String)
    }

    let stages: [Stage]
    /// What the first resampler in the chain does to our rate.
    let resampled: OutputResampling?
    /// More bits than this do not pass, because a plug-in cuts them; nil when all do, or where samples are changed
    /// before.
    let mostBits: Int?
    /// The format in which libasound hands samples to the card, in its spelling; nil when it does not say.
    private let handedOver: String?

    /// - Parameters:
    ///   - dump: the text that `snd_pcm_dump` writes.
    ///   - rate: ours, in hertz.
    init(dump: String, rate: Int) {
        let parts = ChainDump(dump).parts
        let stages = parts.map(Self.stage)
        self.stages = stages
        resampled =
            stages.lazy.compactMap { stage -> OutputResampling? in
                guard case .resampler(let to, let converter) = stage, to != rate else { return nil }
                return OutputResampling(from: rate, to: to, by: "alsa:\(converter)")
            }.first
        // A setup tells what comes in: that of the first to change samples is what those before it pass on.
        let untouchedCount = stages.prefix(while: \.passesSamples).count
        mostBits = parts.prefix(untouchedCount + 1).compactMap(\.bits).min()
        handedOver = parts.last?.setup["format"]
    }

    var hardware: HardwareAddress? {
        if case .hardware(let address) = stages.last { address } else { nil }
    }

    var endsInNull: Bool { stages.last == .null }

    /// What a Bluetooth link encodes with, in lower case; nil when there is no such link or it does not say.
    var bluetoothCodec: String? {
        if case .bluetooth(let codec) = stages.last { codec } else { nil }
    }

    /// Rewinding takes effect: nothing in the chain has passed the samples on to a server or holds a filter's memory.
    var canRewind: Bool {
        guard hardware != nil else { return false }
        return stages.allSatisfy { stage in
            switch stage {
            case .resampler, .foreign, .bluetooth: false
            case .transparent, .converter, .hardware, .file, .null: true
            }
        }
    }

    func link(tree: SystemTree) -> OutputLink {
        switch stages.last {
        case .hardware(let address): tree.link(card: address.card, device: address.device)
        case .null: .virtual
        case .bluetooth: .bluetooth
        default: .unknown
        }
    }

    /// Whether samples arrive as handed over, and if not, or if nobody can know, why: no reason is given where nothing
    /// but the device is missing.
    ///
    /// - Parameter wire: what the kernel says the hardware runs at; nil when it does not say.
    func directness(for format: DeviceFormat, wire: WireFormat?) -> (isDirect: Bool?, reason: String?) {
        for stage in stages {
            switch stage {
            case .resampler(format.rate, let converter):
                return (false, "ALSA's converter of rates stands between (\(converter))")
            case .resampler(let to, let converter): return (false, "ALSA resamples to \(to) Hz (\(converter))")
            case .converter(let what): return (false, what)
            case .foreign(let name): return (nil, "what stands behind \(name) cannot be seen")
            case .bluetooth(let codec):
                return (false, "Bluetooth encodes the samples again (\(codec ?? "its codec is not known"))")
            case .transparent, .hardware, .file, .null: break
            }
        }
        switch stages.last {
        case .hardware: return directness(for: format, onWire: wire)
        case .null: return (false, nil)
        default: return (nil, "ALSA does not say where its chain ends")
        }
    }

    /// The kernel has the last word: what it runs the card at must be what we hand over.
    private func directness(for format: DeviceFormat, onWire wire: WireFormat?) -> (isDirect: Bool?, reason: String?) {
        guard let wire else { return (nil, "the kernel does not show what it runs the card at") }
        if wire.rate != format.rate { return (false, "the kernel runs the card at \(wire.rate) Hz") }
        if wire.channels != format.channels { return (false, "the kernel runs the card in \(wire.channels) channels") }
        if wire.formatName != handedOver ?? format.layout.alsaName {
            return (false, "the kernel runs the card at \(wire.formatName)")
        }
        return (true, nil)
    }

    /// Releases before 4.1 of BlueALSA write the codec as the number of the A2DP profile: 0 is SBC, 2 is AAC.
    private static func bluetoothCodec(_ word: Substring) -> String? {
        switch word.lowercased() {
        case "0", "0x0": "sbc"
        case "0x2": "aac"
        case let name where name.isEmpty || name.hasPrefix("0x"): nil
        case let name: name
        }
    }

    /// What a PCM of the chain does.
    private static func stage(_ part: ChainDump.Part) -> Stage {
        let name = part.name
        if name.hasPrefix("Hardware PCM card ") { return hardware(name) ?? .foreign(String(name)) }
        if let rest = name.rest(after: "Rate conversion PCM (") {
            let converter = part.settings.lazy.compactMap { $0.rest(after: "Converter: ") }.first ?? "unknown"
            return .resampler(
                to: Int(rest.prefix { $0.isASCII && $0.isNumber }) ?? 0, by: String(converter.prefix { $0 != " " }))
        }
        if name.hasPrefix("BlueALSA PCM: ") {
            let word = part.settings.lazy.compactMap { $0.rest(after: "BlueALSA Bluetooth codec: ") }.first
            return .bluetooth(codec: word.flatMap(bluetoothCodec))
        }
        // A name, or a name with the setting that stands behind it in brackets.
        let plain = name.prefix { $0 != "(" }
        switch plain.last == " " ? plain.dropLast() : plain {
        case "Copy conversion PCM", "Hooks PCM", "Meter PCM", "Mmap emulation PCM": return .transparent
        // The word length of what is behind shows in its setup; more is filled with zeros, less is cut.
        case "Linear conversion PCM", "IEC958 subframe conversion PCM":
            return part.bits == nil && !part.setup.isEmpty ? .converter("ALSA converts the samples") : .transparent
        case "Route conversion PCM", "Multi PCM", "Share PCM":
            return part.bindsStraight ? .transparent : .converter("ALSA moves or mixes the channels")
        case "File PCM": return .file
        case "Null PCM": return .null
        case let known: return converters[known].map(Stage.converter) ?? .foreign(String(name))
        }
    }

    /// Plug-ins that change samples. Names from alsa-lib 1.2.8, src/pcm/pcm_*.c, and alsa-plugins 1.2.7.1.
    private static let converters: [Substring: String] = [
        "Soft volume PCM": "ALSA's software volume stands between",
        "Direct Stream Mixing PCM": "ALSA mixes in other programs (dmix)",
        "Linear Integer <-> Linear Float conversion PCM": "ALSA converts between integer and float",
        "Mu-Law conversion PCM": "ALSA encodes to mu-law",
        "A-Law conversion PCM": "ALSA encodes to A-law",
        "Ima-ADPCM conversion PCM": "ALSA encodes to ADPCM",
        "LADSPA PCM": "LADSPA effects stand between",
        "Upmix Plugin": "ALSA mixes up to more channels",
        "Vdownmix Plugin": "ALSA mixes down to two channels",
        "Speex DSP Plugin": "a Speex filter stands between",
        "A52 Output Plugin": "ALSA encodes to AC-3",
    ]

    /// `Hardware PCM card 1 'USB Audio DAC' device 0 subdevice 0`; the name in quotes may hold anything.
    private static func hardware(_ line: Substring) -> Stage? {
        let words = line.split(separator: " ")
        guard words.count >= 8, let card = Int(words[3]), let subdevice = Int(words[words.count - 1]),
            let device = Int(words[words.count - 3])
        else { return nil }
        return .hardware(HardwareAddress(card: card, device: device, subdevice: subdevice))
    }
}

extension ChainReport.Stage {
    /// Samples come out as they went in, up to the word length.
    fileprivate var passesSamples: Bool {
        switch self {
        case .transparent, .hardware, .file, .null: true
        case .resampler, .converter, .bluetooth, .foreign: false
        }
    }
}
