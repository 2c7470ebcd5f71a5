// The player of stations: performs what the rules say. Main thread; the work is done by a fetching thread for each
// connection, a decoder thread and the output thread that the library's player has as well.

public import AudioCore

/// Plays a station through the output that it shares with the library. Commands take effect at once and return at once.
@MainActor
public final class RadioPlayer: AudioSourcePlayer {
    public let kind = AudioSourceKind.radio

    /// Called when something that can be seen has changed.
    public var onChange: @MainActor () -> Void = {}
    /// Called with each error that ends the station, or the device.
    public var onError: @MainActor (AudioError) -> Void = { _ in }
    /// Called when what was played was a file, and has been heard to its end.
    public var onEnd: @MainActor () -> Void = {}

    var machine = RadioStateMachine()
    var titles = TitleTimeline()
    /// What was heard last as the start of a track, in the ring of `stream`.
    var heardStart: TrackMark?
    var infos: [Int32: StreamInfo] = [:]
    /// The first track of the connection that counts.
    var firstSerial: Int32 = 0
    /// The first track since play was pressed.
    var sessionSerial: Int32 = 0
    var stream: AudioStream?
    var connections: [Int: StreamConnection] = [:]
    /// Cancelled ones, whose threads are on their way home.
    var closing: [StreamConnection] = []
    let table = StreamTable()
    var decoder: DecoderThread?
    private var isLooking = false
    var titleCall = 0
    var heardBefore = 0.0
    private var told = RadioState()

    let output: any AudioOutput
    let renderer: AudioRenderer
    let coordinator: AudioCoordinator
    let openCodec: CodecOpener
    let makeResampler: ResamplerMaker
    let schedule: @MainActor (Double, @escaping @MainActor () -> Void) -> Void
    let post: @Sendable (RadioMessage) -> Void
    private let random: @MainActor () -> Double
    let limits: FetchLimits

    /// What the owner has set; heard within a buffer.
    public var sound = RadioSound() {
        didSet { if sound != oldValue { publishSound() } }
    }

    /// - Parameters:
    ///   - openCodec: all formats that are played.
    ///   - schedule: runs an action on the main thread after so many seconds.
    ///   - post: called on threads of the radio; the main thread gives what it was called with to `receive`.
    public convenience init(
        output: any AudioOutput, renderer: AudioRenderer, coordinator: AudioCoordinator,
        openCodec: @escaping CodecOpener, makeResampler: @escaping ResamplerMaker,
        schedule: @escaping @MainActor (Double, @escaping @MainActor () -> Void) -> Void,
        post: @escaping @Sendable (RadioMessage) -> Void
    ) {
        self.init(
            output: output, renderer: renderer, coordinator: coordinator, openCodec: openCodec,
            makeResampler: makeResampler, schedule: schedule, limits: FetchLimits(), random: { .random(in: 0..<1) },
            post: post)
    }

    init(
        output: any AudioOutput, renderer: AudioRenderer, coordinator: AudioCoordinator,
        openCodec: @escaping CodecOpener, makeResampler: @escaping ResamplerMaker,
        schedule: @escaping @MainActor (Double, @escaping @MainActor () -> Void) -> Void, limits: FetchLimits,
        random: @escaping @MainActor () -> Double, post: @escaping @Sendable (RadioMessage) -> Void
    ) {
        self.output = output
        self.renderer = renderer
        self.coordinator = coordinator
        self.openCodec = openCodec
        self.makeResampler = makeResampler
        self.schedule = schedule
        self.limits = limits
        self.random = random
        self.post = post
        coordinator.register(self)
    }

    // MARK: Commands

    /// Plays a station from now on, live.
    public func play(_ station: Station) {
        titles.reset()
        handle(.play(station))
    }

    /// Plays the station that was paused, live: by a new connection.
    public func resume() {
        titles.reset()
        handle(.resume)
    }

    /// Stops, and closes the connection: what a station sends meanwhile is gone.
    public func pause(_ reason: PauseReason = .user) { handle(.pause(reason)) }

    /// The listener is done with it: as a pause, and nothing plays again by itself.
    public func stop() { handle(.pause(.user)) }

    /// Tries again whether the device is there that is awaited; nothing that is seen changes when it is not.
    public func retry() { handle(.retry) }

    /// The output opens another device from now on.
    public func moveOutput() { handle(.moveOutput) }

    /// Ends everything; the last call. The output ends with the library's player.
    public func shutDown() {
        perform(.disconnect)
        decoder?.shutDown()
        decoder = nil
        for connection in closing { connection.join() }
        closing = []
    }

    // MARK: What comes back from the threads

    /// Main thread, from the inbox.
    public func receive(_ message: RadioMessage) {
        switch message.content {
        case .decoder(let event):
            if case .opened(let serial, let info) = event { infos[serial] = info }
            handle(.decoder(event))
        case .connection(let number, let event):
            switch event {
            case .began(let facts): handle(.began(number: number, facts))
            case .ended(let end): handle(.ended(number: number, end))
            case .reshaped: handle(.reshaped(number: number))
            case .title(let serial, let frame, let title):
                guard machine.wantsToPlay, connections[number] != nil else { return }
                titles.add(title, serial: serial, frame: frame)
                lookAtTitles()
            }
        }
    }

    /// Main thread, from the inbox: whatever the output says, also to the library's player.
    public func receive(_ event: OutputEvent) { handle(.output(event)) }

    /// Takes what has been heard since the last call. After each ring of the bell.
    public func takeHeard() {
        while let stream, let mark = stream.heardMarks.pop() {
            // Of a station before.
            guard mark.serial >= sessionSerial else { continue }
            if mark.kind == .start {
                heardStart = mark
                infos = infos.filter { $0.key >= mark.serial }
                table.forget(before: mark.serial)
            }
            handle(.heard(mark, ahead: secondsAhead))
        }
        if machine.isRunning, stream?.isStarved == true { handle(.starved) }
        lookAtTitles()
    }

    // MARK: The coordinator

    public func leaseExpired() { handle(.leaseExpired) }

    public func yield() { handle(.pause(.user)) }

    public func outputTaken() { handle(.outputTaken) }

    public func othersReleased() {}

    public var isSounding: Bool { machine.isRunning }

    // MARK: Steps

    func handle(_ event: RadioEvent) {
        let actions = machine.handle(event, heardSeconds: heardOfConnection, random: random())
        // Said before the decoder is: nothing new sounds in front of what the output drops.
        if actions.contains(.outputDiscard) { renderer.expectDiscard() }
        for action in actions { perform(action) }
        lookAhead()
        tell()
    }

    /// Says that something has changed, when it has.
    func tell() {
        let state = state
        guard state != told else { return }
        told = state
        onChange()
    }

    // MARK: Looking ahead

    /// Between two looks at what is decoded while the device waits for it. Seconds.
    private static let lookInterval = 0.05

    var secondsAhead: Double {
        stream.map { Double($0.decodedAhead) / Double($0.format.rate) } ?? 0
    }

    /// While the device waits, the ring is looked at now and then.
    private func lookAhead() {
        guard machine.wantsToPlay, !machine.isRunning, machine.newest != nil, !isLooking else { return }
        isLooking = true
        schedule(Self.lookInterval) { [weak self] in
            guard let self else { return }
            self.isLooking = false
            self.handle(.decoded(ahead: self.secondsAhead, isResting: self.decoder?.isResting ?? true))
        }
    }
}
