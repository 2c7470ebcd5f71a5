// libFLAC's encoder: samples in, frames out. One owner, one thread.

import CFLACEncoder
import Glibc

/// What an encoder has made: the parts of a FLAC file that depend on the sound.
struct EncodedAudio: Sendable {
    /// A place to jump to: the first sample of a frame, and the frame's offset in `frames`.
    struct SeekPoint: Sendable {
        var sample: UInt64
        var offset: UInt64
        var sampleCount: UInt16
    }

    /// The contents of the STREAMINFO block: 34 bytes.
    var streamInfo: [UInt8] = []
    var frames: [UInt8] = []
    var seekPoints: [SeekPoint] = []
}

/// An encoder of stereo sound. Metadata blocks other than STREAMINFO are not its business.
final class FLACEncoder {
    /// Seconds between places to jump to.
    private static let seekInterval: UInt64 = 5

    private let handle: UnsafeMutablePointer<FLAC__StreamEncoder>
    private let collector: FrameCollector

    /// Nil when libFLAC refuses: out of memory.
    init?(rate: Int, bits: Int) {
        guard let handle = FLAC__stream_encoder_new() else { return nil }
        self.handle = handle
        collector = FrameCollector(seekSpacing: UInt64(rate) * Self.seekInterval)
        FLAC__stream_encoder_set_channels(handle, 2)
        FLAC__stream_encoder_set_bits_per_sample(handle, UInt32(bits))
        FLAC__stream_encoder_set_sample_rate(handle, UInt32(rate))
        FLAC__stream_encoder_set_compression_level(handle, 5)
        let status = FLAC__stream_encoder_init_stream(
            handle, collectFrame, nil, nil, collectStreamInfo, Unmanaged.passUnretained(collector).toOpaque())
        guard status == FLAC__STREAM_ENCODER_INIT_STATUS_OK else { return nil }
    }

    deinit { FLAC__stream_encoder_delete(handle) }

    /// Encodes `count` interleaved stereo frames of right-aligned samples. False when memory is short.
    func encode(_ samples: UnsafePointer<Int32>, count: Int) -> Bool {
        FLAC__stream_encoder_process_interleaved(handle, samples, UInt32(count)) != 0
    }

    /// Ends the stream; nil when memory is short.
    func finish() -> EncodedAudio? {
        guard FLAC__stream_encoder_finish(handle) != 0 else { return nil }
        return collector.audio
    }
}

/// Where the callbacks put what they are given.
final class FrameCollector {
    fileprivate(set) var audio = EncodedAudio()
    private let seekSpacing: UInt64
    private var nextSeek: UInt64 = 0
    private var sample: UInt64 = 0

    fileprivate init(seekSpacing: UInt64) {
        self.seekSpacing = seekSpacing
    }

    /// `sampleCount` is 0 for metadata, which is written by others.
    fileprivate func take(_ bytes: UnsafeBufferPointer<UInt8>, sampleCount: UInt64) {
        guard sampleCount > 0 else { return }
        if sample >= nextSeek {
            audio.seekPoints.append(
                .init(sample: sample, offset: UInt64(audio.frames.count), sampleCount: UInt16(sampleCount)))
            nextSeek += seekSpacing
        }
        audio.frames.append(contentsOf: bytes)
        sample += sampleCount
    }

    /// STREAMINFO as RFC 9639, 8.2, lays it out.
    fileprivate func take(_ info: FLAC__StreamMetadata_StreamInfo) {
        var bytes: [UInt8] = []
        func put(_ value: UInt64, _ count: Int) {
            for index in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
        }
        put(UInt64(info.min_blocksize), 2)
        put(UInt64(info.max_blocksize), 2)
        put(UInt64(info.min_framesize), 3)
        put(UInt64(info.max_framesize), 3)
        let format = UInt64(info.sample_rate) << 12 | UInt64(info.channels - 1) << 9
        let bits = UInt64(info.bits_per_sample - 1) << 4
        put((format | bits) << 32 | info.total_samples, 8)
        withUnsafeBytes(of: info.md5sum) { bytes.append(contentsOf: $0) }
        audio.streamInfo = bytes
    }
}

/// libFLAC hands over a frame.
private func collectFrame(
    _ encoder: UnsafePointer<FLAC__StreamEncoder>?, _ buffer: UnsafePointer<FLAC__byte>?, _ byteCount: Int,
    _ sampleCount: UInt32, _ frame: UInt32, _ client: UnsafeMutableRawPointer?
) -> FLAC__StreamEncoderWriteStatus {
    guard let client else { return FLAC__STREAM_ENCODER_WRITE_STATUS_FATAL_ERROR }
    Unmanaged<FrameCollector>.fromOpaque(client).takeUnretainedValue()
        .take(UnsafeBufferPointer(start: buffer, count: byteCount), sampleCount: UInt64(sampleCount))
    return FLAC__STREAM_ENCODER_WRITE_STATUS_OK
}

/// libFLAC hands over the final STREAMINFO.
private func collectStreamInfo(
    _ encoder: UnsafePointer<FLAC__StreamEncoder>?, _ metadata: UnsafePointer<FLAC__StreamMetadata>?,
    _ client: UnsafeMutableRawPointer?
) {
    guard let client, let metadata, metadata.pointee.type == FLAC__METADATA_TYPE_STREAMINFO else { return }
    Unmanaged<FrameCollector>.fromOpaque(client).takeUnretainedValue().take(metadata.pointee.data.stream_info)
}
