// The output devices there are, for `carillon devices` and the settings. Any thread but the real-time part of one.

public import AudioCore

/// A device that music can be played on.
public struct OutputDevice: Hashable, Sendable {
    /// The name that opens it, stable over boots: `hw:CARD=DAC,DEV=0`.
    public var id: String
    /// For people.
    public var name: String
    public var link: OutputLink
    /// Hertz, rising, of the usual ones; what it runs at now when it is busy.
    public var rates: [Int]
    /// ALSA's spellings: `S16_LE`.
    public var formats: [String]
    /// `auto` would choose it.
    public var isDefault: Bool
    /// Why rates and formats are incomplete or missing; nil when they are complete.
    public var note: String?

    public init(
        id: String, name: String, link: OutputLink, rates: [Int], formats: [String], isDefault: Bool, note: String?
    ) {
        self.id = id
        self.name = name
        self.link = link
        self.rates = rates
        self.formats = formats
        self.isDefault = isDefault
        self.note = note
    }
}

extension OutputDevice {
    /// What people call the device of that name: its card, `DAC` of `hw:CARD=DAC,DEV=0`; another name as it is.
    public static func shortName(_ id: String) -> String {
        guard let start = id.firstRange(of: "CARD=")?.upperBound else { return id }
        return String(id[start...].prefix { $0 != "," })
    }
}

public enum DeviceList {
    /// Every device: the cards', then what configuration files and sound servers offer and what opens.
    /// Opens each for a moment; takes some ten milliseconds.
    public static func all() -> [OutputDevice] {
        let tree = SystemTree()
        return assemble(
            cards: SoundCards.installed(), hints: DeviceHints.offered(), tree: tree
        ) { device throws(AudioError) in
            try DeviceProbe.ask(device, tree: tree)
        }
    }

    /// The first choice among the cards' devices but for one, without opening any; nil when there is no other.
    /// - Parameter device: the name of the one that does not count.
    public static func firstChoice(besides device: String?) -> (id: String, name: String)? {
        let others = CardDevice.all(on: SoundCards.installed(), tree: SystemTree()).filter { $0.id != device }
        return AutomaticDevice.preferred(others).map { ($0.id, $0.name) }
    }

    /// The list from its parts; `probe` opens a device.
    static func assemble(
        cards: [SoundCard], hints: [DeviceHint], tree: SystemTree,
        probe: (String) throws(AudioError) -> DeviceProbe
    ) -> [OutputDevice] {
        let onCards = CardDevice.all(on: cards, tree: tree)
        let chosen = AutomaticDevice.preferred(onCards)?.id
        var devices = onCards.map { device in
            let asked: DeviceProbe
            do throws(AudioError) { asked = try probe(device.id) } catch { asked = known(of: device, tree, error) }
            return OutputDevice(
                id: device.id, name: device.name, link: device.link, rates: asked.rates, formats: asked.formats,
                isDefault: device.id == chosen, note: asked.note)
        }
        let names =
            hints.contains { $0.name == "default" }
            ? hints : hints + [DeviceHint(name: "default", description: "ALSA's default")]
        for hint in names {
            // A server that does not answer and a definition without its card are not devices.
            guard let asked = try? probe(hint.name) else { continue }
            devices.append(
                OutputDevice(
                    id: hint.name, name: hint.description,
                    link: hint.name.hasPrefix("bluealsa") ? .bluetooth : .unknown, rates: asked.rates,
                    formats: asked.formats, isDefault: chosen == nil && hint.name == "default", note: asked.note))
        }
        return devices
    }

    /// What can be said of a card's device that did not open.
    private static func known(of device: CardDevice, _ tree: SystemTree, _ error: AudioError) -> DeviceProbe {
        if let declared = tree.usbCapabilities(card: device.card, device: device.number) {
            return DeviceProbe(rates: declared.rates, formats: declared.formats, note: error.message)
        }
        if let wire = tree.wire(ofDevice: device.id) {
            return DeviceProbe(rates: [wire.rate], formats: [wire.formatName], note: error.message)
        }
        return DeviceProbe(note: error.message)
    }
}
