// From MPEG frame to MPEG frame through a source, past tags and damage. The codec's thread.

import AudioCore

/// Walks the frames of one stream by their headers. Counting and decoding both walk, so that they agree.
struct MP3FrameWalker {
    enum Step: Equatable {
        /// The reader stands at a whole frame of this many bytes.
        case frame(MPEGFrameHeader, offset: Int64, followsDamage: Bool)
        /// Another stream starts here, of other rate, channels or layer.
        case change
        case end
    }

    let reader: SourceReader
    /// The offset behind the last byte of sound; nil when unknown.
    let end: Int64?
    /// What every frame agrees with.
    let stream: MPEGFrameHeader
    /// Bytes in front of the frame found last that are none; at the end, those behind the last frame.
    private(set) var skippedBytes: Int64 = 0
    /// The stream ended before its last frame did.
    private(set) var endsInsideFrame = false
    /// Where the next frame should start.
    private(set) var offset: Int64

    init(_ reader: SourceReader, start: Int64, end: Int64?, stream: MPEGFrameHeader) {
        self.reader = reader
        self.end = end
        self.stream = stream
        offset = start
    }

    /// Makes the frame at `offset` the next one.
    mutating func move(to offset: Int64) {
        self.offset = offset
    }

    /// Finds the next frame, leaves the reader at its first byte and itself behind it.
    mutating func next() throws(AudioError) -> Step {
        var followsDamage = false
        skippedBytes = 0
        while true {
            try reader.seek(to: offset)
            let view = try look(MPEGFrameHeader.byteCount)
            guard view.count == MPEGFrameHeader.byteCount else { return .end }
            if let header = MPEGSync.header(in: view, at: 0), header.bitrate > 0, header.agrees(with: stream) {
                guard try isWhole(header) else {
                    endsInsideFrame = true
                    return .end
                }
                let start = offset
                offset += Int64(header.length)
                return .frame(header, offset: start, followsDamage: followsDamage)
            }
            if let length = try tagLength() {
                offset += length
                continue
            }
            guard let found = try search() else { return .end }
            if !found.agrees(with: stream) { return .change }
            followsDamage = followsDamage || found.isDisplaced
        }
    }

    private struct Found {
        let header: MPEGFrameHeader
        let isDisplaced: Bool

        func agrees(with stream: MPEGFrameHeader) -> Bool { header.agrees(with: stream) }
    }

    /// Looks ahead, but not behind the end of the sound.
    private func look(_ count: Int) throws(AudioError) -> UnsafeRawBufferPointer {
        guard let end else { return try reader.peek(count) }
        return try reader.peek(Int(min(Int64(count), max(0, end - reader.position))))
    }

    private func isWhole(_ header: MPEGFrameHeader) throws(AudioError) -> Bool {
        if let end { return offset + Int64(header.length) <= end }
        return try reader.peek(header.length).count == header.length
    }

    /// Bytes of a tag that stands between frames, where two files were joined; nil when there is none.
    private func tagLength() throws(AudioError) -> Int64? {
        let view = try look(32)
        if let length = SourceTags.id3v2Length(view) ?? SourceTags.apeLength(view) { return length }
        return view.starts(with: "TAG".utf8) ? 128 : nil
    }

    /// Moves to the next place where a stream surely starts.
    private mutating func search() throws(AudioError) -> Found? {
        let start = offset
        defer { skippedBytes += offset - start }
        // What is to come of a stream is not waited for.
        let length = reader.isSeekable ? SourceReader.capacity : 2 * MPEGSync.reach
        while true {
            try reader.seek(to: offset)
            let view = try look(length)
            let isLast = view.count < length
            let places = isLast ? view.count : view.count - MPEGSync.reach
            if let found = MPEGSync.find(in: view, range: 0..<places, isLast: isLast) {
                offset += Int64(found.offset)
                return Found(header: found.header, isDisplaced: offset != start)
            }
            offset += Int64(places)
            if isLast { return nil }
        }
    }
}
