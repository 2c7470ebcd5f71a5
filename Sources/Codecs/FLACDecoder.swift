// The one owner of a libFLAC decoder. The codec's thread.

import AudioCore
import CFLAC

/// A decoder over a `FLACStream`: block by block, or at a frame.
final class FLACDecoder {
    let stream: FLACStream
    private let decoder: UnsafeMutablePointer<FLAC__StreamDecoder>

    /// What one step gave.
    enum Step {
        /// The stream holds a block that passed its checksum; something was lost before it, or not.
        case block(followsDamage: Bool)
        /// Something was lost on the way; there may be more. `isWhole`: a block was all there, but failed its checksum.
        case damage(isWhole: Bool)
        case end
    }

    init(_ stream: FLACStream) throws(AudioError) {
        guard let decoder = FLAC__stream_decoder_new() else {
            throw stream.reader.error(.decode, "cannot be played: out of memory")
        }
        self.stream = stream
        self.decoder = decoder
        FLAC__stream_decoder_set_md5_checking(decoder, 0)
        let client = Unmanaged.passUnretained(stream).toOpaque()
        let status =
            stream.header.isOgg
            ? FLAC__stream_decoder_init_ogg_stream(
                decoder, flacRead, flacSeek, flacTell, flacLength, flacIsAtEnd, flacWrite, nil, flacError, client)
            : FLAC__stream_decoder_init_stream(
                decoder, flacRead, flacSeek, flacTell, flacLength, flacIsAtEnd, flacWrite, nil, flacError, client)
        guard status == FLAC__STREAM_DECODER_INIT_STATUS_OK else {
            throw stream.reader.error(.decode, "cannot be played: libFLAC refuses to start")
        }
        try readMetadata()
    }

    deinit { FLAC__stream_decoder_delete(decoder) }

    /// Decodes the next block into the stream.
    /// - Throws: what the source threw, or `decode` when libFLAC cannot go on.
    func step() throws(AudioError) -> Step {
        stream.forgetBlock()
        stream.forgetErrors()
        let isFine = FLAC__stream_decoder_process_single(decoder) != 0
        try rethrow()
        switch FLAC__stream_decoder_get_state(decoder) {
        case FLAC__STREAM_DECODER_SEARCH_FOR_FRAME_SYNC, FLAC__STREAM_DECODER_READ_FRAME:
            guard isFine else { throw stream.reader.error(.decode, "cannot be played: libFLAC gave up") }
        case FLAC__STREAM_DECODER_END_OF_STREAM:
            if stream.blockCount == 0, !stream.hasError { return .end }
        default:
            throw stream.reader.error(.decode, "cannot be played: libFLAC gave up")
        }
        if stream.blockCount > 0 { return .block(followsDamage: stream.hasError) }
        return .damage(isWhole: stream.hasFailedChecksum)
    }

    /// Bytes of the virtual stream that were decoded; nil when unknown.
    var decodedLength: Int64? {
        var position: FLAC__uint64 = 0
        guard FLAC__stream_decoder_get_decode_position(decoder, &position) != 0 else { return nil }
        return Int64(exactly: position)
    }

    /// Looks for `frame`; true when the stream holds a block that starts exactly there.
    func seek(toFrame frame: Int64) throws(AudioError) -> Bool {
        stream.forgetBlock()
        stream.forgetErrors()
        stream.isSeeking = true
        defer { stream.isSeeking = false }
        let isFound = FLAC__stream_decoder_seek_absolute(decoder, FLAC__uint64(frame)) != 0
        try rethrow()
        return isFound && stream.blockCount > 0 && stream.blockFirst == frame
    }

    /// Makes the first block the next one.
    func rewind() throws(AudioError) {
        stream.forgetBlock()
        guard FLAC__stream_decoder_reset(decoder) != 0 else {
            throw stream.reader.error(.decode, "cannot be wound back")
        }
        try readMetadata()
    }

    private func readMetadata() throws(AudioError) {
        let isFine = FLAC__stream_decoder_process_until_end_of_metadata(decoder) != 0
        try rethrow()
        guard isFine else { throw stream.reader.error(.decode, "has a header that libFLAC refuses") }
    }

    private func rethrow() throws(AudioError) {
        guard let failure = stream.failure else { return }
        stream.failure = nil
        throw failure
    }
}
