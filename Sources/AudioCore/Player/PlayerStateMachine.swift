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

    private(set) var load: Load?
    private(set) var upcoming: (plan: UpcomingItem, load: Load?) = (.nothing, nil)
    private(set) var hasCrossed = false
    private(set) var output = Output.closed
    private(set) var isRunning = false
    private var pendingOutput: PendingOutput?
    /// Where a seek goes whose first frame has not been heard, seconds. Marks of other places are older than it.
    private var pendingSeek: Double?
    /// The format of the stream that decoder and renderer share.
    private var attached: DeviceFormat?
    private var lastSerial: Int32 = 0
    private var outputSerial = 0
    private var position = Position.fixed(0)

    /// The listener wants to hear something.
    public private(set) var wantsToPlay = false
    /// Who stopped the music; nil while it plays or nothing is loaded.
    public private(set) var pausedBy: PauseReason?
    /// Times the position was set by a seek or a load. A position that falls while neither counter moves is a fault.
    public private(set) var seekCount = 0
    /// Times the track started over by itself.
    public private(set) var lapCount = 0

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
    public var description: OutputDescription? {
        if case .open(_, let description) = output { description } else { nil }
    }

    /// - Parameter isStarved: the stream has run dry.
    public func status(isStarved: Bool) -> PlayerStatus {
        guard let load, load.phase != .ended else { return .stopped }
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
        switch event {
        case .load(let item, let seconds, let play): begin(item, at: seconds, play: play)
        case .play: play(from: shown)
        case .pause(let reason): pause(by: reason, at: shown)
        case .seek(let seconds): seek(to: seconds)
        case .setUpcoming(let plan): setUpcoming(plan, shown: shown)
        case .unload: unload()
        case .leaseExpired: closeUnlessPlaying()
        case .prepareOutput(let request): output == .closed ? open(request) : []
        case .decoder(let event): decoder(event, shown: shown)
        case .output(let event): output(event, shown: shown)
        case .heard(let mark): heard(mark, shown: shown)
        }
    }

    // MARK: Commands

    private mutating func begin(_ item: QueueItem, at seconds: Double, play: Bool) -> [PlayerAction] {
        let new = makeLoad(item)
        load = new
        upcoming = (.nothing, nil)
        hasCrossed = false
        pendingOutput = nil
        pendingSeek = nil
        setPosition(seconds)
        wantsToPlay = play
        pausedBy = play ? nil : .user
        var actions: [PlayerAction] = [.decoderLoad(serial: new.serial, item: item, seconds: seconds)]
        if play {
            actions += runIfOpen()
        } else if isRunning {
            actions += [.outputPause, .outputDiscard, .startLease]
            isRunning = false
        } else if case .open = output {
            actions.append(.outputDiscard)
        }
        return actions
    }

    private mutating func play(from shown: Double) -> [PlayerAction] {
        guard let loaded = load else { return [] }
        wantsToPlay = true
        pausedBy = nil
        switch loaded.phase {
        case .failed:
            return begin(loaded.item, at: shown, play: true)
        case .ended:
            return begin(loaded.item, at: 0, play: true)
        case .opening:
            return runIfOpen()
        case .open:
            if let pendingOutput, pendingOutput.serial == loaded.serial {
                self.pendingOutput = nil
                return open(pendingOutput.request)
            }
            return runIfOpen() + openIfClosed(loaded)
        }
    }

    private mutating func pause(by reason: PauseReason, at shown: Double) -> [PlayerAction] {
        guard let loaded = load, loaded.phase != .ended else { return [] }
        guard wantsToPlay else {
            // The listener's own pause outlasts every other: nothing plays on by itself any more.
            if reason == .user { pausedBy = .user }
            return []
        }
        wantsToPlay = false
        pausedBy = reason
        guard isRunning else { return [] }
        isRunning = false
        return [.outputPause, .startLease]
    }

    private mutating func seek(to seconds: Double) -> [PlayerAction] {
        guard let loaded = load else { return [] }
        if loaded.phase == .ended || loaded.phase == .failed {
            return begin(loaded.item, at: seconds, play: wantsToPlay && loaded.phase == .failed)
        }
        let target = loaded.place(of: seconds)
        setPosition(target)
        var actions: [PlayerAction] = []
        if hasCrossed {
            // The decoder is in the next track already: bring it back. The plan stays.
            actions += reload(loaded, at: target)
        } else {
            pendingSeek = target
            actions.append(.decoderSeek(serial: loaded.serial, seconds: target))
        }
        if !isRunning, case .open = output { actions.append(.outputDiscard) }
        return actions
    }

    private mutating func setUpcoming(_ plan: UpcomingItem, shown: Double) -> [PlayerAction] {
        guard let loaded = load, plan != upcoming.plan || upcoming.load?.phase == .failed else { return [] }
        upcoming = (plan, nil)
        if case .item(let item) = plan { upcoming.load = makeLoad(item) }
        guard hasCrossed else { return [.decoderUpcoming(decoderPlan)] }
        // What has been decoded ahead is the wrong track: go back to what is heard.
        seekCount += 1
        position = .fixed(shown)
        return reload(loaded, at: shown)
    }

    private mutating func unload() -> [PlayerAction] {
        guard load != nil else { return [] }
        load = nil
        upcoming = (.nothing, nil)
        hasCrossed = false
        pendingOutput = nil
        pendingSeek = nil
        wantsToPlay = false
        pausedBy = nil
        position = .fixed(0)
        guard isRunning else { return [.decoderUnload] }
        isRunning = false
        return [.decoderUnload, .outputPause, .outputDiscard, .startLease]
    }

    private mutating func closeUnlessPlaying() -> [PlayerAction] {
        guard !isRunning, output != .closed else { return [] }
        output = .closed
        return [.outputClose]
    }

    // MARK: From the decoder

    private mutating func decoder(_ event: DecoderEvent, shown: Double) -> [PlayerAction] {
        switch event {
        case .opened(let serial, let info):
            return opened(serial, info)
        case .needsOutput(let serial, let request):
            // Said before the stream of the open device had reached the decoder: it has what it needs.
            if case .open(request, _) = output { return [] }
            if serial == load?.serial, wantsToPlay { return open(request) }
            // Paused, the device waits for play; a track that follows, for the end of the one that is heard.
            if serial == load?.serial || serial == upcoming.load?.serial {
                pendingOutput = PendingOutput(serial: serial, request: request)
            }
            return []
        case .crossed(let serial):
            return crossed(serial, shown: shown)
        case .missedSeek(let serial):
            guard let loaded = load, serial == loaded.serial, let pendingSeek else { return [] }
            return reload(loaded, at: pendingSeek)
        case .failed(let serial, let error, let wasOpen):
            return failed(serial, error, wasOpen: wasOpen, shown: shown)
        }
    }

    private mutating func crossed(_ serial: Int32, shown: Double) -> [PlayerAction] {
        if serial == upcoming.load?.serial {
            hasCrossed = true
            return []
        }
        guard let loaded = load, serial > loaded.serial else { return [] }
        // The plan changed while the decoder went on by the one before: it is in a track that nobody wants any more.
        seekCount += 1
        position = .fixed(shown)
        return reload(loaded, at: shown)
    }

    private mutating func opened(_ serial: Int32, _ info: StreamInfo) -> [PlayerAction] {
        if serial == upcoming.load?.serial {
            upcoming.load?.info = info
            upcoming.load?.phase = .open
            return []
        }
        guard serial == load?.serial, var loaded = load, loaded.phase == .opening else { return [] }
        loaded.info = info
        loaded.phase = .open
        load = loaded
        if case .fixed(let wanted) = position, loaded.place(of: wanted) != wanted {
            // Where a track begins that was asked for before its length was known.
            setPosition(loaded.place(of: wanted))
        }
        pendingSeek = pendingSeek.map(loaded.place)
        return wantsToPlay ? runIfOpen() + openIfClosed(loaded) : []
    }

    private mutating func failed(
        _ serial: Int32, _ error: AudioError, wasOpen: Bool, shown: Double
    ) -> [PlayerAction] {
        if error.isStorageLoss { return storageLost(serial, error, shown: shown) }
        if serial == upcoming.load?.serial, !hasCrossed {
            upcoming.load?.phase = .failed
            return [.report(error), .upcomingFailed]
        }
        guard serial == load?.serial else { return serial == upcoming.load?.serial ? [.report(error)] : [] }
        if wasOpen {
            load?.isDamaged = true
            return [.report(error)]
        }
        load?.phase = .failed
        position = .fixed(shown)
        return [.report(error), .currentFailed]
    }

    /// The stick is gone: nothing is skipped. What plays stops where it is and loads again when play is asked for.
    private mutating func storageLost(_ serial: Int32, _ error: AudioError, shown: Double) -> [PlayerAction] {
        guard serial == load?.serial else {
            // Its turn comes at the end of the current track.
            if serial == upcoming.load?.serial { upcoming.load?.phase = .opening }
            return []
        }
        load?.phase = .failed
        position = .fixed(shown)
        guard wantsToPlay else { return [] }
        wantsToPlay = false
        pausedBy = .storage
        guard isRunning else { return [.report(error)] }
        isRunning = false
        return [.report(error), .outputPause, .outputDiscard, .startLease]
    }

    // MARK: From the output

    private mutating func output(_ event: OutputEvent, shown: Double) -> [PlayerAction] {
        switch event {
        case .opened(let serial, let description):
            guard serial == outputSerial, case .opening(let request) = output else { return [] }
            output = .open(request, description)
            var actions: [PlayerAction] = [.attach(request, description.format)]
            if attached != nil, attached != description.format, case .heard(let mark) = position,
                let load, load.serial == mark.serial
            {
                // What the old ring held ahead of the loudspeaker is of another format: decode it again.
                let place = load.place(of: shown)
                actions.append(.decoderSeek(serial: load.serial, seconds: place))
                setPosition(place)
                pendingSeek = place
            }
            attached = description.format
            if wantsToPlay { actions += runIfOpen() } else { actions.append(.startLease) }
            return actions
        case .failed(let serial, let error), .lost(let serial, let error):
            guard serial == outputSerial, output != .closed else { return [] }
            output = .closed
            isRunning = false
            guard wantsToPlay else { return [.report(error), .cancelLease] }
            wantsToPlay = false
            pausedBy = .device
            return [.report(error), .cancelLease]
        case .closed:
            return []
        }
    }

    // MARK: Heard

    private mutating func heard(_ mark: TrackMark, shown: Double) -> [PlayerAction] {
        switch mark.kind {
        case .start where mark.serial == load?.serial:
            heardStart(mark, shown: shown)
            return []
        case .start where mark.serial == upcoming.load?.serial:
            takeUpcoming()
            position = .heard(mark)
            return [.advanced]
        case .end where mark.serial == load?.serial && load?.phase != .ended:
            return heardEnd(shown: shown)
        default:
            return []
        }
    }

    private mutating func heardStart(_ mark: TrackMark, shown: Double) {
        if let pendingSeek, mark.seconds != pendingSeek { return }
        if mark.lap > 0, case .heard(let before) = position, before.lap < mark.lap {
            lapCount += 1
        } else if mark.seconds < shown {
            // Of two seeks to one place, the second is heard after the first was shown to go on.
            seekCount += 1
        }
        pendingSeek = nil
        position = .heard(mark)
    }

    private mutating func heardEnd(shown: Double) -> [PlayerAction] {
        if hasCrossed {
            guard let pendingOutput else { return [] }
            // The next track waits for a device at its own format.
            self.pendingOutput = nil
            takeUpcoming()
            setPosition(0)
            return [.advanced] + open(pendingOutput.request)
        }
        switch upcoming.plan {
        case .item(let item) where upcoming.load?.phase != .failed:
            // The plan came too late for the decoder.
            let actions = begin(item, at: 0, play: true)
            return actions + [.advanced]
        case .lap where load?.isDamaged == false:
            lapCount += 1
            guard let item = load?.item else { return [] }
            return begin(item, at: 0, play: true) + [.decoderUpcoming(.lap)]
        default:
            position = .fixed(load?.isDamaged == true ? shown : load?.duration ?? shown)
            load?.phase = .ended
            wantsToPlay = false
            isRunning = false
            // The end comes last: who hears of it may load another track at once.
            return [.outputPause, .outputDiscard, .startLease, .ended]
        }
    }
}

