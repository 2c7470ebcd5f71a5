// The cue sheet that FLAC keeps in a block of its own, as the text it was made of. Pure functions; any thread.

/// Reads a CUESHEET block (RFC 9639, section 8.7): 396 bytes of head; a track is 36 bytes and 12 bytes an index.
enum FLACCueSheetBlock {
    private static let head = 396
    /// Samples of a 1/75 s, in which a disc counts; the block of a disc has nothing between (section 8.7.1).
    private static let samplesPerFrame = 588

    /// A sheet without titles; nil when the block is damaged or of no disc, for then its samples are not of 44.1 kHz.
    static func text(_ bytes: [UInt8]) -> String? {
        guard bytes.count > head, bytes[136] & 0x80 != 0 else { return nil }
        var lines = ["FILE \"-\" WAVE"]
        var offset = head
        for _ in 0..<Int(bytes[head - 1]) {
            guard bytes.count - offset >= 36, let start = samples(bytes, at: offset) else { return nil }
            let number = Int(bytes[offset + 8])
            let kind = bytes[offset + 21] & 0x80 == 0 ? "AUDIO" : "MODE1/2352"
            let indexCount = Int(bytes[offset + 35])
            offset += 36
            // 170 is where the disc ends.
            if number == 170 { break }
            lines.append("TRACK \(number) \(kind)")
            for _ in 0..<indexCount {
                guard bytes.count - offset >= 12, let shift = samples(bytes, at: offset) else { return nil }
                lines.append("INDEX \(bytes[offset + 8]) \(place(start + shift))")
                offset += 12
            }
        }
        return lines.count > 1 ? lines.joined(separator: "\n") : nil
    }

    /// Eight bytes of samples; nil for more than a disc could hold.
    private static func samples(_ bytes: [UInt8], at offset: Int) -> Int? {
        guard let high = bytes.bigEndian(at: offset), let low = bytes.bigEndian(at: offset + 4), high == 0 else {
            return nil
        }
        return low
    }

    private static func place(_ samples: Int) -> String {
        let frame = samples / samplesPerFrame
        return "\(frame / 75 / 60):\(frame / 75 % 60):\(frame % 75)"
    }
}
