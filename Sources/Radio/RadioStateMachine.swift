// The radio's rules as a value: events in, actions out. The shell (`RadioPlayer`) performs them; tests need neither
// threads nor time.

import AudioCore

/// Which station is wanted, what its connection does, what the device does.
struct RadioStateMachine: Sendable {
    enum Link: Equatable, Sendable {
        /// There is none, and none is wanted.
        case idle
        case connecting
        /// Sound comes.
        case open
        /// It broke off; the next try has its time.
        case waiting
    }

    enum Output: Equatable, Sendable {
        case closed
        case opening(OutputRequest)
        case open(OutputRequest, OutputDescription)
    }

    /// A stretch of sound in one shape.
    struct Track: Equatable, Sendable {
        var serial: Int32
        var info: StreamInfo?
    }

    /// Seconds that are decoded before the device starts, or goes on after the ring was dry.
    static let startAhead = 1.5
    /// Answers of the device with other numbers are the library's.
    private static let firstOutputSerial = 1 << 32

    var station: Station?
    var wantsToPlay = false
    var pausedBy: PauseReason?
    /// It is given up.
    var failure: AudioError?
    /// Why the last connection ended, until something sounds.
    var trouble: AudioError?
    var link = Link.idle
    /// The connection that counts; each has a new number.
    var number = 0
    var facts = StreamFacts()
    var policy = ReconnectPolicy()
    /// The connection ended with the end of a file.
    var isComplete = false
    var lastSerial: Int32 = 0
    /// What the decoder was told of last.
    var newest: Track?
    /// The decoder has something that the next can join.
    var hasFeed = false
    var output = Output.closed
    var outputSerial = Self.firstOutputSerial
    var isRunning = false
    /// A shape that waits for the end of what is heard.
    var pendingOutput: OutputRequest?
    /// The decoder has the stream of a device.
    var isAttached = false
    /// What the device was asked for last.
    var lastRequest: OutputRequest?
    /// A device is being tried that was gone.
    var isRetrying = false

    var phase: RadioState.Phase {
        if let failure { return .failed(failure) }
        guard wantsToPlay else { return .stopped }
        if isRunning { return .playing }
        switch link {
        case .connecting where policy.attempt == 0: return .connecting
        case .connecting, .waiting: return .reconnecting(attempt: policy.attempt)
        case .open, .idle: return .buffering
        }
    }

    /// It would play if a device were there.
    var isAwaiting: Bool { pausedBy == .device }

    var description: OutputDescription? {
        if case .open(_, let description) = output { description } else { nil }
    }

    /// What the wireless link of the open device encodes with has become known.
    /// - Returns: whether that is news.
    mutating func learn(codec: String, ofDevice device: String) -> Bool {
        guard case .open(let request, var description) = output, description.learn(codec: codec, ofDevice: device)
        else { return false }
        output = .open(request, description)
        return true
    }

    /// - Parameters:
    ///   - heardSeconds: how much of the connection that counts has been heard.
    ///   - random: 0 ..< 1, for waits.
    mutating func handle(_ event: RadioEvent, heardSeconds: Double, random: Double) -> [RadioAction] {
        switch event {
        case .play(let station): return play(station)
        case .resume: return station.map { play($0) } ?? []
        case .pause(let reason): return pause(by: reason)
        case .retry: return retry()
        case .moveOutput: return moveOutput()
        case .reconnect(let number): return reconnect(number)
        case .began(let number, let facts): return began(number, facts)
        case .ended(let number, let end):
            guard number == self.number, link == .connecting || link == .open else { return [] }
            return ended(end, heardSeconds: heardSeconds, random: random)
        case .reshaped(let number):
            // What an older connection has left is passed for what comes live.
            guard number == self.number, wantsToPlay else { return [] }
            return [follow(number)]
        case .decoder(let event): return decoder(event, heardSeconds: heardSeconds, random: random)
        case .output(let event): return output(event)
        case .heard(let mark, let ahead): return heard(mark, ahead: ahead)
        case .decoded(let ahead, let isResting): return decoded(ahead: ahead, isResting: isResting)
        case .starved: return starve()
        case .outputTaken:
            output = .closed
            isRunning = false
            return []
        case .leaseExpired:
            guard !wantsToPlay, output != .closed else { return [] }
            output = .closed
            return [.outputClose]
        }
    }
}

