// The configuration space of one PCM: the owner of a snd_pcm_hw_params_t. One thread.

import AudioCore
import CALSA

/// What a PCM can still be configured to. Made anew for each attempt.
final class HardwareParameters: HardwareSpace {
    private let pcm: OpaquePointer
    private let parameters: OpaquePointer

    /// The whole space of `pcm`, interleaved; nil when there is none or memory is short.
    init?(of pcm: OpaquePointer) {
        var allocated: OpaquePointer?
        guard snd_pcm_hw_params_malloc(&allocated) >= 0, let allocated else { return nil }
        self.pcm = pcm
        parameters = allocated
        guard snd_pcm_hw_params_any(pcm, parameters) >= 0,
            snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED) >= 0
        else { return nil }
    }

    deinit { snd_pcm_hw_params_free(parameters) }

    func set(channels: Int) -> Bool {
        snd_pcm_hw_params_set_channels(pcm, parameters, UInt32(clamping: channels)) >= 0
    }

    func set(rate: Int) -> Bool {
        snd_pcm_hw_params_set_rate(pcm, parameters, UInt32(clamping: rate), 0) >= 0
    }

    func set(layout: SampleLayout) -> Bool {
        snd_pcm_hw_params_set_format(pcm, parameters, layout.alsaFormat) >= 0
    }

    func setNearest(channels: Int) -> Int? {
        var value = UInt32(clamping: channels)
        return snd_pcm_hw_params_set_channels_near(pcm, parameters, &value) >= 0 ? Int(value) : nil
    }

    func setNearest(rate: Int) -> Int? {
        var value = UInt32(clamping: rate)
        return snd_pcm_hw_params_set_rate_near(pcm, parameters, &value, nil) >= 0 ? Int(value) : nil
    }

    func takes(rate: Int) -> Bool {
        snd_pcm_hw_params_test_rate(pcm, parameters, UInt32(clamping: rate), 0) >= 0
    }

    func takes(_ layout: SampleLayout) -> Bool {
        snd_pcm_hw_params_test_format(pcm, parameters, layout.alsaFormat) >= 0
    }

    /// HDMI's raw frames, which are not for us to make.
    var takesOnlySubframes: Bool {
        snd_pcm_hw_params_test_format(pcm, parameters, SND_PCM_FORMAT_IEC958_SUBFRAME_LE) >= 0
            && !SampleLayout.allCases.contains(where: takes)
    }

    /// Asks for a buffer of `frameCount` in so many periods; the device may choose otherwise, but not fewer than two.
    func setBuffer(frameCount: Int, periodCount: Int) {
        var least: UInt32 = 2
        _ = snd_pcm_hw_params_set_periods_min(pcm, parameters, &least, nil)
        var buffer = snd_pcm_uframes_t(frameCount)
        _ = snd_pcm_hw_params_set_buffer_size_near(pcm, parameters, &buffer)
        var period = snd_pcm_uframes_t(max(frameCount / periodCount, 1))
        _ = snd_pcm_hw_params_set_period_size_near(pcm, parameters, &period, nil)
    }

    /// Makes the PCM run at what is left of the space. Gives libasound's code.
    func commit() -> Int32 {
        snd_pcm_hw_params(pcm, parameters)
    }

    // What was arrived at; valid once committed.

    var rate: Int {
        var value: UInt32 = 0
        return snd_pcm_hw_params_get_rate(parameters, &value, nil) >= 0 ? Int(value) : 0
    }

    var bufferFrameCount: Int {
        var value: snd_pcm_uframes_t = 0
        return snd_pcm_hw_params_get_buffer_size(parameters, &value) >= 0 ? Int(clamping: value) : 0
    }

    var periodFrameCount: Int {
        var value: snd_pcm_uframes_t = 0
        return snd_pcm_hw_params_get_period_size(parameters, &value, nil) >= 0 ? Int(clamping: value) : 0
    }

    /// Bits that reach the converter; nil when the device does not say.
    var significantBits: Int? {
        let bits = snd_pcm_hw_params_get_sbits(parameters)
        return bits > 0 ? Int(bits) : nil
    }

    var isCoarse: Bool { snd_pcm_hw_params_is_batch(parameters) != 0 }
}
