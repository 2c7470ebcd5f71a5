// The true peak of a signal frame by frame, for the limiter. Output thread; all memory is taken in `init`.

/// Estimates the largest magnitude between samples by four-fold oversampling, and where it matters by a closer look.
///
/// No two meters agree on what lies between samples where music is loud near half the rate: it depends on the length of
/// their filter. Here a sinc under a Hann window of 24 samples looks at all; the twelve taps of ITU-R BS.1770-4, annex 2,
/// read up to 2 dB too little there. Where it finds something near the threshold, two others look as well: one of 12
/// samples, which is libebur128's below 96 kHz and reads up to 0.4 dB more, and one of 64, which reads up to 2 dB more in
/// noise. Between the points of the grid, where four-fold oversampling reads up to 0.3 dB too little, a parabola through
/// three of them gives the top. What it tells at a frame concerns the stretch between the frames `delay` and
/// `delay - 1` before it.
final class TruePeakDetector {
    /// Frames from a peak to its being known: half of the longest window.
    static let delay = 32
    private static let before = 2 * delay - 1
    /// Frames that are looked over together: where all are soft, the interpolators rest.
    private static let stretch = 32
    /// The share of the threshold from which on the closer look is taken. From 0.7 on it makes no difference to what
    /// meters find behind the limiter; the parabola alone adds up to a tenth.
    private static let closeShare = 0.9

    private let channels: Int
    private let maximumFrameCount: Int
    private let looksCloser: Bool
    /// Peaks of the first look above it get the closer one.
    private let closeLimit: Double
    /// Samples at or below it, in the window of a frame, make no peak that matters.
    private let softLimit: Double
    private let first = PeakInterpolator(reach: 12)
    private let short = PeakInterpolator(reach: 6)
    private let long = PeakInterpolator(reach: delay)
    /// For each channel the last samples of before and those of now.
    private let lines: UnsafeMutablePointer<Double>
    /// For each channel the last point in front of the next sample.
    private let lastPoints: UnsafeMutablePointer<Double>
    private var lineLength: Int { Self.before + maximumFrameCount }

    /// - Parameters:
    ///   - threshold: peaks at or below it do not matter.
    ///   - looksCloser: else the first look is all, as a meter has it.
    init(channels: Int, maximumFrameCount: Int, threshold: Double, looksCloser: Bool = true) {
        self.channels = channels
        self.maximumFrameCount = maximumFrameCount
        self.looksCloser = looksCloser
        closeLimit = Self.closeShare * threshold
        softLimit = closeLimit / first.largestGain
        let count = (Self.before + maximumFrameCount) * channels
        lines = .allocate(capacity: count)
        lines.initialize(repeating: 0, count: count)
        lastPoints = .allocate(capacity: channels)
        lastPoints.initialize(repeating: 0, count: channels)
    }

    deinit {
        first.free()
        short.free()
        long.free()
        lines.deallocate()
        lastPoints.deallocate()
    }

    /// Forgets what was before.
    func reset() {
        lines.update(repeating: 0, count: lineLength * channels)
        lastPoints.update(repeating: 0, count: channels)
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
                if isLoud(line + start + Self.delay - first.reach, count: 2 * first.reach - 1 + count) {
                    interpolate(line + start, frameCount: count, lastPoints + channel, into: peaks + start)
                } else {
                    // So soft that a top made with it is no peak that matters.
                    lastPoints[channel] = 0
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
        _ line: UnsafePointer<Double>, frameCount: Int, _ lastPoint: UnsafeMutablePointer<Double>,
        into peaks: UnsafeMutablePointer<Double>
    ) {
        for frame in 0..<frameCount {
            let window = line + frame
            let sample = window[Self.delay - 1]
            let points = first.points(window + Self.delay - first.reach)
            var peak = max(points.largest, abs(sample))
            if looksCloser, peak > closeLimit {
                peak = max(peak, closeLook(window, points, after: lastPoint.pointee))
            }
            lastPoint.pointee = points.threeQuarters
            peaks[frame] = max(peaks[frame], peak)
        }
    }

    /// - Parameters:
    ///   - points: of the first look.
    ///   - last: the point in front of the sample.
    private func closeLook(
        _ window: UnsafePointer<Double>, _ points: PeakInterpolator.Points, after last: Double
    ) -> Double {
        let (sample, next) = (window[Self.delay - 1], window[Self.delay])
        let atSample = PeakInterpolator.top(last, sample, points.quarter)
        let narrow = short.points(window + Self.delay - short.reach).largest
        let wide = Self.top(sample, long.points(window), next)
        return max(max(atSample, narrow), max(wide, Self.top(sample, points, next)))
    }

    private static func top(_ sample: Double, _ points: PeakInterpolator.Points, _ next: Double) -> Double {
        let first = PeakInterpolator.top(sample, points.quarter, points.middle)
        let second = PeakInterpolator.top(points.quarter, points.middle, points.threeQuarters)
        return max(max(first, second), PeakInterpolator.top(points.middle, points.threeQuarters, next))
    }
}