// MARK: - Steps

extension PlayerStateMachine {
    private mutating func makeLoad(_ item: QueueItem) -> Load {
        lastSerial &+= 1
        return Load(serial: lastSerial, item: item, phase: .opening)
    }

    private mutating func setPosition(_ seconds: Double) {
        position = .fixed(seconds)
        seekCount += 1
    }

    private mutating func takeUpcoming() {
        load = upcoming.load
        upcoming = (.nothing, nil)
        hasCrossed = false
        pendingSeek = nil
    }

    /// Loads the current track again under a new serial, so that nothing of the old load is taken for it; the plan stays.
    private mutating func reload(_ loaded: Load, at seconds: Double) -> [PlayerAction] {
        var new = makeLoad(loaded.item)
        new.info = loaded.info
        load = new
        hasCrossed = false
        pendingOutput = nil
        pendingSeek = nil
        if let item = upcoming.load?.item { upcoming.load = makeLoad(item) }
        return [
            .decoderLoad(serial: new.serial, item: loaded.item, seconds: seconds), .decoderUpcoming(decoderPlan),
        ]
    }

    private var decoderPlan: Upcoming {
        switch upcoming.plan {
        case .nothing: .nothing
        case .lap: .lap
        case .item: upcoming.load.map { .track(serial: $0.serial, $0.item) } ?? .nothing
        }
    }

