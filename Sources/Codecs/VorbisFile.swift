// The one owner of a libvorbisfile decoder. The codec's thread.

import AudioCore
import CVorbisFile

/// An Ogg Vorbis file, chained or not.
final class VorbisFile {
    let feed: CodecFeed
    private let library: cvorbisfile
    private let file: UnsafeMutablePointer<OggVorbis_File>

    init(_ feed: CodecFeed) throws(AudioError) {
        guard let library = VorbisLibrary.shared?.functions else {
            throw feed.reader.error(.notSupported, "needs the Vorbis library: apt install libvorbisfile3")
        }
        let file = UnsafeMutablePointer<OggVorbis_File>.allocate(capacity: 1)
        let client = Unmanaged.passUnretained(feed).toOpaque()
        let callbacks = ov_callbacks(
            read_func: vorbisRead, seek_func: feed.isSeekable ? vorbisSeek : nil, close_func: nil,
            tell_func: feed.isSeekable ? vorbisTell : nil)
        let status = library.ov_open_callbacks(client, file, nil, 0, callbacks)
        guard status == 0 else {
            // A file that does not open the library has cleared itself.
            file.deallocate()
            try feed.rethrow()
            throw feed.reader.error(.decode, "has a Vorbis header that is damaged or cut off")
        }
        self.feed = feed
        self.library = library
        self.file = file
    }

    deinit {
        _ = library.ov_clear(file)
        file.deallocate()
    }

    /// Channels and hertz of the part that was read last, or of the first; nil when they cannot be.
    var shape: (channels: Int, rate: Int)? {
        guard let info = library.ov_info(file, -1) else { return nil }
        return (Int(info.pointee.channels), Int(info.pointee.rate))
    }

    /// Frames of all parts; nil when unknown.
    var frameCount: Int64? {
        let total = feed.isSeekable ? library.ov_pcm_total(file, -1) : -1
        return total >= 0 ? total : nil
    }

    /// The frame behind those of the last step. Behind damage it is right from the end of the first page on.
    var nextFrame: Int64 { library.ov_pcm_tell(file) }

    /// Bytes in front of the page that is read next.
    var pageEnd: Int64 { library.ov_raw_tell(file) }

    enum Step {
        /// Planes of samples, one a channel, valid until the next step.
        case sound(UnsafeMutablePointer<UnsafeMutablePointer<Float>?>, count: Int)
        case damage
        case end
    }

    /// Decodes at most `count` frames.
    func step(_ count: Int) throws(AudioError) -> Step {
        var planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?
        let got = library.ov_read_float(file, &planes, Int32(clamping: count), nil)
        try feed.rethrow()
        if got > 0, let planes { return .sound(planes, count: got) }
        if got == 0 { return .end }
        guard got == Int(OV_HOLE) else { throw feed.reader.error(.decode, "is damaged where no part can be read on") }
        return .damage
    }

    /// Makes `frame` the next one, exactly.
    func seek(toFrame frame: Int64) throws(AudioError) {
        let status = library.ov_pcm_seek(file, frame)
        try feed.rethrow()
        guard status == 0 else { throw feed.reader.error(.decode, "cannot be sought: it is damaged") }
    }
}

/// The library, opened on first need.
private struct VorbisLibrary: @unchecked Sendable {
    /// C functions only, which any thread may call.
    let functions: cvorbisfile

    /// Nil when it is not installed.
    static let shared: VorbisLibrary? = {
        let functions = UnsafeMutablePointer<cvorbisfile>.allocate(capacity: 1)
        defer { functions.deallocate() }
        return cvorbisfile_load(functions) != 0 ? VorbisLibrary(functions: functions.pointee) : nil
    }()
}
