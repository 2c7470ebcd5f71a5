// The player of the owner's music: performs what the rules say. Main thread; the work is done by the decoder thread
// and the output thread.

/// Plays a queue through an output. Commands take effect at once and return at once.
@MainActor
public final class Player: AudioSourcePlayer {
    public let kind = AudioSourceKind.library

    /// The queue as it is; change it through the player.
    public internal(set) var queue = PlayQueue(items: []) {
        didSet { if queue.isShuffled != heardAsShuffled { publishSettings() } }
    }
    /// What ReplayGain's `auto` was told last.
    private var heardAsShuffled = false
    private var known: (settings: SoundSettings, isShuffled: Bool, parameters: ChainParameters)?
    /// Called when something that can be seen has changed.
    public var onChange: @MainActor () -> Void = {}
    /// Called with each error that a listener should know of.
    public var onError: @MainActor (AudioError) -> Void = { _ in }
    /// Called when the last track of the queue has been heard to its end.
    public var onEnd: @MainActor () -> Void = {}

    var machine = PlayerStateMachine()
    /// Tracks that could not be opened since the listener last pressed anything.
    private var refused: Set<QueueItem> = []
    let output: any AudioOutput
    let renderer: AudioRenderer
    let decoder: DecoderThread
    let coordinator: AudioCoordinator
    var stream: AudioStream?
    /// What was heard of streams that are gone, seconds.
    private(set) var heardBefore = 0.0

    /// What the listener has set about the sound; heard within a buffer.
    public var settings = SoundSettings() {
        didSet {
            guard settings != oldValue else { return }
            publishSettings()
            onChange()
        }
    }

    public init(
        output: any AudioOutput, renderer: AudioRenderer, decoder: DecoderThread, coordinator: AudioCoordinator
    ) {
        self.output = output
        self.renderer = renderer
        self.decoder = decoder
        self.coordinator = coordinator
        coordinator.register(self)
    }

    // MARK: What comes back from the threads

    /// Main thread, from the inbox.
    public func receive(_ event: DecoderEvent) { handle(.decoder(event)) }

    /// Main thread, from the inbox.
    public func receive(_ event: OutputEvent) { handle(.output(event)) }

    /// Takes what has been heard since the last call. After each ring of the bell.
    public func takeHeard() {
        while let mark = stream?.heardMarks.pop() { handle(.heard(mark)) }
    }

    // MARK: The coordinator

    public func leaseExpired() { handle(.leaseExpired) }

    public func yield() { handle(.pause(.user)) }

    // MARK: Steps

    func handle(_ event: PlayerEvent) {
        let before = Visible(machine)
        let actions = machine.handle(event, shown: position)
        let hasChanged = Visible(machine) != before
        for action in actions { perform(action) }
        if hasChanged || !actions.isEmpty { onChange() }
    }

    /// What can be seen of the rules, but for a position that moves by itself.
    private struct Visible: Equatable {
        let item: QueueItem?
        let info: StreamInfo?
        let status: PlayerStatus
        let pausedBy: PauseReason?
        let counts: [Int]

        init(_ machine: PlayerStateMachine) {
            item = machine.item
            info = machine.info
            status = machine.status(isStarved: false)
            pausedBy = machine.pausedBy
            counts = [machine.seekCount, machine.lapCount]
        }
    }

    private func perform(_ action: PlayerAction) {
        switch action {
        case .decoderLoad(let serial, let item, let seconds):
            decoder.send(.load(serial: serial, item: item, seconds: seconds))
        case .decoderSeek(let serial, let seconds): decoder.send(.seek(serial: serial, seconds: seconds))
        case .decoderUpcoming(let upcoming): decoder.send(.setUpcoming(upcoming))
        case .decoderUnload: decoder.send(.unload)
        case .attach(let request, let format): attach(request, format)
        case .outputOpen(let request, let serial): output.open(widened(request), serial: serial)
        case .outputRun:
            coordinator.hold(kind)
            decoder.send(.setConsuming(true))
            output.run()
        case .outputPause:
            output.pause()
            decoder.send(.setConsuming(false))
        case .outputDiscard:
            stream?.cut()
            output.discard()
        case .outputClose: output.close()
        case .startLease: coordinator.isHeld ? coordinator.release(kind) : coordinator.openedUnheld()
        case .cancelLease: coordinator.hold(kind)
        case .advanced: advanced()
        case .upcomingFailed: upcomingFailed()
        case .currentFailed: currentFailed()
        case .ended: ended()
        case .report(let error): onError(error)
        }
    }

    /// The device runs at `format`: its ring goes to both sides, the one in use if it is of that format.
    private func attach(_ request: OutputRequest, _ format: DeviceFormat) {
        if stream?.format != format || stream?.request != request {
            heardBefore = heardSeconds
            stream = AudioStream(request: request, format: format, decoder: decoder.activity)
        }
        guard let stream, let parameters else { return }
        renderer.adopt(stream, parameters: parameters)
        decoder.send(.attach(stream))
    }

    /// Samples that are changed have more bits than the file's: a device is then asked for as many as it has.
    private func widened(_ request: OutputRequest) -> OutputRequest {
        var request = request
        if !activeStages.isEmpty { request.bits = nil }
        return request
    }

    private var parameters: ChainParameters? { stream.map { parameters(rate: $0.format.rate, $0.format.channels) } }

    /// The settings worked out for a device, with what the queue has to say to them.
    func parameters(rate: Int, _ channels: Int) -> ChainParameters {
        let isShuffled = queue.isShuffled
        if let known, known.settings == settings, known.isShuffled == isShuffled, known.parameters.rate == rate,
            known.parameters.channels == channels
        {
            return known.parameters
        }
        let parameters = ChainParameters(settings, rate: rate, channels: channels, isShuffled: isShuffled)
        known = (settings, isShuffled, parameters)
        return parameters
    }

    /// Hands what the chain shall do to the output thread.
    private func publishSettings() {
        heardAsShuffled = queue.isShuffled
        if let parameters { renderer.parameters.publish(parameters) }
    }

    // MARK: The queue

    /// Tells the decoder side what follows, so that it can be joined without a gap.
    func plan() {
        guard machine.item != nil, machine.item == queue.current else { return }
        switch queue.peekNext() {
        case nil: handle(.setUpcoming(.nothing))
        case let next? where queue.repeatMode == .one && next == queue.current: handle(.setUpcoming(.lap))
        case let next? where refused.contains(next): handle(.setUpcoming(.nothing))
        case let next?: handle(.setUpcoming(.item(next)))
        }
    }

    func load(seconds: Double, play: Bool) {
        guard let item = queue.current else { return }
        handle(.load(item: item, seconds: seconds, play: play))
        plan()
    }

    /// The listener did something: what was refused may have come back.
    func forgetRefusals() {
        refused = []
    }

    private func advanced() {
        _ = queue.advance(.trackEnded)
        plan()
    }

    private func upcomingFailed() {
        if let next = queue.peekNext() { refused.insert(next) }
    }

    private func currentFailed() {
        if let item = machine.item { refused.insert(item) }
        goOn(play: machine.wantsToPlay)
    }

    private func ended() {
        if let next = queue.peekNext(), refused.contains(next) { return goOn(play: true) }
        onEnd()
    }

    /// To the next track that was not refused; the end of the queue when there is none.
    private func goOn(play: Bool) {
        for _ in 0..<queue.count {
            guard let next = queue.advance(.nextPressed) else { break }
            if !refused.contains(next) { return load(seconds: 0, play: play) }
        }
        handle(.unload)
        onEnd()
    }
}
