// The player's rules as a value: events in, actions out. The shell (`Player`) performs them; tests need neither
// threads nor time.

/// Which track is loaded, what is wanted, what the device does.
public struct PlayerStateMachine: Sendable {
    /// A load of a track.
    struct Load: Sendable, Equatable {
        enum Phase: Equatable { case opening, open, failed, ended }
        var serial: Int32
        var item: QueueItem
        var phase: Phase
        var info: StreamInfo?
        /// A decode error has been reported; the frames before it are still played.
        var isDamaged = false
    }

    enum Output: Sendable, Equatable {
        case closed
        case opening(OutputRequest)
        case open(OutputRequest, OutputDescription)
    }

    /// A track that waits for a device at its own format: until play is pressed, or until the one before was heard.
    struct PendingOutput: Sendable, Equatable {
        var serial: Int32
        var request: OutputRequest
    }

    var load: Load?
    /// The track starts over at its end; then nothing else follows.
    var isLapPlanned = false
    /// The tracks that follow, in order: first those that are decoded already, then those the decoder knows of.
    var ahead: [Load] = []
    /// How many of them the decoder has begun.
    var crossedCount = 0
    var hasCrossed: Bool { crossedCount > 0 }

    /// Tracks that the decoder knows of beyond the one it is in: of ten milliseconds each, more than a device's buffer.
    private static let plannedCount = 32
    /// Tracks begun and not yet heard: each has two marks in a queue of 256.
    private static let mostCrossed = 64

    /// How many tracks shall be planned now.
    var wantedAhead: Int { min(crossedCount + Self.plannedCount, Self.mostCrossed) }
    var output = Output.closed
    var isRunning = false
    var pendingOutput: PendingOutput?
    /// Where a seek goes whose first frame has not been heard, seconds. Marks of other places are older than it.
    var pendingSeek: Double?
    /// The format of the stream that decoder and renderer share.
    var attached: DeviceFormat?
    var lastSerial: Int32 = 0
    var outputSerial = 0
    var position = Position.fixed(0)

    /// The listener wants to hear something.
    public internal(set) var wantsToPlay = false
    /// Who stopped the music; nil while it plays or nothing is loaded.
    public internal(set) var pausedBy: PauseReason? {
        didSet { waitsNoMore = false }
    }
    /// What is missing has been away for too long: the music does not play on by itself when it comes.
    var waitsNoMore = false
    /// Times the position was set by a seek or a load. A position that falls while neither counter moves is a fault.
    public internal(set) var seekCount = 0
    /// Times the track started over by itself.
    public internal(set) var lapCount = 0

    public init() {}

    /// How the position is known.
    enum Position: Sendable, Equatable {
        case fixed(Double)
        case heard(TrackMark)
    }
}

// MARK: - What can be seen

extension PlayerStateMachine {
    public var item: QueueItem? { load?.item }
    public var info: StreamInfo? { load?.info }
    /// Seconds; nil when nothing is open or the stream does not say.
    public var duration: Double? { load?.duration }
    public var hasEnded: Bool { load?.phase == .ended }
    /// It would play if a device or a stick were there.
    public var isAwaiting: Bool { !waitsNoMore && (pausedBy == .device || pausedBy == .storage) }
    public var description: OutputDescription? {
        if case .open(_, let description) = output { description } else { nil }
    }

    /// - Parameter isStarved: the stream has run dry.
    public func status(isStarved: Bool) -> PlayerStatus {
        guard let load, load.phase != .ended else { return .stopped }
        if isAwaiting { return .waiting }
        guard wantsToPlay else { return .paused }
        return isStarved || load.phase == .opening ? .buffering : .playing
    }

    /// Seconds into the current track.
    /// - Parameter heardFrame: the ring frame being heard, `rate` hertz.
    public func position(heardFrame: Int64, rate: Int) -> Double {
        switch position {
        case .fixed(let seconds):
            return seconds
        case .heard(let mark):
            let seconds = mark.seconds + Double(max(0, heardFrame - mark.ringFrame)) / Double(max(1, rate))
            // The next track may sound already, while its mark is on its way here.
            return min(seconds, duration ?? seconds)
        }
    }
}

// MARK: - What happens

extension PlayerStateMachine {
    /// - Parameter shown: the position last shown, in seconds; what a stop, a reload or a new plan starts from.
    public mutating func handle(_ event: PlayerEvent, shown: Double) -> [PlayerAction] {
        let actions = answer(event, shown: shown)
        // It is there: the file is open and the device runs.
        if isAwaiting, isRunning, load?.phase == .open { pausedBy = nil }
        return actions
    }

    private mutating func answer(_ event: PlayerEvent, shown: Double) -> [PlayerAction] {
        switch event {
        case .load(let item, let seconds, let play): begin(item, at: seconds, play: play, discarding: true)
        case .play: play(from: shown)
        case .retry: retry(from: shown)
        case .stopWaiting: stopWaiting()
        case .pause(let reason): pause(by: reason, at: shown)
        case .seek(let seconds): seek(to: seconds)
        case .setUpcoming(let plan, let rest): setUpcoming(plan, then: rest, shown: shown)
        case .unload: unload()
        case .leaseExpired: closeUnlessPlaying()
        case .prepareOutput(let request): output == .closed ? open(request) : []
        case .moveOutput: moveOutput()
        case .outputTaken: outputTaken()
        case .decoder(let event): decoder(event, shown: shown)
        case .output(let event): output(event, shown: shown)
        case .heard(let mark): heard(mark, shown: shown)
        }
    }
}