    /// Starts the device when it is open and stands still.
    private mutating func runIfOpen() -> [PlayerAction] {
        guard case .open = output, !isRunning else { return [] }
        isRunning = true
        return [.cancelLease, .outputRun]
    }

    private mutating func openIfClosed(_ loaded: Load) -> [PlayerAction] {
        guard output == .closed, let info = loaded.info else { return [] }
        return open(OutputRequest(for: info))
    }

    private mutating func open(_ request: OutputRequest) -> [PlayerAction] {
        if case .opening(request) = output { return [] }
        outputSerial += 1
        output = .opening(request)
        isRunning = false
        return [.cancelLease, .outputOpen(request, serial: outputSerial)]
    }
}

extension TrackMark {
    /// Its place in the track.
    var seconds: Double { Double(sourceFrame) / Double(max(1, sourceRate)) }
}

extension PlayerStateMachine.Load {
    /// Seconds; nil when the stream does not say.
    var duration: Double? {
        guard let info, let frames = info.frameCount else { return nil }
        return Double(frames) / Double(info.rate)
    }

    /// The place that is heard when `seconds` is asked for: inside the track, at its nearest frame. Before the file is
    /// open only the start is known.
    func place(of seconds: Double) -> Double {
        let wanted = max(0, seconds)
        guard let info else { return wanted }
        let place = (wanted * Double(info.rate)).rounded() / Double(info.rate)
        return min(place, duration ?? place)
    }
}