// MARK: - Commands

extension RadioStateMachine {
    private mutating func play(_ station: Station) -> [RadioAction] {
        let stops = stop()
        self.station = station
        wantsToPlay = true
        pausedBy = nil
        facts = StreamFacts()
        policy.begin()
        return stops + [.cancelLease, connect(station)]
    }

    private mutating func pause(by reason: PauseReason) -> [RadioAction] {
        guard wantsToPlay else {
            // The listener's own pause outlasts every other, and an error that was seen.
            if reason == .user, station != nil {
                pausedBy = .user
                failure = nil
                isRetrying = false
            }
            return []
        }
        let actions = stop()
        pausedBy = reason
        return actions + [.startLease]
    }

    /// Nothing is wanted any more: the socket closes, what is decoded and what stands unheard in the device is dropped.
    private mutating func stop() -> [RadioAction] {
        let wanted = wantsToPlay
        wantsToPlay = false
        failure = nil
        trouble = nil
        isRetrying = false
        link = .idle
        isComplete = false
        newest = nil
        hasFeed = false
        pendingOutput = nil
        guard wanted else { return [] }
        var actions: [RadioAction] = [.disconnect, .decoderUnload]
        if isRunning { actions.append(.outputPause) }
        if case .open = output { actions.append(.outputDiscard) }
        isRunning = false
        return actions
    }

    private mutating func retry() -> [RadioAction] {
        guard isAwaiting, let station else { return [] }
        // Without a device that was used before nothing is known to try it with: the stream tells.
        guard let lastRequest else { return play(station) }
        guard output == .closed else { return [] }
        isRetrying = true
        return open(lastRequest)
    }

    private mutating func moveOutput() -> [RadioAction] {
        let request: OutputRequest
        switch output {
        case .closed: return []
        case .opening(let asked), .open(let asked, _): request = asked
        }
        let stops: [RadioAction] = isRunning ? [.outputPause, .outputClose] : [.outputClose]
        output = .closed
        isRunning = false
        return stops + open(request)
    }
}

// MARK: - The network

extension RadioStateMachine {
    private mutating func connect(_ station: Station) -> RadioAction {
        number += 1
        link = .connecting
        return .connect(number: number, station)
    }

    private mutating func reconnect(_ number: Int) -> [RadioAction] {
        guard link == .waiting, number == self.number + 1, let station else { return [] }
        return [connect(station)]
    }

    private mutating func began(_ number: Int, _ facts: StreamFacts) -> [RadioAction] {
        guard number == self.number, link == .connecting else { return [] }
        link = .open
        self.facts = facts
        return [follow(number)]
    }

    /// What the connection brings is decoded behind what there is.
    private mutating func follow(_ number: Int) -> RadioAction {
        lastSerial &+= 1
        newest = Track(serial: lastSerial)
        return hasFeed
            ? .decoderNext(serial: lastSerial, number: number) : .decoderLoad(serial: lastSerial, number: number)
    }

    mutating func ended(_ end: StreamEnd, heardSeconds: Double, random: Double) -> [RadioAction] {
        policy.heard(seconds: heardSeconds)
        if end.isComplete {
            link = .idle
            isComplete = true
            return []
        }
        let error = end.error ?? AudioError(.network, path: station?.name, "the stream has ended")
        guard let wait = policy.wait(after: end, random: random) else { return giveUp(error) }
        link = .waiting
        trouble = error
        return [.reconnect(after: wait, number: number + 1)]
    }

    mutating func giveUp(_ error: AudioError) -> [RadioAction] {
        let actions = stop()
        failure = error
        return actions + [.startLease, .report(error)]
    }
}
