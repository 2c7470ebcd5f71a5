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
    private var known: KnownParameters?
    /// The card's mixer, where the builder wants the volume to be there.
    var mixer: PlayerMixer
    /// Called when somebody else has moved the card's volume.
    public var onVolumeMoved: @MainActor () -> Void = {}
    /// Called when something that can be seen has changed.
    public var onChange: @MainActor () -> Void = {}
    /// Called with each error that a listener should know of.
    public var onError: @MainActor (AudioError) -> Void = { _ in }
    /// Called when the last track of the queue has been heard to its end.
    public var onEnd: @MainActor () -> Void = {}

    var machine = PlayerStateMachine()
    /// Tracks that could not be opened since the listener last pressed anything.
    var refused: Set<QueueItem> = []
    let output: any AudioOutput
    let renderer: AudioRenderer
    let decoder: DecoderThread
    let coordinator: AudioCoordinator
    var stream: AudioStream?
    let voices: VoiceDesk
    /// The device runs for voices alone.
    var isRunningForVoices = false
    var isDuckingHeld = false
    /// Counts voices, so that an older one's end does not let go of the device.
    var voiceHold = 0
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

    /// - Parameter prefersHardwareVolume: the volume is the card's own wherever it has one.
    public init(
        output: any AudioOutput, renderer: AudioRenderer, decoder: DecoderThread, coordinator: AudioCoordinator,
        prefersHardwareVolume: Bool = false
    ) {
        mixer = PlayerMixer(isWanted: prefersHardwareVolume)
        self.output = output
        self.renderer = renderer
        self.decoder = decoder
        self.coordinator = coordinator
        voices = VoiceDesk(renderer.mixer)
        coordinator.register(self)
    }

    // MARK: What comes back from the threads

    /// Main thread, from the inbox.
    public func receive(_ event: DecoderEvent) {
        handle(.decoder(event))
        // The decoder has gone on to a track that follows: it wants to know of one more.
        if case .crossed = event { plan() }
    }

    /// Main thread, from the inbox.
    public func receive(_ event: OutputEvent) {
        switch event {
        case .hardwareVolume(let state): return takeHardwareVolume(state)
        case .opened(_, let description): mixer.opened(description)
        case .failed, .lost, .closed: break
        }
        handle(.output(event))
        answerVoices(event)
    }

    /// Takes what has been heard since the last call. After each ring of the bell.
    public func takeHeard() {
        while let mark = stream?.heardMarks.pop() { handle(.heard(mark)) }
        takeEndedVoices()
    }

    // MARK: The coordinator

    public func leaseExpired() { handle(.leaseExpired) }

    public func yield() { handle(.pause(.user)) }

    public func outputTaken() {
        endRunForVoices()
        handle(.outputTaken)
        decoder.send(.setConsuming(false))
    }

    // MARK: Steps

    func handle(_ event: PlayerEvent) {
        let before = Visible(machine)
        let actions = machine.handle(event, shown: position)
        let hasChanged = Visible(machine) != before
        // Said before the decoder is: nothing new sounds in front of what the output drops.
        if actions.contains(.outputDiscard), !isRunningForVoices { renderer.expectDiscard() }
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
        case .decoderUpcoming(let upcoming, let rest): decoder.send(.setUpcoming(upcoming, then: rest))
        case .decoderUnload: decoder.send(.unload)
        case .attach(let request, let format): attach(request, format)
        case .outputOpen(let request, let serial):
            endRunForVoices()
            // The card stands where it is wanted before it sounds.
            wishVolume()
            coordinator.opens(kind)
            output.open(widened(request), serial: serial)
        case .outputRun:
            endRunForVoices()
            renderer.holdMusic(false)
            coordinator.hold(kind)
            decoder.send(.setConsuming(true))
            output.run()
        case .outputPause:
            output.pause()
            decoder.send(.setConsuming(false))
            if voices.isSounding { runForVoices() }
        case .outputDiscard:
            // While it runs for voices, nothing of the music stands in the device.
            if !isRunningForVoices { output.discard() }
        case .outputClose:
            endRunForVoices()
            output.close()
        case .startLease: coordinator.isHeld ? coordinator.release(kind) : coordinator.openedUnheld()
        case .cancelLease: coordinator.hold(kind, isSounding: machine.wantsToPlay)
        case .advanced: advanced()
        case .upcomingFailed: upcomingFailed()
        case .currentFailed: currentFailed()
        case .ended: ended()
        case .report(let error): onError(error)
        }
    }

    /// The device runs at `format`: its ring goes to both sides, the one in use if it is of that format.
    private func attach(_ request: OutputRequest, _ format: DeviceFormat) {
        if stream?.format != format {
            heardBefore = heardSeconds
            stream = AudioStream(request: request, format: format, decoder: decoder.activity)
        }
        guard let stream, let parameters else { return }
        stream.isOpened(for: request, isWidest: machine.description?.isWidest ?? false)
        renderer.adopt(stream, parameters: parameters)
        // What another source has said of its own sound does not count any more.
        renderer.parameters.publish(parameters)
        decoder.send(.attach(stream))
        wishVolume()
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
        let key = KnownParameters.Key(
            settings: settings, isShuffled: queue.isShuffled, isInHardware: mixer.isUsed, rate: rate,
            channels: channels)
        if let known, known.key == key { return known.parameters }
        let parameters = ChainParameters(
            settings, rate: rate, channels: channels, isShuffled: key.isShuffled, isVolumeInHardware: key.isInHardware)
        known = KnownParameters(key: key, parameters: parameters)
        return parameters
    }

    /// Hands what the chain shall do to the output thread, and the volume to the card.
    func publishSettings() {
        heardAsShuffled = queue.isShuffled
        // While the device is another source's, that one says what the chain does.
        if let parameters, machine.output != .closed { renderer.parameters.publish(parameters) }
        wishVolume()
    }
}
