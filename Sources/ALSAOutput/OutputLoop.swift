// The output thread's work, one turn at a time: commands first, then the device. A test turns it without a thread.

import AudioCore

/// Plays a source on a port. Every method is called by one thread.
///
/// Frames are numbered as the source rendered them since `prepare(for:maximumFrameCount:)`:
/// `heard <= written <= rendered`. A pause moves `written` back to the first frame that was not heard.
final class OutputLoop<Port: PCMPort, Source: RenderSource> {
    enum Phase {
        /// No device.
        case closed
        /// The device is open and does not sound.
        case silent
        case playing
        /// On the way from sound to silence; commands wait for its end.
        case fading
        /// The computer slept; the device is asked to go on.
        case suspended
    }

    let port: Port
    let source: Source
    let commands: CommandQueue
    let counters: OutputCounters
    /// The card's own volume, set before the device sounds.
    let mixer: MixerControl?
    let events: @Sendable (OutputEvent) -> Void

    var phase = Phase.closed
    private(set) var hasEnded = false
    private var pending: [OutputCommand] = []

    // The open device.
    var serial = 0
    var request: OutputRequest?
    var description: OutputDescription?
    var format = DeviceFormat(rate: 1, channels: 1, layout: .s16, significantBits: 16)
    var bufferFrameCount = 2
    var periodFrameCount = 1
    /// Frames kept in the device, at most `bufferFrameCount`: what is set about the sound is heard behind so many.
    var fillFrameCount = 2
    var isCoarse = false
    var canRewind = false
    var keepsWhatItTakes = false
    var lastRate: Int?

    // Frame numbers.
    var rendered = 0
    var written = 0
    var heard = 0
    /// `written` when the device last stood prepared.
    var writtenAtStart = 0
    /// Frames given to the port since then, silence included.
    var portWritten = 0
    /// Frames of silence still to be written in front of the music.
    var leadIn = 0
    /// Where music that was cut off rises again.
    var fadeIn = 0..<0

    var history: FrameHistory
    /// One period, for what is written altered; and one of silence.
    var scratch: FrameHistory
    var silence: FrameHistory

    // Playing.
    var mustPrepare = false
    var isStarted = false
    /// Turns in a row that found the device without space.
    var idleTurns = 0
    /// How long to wait for the source before a start, in nanoseconds.
    var readyPause: Int64 = 0
    /// Instant, in the port's nanoseconds.
    var lastProgress: Int64 = 0

    // Fading.
    var tail = FadeTail(length: 0)

    // Recovering.
    var recoveries = 0
    var framesSinceRecovery = 0
    var resumeAttempts = 0

    init(
        port: Port, source: Source, commands: CommandQueue, counters: OutputCounters, mixer: MixerControl? = nil,
        events: @escaping @Sendable (OutputEvent) -> Void
    ) {
        self.port = port
        self.source = source
        self.commands = commands
        self.counters = counters
        self.mixer = mixer
        self.events = events
        history = FrameHistory(atLeast: 1, periodFrameCount: 1, format: format)
        scratch = FrameHistory(atLeast: 1, periodFrameCount: 1, format: format)
        silence = FrameHistory(atLeast: 1, periodFrameCount: 1, format: format)
    }

    /// One turn: what was commanded, then one wait and what it calls for.
    func turn() {
        if phase != .fading, commands.hasNews || !pending.isEmpty { obey() }
        switch phase {
        case .closed, .silent: if !hasEnded { sleep(nil) }
        case .playing: playOn()
        case .fading: fadeOn()
        case .suspended: tryToResume()
        }
    }

    /// Sleeps until the bell rings, at most `timeout` nanoseconds.
    func sleep(_ timeout: Int64?) {
        if port.wait(forSpace: false, timeout: timeout).contains(.bell) { commands.bell.silence() }
    }

    /// Carries out commands in order. One that needs silence while there is sound starts the fade and stays in front.
    private func obey() {
        if commands.hasNews { pending += commands.takeAll() }
        while phase != .fading, let command = pending.first {
            switch command {
            case .open(let request, let serial):
                guard isSilent(after: Self.pauseFade) else { return }
                if keepsDevice(for: request) {
                    answerKept(request, serial: serial)
                } else {
                    open(request, serial: serial)
                }
            case .run:
                if phase == .silent { startPlaying() }
            case .pause:
                pending.removeFirst()
                _ = isSilent(after: Self.pauseFade)
                continue
            case .discard:
                if phase == .playing || phase == .suspended { pending.insert(.run, at: 1) }
                guard isSilent(after: Self.pauseFade) else { return }
                discard()
            case .close:
                guard isSilent(after: Self.pauseFade) else { return }
                closePort()
                events(.closed(serial: serial))
            case .shutDown:
                guard isSilent(after: Self.farewellFade) else { return }
                closePort()
                pending.removeAll()
                hasEnded = true
                return
            }
            pending.removeFirst()
        }
    }

    /// True when nothing sounds; otherwise the way there has begun.
    private func isSilent(after fade: SilenceFade) -> Bool {
        switch phase {
        case .closed, .silent: return true
        case .playing: fallSilent(fade)
        case .suspended: stopSuspended()
        case .fading: break
        }
        return phase != .fading
    }
}
