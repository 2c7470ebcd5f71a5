// The devices as a setting offers them. Main thread.

import ALSAOutput
import AudioCore

extension SettingsDesk {
    var deviceWord: String { services.chosenDevice }

    /// What plays; behind `automatic` the device it came to.
    var deviceName: String {
        let word = deviceWord
        guard word == AppServices.automaticDevice else { return name(ofDevice: word) }
        let automatic = phrase("word.auto")
        guard let found = services.player?.outputDescription?.device, found != QualityReport.clock else {
            return automatic
        }
        return "\(automatic) · \(name(ofDevice: found))"
    }

    /// The first choice, then every device there is, and the chosen one also while it is away.
    var deviceChoices: [Setting.Choice] {
        let devices = services.devices ?? []
        var choices = [choice("device", AppServices.automaticDevice)]
        choices += devices.map { device in
            Setting.Choice(
                word: device.id, title: name(of: device),
                detail: "\(device.link.name(strings)) · \(OutputDevice.shortName(device.id))")
        }
        let word = deviceWord
        if services.devices != nil, !choices.contains(where: { $0.word == word }) {
            choices.append(
                Setting.Choice(word: word, title: name(ofDevice: word), detail: phrase("notHere"), isAbsent: true))
        }
        return choices
    }

    private func name(ofDevice id: String) -> String {
        services.devices?.first { $0.id == id }.map { name(of: $0) } ?? OutputDevice.shortName(id)
    }

    /// A card has its maker's name in every language; that there is none is said in the owner's.
    private func name(of device: OutputDevice) -> String {
        device.id == QualityReport.clock ? phrase("device.none") : device.name
    }
}
