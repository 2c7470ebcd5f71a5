// Mixes the unit's own sounds over the music. Main thread starts them; the output thread mixes: no allocation, no lock.

import Synchronization

/// A voice on its way to the output thread.
struct VoiceStart: BitwiseCopyable, @unchecked Sendable {
    // Unchecked: whoever starts it keeps the clip until its end is told.
    var number: Int32
    /// Voices of an older one are dropped.
    var generation: Int32
    var samples: UnsafePointer<Float>
    var frameCount: Int
    var channels: Int
    /// Clip frames a second.
    var pace: Double
    /// Amplitude factor, 0 to 1.
    var volume: Double
    /// The largest magnitude it has, `volume` included.
    var peak: Double
}

/// Up to 32 voices, the music 6 dB down while any sounds, and a sum of voices that never exceeds −9 dBFS.
///
/// The music is ducked and raised by ramps. Voices whose peaks together would be too loud are all turned down by one
/// factor; in the milliseconds in which it gets there the sum is cut at the limit.
final class VoiceMixer: @unchecked Sendable {
    // Unchecked: members are the output thread's, but for the queues and atomics that lead there and back.

    static let voiceCount = 32
    static let duckedLevel: Decibels = -6
    static let ceiling: Decibels = -9

    /// Main thread to output thread.
    private let starts = FixedQueue<VoiceStart>(capacity: 64)
    /// Output thread to main thread: numbers of voices that have been heard to their end.
    let ended = FixedQueue<Int32>(capacity: 128)
    private let generation = Atomic<Int32>(0)
    /// The music is to be ducked without a voice as well: another device speaks.
    private let isDuckingHeld = Atomic<Bool>(false)

    private struct Voice: BitwiseCopyable {
        var start: VoiceStart
        /// Clip frames.
        var position: Double
        /// The device frame behind its last one, once that is known.
        var end: Int64

        var isSounding: Bool { position < Double(start.frameCount) }
    }

    private static let unknownEnd = Int64.max

    private let voices: UnsafeMutablePointer<Voice>
    /// Voices that sound, and those whose end has not been heard yet.
    private var count = 0
    private var duck = GainRamp(1)
    private var level = GainRamp(1)
    private let sum: UnsafeMutablePointer<Double>
    private static let blockFrameCount = 256

    init() {
        voices = .allocate(capacity: Self.voiceCount)
        sum = .allocate(capacity: Self.blockFrameCount * 2)
        sum.initialize(repeating: 0, count: Self.blockFrameCount * 2)
    }

    deinit {
        voices.deallocate()
        sum.deallocate()
    }

    // MARK: Main thread

    /// False when the output thread has not taken those before.
    func start(_ start: VoiceStart) -> Bool {
        var start = start
        start.generation = generation.load(ordering: .relaxed)
        return starts.push(start)
    }

    /// Ends every voice before the next frame.
    func stopAll() { generation.wrappingAdd(1, ordering: .releasing) }

    func holdDucking(_ isHeld: Bool) { isDuckingHeld.store(isHeld, ordering: .relaxed) }

    // MARK: Output thread

    /// Takes what was started, and drops what was stopped. Before each rendering.
    /// - Returns: whether a voice has ended by that.
    func take() -> Bool {
        let current = generation.load(ordering: .acquiring)
        let before = count
        var place = 0
        while place < count {
            if voices[place].start.generation == current { place += 1 } else { end(place) }
        }
        var hasEnded = count < before
        // A voice may have been started behind a stop that came since: it is newer, and sounds.
        while let start = starts.peek(), count < Self.voiceCount || start.generation &- current < 0 {
            _ = starts.pop()
            guard start.generation &- current >= 0, start.frameCount > 0 else {
                ended.push(start.number)
                hasEnded = true
                continue
            }
            (voices + count).initialize(to: Voice(start: start, position: 0, end: Self.unknownEnd))
            count += 1
        }
        return hasEnded
    }

    /// Music does not pass as it is: a voice sounds, or the duck is on its way.
    var isActive: Bool { wantsDuck || duck.value != 1 || duck.isMoving }

    private var wantsDuck: Bool { isSounding || isDuckingHeld.load(ordering: .relaxed) }

    private var isSounding: Bool {
        for place in 0..<count where voices[place].isSounding { return true }
        return false
    }

    /// Everything mixed so far is among the first `frames` of the device. After each rendering.
    func rendered(_ frames: Int64) {
        for place in 0..<count where !voices[place].isSounding && voices[place].end == Self.unknownEnd {
            voices[place].end = frames
        }
    }

    /// So many frames of the device have been heard.
    /// - Returns: whether the end of a voice is among them.
    func heard(_ frames: Int64) -> Bool {
        let before = count
        var place = 0
        while place < count {
            if voices[place].end <= frames { end(place) } else { place += 1 }
        }
        return count < before
    }

