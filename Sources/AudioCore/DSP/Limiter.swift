// The true-peak limiter: the last word in front of the quantizer. Output thread; all memory is taken in `init`.

/// Holds the true peak of all channels together below −1 dBTP by looking ahead; below it, frames only come later.
///
/// Frames wait in a line while the gain that a coming peak needs is being reached. Whoever runs it feeds `latency` frames
/// more than it takes at the start and gets them back at the end, so that nothing is lost or moved. Switching fades the
/// gain's effect in or out over 20 ms; the line is filled or emptied without a step in time.
final class Limiter {
    /// Aimed at inside. What is left above it, by a gain that moves and by the filter of the meter, is at most 0.01 dB by
    /// libebur128, 0.17 dB by the taps of BS.1770-4 and 0.12 dB by sixteen-fold oversampling with windows of 20 to 64
    /// samples: squares, clipped and sparse noise, bursts and steps at 8 to 192 kHz. So −1 dBTP is never exceeded.
    ///
    /// A meter that mirrors the ends of a file where there is none before and after it, as FFmpeg's does, reads 0.5 dB more
    /// of a tone that begins or ends there at full scale: that is a sound which never sounds.
    static let ceiling: Decibels = -1.3

    /// Frames that wait when the line is full.
    let latency: Int
    private let channels: Int
    private let detector: TruePeakDetector
    private var gain: LimiterGain
    private let peaks: UnsafeMutablePointer<Double>
    private let line: UnsafeMutablePointer<Double>
    /// Where the next frame goes in the line.
    private var place = 0
    /// Frames in the line.
    private(set) var fill = 0
    private var isWanted = false
    /// How much of the gain takes effect, 0 to 1.
    private var effect = GainRamp(0)
    private let rampFrameCount: Int
    /// A frame of the last `process` was changed.
    private(set) var hasReduced = false

    /// Frames that wait in a limiter at `rate` hertz.
    static func latency(rate: Int) -> Int { LimiterTiming(rate: rate).latency }

    init(rate: Int, channels: Int, maximumFrameCount: Int) {
        let timing = LimiterTiming(rate: rate)
        latency = timing.latency
        self.channels = channels
        detector = TruePeakDetector(
            channels: channels, maximumFrameCount: maximumFrameCount, threshold: Self.ceiling.factor)
        gain = LimiterGain(timing, rate: rate)
        rampFrameCount = GainRamp.frameCount(rate: rate)
        peaks = .allocate(capacity: maximumFrameCount)
        peaks.initialize(repeating: 0, count: maximumFrameCount)
        line = .allocate(capacity: latency * channels)
        line.initialize(repeating: 0, count: latency * channels)
    }

    deinit {
        gain.free()
        peaks.deallocate()
        line.deallocate()
    }

    /// Frames have to go through it, or wait in it.
    var isRunning: Bool { isWanted || fill > 0 || effect.value > 0 }

    /// It is off and takes no more frames; those that wait have to be taken out by `takeWaiting`.
    var isLeaving: Bool { !isWanted && effect.value == 0 && fill > 0 }

    /// Switches it; heard over 20 ms.
    func setWanted(_ isWanted: Bool) {
        guard isWanted != self.isWanted else { return }
        self.isWanted = isWanted
        if fill == 0 { forget() }
        if !isWanted && fill == 0 { return effect.jump(to: 0) }
        effect.move(to: isWanted ? 1 : 0, over: rampFrameCount)
    }

    /// Empties the line at once; a fade is over.
    func reset() {
        fill = 0
        forget()
        effect.jump(to: isWanted ? 1 : 0)
    }

    /// Empties the line at once.
    /// - Returns: true when all that waited was silence.
    func dropWaiting() -> Bool {
        var loudest = 0.0
        for frame in 0..<fill {
            let waiting = line + (place - fill + frame + latency) % latency * channels
            for channel in 0..<channels { loudest = max(loudest, abs(waiting[channel])) }
        }
        fill = 0
        forget()
        return loudest < 1e-6
    }

    private func forget() {
        place = 0
        detector.reset()
        gain.reset()
    }

    /// Takes `frameCount` frames and gives those whose time has come, in the same place.
    /// - Returns: how many: as many as were taken once the line is full.
    func process(_ samples: UnsafeMutablePointer<Double>, frameCount: Int) -> Int {
        detector.measure(samples, frameCount: frameCount, into: peaks)
        let ceiling = Self.ceiling.factor
        hasReduced = false
        var output = samples
        var input = samples
        for frame in 0..<frameCount {
            let steps = gain.next(peak: peaks[frame], ceiling: ceiling)
            let waiting = line + place * channels
            if fill == latency {
                let factor = factor(steps)
                for channel in 0..<channels {
                    let sample = waiting[channel]
                    waiting[channel] = input[channel]
                    output[channel] = sample * factor
                }
                output += channels
            } else {
                for channel in 0..<channels { waiting[channel] = input[channel] }
                fill += 1
            }
            place = place + 1 == latency ? 0 : place + 1
            input += channels
        }
        return (output - samples) / channels
    }

    private func factor(_ steps: Int64) -> Double {
        let share = effect.next()
        guard steps != LimiterGain.one, share > 0 else { return 1 }
        hasReduced = true
        return 1 + share * (Double(steps) * 0x1p-30 - 1)
    }

    /// Takes up to `frameCount` waiting frames out, oldest first, as they went in.
    /// - Returns: how many.
    func takeWaiting(_ samples: UnsafeMutablePointer<Double>, frameCount: Int) -> Int {
        let count = min(frameCount, fill)
        for frame in 0..<count {
            let oldest = line + (place - fill + latency) % latency * channels
            (samples + frame * channels).update(from: oldest, count: channels)
            fill -= 1
        }
        return count
    }
}
