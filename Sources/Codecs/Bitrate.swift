// The average bitrate of a stream. A pure function; any thread.

/// Bits of a stream over time.
enum Bitrate {
    /// Kilobits a second, rounded; nil when bytes or frames are unknown or none.
    static func average(bytes: Int64?, frames: Int64?, rate: Int) -> Int? {
        guard let bytes, let frames, bytes > 0, frames > 0 else { return nil }
        let kilobits = Double(bytes) * 8 / 1000 * Double(rate) / Double(frames)
        return kilobits < 1e9 ? Int(kilobits.rounded()) : nil
    }
}
