// Where the sound of an MP3 starts, how long it is and what is cut from its ends; found when it is opened.

import AudioCore

/// The plan of an MP3 stream.
struct MP3Layout {
    /// The header that all frames agree with.
    var stream: MPEGFrameHeader
    /// The offset of the first frame of sound, behind an info tag, and the offset behind the last byte.
    var start: Int64
    var end: Int64?
    /// Sample frames cut from the front.
    var lead = 0
    /// Sample frames that are played; nil when nothing tells.
    var frameCount: Int64?
    /// The number was declared by the encoder, so that a stream that ends before it was cut.
    var isDeclared = false
    /// Known when it was needed to find the length.
    var constantBitrate: MP3ConstantBitrate?
    var index = MP3FrameIndex()

    /// Junk in front of the first frame is passed up to here. Bytes.
    private static let mostJunk: Int64 = 1 << 20
    /// Bytes that a file may have more than its tag says before the tag is disbelieved.
    private static let strayBytes: Int64 = 16_384
    /// Sample frames a Layer III decoder is late by (LAME's tag specification, "encoder delays").
    private static let decoderDelay = 529
    /// Bytes of the shortest frame, less what miscounting by one may bring.
    private static let shortestFrame: Int64 = 12
    /// A stream without declared length is walked up to this size; a larger one has no length. Bytes.
    private static let mostWalked: Int64 = 1 << 28

    /// Looks at the content that starts at `start`.
    static func read(_ reader: SourceReader, start: Int64, end: Int64?) throws(AudioError) -> MP3Layout {
        let (first, header) = try firstFrame(reader, start: start, end: end)
        var layout = MP3Layout(stream: header, start: first, end: end)
        try reader.seek(to: first)
        let tag = MP3InfoTag.read(try reader.peek(header.length), header)
        if tag != nil { layout.start += Int64(header.length) }
        // In a stream a tag is of one of the songs in it.
        var mpegFrames = reader.isSeekable ? tag.flatMap { layout.declaredCount($0, infoStart: first) } : nil
        layout.isDeclared = mpegFrames != nil
        if mpegFrames == nil { mpegFrames = try layout.count(reader) }
        var trim = tag?.trim
        if trim == nil { trim = try ITunesTrim.find(reader, before: start) }
        layout.apply(trim, mpegFrames: mpegFrames, isTailKnown: tag?.frameCount == nil || layout.isDeclared)
        try reader.seek(to: layout.start)
        return layout
    }

    private static func firstFrame(
        _ reader: SourceReader, start: Int64, end: Int64?
    ) throws(AudioError) -> (Int64, MPEGFrameHeader) {
        var offset = start
        // What is to come of a stream is not waited for.
        var length = reader.isSeekable ? SourceReader.capacity : 2 * MPEGSync.reach
        while offset - start < mostJunk {
            try reader.seek(to: offset)
            let room = end.map { max(0, $0 - offset) } ?? Int64.max
            let view = try reader.peek(Int(min(room, Int64(length))))
            let isLast = view.count < length
            let places = isLast ? view.count : view.count - MPEGSync.reach
            if let found = MPEGSync.find(in: view, range: 0..<places, isLast: isLast) {
                return (offset + Int64(found.offset), found.header)
            }
            if offset == start, MPEGSync.header(in: view, at: 0)?.bitrate == 0 {
                throw reader.error(.notSupported, "is free-format MP3, not MP3 with a stated bitrate")
            }
            if isLast { break }
            offset += Int64(places)
            length = SourceReader.capacity
        }
        throw reader.error(.notSupported, "holds no MP3 frames that follow each other: it is not MP3, or damaged")
    }

    /// The number of MPEG frames that the encoder declared, when it can be true.
    private func declaredCount(_ tag: MP3InfoTag, infoStart: Int64) -> Int64? {
        guard let count = tag.frameCount, count > 0 else { return nil }
        let available = end.map { $0 - infoStart }
        let declared = tag.byteCount.flatMap { $0 > 0 ? $0 : nil }
        if let available, let declared, available - declared > Self.strayBytes { return nil }
        guard let bytes = declared ?? available else { return count }
        return (Self.shortestFrame...Int64(MPEGFrameHeader.longestFrame)).contains(bytes / count) ? count : nil
    }

    /// Counts the MPEG frames of a stream that does not declare them; nil for a stream too long or without end.
    private mutating func count(_ reader: SourceReader) throws(AudioError) -> Int64? {
        guard let end, reader.isSeekable else { return nil }
        constantBitrate = try MP3ConstantBitrate(reader, start: start, end: end, header: stream)
        if let constantBitrate { return constantBitrate.frameCount }
        guard end - start <= Self.mostWalked else { return nil }
        var walker = MP3FrameWalker(reader, start: start, end: end, stream: stream)
        var number: Int64 = 0
        while case .frame(_, let offset, _) = try walker.next() {
            index.note(number, at: offset)
            number += 1
        }
        return number
    }

    /// Cuts what the encoder added; all of it or nothing.
    /// - Parameter isTailKnown: the padding stands at the end of these frames, not somewhere inside.
    private mutating func apply(_ trim: MP3Trim?, mpegFrames: Int64?, isTailKnown: Bool) {
        let total = mpegFrames.map { $0 * Int64(stream.samples) }
        frameCount = total
        guard let trim, stream.layer == 3 else { return }
        let late = Int64(trim.delay + Self.decoderDelay)
        guard let total else {
            lead = Int(late)
            return
        }
        // The padding reaches over the decoder's delay: only what lies in front of it is a tail of its own.
        let tail = max(0, Int64(trim.padding - Self.decoderDelay))
        guard total >= late + tail else { return }
        lead = Int(late)
        // Padding below the decoder's delay would need frames that are not there.
        frameCount = total - late - (isTailKnown ? tail : 0)
    }
}
