// The DSP chain of the output thread. Made before the device runs; afterwards no allocation, no lock.

/// The stages of sound between ring and device, in place on interleaved 64-bit samples.
///
/// A change of parameters starts a second lane beside the running one and fades across in 20 ms. Each lane is linear
/// with constant coefficients, so it is stable. The weights are continuous and sum to 1, so nothing clicks and no
/// sample exceeds the louder of the two lanes: headroom and boost may change at once without a peak between. A change
/// that arrives during a fade waits for its end, the newest wins. Behind the lanes stands the limiter, in which frames
/// wait.
public final class DSPChain {
    /// Hertz.
    public let rate: Int
    public let channels: Int
    public let maximumFrameCount: Int
    private var running: ChainLane
    private var coming: ChainLane
    private var wanted: ChainParameters
    /// The share of `coming`; moves during a fade, else stands at 0.
    private var share = GainRamp(0)
    private let rampFrameCount: Int
    private let scratch: UnsafeMutablePointer<Double>
    private let limiter: Limiter
    private let voices: VoiceMixer?
    /// Frames until nothing that was mixed is given any more.
    private var mixedFrameCount = 0
    private var track = TrackLoudness.unknown
    /// What is known of the track has changed while it plays: the gain walks there.
    private var hasLearned = false

    /// - Parameters:
    ///   - rate: hertz.
    ///   - maximumFrameCount: the most frames of one `process`.
    ///   - parameters: what the chain starts with, without a ramp; nil starts transparent.
    public convenience init(rate: Int, channels: Int, maximumFrameCount: Int, parameters: ChainParameters? = nil) {
        self.init(
            rate: rate, channels: channels, maximumFrameCount: maximumFrameCount, parameters: parameters, voices: nil)
    }

    /// - Parameter voices: mixed in behind the volume, before the limiter.
    init(
        rate: Int, channels: Int, maximumFrameCount: Int, parameters: ChainParameters? = nil, voices: VoiceMixer?
    ) {
        precondition(rate > 0 && channels > 0 && maximumFrameCount > 0, "a chain of nothing")
        precondition(parameters == nil || parameters?.rate == rate, "parameters made for another rate")
        self.rate = rate
        self.channels = channels
        self.maximumFrameCount = maximumFrameCount
        self.voices = voices
        wanted = parameters ?? .transparent(rate: rate)
        running = ChainLane(wanted, channels: channels)
        coming = ChainLane(wanted, channels: channels)
        rampFrameCount = GainRamp.frameCount(rate: rate)
        scratch = .allocate(capacity: maximumFrameCount * channels)
        scratch.initialize(repeating: 0, count: maximumFrameCount * channels)
        limiter = Limiter(rate: rate, channels: channels, maximumFrameCount: maximumFrameCount)
        limiter.setWanted(wanted.isLimiting)
        limiter.reset()
    }

    deinit {
        running.free()
        coming.free()
        scratch.deallocate()
    }

    /// Makes `parameters` what the chain fades to. Parameters made for another rate are on their way from before a
    /// change of rate and are left alone.
    public func update(_ parameters: ChainParameters) {
        guard parameters.rate == rate else { return }
        wanted = parameters
        limiter.setWanted(parameters.isLimiting)
    }

    /// The next frame is the first of a track: its own gain counts from there.
    public func begin(_ track: TrackLoudness) {
        guard track != self.track else { return }
        self.track = track
        hasLearned = false
        running.begin(track)
        coming.begin(track)
    }

    /// The loudness of the track that plays has become known: its gain is faded to.
    func learn(_ track: TrackLoudness) {
        guard track != self.track else { return }
        self.track = track
        hasLearned = wanted.gain(for: track) != running.gain || share.isMoving
    }

    /// `process` would leave every sample as it is: no stage is active, no fade runs or waits. Music may pass by the
    /// chain as untouched integers.
    public var isTransparent: Bool { isLinearPartTransparent && !limiter.isRunning && !isMixing }

    /// The last `process` gave samples as they went in, if late: no stage but the limiter was active, and that had
    /// nothing to hold.
    var hasLeftSamplesAlone: Bool {
        isLinearPartTransparent && !isLimiting && !isMixing && !hasMixed
    }

