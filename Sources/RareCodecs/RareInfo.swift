// The shape of a stream that FFmpeg opened, in the words of the contract. Pure functions; the codec's thread.

import AudioCore
import CFFmpeg

/// From FFmpeg's names to ours.
enum RareInfo {
    static func make(
        _ library: FFmpegLibrary, _ opening: RareOpening, _ format: RareFormat, head: [UInt8], frameCount: Int64?,
        byteCount: Int64?
    ) -> StreamInfo {
        let parameters = opening.input.parameters.pointee
        let isLossless = isLossless(library, parameters.codec_id, head: head)
        return StreamInfo(
            container: format.container, codec: name(library, parameters.codec_id), rate: opening.rate,
            channels: opening.samples.channels, bits: isLossless ? bits(opening) : nil, words: opening.samples.words,
            frameCount: frameCount, isLossless: isLossless,
            bitrate: bitrate(byteCount, frameCount, opening.rate), speakers: opening.samples.speakers)
    }

    /// `aac`, `alac`, `ape`, `wavpack`, `pcm` …
    private static func name(_ library: FFmpegLibrary, _ codec: AVCodecID) -> String {
        let name = library.name(of: codec)
        if let law = ["pcm_alaw": "alaw", "pcm_mulaw": "mulaw"][name] { return law }
        if name.hasPrefix("pcm_") { return "pcm" }
        return ["musepack7": "musepack", "musepack8": "musepack", "wmav1": "wma", "wmav2": "wma"][name] ?? name
    }

    private static func isLossless(_ library: FFmpegLibrary, _ codec: AVCodecID, head: [UInt8]) -> Bool {
        guard let properties = library.functions.avcodec_descriptor_get(codec)?.pointee.props else { return false }
        guard properties & AV_CODEC_PROP_LOSSLESS != 0 else { return false }
        // WavPack may be either: bit 3 of the first block's flags tells (WavPack 4 & 5 file format, "hybrid mode").
        guard codec == AV_CODEC_ID_WAVPACK else { return properties & AV_CODEC_PROP_LOSSY == 0 }
        return head.count > 24 && head[24] & 8 == 0
    }

    private static func bits(_ opening: RareOpening) -> Int {
        let parameters = opening.input.parameters.pointee
        let most = opening.samples.bits
        let stated = [
            opening.decoder.bitsPerRawSample, Int(parameters.bits_per_raw_sample),
            Int(parameters.bits_per_coded_sample),
        ]
        let bits = opening.samples.words == .float32 ? nil : stated.first { (1...most).contains($0) }
        return bits ?? most
    }

    /// Kilobits a second, rounded; nil when bytes or frames are unknown or none.
    private static func bitrate(_ bytes: Int64?, _ frames: Int64?, _ rate: Int) -> Int? {
        guard let bytes, let frames, bytes > 0, frames > 0 else { return nil }
        let kilobits = Double(bytes) * 8 / 1000 * Double(rate) / Double(frames)
        return kilobits < 1e9 ? Int(kilobits.rounded()) : nil
    }
}
