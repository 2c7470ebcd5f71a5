// From a decoded frame of FFmpeg to ring words. Pure functions over memory; the codec's thread.

import AudioCore
import CFFmpeg

/// How the samples of FFmpeg's frames stand in memory.
struct FrameSamples: Equatable {
    let channels: Int
    /// Where the channels belong.
    let speakers: SpeakerLayout
    private let isPlanar: Bool
    private let packed: AVSampleFormat

    /// Nil for a format that is none of sound.
    init?(_ library: cffmpeg, _ frame: UnsafeMutablePointer<AVFrame>) {
        let format = AVSampleFormat(frame.pointee.format)
        isPlanar = library.av_sample_fmt_is_planar(format) != 0
        packed = library.av_get_packed_sample_fmt(format)
        channels = Int(frame.pointee.ch_layout.nb_channels)
        speakers = Self.speakers(frame, channels)
        let known = [AV_SAMPLE_FMT_U8, AV_SAMPLE_FMT_S16, AV_SAMPLE_FMT_S32, AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_DBL]
        guard known.contains(packed), channels > 0 else { return nil }
    }

    /// FFmpeg's own order is that of the bits of its mask, whose first are WAVE's; a stream may also name each channel.
    private static func speakers(_ frame: UnsafeMutablePointer<AVFrame>, _ channels: Int) -> SpeakerLayout {
        let layout = frame.pointee.ch_layout
        switch layout.order {
        case AV_CHANNEL_ORDER_NATIVE:
            return SpeakerLayout(mask: layout.u.mask, channels: max(0, channels))
        case AV_CHANNEL_ORDER_CUSTOM:
            guard let map = layout.u.map, channels > 0 else { return .standard(max(0, channels)) }
            return SpeakerLayout(
                (0..<channels).map { UInt8(exactly: map[$0].id.rawValue).flatMap { Speaker(rawValue: $0) } })
        default:
            return .standard(max(0, channels))
        }
    }

    var words: WordKind {
        packed == AV_SAMPLE_FMT_FLT || packed == AV_SAMPLE_FMT_DBL ? .float32 : .int32
    }

    /// Bits of an integer sample, or of a float.
    var bits: Int {
        packed == AV_SAMPLE_FMT_U8 ? 8 : packed == AV_SAMPLE_FMT_S16 ? 16 : 32
    }

    /// Converts `count` frames from `offset` on; interleaved, left-justified.
    func convert(
        _ frame: UnsafeMutablePointer<AVFrame>, from offset: Int, count: Int, into words: UnsafeMutablePointer<UInt32>
    ) {
        for channel in 0..<channels {
            guard let plane = cffmpeg_plane(frame, isPlanar ? Int32(channel) : 0) else { continue }
            let step = isPlanar ? 1 : channels
            let first = isPlanar ? offset : offset * channels + channel
            let raw = UnsafeRawPointer(plane)
            for index in 0..<count {
                words[index &* channels &+ channel] = word(raw, first &+ index &* step)
            }
        }
    }

    @inline(__always)
    private func word(_ samples: UnsafeRawPointer, _ index: Int) -> UInt32 {
        switch packed {
        case AV_SAMPLE_FMT_S16: UInt32(samples.load(fromByteOffset: index &* 2, as: UInt16.self)) << 16
        case AV_SAMPLE_FMT_U8: UInt32(samples.load(fromByteOffset: index, as: UInt8.self) ^ 0x80) << 24
        case AV_SAMPLE_FMT_DBL: Float(samples.load(fromByteOffset: index &* 8, as: Double.self)).bitPattern
        default: samples.load(fromByteOffset: index &* 4, as: UInt32.self)
        }
    }
}
