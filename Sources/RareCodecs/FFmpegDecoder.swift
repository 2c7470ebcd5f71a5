// The owner of one of FFmpeg's decoders. The codec's thread.

import AudioCore
import CFFmpeg

/// A decoder, the packet it was given last and the frame it gave last.
final class FFmpegDecoder {
    private let library: cffmpeg
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private var packet: UnsafeMutablePointer<AVPacket>?
    private var frame: UnsafeMutablePointer<AVFrame>?
    /// Whether all of the packet given last was there.
    private var isWhole = true
    /// The end was told to the decoder.
    private var isDraining = false

    /// Lossless codings whose packets have checksums.
    private static let checked = Set([AV_CODEC_ID_WAVPACK, AV_CODEC_ID_TTA, AV_CODEC_ID_FLAC].map(\.rawValue))

    enum Step {
        /// `sound` holds the next frame.
        case sound
        /// A packet could not be decoded, or failed its checksum. `isWhole`: all of it was there.
        case damage(isWhole: Bool)
        case end
    }

    /// - Parameter trims: FFmpeg cuts what encoders added, as the container tells it; else all that is decoded comes out.
    init(_ library: FFmpegLibrary, _ input: FFmpegInput, trims: Bool) throws(AudioError) {
        let ffmpeg = library.functions
        self.library = ffmpeg
        let parameters = input.parameters
        let name = input.feed.source.name
        guard parameters.pointee.codec_tag != cffmpeg_protected_tag else {
            throw AudioError(.notSupported, path: name, "is protected by its shop (FairPlay) and plays only there")
        }
        guard let codec = ffmpeg.avcodec_find_decoder(parameters.pointee.codec_id) else {
            let kind = library.name(of: parameters.pointee.codec_id)
            throw AudioError(.notSupported, path: name, "holds \(kind), which this FFmpeg does not play")
        }
        context = ffmpeg.avcodec_alloc_context3(codec)
        packet = ffmpeg.av_packet_alloc()
        frame = ffmpeg.av_frame_alloc()
        guard let context, packet != nil, frame != nil else {
            throw AudioError(.decode, path: name, "cannot be played: out of memory")
        }
        var status = ffmpeg.avcodec_parameters_to_context(context, parameters)
        context.pointee.thread_count = 1
        // A sound that fails its own checksum is noise.
        if Self.checked.contains(parameters.pointee.codec_id.rawValue) {
            context.pointee.err_recognition |= AV_EF_CRCCHECK | AV_EF_EXPLODE
        }
        if !trims { context.pointee.flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL }
        if status >= 0 { status = ffmpeg.avcodec_open2(context, codec, nil) }
        guard status >= 0 else {
            throw AudioError(.decode, path: name, "has a header of its sound that is damaged")
        }
    }

    deinit {
        library.avcodec_free_context(&context)
        library.av_packet_free(&packet)
        library.av_frame_free(&frame)
    }

    /// The frame decoded last.
    var sound: UnsafeMutablePointer<AVFrame>? { frame }

    /// Bits of a sample as the stream says; 0 when it does not.
    var bitsPerRawSample: Int { context.map { Int($0.pointee.bits_per_raw_sample) } ?? 0 }

    /// Decodes the next frame.
    func step(_ input: FFmpegInput) throws(AudioError) -> Step {
        guard let context, let packet, let frame else { return .end }
        while true {
            let status = library.avcodec_receive_frame(context, frame)
            if status >= 0 { return .sound }
            if status == cffmpeg_end { return .end }
            guard status == cffmpeg_again else { return isDraining ? .end : .damage(isWhole: isWhole) }
            if isDraining { return .end }
            if try input.next(packet) {
                isWhole = packet.pointee.flags & AV_PKT_FLAG_CORRUPT == 0
                let sent = library.avcodec_send_packet(context, packet)
                library.av_packet_unref(packet)
                if sent < 0, sent != cffmpeg_again { return .damage(isWhole: isWhole) }
            } else {
                isDraining = true
                _ = library.avcodec_send_packet(context, nil)
            }
        }
    }

    /// Passes a packet without decoding it; false at the end.
    func skipPacket(_ input: FFmpegInput) throws(AudioError) -> Bool {
        guard let packet else { return false }
        let isThere = try input.next(packet)
        library.av_packet_unref(packet)
        return isThere
    }

    /// Forgets what came before, for another place in the stream.
    func reset() {
        if let context { library.avcodec_flush_buffers(context) }
        isDraining = false
    }
}
