// What a device is used for. Rules as a pure function, tested without devices; main thread.

/// The one role of a device. Keys are taken from every device that has one, beside its turning or touching.
enum DeviceRole: Hashable, Sendable {
    /// `isConfigured`: the builder named it, so nobody else shall get its events.
    case knob(KnobConfiguration, isConfigured: Bool)
    case touch
    case keys
    /// Nothing of it is of use.
    case ignored

    /// - Parameters:
    ///   - name: what the device calls itself; empty for a FIFO.
    ///   - spellings: every path it was found under.
    ///   - capabilities: nil for a FIFO, which is what the configuration says, else keys.
    init(
        name: String, spellings: Set<String>, capabilities: DeviceCapabilities?, configuration: InputConfiguration
    ) {
        func isMeant(_ device: String) -> Bool {
            DeviceSelector(device).matches(name: name, spellings: spellings)
        }
        if let knob = configuration.knobs.first(where: { isMeant($0.device) }) {
            self = .knob(knob, isConfigured: true)
        } else if let panel = configuration.touch.device, isMeant(panel) {
            self = .touch
        } else if let capabilities {
            self = Self.byCapabilities(capabilities, takesAnyPanel: configuration.touch.device == nil)
        } else {
            self = .keys
        }
        let isSwitch = configuration.switches.values.contains { source in
            if case .device(let device, _) = source { return isMeant(device) }
            return false
        }
        if isSwitch, self == .ignored { self = .keys }
    }

    private static func byCapabilities(_ capabilities: DeviceCapabilities, takesAnyPanel: Bool) -> DeviceRole {
        if capabilities.isTouchPanel { return takesAnyPanel ? .touch : .ignored }
        if capabilities.isMouse {
            // The wheel turns; rolling it away from the hand goes up, as anticlockwise does.
            return .knob(KnobConfiguration(device: "", axis: .wheel, reverse: true), isConfigured: false)
        }
        if let axis = capabilities.knobAxis {
            return .knob(KnobConfiguration(device: "", axis: axis), isConfigured: false)
        }
        return capabilities.keys.isEmpty ? .ignored : .keys
    }
}
