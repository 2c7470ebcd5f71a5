// The render function: ring in, device samples out. Runs on the output thread (or on whoever renders without one).
// Nothing here allocates, locks, logs or waits once `prepare` has returned.

import Synchronization

/// Turns the ring of an `AudioStream` into samples for a device, and tells what of it has been heard.
public final class AudioRenderer: RenderSource, @unchecked Sendable {
    // Unchecked: `adopt` is called by the main thread only while no device runs; everything else belongs to the output
    // thread. The command that starts the device orders the two.

    /// Main thread to output thread: what the DSP chain shall do.
    public let parameters = LatestValue<ChainParameters>()
    /// Main thread to output thread.
    private let news = FixedQueue<LoudnessNews>(capacity: 64)
    /// Main thread to output thread: the unit's own sounds.
    let mixer = VoiceMixer()
    /// Main thread to output thread: the music stands still though the device runs.
    private let isMusicHeld = Atomic<Bool>(false)
    /// Times the ring ran dry in the middle of music. Output thread to the others.
    private let dry = Atomic<Int>(0)
    /// The limiter held peaks in what was rendered last. Output thread to the others.
    private let limits = Atomic<Bool>(false)
    /// Discards that were asked for and not carried out yet: main thread up, output thread down.
    private let discards = Atomic<Int>(0)
    private let bell: Bell
    private let ditherSeed: UInt64
    private var stream: AudioStream?
    private var current: ChainParameters?
    private var work: RenderWork?

    /// - Parameters:
    ///   - bell: rung when marks have been heard or the ring has run dry.
    ///   - ditherSeed: equal seeds give equal samples.
    public init(bell: Bell, ditherSeed: UInt64 = 0x4361_7269_6C6C_6F6E) {
        self.bell = bell
        self.ditherSeed = ditherSeed
    }

    /// Plays `stream` from now on. Main thread, after `prepare` for its format and before the device runs.
    public func adopt(_ stream: AudioStream, parameters: ChainParameters) {
        current = parameters
        self.stream = stream
        work?.adopt(stream, parameters)
    }

    /// What is known of the loudness of a track after it was opened: heard from the next buffer on, without a step.
    /// Main thread. While no device runs, only the first of many are kept.
    public func learn(_ loudness: TrackLoudness, ofSerial serial: Int32) {
        news.push(LoudnessNews(serial: serial, loudness: loudness))
    }

    /// The output is about to be told to drop what stands unheard in the device. Until it has, nothing new is rendered:
    /// it would be dropped as well. Main thread, before the decoder is told of another place or track.
    public func expectDiscard() { discards.wrappingAdd(1, ordering: .acquiringAndReleasing) }

    public func discarded() {
        // Only this thread counts down.
        if discards.load(ordering: .acquiring) > 0 { discards.wrappingSubtract(1, ordering: .acquiringAndReleasing) }
        work?.discarded()
    }

    /// The music stands where it was heard, or goes on from there. Main thread; what a device has kept of it is
    /// discarded by whoever calls.
    public func holdMusic(_ isHeld: Bool) { isMusicHeld.store(isHeld, ordering: .releasing) }

    public func prepare(for format: DeviceFormat, maximumFrameCount: Int) {
        mixer.changeDevice()
        work = RenderWork(
            format, maximumFrameCount: maximumFrameCount, bell: bell, ditherSeed: ditherSeed, voices: mixer)
        if let stream, stream.format == format, let current { work?.adopt(stream, current) }
    }

    public func render(into destination: UnsafeMutableRawPointer, frameCount: Int) {
        guard let work else { return }
        work.setHeld(isMusicHeld.load(ordering: .acquiring))
        let hasEndedVoice = mixer.take()
        while let new = news.pop() { work.learn(new) }
        if let new = parameters.take() { work.update(new) }
        // A discard is expected before the decoder is told, so it is seen by whoever has seen the decoder's flush first.
        let hasFlush = work.hasFlush
        let isDiscarding = discards.load(ordering: .acquiring) > 0
        if work.render(into: destination, frameCount: frameCount, flushing: hasFlush && !isDiscarding) {
            dry.wrappingAdd(1, ordering: .relaxed)
        }
        limits.store(work.chain.isLimiting, ordering: .relaxed)
        mixer.rendered(work.mixedFrames)
        if hasEndedVoice { bell.ring() }
    }

    /// Times the music broke off because the decoder was too late. Any thread.
    public var dryCount: Int { dry.load(ordering: .relaxed) }

    /// The limiter holds peaks just now; else it lets every sample through as it is. Any thread.
    public var isLimiting: Bool { limits.load(ordering: .relaxed) }

    public func isReady(frameCount: Int) -> Bool {
        isMusicHeld.load(ordering: .acquiring) || (work?.isReady(frameCount: frameCount) ?? true)
    }

    public func heard(deviceFrame: Int64) {
        work?.heard(deviceFrame: deviceFrame)
        if mixer.heard(deviceFrame) { bell.ring() }
    }
}
