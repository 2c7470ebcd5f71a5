// AAC without a container around it. Pure functions; any thread.

/// Frames of MPEG-2 or MPEG-4 AAC in an audio data transport stream (ISO/IEC 14496-3, section 1.A.3.2).
enum ADTSSync {
    /// Frames in a row that are proof; fewer where the content ends.
    private static let proof = 4

    /// Whether the content starts with such frames.
    static func isADTS(_ head: [UInt8]) -> Bool {
        var offset = 0
        for number in 0..<proof {
            if number > 1, offset == head.count || head.count - offset < 7 { return true }
            guard let length = length(in: head, at: offset) else { return false }
            offset += length
        }
        return true
    }

    /// Bytes of the frame whose header stands at `offset`; nil when none does. Layer is 0, which sets it apart from MP3.
    private static func length(in head: [UInt8], at offset: Int) -> Int? {
        guard offset >= 0, head.count - offset >= 7 else { return nil }
        let rateIndex = head[offset + 2] >> 2 & 15
        guard head[offset] == 0xFF, head[offset + 1] & 0xF6 == 0xF0, rateIndex <= 12 else { return nil }
        let high = Int(head[offset + 3] & 3) << 11
        let length = high | Int(head[offset + 4]) << 3 | Int(head[offset + 5]) >> 5
        return length >= 7 ? length : nil
    }
}
