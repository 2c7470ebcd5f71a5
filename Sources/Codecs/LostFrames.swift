// The sound of what was lost. The codec's thread.

/// Silence in the place of frames that cannot be decoded.
enum LostFrames {
    /// Gives as much of the silence that is due as there is room for.
    /// - Parameters:
    ///   - words: takes interleaved words, `frameCount` frames at most.
    ///   - silence: frames that are due; those given are taken off.
    ///   - position: the next frame of the stream; those given are added.
    /// - Returns: frames given.
    static func fill(
        _ words: UnsafeMutablePointer<UInt32>, frameCount: Int, channels: Int, from silence: inout Int64,
        at position: inout Int64
    ) -> Int {
        let count = Int(min(silence, Int64(frameCount)))
        words.update(repeating: 0, count: count * channels)
        silence -= Int64(count)
        position += Int64(count)
        return count
    }
}