    /// The limiter held peaks in the last `process`.
    var isLimiting: Bool { limiter.isRunning && limiter.hasReduced }

    private var isMixing: Bool { voices?.isActive ?? false }

    private var isLinearPartTransparent: Bool {
        running.isTransparent && !share.isMoving && !hasLearned && wanted == running.parameters
    }

    /// Runs the chain over `frameCount` interleaved frames (at most `maximumFrameCount`) in place.
    /// - Returns: frames given, at the start of `samples`: `frameCount`, less those that have to wait in the limiter
    ///   until its line is full.
    @discardableResult
    public func process(_ samples: UnsafeMutablePointer<Double>, frameCount: Int) -> Int {
        precondition(frameCount <= maximumFrameCount, "more frames than the chain has room for")
        processLinear(samples, frameCount: frameCount)
        mix(samples, frameCount: frameCount)
        return limiter.isRunning ? limiter.process(samples, frameCount: frameCount) : frameCount
    }

    /// The unit's own sounds over the music.
    private func mix(_ samples: UnsafeMutablePointer<Double>, frameCount: Int) {
        guard let voices, voices.isActive else {
            // What waits in the limiter may still hold some.
            mixedFrameCount = max(0, mixedFrameCount - frameCount)
            return
        }
        voices.process(samples, frameCount: frameCount, channels: channels, rate: rate)
        mixedFrameCount = limiter.latency + frameCount
    }

    private var hasMixed: Bool { mixedFrameCount > 0 }

    private func processLinear(_ samples: UnsafeMutablePointer<Double>, frameCount: Int) {
        var position = samples
        var left = frameCount
        while left > 0 {
            if !share.isMoving, hasLearned || wanted != running.parameters {
                hasLearned = false
                coming.start(wanted, track: track, continuing: running)
                share.move(to: 1, over: rampFrameCount)
            }
            let count = share.isMoving ? min(left, share.remaining) : left
            if share.isMoving {
                fade(position, frameCount: count)
            } else {
                running.process(position, frameCount: count)
            }
            position += count * channels
            left -= count
        }
    }

    /// Forgets what was played, on a seek or a flush: filters start from silence and a fade is over at once.
    public func reset() {
        hasLearned = false
        running.start(wanted, track: track, continuing: nil)
        share.jump(to: 0)
        limiter.reset()
    }

    // MARK: What waits

    /// Frames that wait in the limiter while it runs, at `rate` hertz.
    public static func limiterLatency(rate: Int) -> Int { Limiter.latency(rate: rate) }

    /// Frames that `process` has taken and not given.
    var waitingFrameCount: Int { limiter.fill }

    /// Frames that have to be fed before the first of those that wait comes out.
    var missingFrameCount: Int { limiter.isRunning ? limiter.latency - limiter.fill : 0 }

    /// The limiter has been switched off and takes nothing more: what waits is taken out by `takeWaiting` before the next
    /// `process`.
    var isLeavingLimiter: Bool { limiter.isLeaving }

    /// Takes waiting frames out, oldest first.
    /// - Returns: how many, at most `frameCount`.
    func takeWaiting(_ samples: UnsafeMutablePointer<Double>, frameCount: Int) -> Int {
        limiter.takeWaiting(samples, frameCount: frameCount)
    }

    /// Drops what waits.
    /// - Returns: true when it was silence.
    func dropWaiting() -> Bool { limiter.dropWaiting() }

    private func fade(_ samples: UnsafeMutablePointer<Double>, frameCount: Int) {
        scratch.update(from: samples, count: frameCount * channels)
        running.process(samples, frameCount: frameCount)
        coming.process(scratch, frameCount: frameCount)
        var index = 0
        for _ in 0..<frameCount {
            let weight = share.next()
            for _ in 0..<channels {
                samples[index] += weight * (scratch[index] - samples[index])
                index += 1
            }
        }
        if !share.isMoving {
            swap(&running, &coming)
            share.jump(to: 0)
        }
    }
}
