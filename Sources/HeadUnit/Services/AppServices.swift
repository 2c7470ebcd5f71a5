// The composition root: one library, one player, one set of settings, shared by every front: the screen, the remote
// control, `carillon play`. Main thread.

import ALSAOutput
public import AudioCore
import Resampling

/// The services of the program. Whichever front comes first calls `ensureLoaded`; it is free to call it again.
@MainActor
public final class AppServices {
    public static let shared = AppServices()

    /// How far a start has come.
    public enum Phase: Equatable, Sendable {
        case idle
        /// What was playing is playing, or paused as it was.
        case resumed
        /// What there is to play is known.
        case ready
        case failed(String)

        /// As `state.phase` of the JSON contract says it.
        public var name: String {
            switch self {
            case .idle: "idle"
            case .resumed: "resumed"
            case .ready: "ready"
            case .failed: "failed"
            }
        }

        public var reason: String? {
            if case .failed(let reason) = self { reason } else { nil }
        }
    }

    public private(set) var phase = Phase.idle {
        didSet { if phase != oldValue { onChange() } }
    }
    /// The player; nil until the first phase after `idle`.
    public private(set) var player: Player?
    /// The words for what plays.
    public private(set) var facts: TrackFacts?
    /// Errors since the start, oldest first; the last hundred.
    public private(set) var errors: [AudioError] = []

    /// Called when something that can be seen has changed.
    public var onChange: @MainActor () -> Void = {}
    /// Called with each error that people should know of.
    public var onError: @MainActor (AudioError) -> Void = { _ in }
    /// Called with each line that a builder should know of.
    public var onNote: @MainActor (String) -> Void = { _ in }
    /// Called when everything that was to be played has been heard.
    public var onEnd: @MainActor () -> Void = {}

    let inbox = Inbox<MainMessage>()
    let loop: MainLoop
    private var options = ServiceOptions()
    private var isLoading = false
    private var keeper: StateKeeper?
    private var words = KnownFacts()
    private var deviceReturn = DeviceReturn()
    private var tick: Timers.Token?

    init() {
        loop = MainLoop(bell: inbox.bell)
    }

    /// What this run was asked for. Before the first `ensureLoaded`.
    public func configure(_ options: ServiceOptions) {
        precondition(phase == .idle && !isLoading, "options come before the start")
        self.options = options
    }

    /// Starts the services unless they run or are starting; after a failure it tries again. Returns at once: what
    /// comes of it is seen in `phase`.
    public func ensureLoaded() {
        switch phase {
        case .resumed, .ready: return
        case .idle, .failed: break
        }
        guard !isLoading else { return }
        isLoading = true
        if options.isTransient {
            makePlayer(device: options.audio)
            player?.settings = options.sound
            gather(nil)
        } else {
            load()
        }
    }

    /// One turn of the main loop: everything that other threads have said since the last.
    func turn() {
        for message in inbox.drain() { receive(message) }
        player?.takeHeard()
    }

    /// Saves, fades out and ends the threads. Within 300 ms; the last call.
    public func shutDown() {
        note()
        keeper?.end(within: .milliseconds(150)) { player?.shutDown() }
        if keeper == nil { player?.shutDown() }
    }

    // MARK: - Messages

    private func receive(_ message: MainMessage) {
        switch message {
        case .decoder(let event): player?.receive(event)
        case .output(let event): receive(event)
        case .loaded(let result): loaded(result)
        case .gathered(let queue): gathered(queue)
        case .facts(let item, let facts):
            words.learn(facts, of: item)
            show()
        case .problem(let error): fail(error)
        case .note(let line): onNote(line)
        }
    }

    private func receive(_ event: OutputEvent) {
        if case .opened = event { deviceReturn.succeeded() }
        player?.receive(event)
    }

