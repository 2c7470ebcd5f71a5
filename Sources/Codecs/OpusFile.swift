// The one owner of a libopusfile decoder. The codec's thread.

import AudioCore
import COpusFile

/// An Ogg Opus file, chained or not, always at 48 kHz, with its header gain applied (RFC 7845, section 5.1).
final class OpusFile {
    let feed: CodecFeed
    private let library: copusfile
    private let file: OpaquePointer

    init(_ feed: CodecFeed) throws(AudioError) {
        guard let library = OpusLibrary.shared?.functions else {
            throw feed.reader.error(.notSupported, "needs the Opus library: apt install libopusfile0")
        }
        self.feed = feed
        self.library = library
        let client = Unmanaged.passUnretained(feed).toOpaque()
        var callbacks = OpusFileCallbacks(
            read: opusRead, seek: feed.isSeekable ? opusSeek : nil, tell: feed.isSeekable ? opusTell : nil, close: nil)
        var status: Int32 = 0
        guard let file = library.op_open_callbacks(client, &callbacks, nil, 0, &status) else {
            try feed.rethrow()
            throw feed.reader.error(.decode, "has an Opus header that is damaged or cut off")
        }
        self.file = file
    }

    deinit { library.op_free(file) }

    /// Channels of the part that was read last, or of the first.
    var channels: Int { Int(library.op_channel_count(file, -1)) }

    /// Frames of all parts, without pre-skip and what the last page trims; nil when unknown.
    var frameCount: Int64? {
        let total = feed.isSeekable ? library.op_pcm_total(file, -1) : -1
        return total >= 0 ? total : nil
    }

    /// The frame behind those of the last step, right behind damage too; it says 0 where no page tells.
    var nextFrame: Int64 { library.op_pcm_tell(file) }

    enum Step {
        case sound(count: Int)
        case damage
        case end
    }

    /// Decodes interleaved samples into `samples`, which has room for `capacity` of them.
    func step(into samples: UnsafeMutablePointer<Float>, capacity: Int) throws(AudioError) -> Step {
        let got = library.op_read_float(file, samples, Int32(clamping: capacity), nil)
        try feed.rethrow()
        if got > 0 { return .sound(count: Int(got)) }
        if got == 0 { return .end }
        guard got == OP_HOLE else {
            throw feed.reader.error(.decode, "is damaged where no part can be read on")
        }
        return .damage
    }

    /// Makes `frame` the next one, exactly.
    func seek(toFrame frame: Int64) throws(AudioError) {
        let status = library.op_pcm_seek(file, frame)
        try feed.rethrow()
        guard status == 0 else { throw feed.reader.error(.decode, "cannot be sought: it is damaged") }
    }
}

/// The library, opened on first need.
private struct OpusLibrary: @unchecked Sendable {
    /// C functions only, which any thread may call.
    let functions: copusfile

    /// Nil when it is not installed.
    static let shared: OpusLibrary? = {
        let functions = UnsafeMutablePointer<copusfile>.allocate(capacity: 1)
        defer { functions.deallocate() }
        return copusfile_load(functions) != 0 ? OpusLibrary(functions: functions.pointee) : nil
    }()
}
