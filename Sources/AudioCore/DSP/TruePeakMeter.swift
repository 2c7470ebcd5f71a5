// The largest true peak of a whole signal, at every rate. One thread at a time.

/// Measures by the first look of the limiter's detector: four-fold oversampling, however high the rate is.
public final class TruePeakMeter {
    private static let stretch = 4096

    private let channels: Int
    private let detector: TruePeakDetector
    private let peaks: UnsafeMutablePointer<Double>
    private var largest = 0.0

    /// - Parameter channels: of the interleaved frames.
    public init(channels: Int) {
        precondition(channels > 0, "a signal of no channel")
        self.channels = channels
        detector = TruePeakDetector(
            channels: channels, maximumFrameCount: Self.stretch, threshold: 0, looksCloser: false)
        peaks = .allocate(capacity: Self.stretch)
        peaks.initialize(repeating: 0, count: Self.stretch)
    }

    deinit { peaks.deallocate() }

    /// Takes whole interleaved frames, full scale = 1. What lies between the last samples of a signal is known when
    /// `TruePeakMeter.delay` frames of silence have followed.
    public func add(_ samples: [Double]) {
        samples.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            let count = buffer.count / channels
            var start = 0
            while start < count {
                let part = min(Self.stretch, count - start)
                detector.measure(base + start * channels, frameCount: part, into: peaks)
                for frame in 0..<part { largest = max(largest, peaks[frame]) }
                start += part
            }
        }
    }

    /// Frames from a peak to its being known.
    public static let delay = TruePeakDetector.delay

    /// The largest peak so far; silence before there was any sound.
    public var level: Decibels { Decibels(factor: largest) }
}
