// The sound device as the player sees it: commands in, events out, one thread of its own.

public import AudioCore
import Glibc
import Synchronization

/// Plays a `RenderSource` on an ALSA device, or on the clock.
public final class PCMOutput: AudioOutput {
    private let commands: CommandQueue
    private let counters = OutputCounters()
    private let choice: DeviceChoice
    private let mixer: MixerControl
    private let thread: Mutex<OutputThread?>

    /// Starts the thread; no device is opened before `open`.
    ///
    /// - Parameters:
    ///   - device: an ALSA name, `null:` for no device paced by the clock, nil or `auto` for the first choice of what
    ///     is there.
    ///   - source: what is played; called on the output thread alone.
    ///   - log: a line for people: real-time priority refused, a card without a volume of its own.
    ///   - events: called on the output thread, outside its real-time part, and on the mixer's.
    public convenience init(
        device: String?, source: some RenderSource, log: @escaping @Sendable (String) -> Void,
        events: @escaping @Sendable (OutputEvent) -> Void
    ) {
        let bell = Bell()
        if device == DeviceName.clock {
            self.init(
                port: ClockPort(clock: SystemClock(), bell: bell), bell: bell, source: source, log: log,
                events: events)
        } else {
            let choice = DeviceChoice(device == DeviceName.automatic ? nil : device)
            self.init(
                port: ALSAPort(choice: choice, bell: bell), bell: bell, choice: choice, source: source, log: log,
                events: events)
        }
    }

    /// The same on any port.
    init<Port: PCMPort>(
        port: Port, bell: Bell, choice: DeviceChoice = DeviceChoice(nil), source: some RenderSource,
        log: @escaping @Sendable (String) -> Void,
        events: @escaping @Sendable (OutputEvent) -> Void
    ) {
        self.choice = choice
        commands = CommandQueue(bell: bell)
        mixer = MixerControl(log: log, events: events)
        let loop = OutputLoop(
            port: port, source: source, commands: commands, counters: counters, mixer: mixer, events: events)
        let started = OutputThread(OutputThreadWork(loop: loop, log: log))
        thread = Mutex(started)
        if started == nil { log("output: the system gives no thread; there is no sound") }
    }

    deinit {
        // The thread may be the one that lets go of us, so it is not waited for.
        thread.withLock { thread in
            guard let running = thread else { return }
            commands.send(.shutDown)
            running.detach()
            thread = nil
        }
    }

    public func open(_ request: OutputRequest, serial: Int) { commands.send(.open(request, serial: serial)) }

    public func run() { commands.send(.run) }

    public func pause() { commands.send(.pause) }

    public func discard() { commands.send(.discard) }

    public func close() { commands.send(.close) }

    public func use(device: String) { choice.device = device == DeviceName.automatic ? nil : device }

    public func setHardwareVolume(_ level: Decibels, isMuted: Bool, wish: Int) {
        mixer.set(MixerWish(level: level, isMuted: isMuted, number: wish))
    }

    public func shutDown() {
        let running = thread.withLock { thread in
            let running = thread
            thread = nil
            return running
        }
        guard let running else { return }
        commands.send(.shutDown)
        running.join()
        mixer.shutDown()
    }

    public var underrunCount: Int { counters.underruns.load(ordering: .relaxed) }

    /// The kernel's number of the output thread; 0 before it runs.
    var threadID: Int { counters.threadID.load(ordering: .acquiring) }
}

/// The life of the output thread: priority first, then turn after turn.
private final class OutputThreadWork<Port: PCMPort, Source: RenderSource>: OutputWork {
    private let loop: OutputLoop<Port, Source>
    private let log: @Sendable (String) -> Void

    init(loop: OutputLoop<Port, Source>, log: @escaping @Sendable (String) -> Void) {
        self.loop = loop
        self.log = log
    }

    func run(threadID: Int) {
        let refusal = RealtimePriority.request()
        loop.counters.isRealtime.store(refusal == 0, ordering: .relaxed)
        loop.counters.threadID.store(threadID, ordering: .releasing)
        if refusal != 0 {
            log("output: no real-time priority (\(SystemError.reason(refusal))); the buffer is longer instead")
        }
        while !loop.hasEnded { loop.turn() }
    }
}
