// What really stands between us and the converter, read from libasound's description of a PCM. Values; any thread.

import AudioCore

/// The place of a substream among the cards.
struct HardwareAddress: Hashable {
    var card: Int
    var device: Int
    var subdevice: Int
}

/// The chain of PCMs that `snd_pcm_dump` describes, in order.
struct ChainReport {
    enum Stage: Equatable {
        /// Passes samples on as they are.
        case transparent
        /// HDMI and S/PDIF frames: 24 bits of each sample, unchanged.
        case subframes
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

    /// - Parameters:
    ///   - dump: the text that `snd_pcm_dump` writes.
    ///   - rate: ours, in hertz.
    init(dump: String, rate: Int) {
        var stages: [Stage] = []
        for line in dump.split(separator: "\n") {
            if let name = Self.value(of: "Converter: ", in: line), case .resampler(let to, _) = stages.last {
                stages[stages.count - 1] = .resampler(to: to, by: String(name.prefix { $0 != " " }))
            } else if let codec = Self.value(of: "BlueALSA Bluetooth codec: ", in: line),
                case .bluetooth = stages.last
            {
                stages[stages.count - 1] = .bluetooth(codec: Self.bluetoothCodec(codec))
            } else if let stage = Self.stage(line) {
                stages.append(stage)
            }
        }
        self.stages = stages
        resampled =
            stages.lazy.compactMap { stage -> OutputResampling? in
                guard case .resampler(let to, let converter) = stage, to != rate else { return nil }
                return OutputResampling(from: rate, to: to, by: "alsa:\(converter)")
            }.first
    }

    var hardware: HardwareAddress? {
        if case .hardware(let address) = stages.last { address } else { nil }
    }

    var endsInNull: Bool { stages.last == .null }

    /// What a Bluetooth link encodes with, in lower case; nil when there is no such link or it does not say.
    var bluetoothCodec: String? {
        if case .bluetooth(let codec) = stages.last { codec } else { nil }
    }

    /// More bits than this do not pass; nil when all do.
    var mostBits: Int? { stages.contains(.subframes) ? 24 : nil }

    /// Rewinding takes effect: nothing in the chain has passed the samples on to a server or holds a filter's memory.
    var canRewind: Bool {
        guard hardware != nil else { return false }
        return stages.allSatisfy { stage in
            switch stage {
            case .resampler, .foreign, .bluetooth: false
            case .transparent, .subframes, .converter, .hardware, .file, .null: true
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

    /// Whether samples arrive as handed over, and if not, or if nobody can know, why.
    ///
    /// - Parameter wire: what the kernel says the hardware runs at; nil when it does not say.
    func directness(for format: DeviceFormat, wire: WireFormat?) -> (isDirect: Bool?, reason: String?) {
        for stage in stages {
            switch stage {
            case .resampler(let to, let converter): return (false, "ALSA resamples to \(to) Hz (\(converter))")
            case .converter(let what): return (false, what)
            case .foreign(let name): return (nil, "what stands behind \(name) cannot be seen")
            case .bluetooth(let codec):
                return (false, "Bluetooth encodes the samples again (\(codec ?? "its codec is not known"))")
            case .transparent, .subframes, .hardware, .file, .null: break
            }
        }
        switch stages.last {
        case .hardware: return directness(for: format, onWire: wire)
        case .null: return (false, stages.contains(.file) ? "no device: the samples go to a file" : "no device")
        default: return (nil, "ALSA does not say where its chain ends")
        }
    }

    /// The kernel has the last word: what it runs the card at must be what we hand over.
    private func directness(for format: DeviceFormat, onWire wire: WireFormat?) -> (isDirect: Bool?, reason: String?) {
        guard let wire else { return (nil, "the kernel does not show what it runs the card at") }
        if wire.rate != format.rate { return (false, "the kernel runs the card at \(wire.rate) Hz") }
        if wire.channels != format.channels { return (false, "the kernel runs the card in \(wire.channels) channels") }
        if mostBits == nil, wire.formatName != format.layout.alsaName {
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

    /// The stage that an unindented line names; nil for lines that say something else.
    private static func stage(_ line: Substring) -> Stage? {
        var name = line
        while let rest = value(of: "Plug PCM: ", in: name) ?? value(of: "Slave: ", in: name) { name = rest }
        guard let first = name.first, first != " " else { return nil }
        if value(of: "Hardware PCM card ", in: name) != nil { return hardware(name) }
        if let rest = value(of: "Rate conversion PCM (", in: name) {
            return .resampler(to: Int(rest.prefix { $0.isASCII && $0.isNumber }) ?? 0, by: "unknown")
        }
        if value(of: "BlueALSA PCM: ", in: name) != nil { return .bluetooth(codec: nil) }
        for (prefix, stage) in known where name.hasPrefix(prefix) { return stage }
        // Settings of the stage above are written `name: value`.
        return name.contains(":") ? nil : .foreign(String(name))
    }

    /// Names from the dump functions of alsa-lib 1.2.8, src/pcm/pcm_*.c.
    private static let known: [(String, Stage)] = [
        ("Final file PCM", .transparent), ("File PCM", .file), ("Copy conversion PCM", .transparent),
        ("Hooks PCM", .transparent), ("Meter PCM", .transparent), ("Mmap emulation PCM", .transparent),
        ("Direct Share PCM", .transparent), ("Share PCM", .transparent), ("Multi PCM", .transparent),
        ("IEC958 subframe conversion PCM", .subframes), ("Null PCM", .null),
        ("Soft volume PCM", .converter("ALSA's software volume stands between")),
        ("Direct Stream Mixing PCM", .converter("ALSA mixes in other programs (dmix)")),
        ("Route conversion PCM", .converter("ALSA routes or mixes the channels")),
        ("Linear conversion PCM", .converter("ALSA converts the word length")),
        ("Linear Integer <-> Linear Float conversion PCM", .converter("ALSA converts between integer and float")),
        ("Mu-Law conversion PCM", .converter("ALSA encodes to mu-law")),
        ("A-Law conversion PCM", .converter("ALSA encodes to A-law")),
        ("Ima-ADPCM conversion PCM", .converter("ALSA encodes to ADPCM")),
        ("LADSPA PCM", .converter("LADSPA effects stand between")),
        ("Upmix Plugin", .converter("ALSA mixes up to more channels")),
        ("Vdownmix Plugin", .converter("ALSA mixes down to two channels")),
        ("Speex DSP Plugin", .converter("a Speex filter stands between")),
        ("A52 Output Plugin", .converter("ALSA encodes to AC-3")),
    ]

    /// `Hardware PCM card 1 'USB Audio DAC' device 0 subdevice 0`; the name in quotes may hold anything.
    private static func hardware(_ line: Substring) -> Stage? {
        let words = line.split(separator: " ")
        guard words.count >= 8, let card = Int(words[3]), let subdevice = Int(words[words.count - 1]),
            let device = Int(words[words.count - 3])
        else { return nil }
        return .hardware(HardwareAddress(card: card, device: device, subdevice: subdevice))
    }

    private static func value(of prefix: String, in line: Substring) -> Substring? {
        line.hasPrefix(prefix) ? line.dropFirst(prefix.count) : nil
    }
}
