// The decoder thread: takes commands, lets the feeder work, sleeps when the ring is full. It may wait and lock;
// the output thread shares no lock with it.

/// Runs a `TrackFeeder` on a thread of its own.
public final class DecoderThread: Sendable {
    /// What the main thread asks for. Executed in order.
    public enum Command: Sendable {
        case load(serial: Int32, item: QueueItem, seconds: Double)
        case seek(serial: Int32, seconds: Double)
        case setUpcoming(Upcoming, then: [Upcoming] = [])
        case attach(AudioStream)
        case unload
        /// Whether the output consumes what is decoded: the ring has to be looked after.
        case setConsuming(Bool)
        /// Look at the ring now instead of a second from now.
        case refill
    }

    private struct Inbox {
        var commands: [Command] = []
        var isConsuming = false
        var mustEnd = false
        let activity: DecoderActivity

        var hasNews: Bool { mustEnd || !commands.isEmpty }
    }

    /// For the output thread, which shares no lock with this one.
    public let activity = DecoderActivity()
    private let inbox: Monitor<Inbox>
    private let thread: NamedThread

    /// - Parameter report: called on the decoder thread.
    public init(
        openTrack: @escaping TrackOpener, makeResampler: @escaping ResamplerMaker,
        report: @escaping @Sendable (DecoderEvent) -> Void
    ) {
        let inbox = Monitor(Inbox(activity: activity))
        self.inbox = inbox
        thread = NamedThread("decoder") {
            Self.run(inbox, TrackFeeder(openTrack: openTrack, makeResampler: makeResampler, report: report))
        }
    }

    /// Main thread; returns at once.
    public func send(_ command: Command) {
        inbox.change { state in
            if case .setConsuming(let isConsuming) = command {
                state.isConsuming = isConsuming
            } else {
                state.commands.append(command)
                state.activity.isResting = false
                if command.replacesMusic { state.activity.isReplacing = true }
            }
        }
    }

    /// The decoder sleeps: the ring is full, or there is nothing to decode. Any thread.
    public var isResting: Bool { activity.isResting }

    /// Ends the thread after the block under way.
    public func shutDown() {
        inbox.change { $0.mustEnd = true }
        thread.join()
    }

    /// Between two looks at a ring that is being emptied: a quarter of what it holds.
    private static let refillInterval = Duration.seconds(AudioStream.secondsAhead / 4)
    /// The output carries out a flush within a period; until then a full ring has no room for the new place.
    private static let flushInterval = Duration.milliseconds(5)

    private static func run(_ inbox: Monitor<Inbox>, _ feeder: TrackFeeder) {
        var step = TrackFeeder.Step.idle
        while true {
            let commands: [Command]
            switch step {
            case .worked: commands = inbox.withLock(take)
            case .idle: commands = inbox.wait { $0.hasNews ? .done(take(&$0)) : rest(&$0, until: nil) }
            case .full: commands = waitForRoom(inbox, feeder)
            }
            if inbox.withLock(\.mustEnd) { return }
            for command in commands { feeder.perform(command) }
            if !commands.isEmpty { inbox.withLock { if !$0.hasNews { $0.activity.isReplacing = false } } }
            step = feeder.step()
        }
    }

    /// Sleeps while the ring is full: for ever when nobody empties it.
    private static func waitForRoom(_ inbox: Monitor<Inbox>, _ feeder: TrackFeeder) -> [Command] {
        let now = SteadyClock.now
        let due = now + (feeder.isFlushPending ? flushInterval : refillInterval)
        return inbox.wait { state in
            if state.hasNews { return .done(take(&state)) }
            guard state.isConsuming else { return rest(&state, until: nil) }
            return SteadyClock.now >= due ? .done([]) : rest(&state, until: due)
        }
    }

    private static func rest(_ state: inout Inbox, until due: Duration?) -> Monitor<Inbox>.Wake<[Command]> {
        state.activity.isResting = true
        return .sleep(until: due)
    }

    private static func take(_ state: inout Inbox) -> [Command] {
        defer { state.commands.removeAll(keepingCapacity: true) }
        return state.commands
    }
}

extension DecoderThread.Command {
    /// What is in the ring is not wanted any more.
    fileprivate var replacesMusic: Bool {
        switch self {
        case .load, .seek, .unload: true
        case .setUpcoming, .attach, .setConsuming, .refill: false
        }
    }
}

extension TrackFeeder {
    func perform(_ command: DecoderThread.Command) {
        switch command {
        case .load(let serial, let item, let seconds): load(serial: serial, item: item, seconds: seconds)
        case .seek(let serial, let seconds): seek(serial: serial, seconds: seconds)
        case .setUpcoming(let upcoming, let rest): setUpcoming(upcoming, then: rest)
        case .attach(let stream): attach(stream)
        case .unload: unload()
        case .setConsuming, .refill: break
        }
    }
}
