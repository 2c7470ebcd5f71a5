// The one owner of a libmpg123 handle: MPEG frames in, floats out. The codec's thread.

import AudioCore
import CMPG123

/// Makes libmpg123 ready; a global, so that it happens once whichever thread comes first.
private let libraryStatus = mpg123_init()

/// Decodes whole MPEG frames one by one. It does not look for frames, trim, resample or apply gain.
final class MP3Decoder {
    private let handle: OpaquePointer
    private let name: String

    init(name: String) throws(AudioError) {
        var status = libraryStatus
        guard status == MPG123_OK.rawValue, let handle = mpg123_new(nil, &status) else {
            throw AudioError(.decode, path: name, "cannot be played: libmpg123 does not start (code \(status))")
        }
        self.handle = handle
        self.name = name
        let flags =
            MPG123_QUIET.rawValue | MPG123_FORCE_FLOAT.rawValue | MPG123_SKIP_ID3V2.rawValue
            | MPG123_IGNORE_INFOFRAME.rawValue | MPG123_NO_READAHEAD.rawValue
        set(MPG123_FLAGS, Int(flags))
        set(MPG123_RVA, Int(MPG123_RVA_OFF.rawValue))
        set(MPG123_INDEX_SIZE, 0)
        try reset()
    }

    deinit { mpg123_delete(handle) }

    /// Forgets all frames, as after a seek.
    func reset() throws(AudioError) {
        guard mpg123_open_feed(handle) == MPG123_OK.rawValue else {
            throw AudioError(.decode, path: name, "cannot be played: libmpg123 does not start")
        }
    }

    /// Decodes one whole frame.
    ///
    /// - Returns: `header.samples * header.channels` words, valid until the next call; nil when the frame is damaged,
    ///   and then the decoder is as new.
    func decode(
        _ frame: UnsafeRawBufferPointer, _ header: MPEGFrameHeader
    ) throws(AudioError) -> UnsafePointer<UInt32>? {
        let bytes = frame.bindMemory(to: UInt8.self).baseAddress
        guard mpg123_feed(handle, bytes, frame.count) == MPG123_OK.rawValue else {
            throw AudioError(.decode, path: name, "cannot be played: out of memory")
        }
        var number = 0
        var sound: UnsafeMutablePointer<UInt8>?
        var byteCount = 0
        var status = mpg123_decode_frame(handle, &number, &sound, &byteCount)
        if status == MPG123_NEW_FORMAT.rawValue, hasFormat(header) {
            status = mpg123_decode_frame(handle, &number, &sound, &byteCount)
        }
        let wordCount = header.samples * header.channels
        guard status == MPG123_OK.rawValue, byteCount == wordCount * 4, let sound else {
            try reset()
            return nil
        }
        return UnsafePointer(UnsafeRawPointer(sound).bindMemory(to: UInt32.self, capacity: wordCount))
    }

    private func hasFormat(_ header: MPEGFrameHeader) -> Bool {
        var rate = 0
        var channels: Int32 = 0
        var encoding: Int32 = 0
        guard mpg123_getformat(handle, &rate, &channels, &encoding) == MPG123_OK.rawValue else { return false }
        return rate == header.rate && Int(channels) == header.channels
            && encoding == Int32(MPG123_ENC_FLOAT_32.rawValue)
    }

    private func set(_ parameter: mpg123_parms, _ value: Int) {
        mpg123_param2(handle, Int32(parameter.rawValue), value, 0)
    }
}
