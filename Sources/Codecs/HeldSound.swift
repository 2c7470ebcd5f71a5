// Decoded sound that waits until its place in the stream is known. A value of the codec's thread.

/// Words of interleaved frames, taken from the front.
struct HeldSound {
    private let channels: Int
    private var words: [UInt32] = []
    private var taken = 0

    /// Words held at most: the frames of two of the longest pages of stereo, and a limit for what is wrong.
    private static let mostWords = 1 << 22

    init(channels: Int) {
        self.channels = channels
    }

    var count: Int { words.count / channels - taken }
    var isFull: Bool { words.count >= Self.mostWords }

    mutating func clear() {
        words.removeAll(keepingCapacity: true)
        taken = 0
    }

    /// Takes `count` frames behind those it has; `plane` gives the samples of a channel.
    mutating func append(count: Int, plane: (Int) -> UnsafeMutablePointer<Float>?) {
        let start = words.count
        words.append(contentsOf: repeatElement(0, count: count * channels))
        for channel in 0..<channels {
            guard let samples = plane(channel) else { continue }
            for index in 0..<count { words[start + index * channels + channel] = samples[index].bitPattern }
        }
    }

    /// Moves up to `most` frames from the front to `target`; gives how many.
    mutating func move(to target: UnsafeMutablePointer<UInt32>, most: Int) -> Int {
        let moved = min(most, count)
        words.withUnsafeBufferPointer { held in
            guard let base = held.baseAddress else { return }
            target.update(from: base + taken * channels, count: moved * channels)
        }
        drop(moved)
        return moved
    }

    /// Forgets what is behind the first `frames`.
    mutating func keep(_ frames: Int64) {
        guard frames < Int64(count) else { return }
        words.removeLast((count - Int(frames)) * channels)
        if count == 0 { clear() }
    }

    /// Forgets frames at the front.
    mutating func drop(_ frames: Int) {
        taken += frames
        if count == 0 { clear() }
    }
}
