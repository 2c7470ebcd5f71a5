// The first whole frame of an AAC stream that was joined in its middle. Pure functions; the decoder thread.

/// Frames of an audio data transport stream (ISO/IEC 14496-3, section 1.A.3.2).
enum ADTSAlignment {
    /// Frames in a row that are proof.
    private static let proof = 3

    /// The offset of the first frame of a run that is proof, or of one that fills the view to its end.
    static func offset(in bytes: [UInt8]) -> Int? {
        bytes.indices.first { bytes[$0] == 0xFF && isRun(bytes, at: $0) }
    }

    private static func isRun(_ bytes: [UInt8], at start: Int) -> Bool {
        var offset = start
        for _ in 0..<proof {
            guard let length = length(in: bytes, at: offset) else { return false }
            offset += length
        }
        return true
    }

    /// Bytes of the frame whose header stands at `offset`. Layer is 0, which sets it apart from MP3.
    private static func length(in bytes: [UInt8], at offset: Int) -> Int? {
        guard bytes.count - offset >= 7, bytes[offset] == 0xFF, bytes[offset + 1] & 0xF6 == 0xF0,
            bytes[offset + 2] >> 2 & 15 <= 12
        else { return nil }
        let high = Int(bytes[offset + 3] & 3) << 11
        let length = high | Int(bytes[offset + 4]) << 3 | Int(bytes[offset + 5]) >> 5
        return length >= 7 ? length : nil
    }
}