    private func loaded(_ result: Result<LoadedState, LoadFailure>) {
        isLoading = false
        switch result {
        case .failure(let failure):
            phase = .failed(failure.message)
        case .success(let state):
            let keeper = StateKeeper(state, isDeviceChosen: options.audio ?? state.config.audio != nil)
            self.keeper = keeper
            makePlayer(device: options.audio ?? state.config.audio ?? keeper.device)
            if let resumed = keeper.resumed { words.learn(resumed.facts, of: resumed.item) }
            if let player { keeper.restore(player) }
            phase = .resumed
            gather(state)
        }
    }

    private func gathered(_ queue: GatheredQueue) {
        isLoading = false
        guard let player else { return }
        words.learn(queue.music.facts)
        for problem in queue.music.problems { fail(problem) }
        keeper?.described(queue)
        if let item = player.item {
            player.adoptQueue(QueueRestoring.queue(queue, around: item, repeatMode: player.queue.repeatMode))
        } else if options.isTransient {
            if queue.music.items.isEmpty { onEnd() }
            player.playQueue(PlayQueue(items: queue.music.items), seconds: options.start)
        } else {
            let fresh = PlayQueue(items: queue.everything)
            player.playQueue(fresh, play: options.playsWithoutResume && !fresh.items.isEmpty)
        }
        phase = .ready
    }

    // MARK: - Steps

    private func load() {
        let options = options
        let inbox = inbox
        _ = NamedThread("loader") {
            inbox.post(.loaded(LoadedState.load(options) { inbox.post(.note($0)) }))
        }
    }

    private func gather(_ state: LoadedState?) {
        let options = options
        let inbox = inbox
        _ = NamedThread("gatherer") {
            guard let state else { return inbox.post(.gathered(.named(options.playing))) }
            let folders = MusicFolders.resolve(options, state.config)
            inbox.post(.gathered(.folders(folders, state: state) { inbox.post(.note($0)) }))
        }
    }

    private func makePlayer(device: String?) {
        guard player == nil else { return }
        let inbox = inbox
        let loop = loop
        let renderer = AudioRenderer(bell: inbox.bell)
        let output = PCMOutput(device: device, source: renderer) { line in
            inbox.post(.note(line))
        } events: { event in
            inbox.post(.output(event))
        }
        let decoder = DecoderThread(openTrack: TrackOpening.open, makeResampler: SoxrResampler.maker) { event in
            inbox.post(.decoder(event))
        }
        let coordinator = AudioCoordinator(now: { loop.clock.now }) { seconds, action in
            loop.timers.schedule(after: seconds, action)
        }
        let player = Player(output: output, renderer: renderer, decoder: decoder, coordinator: coordinator)
        player.onChange = { [weak self] in self?.changed() }
        player.onError = { [weak self] error in self?.fail(error) }
        player.onEnd = { [weak self] in self?.onEnd() }
        self.player = player
    }

    private func changed() {
        show()
        note()
        onChange()
        awaitDevice()
    }

    /// Finds the words for what plays; a worker reads them when nobody has told them yet.
    private func show() {
        let item = player?.item
        let found = item.flatMap { words.facts(of: $0) }
        if found != facts {
            facts = found
            note()
            onChange()
        }
        guard let item, words.mustAsk(for: item) else { return }
        let inbox = inbox
        _ = NamedThread("facts") { inbox.post(.facts(item, TrackFacts.read(item.path))) }
    }

    /// Keeps the resume point, and goes on doing so once a second while music plays.
    private func note() {
        guard let player, let keeper else { return }
        keeper.note(player, facts: facts)
        guard player.status == .playing || player.status == .buffering, tick == nil else { return }
        tick = loop.timers.schedule(after: 1) { [weak self] in
            self?.tick = nil
            self?.note()
        }
    }

    private func awaitDevice() {
        guard !options.isTransient, let player, player.pausedBy == .device else { return }
        guard let delay = deviceReturn.retryDelay(now: loop.clock.now) else { return }
        loop.timers.schedule(after: delay) { [weak self] in
            guard let player = self?.player, player.pausedBy == .device else { return }
            player.play()
        }
    }

    private func fail(_ error: AudioError) {
        if error.code == .device, !deviceReturn.isNews(error) { return }
        errors.append(error)
        if errors.count > 100 { errors.removeFirst() }
        onError(error)
    }
}