    /// Frames behind `heard` were rendered and are discarded: voices go back as far.
    /// - Parameter rate: of the device, hertz.
    func takeBack(from rendered: Int64, to heard: Int64, rate: Int) {
        for place in 0..<count {
            let voice = voices[place]
            let frames = max(0, min(rendered, voice.end) - heard)
            let position = min(voice.position, Double(voice.start.frameCount))
            voices[place].position = max(0, position - Double(frames) * voice.start.pace / Double(rate))
            if frames > 0 { voices[place].end = Self.unknownEnd }
        }
    }

    /// Another device counts its frames from 0: what has been rendered for the one before is not heard any more.
    func changeDevice() {
        for place in 0..<count where !voices[place].isSounding { voices[place].end = 0 }
    }

    /// Ducks `frameCount` interleaved frames of music and mixes the voices in.
    /// - Parameter rate: of the frames, hertz.
    func process(_ samples: UnsafeMutablePointer<Double>, frameCount: Int, channels: Int, rate: Int) {
        aim(rate: rate)
        duck.apply(to: samples, frameCount: frameCount, channels: channels)
        guard isSounding else { return }
        var done = 0
        while done < frameCount {
            let block = min(frameCount - done, Self.blockFrameCount)
            sum.update(repeating: 0, count: block * 2)
            for place in 0..<count where voices[place].isSounding { add(place, frameCount: block, rate: rate) }
            put(samples + done * channels, frameCount: block, channels: channels)
            done += block
        }
    }

    /// Sends the ramps where they have to go.
    private func aim(rate: Int) {
        let music = wantsDuck ? Self.duckedLevel.factor : 1
        if duck.target != music {
            // Down as fast as any change of volume, up so that one hears it come back.
            duck.move(to: music, over: GainRamp.frameCount(rate: rate) * (wantsDuck ? 1 : 10))
        }
        var peak = 0.0
        var sounding = 0
        for place in 0..<count where voices[place].isSounding {
            peak += voices[place].start.peak
            sounding += 1
        }
        guard sounding > 0 else { return }
        let ceiling = Self.ceiling.factor
        let wanted = peak > ceiling ? ceiling / peak : 1
        guard level.target != wanted else { return }
        if sounding == 1 { return level.jump(to: wanted) }
        level.move(to: wanted, over: max(1, rate / (wanted < level.target ? 500 : 20)))
    }

    /// Adds what comes next of a voice to `sum`: its clip at the rate of the device, by cubic interpolation.
    private func add(_ place: Int, frameCount: Int, rate: Int) {
        let voice = voices[place].start
        let step = voice.pace / Double(rate)
        var position = voices[place].position
        let right = voice.channels - 1
        for frame in 0..<frameCount {
            let whole = Int(position)
            guard whole < voice.frameCount else { break }
            let share = position - Double(whole)
            sum[frame * 2] += voice.volume * Self.sample(voice, whole, share, 0)
            sum[frame * 2 + 1] += voice.volume * Self.sample(voice, whole, share, right)
            position += step
        }
        voices[place].position = position
    }

    /// Catmull-Rom through the four nearest samples; outside of the clip is silence.
    private static func sample(_ voice: VoiceStart, _ whole: Int, _ share: Double, _ channel: Int) -> Double {
        func at(_ frame: Int) -> Double {
            frame < 0 || frame >= voice.frameCount ? 0 : Double(voice.samples[frame * voice.channels + channel])
        }
        let here = at(whole)
        guard share > 0 else { return here }
        let (before, next, after) = (at(whole - 1), at(whole + 1), at(whole + 2))
        let slope = (next - before) / 2
        let curve = before - 2.5 * here + 2 * next - after / 2
        let rest = (after - before) / 2 + 1.5 * (here - next)
        return here + share * (slope + share * (curve + share * rest))
    }

    /// Adds the sum to the first two channels; to a single one its mean.
    private func put(_ samples: UnsafeMutablePointer<Double>, frameCount: Int, channels: Int) {
        let ceiling = Self.ceiling.factor
        for frame in 0..<frameCount {
            let factor = level.next()
            let left = max(-ceiling, min(ceiling, sum[frame * 2] * factor))
            let right = max(-ceiling, min(ceiling, sum[frame * 2 + 1] * factor))
            if channels == 1 {
                samples[frame] += (left + right) / 2
            } else {
                samples[frame * channels] += left
                samples[frame * channels + 1] += right
            }
        }
    }

    /// The last voice takes the place of one that has ended.
    private func end(_ place: Int) {
        ended.push(voices[place].start.number)
        count -= 1
        voices[place] = voices[count]
    }
}
