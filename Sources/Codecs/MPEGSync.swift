// Finding MPEG audio in bytes that may be anything. Pure functions over memory; any thread.

/// The search for frames: one header is chance, several that agree and follow each other are a stream.
enum MPEGSync {
    /// Headers in a row that prove a stream.
    static let proof = 3
    /// Bytes that must be in view behind a place to judge it.
    static let reach = proof * MPEGFrameHeader.longestFrame + MPEGFrameHeader.byteCount

    /// The first offset in `range` where a stream surely starts.
    ///
    /// - Parameters:
    ///   - bytes: a view of the content that reaches `reach` bytes behind `range`, or to the end of the sound.
    ///   - isLast: the view reaches to the end; then two frames that end exactly there are proof too.
    static func find(
        in bytes: UnsafeRawBufferPointer, range: Range<Int>, isLast: Bool
    ) -> (offset: Int, header: MPEGFrameHeader)? {
        var offset = range.lowerBound
        while offset < range.upperBound {
            if bytes[offset] == 0xFF, let header = proven(in: bytes, at: offset, isLast: isLast) {
                return (offset, header)
            }
            offset += 1
        }
        return nil
    }

    /// The header at `offset` when a stream surely starts there.
    static func proven(in bytes: UnsafeRawBufferPointer, at start: Int, isLast: Bool) -> MPEGFrameHeader? {
        guard let first = header(in: bytes, at: start), first.bitrate > 0 else { return nil }
        var offset = start + first.length
        for count in 1..<proof {
            guard let next = header(in: bytes, at: offset), next.bitrate > 0, next.agrees(with: first) else {
                return isLast && offset == bytes.count && count >= 2 ? first : nil
            }
            offset += next.length
        }
        return first
    }

    static func header(in bytes: UnsafeRawBufferPointer, at offset: Int) -> MPEGFrameHeader? {
        guard offset + MPEGFrameHeader.byteCount <= bytes.count, bytes[offset] == 0xFF else { return nil }
        return MPEGFrameHeader(bytes[offset + 1], bytes[offset + 2], bytes[offset + 3])
    }
}
