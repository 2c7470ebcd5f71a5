// libFLAC's callbacks: C functions that find their FLACStream behind the client pointer. The codec's thread.

import AudioCore
import CFLAC

/// The stream whose decoder calls; the decoder's owner keeps it alive.
private func stream(_ client: UnsafeMutableRawPointer?) -> FLACStream? {
    client.map { Unmanaged<FLACStream>.fromOpaque($0).takeUnretainedValue() }
}

func flacRead(
    _: UnsafePointer<FLAC__StreamDecoder>?, _ buffer: UnsafeMutablePointer<FLAC__byte>?,
    _ count: UnsafeMutablePointer<Int>?, _ client: UnsafeMutableRawPointer?
) -> FLAC__StreamDecoderReadStatus {
    guard let stream = stream(client), let count else { return FLAC__STREAM_DECODER_READ_STATUS_ABORT }
    do throws(AudioError) {
        count.pointee = try stream.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: count.pointee))
    } catch {
        stream.failure = error
        count.pointee = 0
        return FLAC__STREAM_DECODER_READ_STATUS_ABORT
    }
    return count.pointee > 0
        ? FLAC__STREAM_DECODER_READ_STATUS_CONTINUE : FLAC__STREAM_DECODER_READ_STATUS_END_OF_STREAM
}

func flacSeek(
    _: UnsafePointer<FLAC__StreamDecoder>?, _ offset: FLAC__uint64, _ client: UnsafeMutableRawPointer?
) -> FLAC__StreamDecoderSeekStatus {
    guard let stream = stream(client), let offset = Int64(exactly: offset) else {
        return FLAC__STREAM_DECODER_SEEK_STATUS_ERROR
    }
    guard stream.reader.isSeekable else { return FLAC__STREAM_DECODER_SEEK_STATUS_UNSUPPORTED }
    stream.seek(toVirtual: offset)
    return FLAC__STREAM_DECODER_SEEK_STATUS_OK
}

func flacTell(
    _: UnsafePointer<FLAC__StreamDecoder>?, _ offset: UnsafeMutablePointer<FLAC__uint64>?,
    _ client: UnsafeMutableRawPointer?
) -> FLAC__StreamDecoderTellStatus {
    guard let stream = stream(client), let offset else { return FLAC__STREAM_DECODER_TELL_STATUS_ERROR }
    offset.pointee = FLAC__uint64(stream.position)
    return FLAC__STREAM_DECODER_TELL_STATUS_OK
}

func flacLength(
    _: UnsafePointer<FLAC__StreamDecoder>?, _ length: UnsafeMutablePointer<FLAC__uint64>?,
    _ client: UnsafeMutableRawPointer?
) -> FLAC__StreamDecoderLengthStatus {
    guard let stream = stream(client), let length else { return FLAC__STREAM_DECODER_LENGTH_STATUS_ERROR }
    guard let known = stream.length else { return FLAC__STREAM_DECODER_LENGTH_STATUS_UNSUPPORTED }
    length.pointee = FLAC__uint64(known)
    return FLAC__STREAM_DECODER_LENGTH_STATUS_OK
}

func flacIsAtEnd(_: UnsafePointer<FLAC__StreamDecoder>?, _ client: UnsafeMutableRawPointer?) -> FLAC__bool {
    stream(client)?.isAtEnd == false ? 0 : 1
}

func flacWrite(
    _: UnsafePointer<FLAC__StreamDecoder>?, _ frame: UnsafePointer<FLAC__Frame>?,
    _ planes: UnsafePointer<UnsafePointer<FLAC__int32>?>?, _ client: UnsafeMutableRawPointer?
) -> FLAC__StreamDecoderWriteStatus {
    guard let stream = stream(client), let planes, let header = frame?.pointee.header,
        let first = Int64(exactly: header.number.sample_number)
    else { return FLAC__STREAM_DECODER_WRITE_STATUS_ABORT }
    let known = stream.header
    guard header.channels == known.channels, header.bits_per_sample == known.bits, header.sample_rate == known.rate
    else {
        // A frame that fails its checksum may say anything; a sound one that says this cannot be played on.
        if stream.isBlockDoubtful { return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE }
        stream.failure = stream.reader.error(.decode, "changes its rate, channels or bits inside, which is not played")
        return FLAC__STREAM_DECODER_WRITE_STATUS_ABORT
    }
    guard !stream.isBlockDoubtful else { return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE }
    stream.take(first: first, count: Int(header.blocksize)) { planes[$0] }
    return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE
}

func flacError(
    _: UnsafePointer<FLAC__StreamDecoder>?, _ status: FLAC__StreamDecoderErrorStatus,
    _ client: UnsafeMutableRawPointer?
) {
    stream(client)?.noteError(isChecksum: status == FLAC__STREAM_DECODER_ERROR_STATUS_FRAME_CRC_MISMATCH)
}
