// From peaks to the gain that holds them: the limiter's side chain. Output thread; all memory is taken in `init`.

import Glibc

/// Times of the limiter, in frames of one rate.
struct LimiterTiming: Equatable {
    /// From a frame going in to the same frame coming out: 5 ms, at rates below 20 kHz 100 frames, of which the detector
    /// takes a third.
    let latency: Int
    /// The way down: two moving averages, together as long as the latency allows.
    let attack: Int
    /// Over how many frames the gain a peak needs is held: through the latency, around the peak, and 25 ms more, half a
    /// swing of the lowest tone that is heard, so that a steady tone has a steady gain.
    let hold: Int

    /// Frames to either side of a peak over which the gain stands still: what lies farther off hardly counts in a meter's
    /// interpolator.
    private static let guardFrameCount = 12

    /// - Parameter rate: hertz, 8000 or more.
    init(rate: Int) {
        latency = max(100, rate / 200)
        attack = latency - TruePeakDetector.delay - Self.guardFrameCount - 1
        hold = latency + Self.guardFrameCount + rate / 40
    }
}

/// Turns required gains into a smooth gain that is never above them: hold, release, attack.
///
/// It counts in steps of 2⁻³⁰, in integers: full gain is exactly 1 and is really reached, so that music below the ceiling
/// comes out bit for bit.
struct LimiterGain {
    static let one: Int64 = 1 << 30
    /// Seconds in which the gain has come back by 63 %.
    private static let releaseTime = 0.2

    private var minimum: SlidingMinimum
    private var first: MovingSum
    private var second: MovingSum
    private let divisor: Int64
    /// The sum of nothing but full gain.
    private let wholeSum: Int64
    /// The share of the missing gain that comes back in a frame, in steps of 2⁻³².
    private let release: Int64
    private var level = one

    init(_ timing: LimiterTiming, rate: Int) {
        minimum = SlidingMinimum(width: timing.hold)
        let half = timing.attack / 2
        first = MovingSum(width: half)
        second = MovingSum(width: timing.attack - half)
        divisor = Int64(half) * Int64(timing.attack - half)
        wholeSum = divisor * Self.one
        release = Int64((1 - exp(-1 / (Self.releaseTime * Double(rate)))) * 0x1p32)
        reset()
    }

    func free() {
        minimum.free()
        first.free()
        second.free()
    }

    mutating func reset() {
        minimum.reset()
        first.reset(to: Self.one)
        second.reset(to: Self.one * Int64(first.width))
        level = Self.one
    }

    /// The gain for the frame that went in `latency` frames ago; `peak` is what the detector tells now.
    mutating func next(peak: Double, ceiling: Double) -> Int64 {
        let required = peak > ceiling ? Int64(ceiling / peak * Double(Self.one)) : Self.one
        let missing = Self.one - level
        let back = missing == 0 ? 0 : max(1, (missing * release) >> 32)
        level = min(minimum.next(required), level + back)
        let sum = second.next(first.next(level))
        return sum == wholeSum ? Self.one : sum / divisor
    }
}
