// The player's rules: the steps that several of them take, and the places of a track.

extension PlayerStateMachine {
    mutating func makeLoad(_ item: QueueItem) -> Load {
        lastSerial &+= 1
        return Load(serial: lastSerial, item: item, phase: .opening)
    }

    mutating func setPosition(_ seconds: Double) {
        position = .fixed(seconds)
        seekCount += 1
    }

    /// The next of the tracks ahead is the current one now.
    mutating func takeUpcoming() {
        load = ahead.removeFirst()
        crossedCount = max(0, crossedCount - 1)
        pendingSeek = nil
    }

    mutating func forgetPlan() {
        isLapPlanned = false
        ahead = []
        crossedCount = 0
    }

    /// Which of the tracks ahead was loaded under `serial`.
    func placeAhead(_ serial: Int32) -> Int? { ahead.firstIndex { $0.serial == serial } }

    var discardIfOpen: [PlayerAction] {
        if case .open = output { [.outputDiscard] } else { [] }
    }

    /// Loads the current track again under a new serial, so that nothing of the old load is taken for it; the plan stays.
    mutating func reload(_ loaded: Load, at seconds: Double) -> [PlayerAction] {
        var new = makeLoad(loaded.item)
        new.info = loaded.info
        load = new
        crossedCount = 0
        pendingOutput = nil
        pendingSeek = nil
        ahead = ahead.map { makeLoad($0.item) }
        return [.decoderLoad(serial: new.serial, item: loaded.item, seconds: seconds), decoderPlan]
    }

    /// Tells the decoder what follows the track it is in.
    var decoderPlan: PlayerAction {
        if isLapPlanned { return .decoderUpcoming(.lap) }
        let tracks = ahead.dropFirst(crossedCount).map { Upcoming.track(serial: $0.serial, $0.item) }
        return .decoderUpcoming(tracks.first ?? .nothing, then: Array(tracks.dropFirst()))
    }

    /// Starts the device when it is open and stands still.
    mutating func runIfOpen() -> [PlayerAction] {
        guard case .open = output, !isRunning else { return [] }
        isRunning = true
        return [.cancelLease, .outputRun]
    }

    mutating func openIfClosed(_ loaded: Load) -> [PlayerAction] {
        guard output == .closed, let info = loaded.info else { return [] }
        return open(OutputRequest(for: info))
    }

    mutating func open(_ request: OutputRequest) -> [PlayerAction] {
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
