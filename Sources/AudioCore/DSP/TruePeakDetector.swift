// The true peak of a signal frame by frame, for the limiter. Output thread; all memory is taken in `init`.

import Glibc

/// Estimates the largest magnitude between samples by four-fold oversampling.
///
/// The interpolator is a sinc under a Hann window of 24 samples. The twelve taps of ITU-R BS.1770-4, annex 2, read up to
/// 2 dB too little where music is loud near half the rate, and a meter with a longer filter then finds what a limiter
/// built on them has let through. What it tells at a frame concerns the stretch between the frames `delay` and
/// `delay - 1` before it.
final class TruePeakDetector {
    /// Frames from a peak to its being known: half of the window.
    static let delay = 12
    private static let tapCount = 2 * delay
    private static let before = tapCount - 1
    /// Frames that are looked over together: where all are soft, the interpolator rests.
    private static let stretch = 32

    /// The taps of one pair of samples, equally far to either side.
    private struct Pair: BitwiseCopyable {
        /// In the middle of two samples both weigh the same.
        let middle: Double
        /// A quarter and three quarters on they do in their sum, and against each other in their difference.
        let quarterSum: Double
        let quarterDifference: Double
    }

    private let channels: Int
    private let maximumFrameCount: Int
    /// Samples at or below it, in the window of a frame, make no peak that matters.
    private let softLimit: Double
    private let pairs: UnsafeMutablePointer<Pair>
    /// For each channel the last samples of before and those of now.
    private let lines: UnsafeMutablePointer<Double>
    private var lineLength: Int { Self.before + maximumFrameCount }

    /// - Parameter threshold: peaks at or below it do not matter.
    init(channels: Int, maximumFrameCount: Int, threshold: Double) {
        self.channels = channels
        self.maximumFrameCount = maximumFrameCount
        pairs = .allocate(capacity: Self.delay)
        var sums = (quarter: 0.0, middle: 0.0)
        for index in 0..<Self.delay {
            // The older of the two lies this far before the stretch.
            let distance = Double(Self.delay - 1 - index)
            let middle = Self.tap(distance + 0.5)
            let (near, far) = (Self.tap(distance + 0.25), Self.tap(distance + 0.75))
            (pairs + index).initialize(
                to: Pair(
                    middle: middle, quarterSum: (near + far) / 2, quarterDifference: (near - far) / 2))
            sums.quarter += abs(near) + abs(far)
            sums.middle += 2 * abs(middle)
        }
        softLimit = threshold / max(sums.quarter, sums.middle)
        let count = (Self.before + maximumFrameCount) * channels
        lines = .allocate(capacity: count)
        lines.initialize(repeating: 0, count: count)
    }

    private static func tap(_ distance: Double) -> Double {
        let angle = Double.pi * distance
        return sin(angle) / angle * (0.5 + 0.5 * cos(angle / Double(delay)))
    }

    deinit {
        pairs.deallocate()
        lines.deallocate()
    }

    /// Forgets what was before.
    func reset() {
        lines.update(repeating: 0, count: lineLength * channels)
    }

    /// Writes the true peak over all channels for each of `frameCount` interleaved frames; 0 where it is surely at or
    /// below the threshold.
    func measure(
        _ samples: UnsafePointer<Double>, frameCount: Int, into peaks: UnsafeMutablePointer<Double>
    ) {
        peaks.update(repeating: 0, count: frameCount)
        for channel in 0..<channels {
            let line = lines + channel * lineLength
            var input = samples + channel
            for frame in 0..<frameCount {
                line[Self.before + frame] = input.pointee
                input += channels
            }
            var start = 0
            while start < frameCount {
                let count = min(Self.stretch, frameCount - start)
                if isLoud(line + start, count: Self.before + count) {
                    interpolate(line + start, frameCount: count, into: peaks + start)
                }
                start += count
            }
            line.update(from: line + frameCount, count: Self.before)
        }
    }

    private func isLoud(_ line: UnsafePointer<Double>, count: Int) -> Bool {
        var loudest = 0.0
        for index in 0..<count { loudest = max(loudest, abs(line[index])) }
        return loudest > softLimit
    }

    private func interpolate(
        _ line: UnsafePointer<Double>, frameCount: Int, into peaks: UnsafeMutablePointer<Double>
    ) {
        for frame in 0..<frameCount {
            let window = line + frame
            var (middle, sum, difference) = (0.0, 0.0, 0.0)
            for index in 0..<Self.delay {
                let pair = pairs[index]
                let (older, newer) = (window[index], window[Self.before - index])
                let both = older + newer
                middle += pair.middle * both
                sum += pair.quarterSum * both
                difference += pair.quarterDifference * (older - newer)
            }
            // Of the two quarters the louder one.
            let between = max(abs(middle), abs(sum) + abs(difference))
            peaks[frame] = max(peaks[frame], max(between, abs(window[Self.delay - 1])))
        }
    }
}
