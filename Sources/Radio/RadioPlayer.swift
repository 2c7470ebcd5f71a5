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
    private(set) var heardStart: TrackMark?
    var infos: [Int32: StreamInfo] = [:]
    /// The first track of the connection that counts.
    var firstSerial: Int32 = 0
    /// The first track since play was pressed.
    private var sessionSerial: Int32 = 0
    private(set) var stream: AudioStream?
    private var connections: [Int: StreamConnection] = [:]
    /// Cancelled ones, whose threads are on their way home.
    private var closing: [StreamConnection] = []
    private let table = StreamTable()
    var decoder: DecoderThread?
    private var isLooking = false
    var titleCall = 0
    var heardBefore = 0.0
    private var told = RadioState()

    let output: any AudioOutput
    let renderer: AudioRenderer
    private let coordinator: AudioCoordinator
    private let openCodec: CodecOpener
    private let makeResampler: ResamplerMaker
    let schedule: @MainActor (Double, @escaping @MainActor () -> Void) -> Void
    private let post: @Sendable (RadioMessage) -> Void
    private let random: @MainActor () -> Double
    private let limits: FetchLimits

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

    private func handle(_ event: RadioEvent) {
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

    private func perform(_ action: RadioAction) {
        switch action {
        case .connect(let number, let station): connect(number, station)
        case .disconnect:
            close { _ in true }
            sessionSerial = machine.lastSerial &+ 1
            table.forgetAll()
            heardStart = nil
            infos = [:]
            titles.reset()
        case .abandon(let number): close { $0 == number }
        case .reconnect(let seconds, let number):
            schedule(seconds) { [weak self] in self?.handle(.reconnect(number: number)) }
        case .decoderLoad(let serial, let number):
            note(serial, number)
            madeDecoder.send(.load(serial: serial, item: StreamTable.item(serial), seconds: 0))
        case .decoderNext(let serial, let number):
            note(serial, number)
            madeDecoder.send(.setUpcoming(.track(serial: serial, StreamTable.item(serial))))
        case .decoderUnload: decoder?.send(.unload)
        case .attach(let request, let format): attach(request, format)
        case .outputOpen(let request, let serial):
            coordinator.opens(kind)
            // The device may be kept as it is, with what the library has not let be heard.
            renderer.expectDiscard()
            output.discard()
            output.open(widened(request), serial: serial)
        case .outputRun:
            stream?.isStarved = false
            renderer.holdMusic(false)
            decoder?.send(.setConsuming(true))
            output.run()
        case .outputPause:
            output.pause()
            decoder?.send(.setConsuming(false))
        case .outputDiscard: output.discard()
        case .outputClose: output.close()
        case .startLease: coordinator.isHeld ? coordinator.release(kind) : coordinator.openedUnheld()
        case .cancelLease: coordinator.hold(kind)
        case .finished: onEnd()
        case .report(let error): onError(error)
        }
    }

    private func connect(_ number: Int, _ station: Station) {
        // The one before has ended, but what it brought is played still; older ones are behind the decoder.
        close { $0 < number - 1 }
        firstSerial = machine.lastSerial + 1
        let post = post
        connections[number] = StreamConnection(station, limits: limits, openCodec: openCodec) { event in
            post(RadioMessage(content: .connection(number: number, event)))
        }
    }

    private func close(_ isUnwanted: (Int) -> Bool) {
        closing.removeAll(where: \.hasGone)
        for (number, connection) in connections where isUnwanted(number) {
            connection.cancel()
            closing.append(connection)
            connections[number] = nil
        }
    }

    private func note(_ serial: Int32, _ number: Int) {
        if let connection = connections[number] { table.note(connection, serial: serial) }
    }

    /// The decoder thread, made for the first station.
    private var madeDecoder: DecoderThread {
        if let decoder { return decoder }
        let (table, post) = (table, post)
        let openTrack: TrackOpener = { item throws(AudioError) in try table.open(item) }
        let made = DecoderThread(openTrack: openTrack, makeResampler: makeResampler) { event in
            post(RadioMessage(content: .decoder(event)))
        }
        decoder = made
        return made
    }

    private func attach(_ request: OutputRequest, _ format: DeviceFormat) {
        let decoder = madeDecoder
        if stream?.format != format || stream?.request != request {
            heardBefore = heardSeconds
            heardStart = nil
            stream = AudioStream(request: request, format: format, decoder: decoder.activity)
        }
        guard let stream else { return }
        let parameters = parameters(format)
        renderer.adopt(stream, parameters: parameters)
        renderer.parameters.publish(parameters)
        decoder.send(.attach(stream))
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
