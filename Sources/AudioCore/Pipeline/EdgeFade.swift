// The short fades where music is cut: a seek, a skip, a device that came back. Output thread; plain numbers.

/// A linear fade over a few milliseconds, in either direction.
struct EdgeFade: BitwiseCopyable {
    private var gain = 1.0
    private var step = 0.0
    /// Frames still to be faded.
    private(set) var left = 0

    /// Something is left to be faded.
    var isMoving: Bool { left > 0 }

    /// From silence to full over so many frames.
    mutating func rise(over frameCount: Int) {
        gain = 0
        left = frameCount
        step = 1 / Double(max(1, frameCount))
    }

    /// From where it stands to silence over so many frames.
    mutating func fall(over frameCount: Int) {
        left = frameCount
        step = -gain / Double(max(1, frameCount))
    }

    mutating func apply(to samples: UnsafeMutablePointer<Double>, frameCount: Int, channels: Int) {
        var position = samples
        for _ in 0..<min(left, frameCount) {
            gain += step
            for channel in 0..<channels { position[channel] *= gain }
            position += channels
            left -= 1
        }
        if left == 0 && step > 0 { gain = 1 }
    }
}
