// The owner of FFmpeg's demuxer over one file. The codec's thread.

import AudioCore
import CFFmpeg

/// A file taken apart into packets of its one stream of sound.
final class FFmpegInput {
    let feed: FFmpegFeed
    private let library: cffmpeg
    private var context: UnsafeMutablePointer<AVFormatContext>?
    private var bytes: UnsafeMutablePointer<AVIOContext>?
    /// The stream of sound.
    let stream: UnsafeMutablePointer<AVStream>
    private var search: WavPackSearch
    private static let bufferLength = 1 << 15

    /// - Throws: `decode` or `notSupported`, saying what is wrong with the file; what the source throws.
    init(_ library: FFmpegLibrary, _ feed: FFmpegFeed, format: RareFormat) throws(AudioError) {
        let ffmpeg = library.functions
        self.library = ffmpeg
        self.feed = feed
        let opened = try Self.open(ffmpeg, feed, format: format)
        let streams = (0..<Int(opened.context.pointee.nb_streams)).compactMap { opened.context.pointee.streams[$0] }
        guard let stream = streams.first(where: { $0.pointee.codecpar?.pointee.codec_type == AVMEDIA_TYPE_AUDIO })
        else {
            Self.close(ffmpeg, opened.context, opened.bytes)
            throw AudioError(.notSupported, path: feed.source.name, "is \(format.name) without sound")
        }
        context = opened.context
        bytes = opened.bytes
        self.stream = stream
        search = WavPackSearch(isWavPack: format.demuxer == "wv")
        for other in streams where other != stream { other.pointee.discard = AVDISCARD_ALL }
    }

    deinit { Self.close(library, context, bytes) }

    var parameters: UnsafeMutablePointer<AVCodecParameters> { stream.pointee.codecpar }

    /// Ticks of the stream; nil when unknown.
    var tickCount: Int64? {
        let ticks = stream.pointee.duration
        return ticks != cffmpeg_no_time && ticks > 0 ? ticks : nil
    }

    /// Microseconds of the file, to FFmpeg's best knowledge; nil when unknown.
    var microseconds: Int64? {
        let length = context?.pointee.duration ?? cffmpeg_no_time
        return length != cffmpeg_no_time && length > 0 ? length : nil
    }

    /// Puts the next packet of sound into `packet`; false at the end. In WavPack what cannot be read is passed over up
    /// to the next block.
    func next(_ packet: UnsafeMutablePointer<AVPacket>) throws(AudioError) -> Bool {
        var faults = 0
        while true {
            library.av_packet_unref(packet)
            let status = library.av_read_frame(context, packet)
            try feed.rethrow()
            if status == cffmpeg_end { return false }
            guard status >= 0 else {
                // A demuxer that keeps failing where it stands will not come further.
                if status != cffmpeg_io_error, try search.advance(feed), seek(toByte: search.offset) { continue }
                faults += 1
                guard faults < 16, status != cffmpeg_io_error else { return false }
                continue
            }
            if packet.pointee.stream_index == stream.pointee.index {
                search.note(packet.pointee.pos)
                return true
            }
        }
    }

    /// Makes the packet at `offset` the next one; false when FFmpeg cannot.
    private func seek(toByte offset: Int64) -> Bool {
        library.av_seek_frame(context, stream.pointee.index, offset, AVSEEK_FLAG_BYTE) >= 0
    }

    /// Makes a packet at or before `time`, in ticks of the stream, the next one; false when FFmpeg cannot.
    func seek(toTime time: Int64) throws(AudioError) -> Bool {
        search.forget()
        let status = library.av_seek_frame(context, stream.pointee.index, time, AVSEEK_FLAG_BACKWARD)
        try feed.rethrow()
        return status >= 0
    }

    private struct Opened {
        var context: UnsafeMutablePointer<AVFormatContext>
        var bytes: UnsafeMutablePointer<AVIOContext>
    }

    private static func open(
        _ ffmpeg: cffmpeg, _ feed: FFmpegFeed, format: RareFormat
    ) throws(AudioError) -> Opened {
        let memory = AudioError(.decode, path: feed.source.name, "cannot be played: out of memory")
        guard let demuxer = ffmpeg.av_find_input_format(format.demuxer) else {
            let line = "is \(format.name), which this FFmpeg does not play"
            throw AudioError(.notSupported, path: feed.source.name, line)
        }
        _ = feed.seek(to: 0, from: 0)
        try feed.rethrow()
        guard let buffer = ffmpeg.av_malloc(bufferLength) else { throw memory }
        let client = Unmanaged.passUnretained(feed).toOpaque()
        let bytes = ffmpeg.avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self), Int32(bufferLength), 0, client, ffmpegRead, nil,
            feed.source.isSeekable ? ffmpegSeek : nil)
        guard let bytes else {
            ffmpeg.av_free(buffer)
            throw memory
        }
        var context = ffmpeg.avformat_alloc_context()
        guard context != nil else {
            close(ffmpeg, nil, bytes)
            throw memory
        }
        context?.pointee.pb = bytes
        context?.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        var options: OpaquePointer?
        // Times of packets count from the first sample of the media; what an edit list cuts is cut by us, to the
        // sample.
        _ = ffmpeg.av_dict_set(&options, "ignore_editlist", "1", 0)
        let status = ffmpeg.avformat_open_input(&context, nil, demuxer, &options)
        ffmpeg.av_dict_free(&options)
        guard status >= 0, let context else {
            // A context that does not open is freed by FFmpeg.
            close(ffmpeg, nil, bytes)
            try feed.rethrow()
            throw AudioError(.decode, path: feed.source.name, "is \(format.name), damaged or cut off in its header")
        }
        return Opened(context: context, bytes: bytes)
    }

    private static func close(
        _ ffmpeg: cffmpeg, _ context: UnsafeMutablePointer<AVFormatContext>?,
        _ bytes: UnsafeMutablePointer<AVIOContext>?
    ) {
        var context = context
        ffmpeg.avformat_close_input(&context)
        guard let bytes else { return }
        // FFmpeg may have put another buffer in place of ours.
        ffmpeg.av_free(bytes.pointee.buffer)
        var freed: UnsafeMutablePointer<AVIOContext>? = bytes
        ffmpeg.avio_context_free(&freed)
    }
}
