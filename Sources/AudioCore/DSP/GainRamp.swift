// A gain that walks to its next value instead of jumping there. Output thread: plain numbers, no allocation.

/// A factor on its way to a target in equal steps, one a frame, so that no sample jumps.
///
/// The way is straight in amplitude: it reaches 0 (silence) and leaves it again, which a way straight in decibels
/// cannot, and a knob turned in many small steps gives one line of straight pieces without a staircase ("zipper").
public struct GainRamp: BitwiseCopyable, Sendable {
    /// How long a change of volume, mute or filter takes, seconds.
    public static let duration = 0.02

    /// Frames of `duration` at `rate` hertz, at least 1.
    public static func frameCount(rate: Int) -> Int {
        max(1, Int(duration * Double(rate)))
    }

    /// The factor the last frame had.
    public private(set) var value: Double
    public private(set) var target: Double
    private var step = 0.0
    /// Frames until the target is reached.
    public private(set) var remaining = 0

    /// A ramp that stands at `value`.
    public init(_ value: Double) {
        self.value = value
        target = value
    }

    public var isMoving: Bool { remaining > 0 }

    /// Starts from where it is towards `target`, reached exactly with the last of `frameCount` frames (at least 1).
    public mutating func move(to target: Double, over frameCount: Int) {
        precondition(frameCount > 0, "a ramp takes at least one frame")
        self.target = target
        remaining = value == target ? 0 : frameCount
        step = (target - value) / Double(frameCount)
    }

    /// Stands at `value` at once.
    public mutating func jump(to value: Double) {
        self.value = value
        target = value
        remaining = 0
    }

    /// The factor of the next frame.
    public mutating func next() -> Double {
        guard remaining > 0 else { return value }
        remaining -= 1
        // Counted back from the target: rounding never adds up, and the end is exact.
        value = target - step * Double(remaining)
        return value
    }

    /// Multiplies interleaved frames, walking on with each.
    public mutating func apply(to samples: UnsafeMutablePointer<Double>, frameCount: Int, channels: Int) {
        var index = 0
        var frame = 0
        while frame < frameCount, remaining > 0 {
            let factor = next()
            for _ in 0..<channels {
                samples[index] *= factor
                index += 1
            }
            frame += 1
        }
        guard value != 1 else { return }
        let factor = value
        while index < frameCount * channels {
            samples[index] *= factor
            index += 1
        }
    }
}
