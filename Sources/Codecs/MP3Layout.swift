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
    /// A stream without declared length is walked up to this size; a larger one has no length. Bytes.
    private static let mostWalked: Int64 = 1 << 28

    /// Looks at the content that starts at `start`.
    static func read(_ reader: SourceReader, start: Int64, end: Int64?) throws(AudioError) -> MP3Layout {
        let (first, header) = try firstFrame(reader, start: start, end: end)
        var layout = MP3Layout(stream: header, start: first, end: end)
        try reader.seek(to: first)
        let tag = MP3InfoTag.read(try reader.peek(header.length), header)
        if let tag { try layout.apply(tag, header, reader) }
        if layout.frameCount == nil { try layout.measure(reader) }
        try reader.seek(to: layout.start)
        return layout
    }

    private static func firstFrame(
        _ reader: SourceReader, start: Int64, end: Int64?
    ) throws(AudioError) -> (Int64, MPEGFrameHeader) {
        var offset = start
        while offset - start < mostJunk {
            try reader.seek(to: offset)
            let room = end.map { max(0, $0 - offset) } ?? Int64.max
            let view = try reader.peek(Int(min(room, Int64(SourceReader.capacity))))
            let isLast = view.count < SourceReader.capacity
            let places = isLast ? view.count : view.count - MPEGSync.reach
            if let found = MPEGSync.find(in: view, range: 0..<places, isLast: isLast) {
                return (offset + Int64(found.offset), found.header)
            }
            if offset == start, MPEGSync.header(in: view, at: 0)?.bitrate == 0 {
                throw reader.error(.notSupported, "is free-format MP3, not MP3 with a stated bitrate")
            }
            if isLast { break }
            offset += Int64(places)
        }
        throw reader.error(.notSupported, "holds no MP3 frames that follow each other: it is not MP3, or damaged")
    }

    /// Takes what the encoder declared, as far as it can be true.
    private mutating func apply(
        _ tag: MP3InfoTag, _ header: MPEGFrameHeader, _ reader: SourceReader
    ) throws(AudioError) {
        let tagStart = start
        start += Int64(header.length)
        let samples = Int64(stream.samples)
        let lead = tag.delay.map { $0 + Self.decoderDelay } ?? 0
        self.lead = lead
        let available = end.map { $0 - tagStart }
        let declared = tag.byteCount.flatMap { $0 > 0 ? $0 : nil }
        guard let count = tag.frameCount, count > 0 else { return }
        if let available, let declared, available - declared > Self.strayBytes { return }
        if let bytes = declared ?? available {
            // No frame is shorter than 24 bytes or longer than the longest.
            guard bytes / count >= 12, bytes / count <= Int64(MPEGFrameHeader.longestFrame) else { return }
        }
        let total = count * samples
        let cut = Int64(tag.delay ?? 0) + Int64(tag.padding ?? 0)
        if cut >= total { self.lead = 0 }
        // Padding below the decoder's delay would need frames that are not there.
        frameCount = cut < total ? min(total - cut, max(0, total - Int64(lead))) : total
        isDeclared = true
    }

    /// Finds the length of a stream that does not declare it.
    private mutating func measure(_ reader: SourceReader) throws(AudioError) {
        guard let end, reader.isSeekable else { return }
        constantBitrate = try MP3ConstantBitrate(reader, start: start, end: end, header: stream)
        var count = constantBitrate?.frameCount
        if count == nil {
            guard end - start <= Self.mostWalked else { return }
            var walker = MP3FrameWalker(reader, start: start, end: end, stream: stream)
            var number: Int64 = 0
            while case .frame(_, let offset, _) = try walker.next() {
                index.note(number, at: offset)
                number += 1
            }
            count = number
        }
        frameCount = count.map { max(0, $0 * Int64(stream.samples) - Int64(lead)) }
    }
}
