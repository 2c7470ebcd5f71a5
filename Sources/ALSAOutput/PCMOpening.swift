// Opening a PCM and setting it up. The output thread, outside its real-time part; `carillon devices` on the main one.

import AudioCore
import CALSA
import Glibc

enum PCMOpening {
    /// A handle of `name`: non-blocking, and with every automatic conversion of `plug` off.
    static func open(_ name: String, tree: SystemTree) throws(AudioError) -> OpaquePointer {
        calsa_keep_messages()
        calsa_forget_message()
        let mode =
            SND_PCM_NONBLOCK | SND_PCM_NO_AUTO_RESAMPLE | Int32(SND_PCM_NO_AUTO_CHANNELS)
            | Int32(SND_PCM_NO_AUTO_FORMAT)
        var pcm: OpaquePointer?
        var code = snd_pcm_open(&pcm, name, SND_PCM_STREAM_PLAYBACK, mode)
        if [ENOENT, ENODEV, ENXIO].contains(-code) {
            // libasound read its definitions when it was first used; a card that came since then is not in them.
            snd_config_update_free_global()
            calsa_forget_message()
            code = snd_pcm_open(&pcm, name, SND_PCM_STREAM_PLAYBACK, mode)
        }
        guard code >= 0, let pcm else { throw DeviceFailure.opening(name, code: code, tree: tree) }
        return pcm
    }
}

/// Setting up a PCM that was opened.
enum PCMSetup {
    /// Negotiates, sizes the buffer, and reads back what really stands there.
    static func configure(
        _ pcm: OpaquePointer, _ request: OutputRequest, name: String, bufferMilliseconds: Int, tree: SystemTree
    ) throws(AudioError) -> PortConfiguration {
        let (parameters, agreed) = try negotiate(
            pcm, request, name: name, bufferMilliseconds: bufferMilliseconds)
        let buffer = parameters.bufferFrameCount
        guard buffer >= 2, buffer <= 60 * parameters.rate else {
            throw AudioError(
                .device, path: name, "its driver reports a buffer of \(buffer) frames, which cannot be played")
        }
        // Some drivers report a period of nothing or of the whole buffer: then ours is a quarter.
        let reported = parameters.periodFrameCount
        let period = (1...(buffer / 2)).contains(reported) ? reported : max(buffer / 4, 1)
        try setSoftware(pcm, period: period, name: name)

        let chain = ChainReport(dump: dump(pcm), rate: parameters.rate)
        let wire = chain.hardware.flatMap { tree.wire(of: $0) }
        let bits = min(parameters.significantBits ?? agreed.layout.bits, agreed.layout.bits, chain.mostBits ?? 32)
        let format = DeviceFormat(
            rate: parameters.rate, channels: agreed.channels, layout: agreed.layout, significantBits: bits)
        let directness = chain.directness(for: format, wire: wire)
        return PortConfiguration(
            device: name, format: format, formatName: agreed.layout.alsaName,
            // Where not all bits of a sample arrive, more of them would not either.
            isWidest: agreed.isWidest || bits < agreed.layout.bits,
            // Where a card is, its mixer; else what the configuration names like the device.
            mixer: chain.hardware.map { "hw:\($0.card)" } ?? name, bufferFrameCount: buffer,
            periodFrameCount: period,
            // A sound server's plug-in asks for samples in its own steps.
            wakesAtSpace: chain.hardware != nil || chain.endsInNull, isCoarse: parameters.isCoarse,
            canRewind: chain.canRewind,
            keepsWhatItTakes: chain.endsInNull, link: link(name, chain, tree), codec: chain.bluetoothCodec,
            resampled: chain.resampled, isDirect: directness.isDirect, indirectReason: directness.reason)
    }

    /// A sound server is asked for a Bluetooth loudspeaker by its node's name: `pulse:bluez_output.00_11_22_33_44_55.1`.
    private static func link(_ name: String, _ chain: ChainReport, _ tree: SystemTree) -> OutputLink {
        let link = chain.link(tree: tree)
        return link == .unknown && name.lowercased().contains("bluez") ? .bluetooth : link
    }

    /// Tries the wanted buffer first, and then whatever buffer the device prefers.
    private static func negotiate(
        _ pcm: OpaquePointer, _ request: OutputRequest, name: String, bufferMilliseconds: Int
    ) throws(AudioError) -> (HardwareParameters, Negotiation.Agreement) {
        var code: Int32 = 0
        for choosesBuffer in [true, false] {
            guard var parameters = HardwareParameters(of: pcm) else {
                throw AudioError(.device, path: name, "takes no interleaved samples")
            }
            guard let agreed = Negotiation.choose(request, from: &parameters) else {
                let hint =
                    parameters.takesOnlySubframes
                    ? "takes only raw HDMI frames; open it as hdmi:\(name.split(separator: ":").last ?? "")"
                    : "takes none of S16, S24, S32 and float samples"
                throw AudioError(.device, path: name, hint)
            }
            if choosesBuffer {
                parameters.setBuffer(
                    frameCount: agreed.rate * bufferMilliseconds / 1000,
                    periodCount: BufferShape.periodCount(bufferMilliseconds: bufferMilliseconds))
            }
            code = parameters.commit()
            if code >= 0 { return (parameters, agreed) }
        }
        throw DeviceFailure.configuring(name, "refuses its own format", code: code)
    }

    /// Start by hand, wake up a period at a time, and play silence rather than old samples after an underrun.
    private static func setSoftware(_ pcm: OpaquePointer, period: Int, name: String) throws(AudioError) {
        var allocated: OpaquePointer?
        guard snd_pcm_sw_params_malloc(&allocated) >= 0, let software = allocated else {
            throw AudioError(.device, path: name, "out of memory")
        }
        defer { snd_pcm_sw_params_free(software) }
        var code = snd_pcm_sw_params_current(pcm, software)
        var boundary: snd_pcm_uframes_t = 0
        if code >= 0 { code = snd_pcm_sw_params_get_boundary(software, &boundary) }
        if code >= 0 { code = snd_pcm_sw_params_set_start_threshold(pcm, software, boundary) }
        if code >= 0 { code = snd_pcm_sw_params_set_avail_min(pcm, software, snd_pcm_uframes_t(period)) }
        // Not every PCM can; then an underrun repeats the last buffer, as it does everywhere else.
        _ = snd_pcm_sw_params_set_silence_threshold(pcm, software, 0)
        _ = snd_pcm_sw_params_set_silence_size(pcm, software, boundary)
        if code >= 0 { code = snd_pcm_sw_params(pcm, software) }
        guard code >= 0 else { throw DeviceFailure.configuring(name, "cannot be set up", code: code) }
    }

    /// What libasound says of the chain of PCMs behind `pcm`.
    private static func dump(_ pcm: OpaquePointer) -> String {
        var opened: OpaquePointer?
        guard snd_output_buffer_open(&opened) >= 0, let output = opened else { return "" }
        defer { snd_output_close(output) }
        guard snd_pcm_dump(pcm, output) >= 0 else { return "" }
        var text: UnsafeMutablePointer<CChar>?
        let count = snd_output_buffer_string(output, &text)
        guard let text, count > 0 else { return "" }
        let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
        return String(decoding: bytes, as: UTF8.self)
    }
}
