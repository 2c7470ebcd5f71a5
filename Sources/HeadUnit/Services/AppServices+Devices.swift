// The output devices there are, and going over to another one while the music plays. Main thread; a worker opens
// devices to ask what they take.

import ALSAOutput
import AudioCore

/// A change of the device that has not been answered.
struct DeviceSwitch {
    let work: PendingWork
    /// The name that is being opened.
    let device: String
    /// What was used before, to go back to.
    let before: String
    /// Answers with this number or an older one are not about it.
    let serial: Int
}

extension AppServices {
    /// In the place of a name: the first choice of what is there.
    nonisolated static let automaticDevice = "auto"
    /// Seconds that an answer may take: a Bluetooth headset needs several.
    static let devicePatience = 15.0

    /// What plays, or would, as it was chosen; `auto` where nobody chose.
    var chosenDevice: String {
        chosenWhileWaiting ?? keeper?.chosenDevice ?? options.audio ?? Self.automaticDevice
    }

    /// Looks which devices there are; `onChange` follows when it is known.
    func lookForDevices() {
        guard !isLookingForDevices else { return }
        isLookingForDevices = true
        work("devices", listDevices) { [weak self] devices in
            self?.isLookingForDevices = false
            self?.devices = devices
            self?.onChange()
        }
    }

    /// Plays on another device from now on. The music goes over at once; where the device does not open it goes back,
    /// and the reason is told.
    func choose(device: String) -> PendingWork {
        deviceSwitch?.work.end()
        let work = PendingWork { [weak self] in self?.goBack() }
        guard let player else {
            work.end(AudioError(.device, "nothing can be played yet").description)
            return work
        }
        let change = DeviceSwitch(
            work: work, device: device, before: deviceSwitch?.before ?? chosenDevice, serial: player.outputSerial)
        deviceSwitch = change
        player.use(device: device)
        if hasRadio { radio?.moveOutput() }
        // Nothing sounds: it is opened all the same, so that the answer is an honest one. It closes after a second.
        if !player.isOpeningOutput, player.outputSerial == change.serial, radio?.isOpeningOutput != true {
            player.prepareOutput(player.outputRequest ?? OutputRequest(rate: 44100, channels: 2, bits: 16))
        }
        loop.timers.schedule(after: Self.devicePatience) { [weak self] in
            guard let self, deviceSwitch?.work === work else { return }
            goBack()
            work.end(AudioError(.device, path: device, "does not answer").description)
        }
        return work
    }

    /// An answer of the output, before the player hears of it.
    /// - Returns: true when the player is not to hear of it.
    func takeDeviceAnswer(_ event: OutputEvent) -> Bool {
        guard let change = deviceSwitch else { return false }
        switch event {
        case .opened(let serial, let output) where serial > change.serial:
            deviceSwitch = nil
            let isOther = change.device != Self.automaticDevice && output.device != change.device
            if isOther {
                // `--audio null:` and a script have one device for the whole run.
                change.work.end(
                    AudioError(.device, path: change.device, "this run plays on \(output.device)").description)
                return false
            }
            chosenWhileWaiting = nil
            keeper?.choose(device: change.device == Self.automaticDevice ? nil : change.device)
            change.work.end()
            onChange()
            return false
        case .failed(let serial, let error) where serial > change.serial:
            goBack()
            change.work.end(error.description)
            return true
        default: return false
        }
    }

    private func goBack() {
        guard let change = deviceSwitch else { return }
        deviceSwitch = nil
        player?.use(device: change.before)
        if hasRadio { radio?.moveOutput() }
        onChange()
    }
}
