// What the chain does to a station. Main thread.

import AudioCore

extension RadioPlayer {
    /// The owner's settings without what a stream has no use for.
    func parameters(_ format: DeviceFormat?) -> ChainParameters {
        var settings = sound.settings
        settings.stages.replayGain = ReplayGainSettings()
        settings.stages.isLimiting = sound.isLimiting
        return ChainParameters(
            settings, rate: format?.rate ?? 44100, channels: format?.channels ?? 2,
            isVolumeInHardware: sound.isVolumeInHardware, trim: sound.trim)
    }

    /// Hands what the chain shall do to the output thread, while the device is the radio's.
    func publishSound() {
        guard machine.output != .closed, let stream else { return }
        renderer.parameters.publish(parameters(stream.format))
    }

    /// Samples that are changed have more bits than the stream's: a device is then asked for as many as it has.
    func widened(_ request: OutputRequest) -> OutputRequest {
        var request = request
        if !activeStages.isEmpty { request.bits = nil }
        return request
    }
}
