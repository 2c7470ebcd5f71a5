// The radio's rules: what the decoder has to say, what becomes of the device, and what has left the loudspeaker.

import AudioCore

extension RadioStateMachine {
    mutating func decoder(_ event: DecoderEvent, heardSeconds: Double, random: Double) -> [RadioAction] {
        switch event {
        case .opened(let serial, let info):
            guard serial == newest?.serial, wantsToPlay else { return [] }
            newest?.info = info
            hasFeed = true
            return output == .closed ? open(OutputRequest(for: info)) : []
        case .needsOutput(let serial, let request):
            guard serial == newest?.serial, wantsToPlay else { return [] }
            // Said before the stream of the open device had reached the decoder: it has what it needs.
            if case .open(request, _) = output { return [] }
            if case .opening(request) = output { return [] }
            guard isRunning else { return open(request) }
            pendingOutput = request
            return []
        case .failed(let serial, let error, _):
            guard serial == newest?.serial else { return [] }
            // The connection may end before the decoder has seen that nothing in it can be played.
            let isHopeless = link == .waiting && error.code == .notSupported && !policy.hasSounded
            guard link == .open || isComplete || isHopeless else { return [] }
            isComplete = false
            let end = StreamEnd(error: error, isFinal: error.code == .notSupported)
            return [.abandon(number: number)] + ended(end, heardSeconds: heardSeconds, random: random)
        case .crossed, .missedSeek:
            return []
        }
    }

    mutating func output(_ event: OutputEvent) -> [RadioAction] {
        switch event {
        case .opened(let serial, let description):
            guard serial == outputSerial, case .opening(let request) = output else { return [] }
            output = .open(request, description)
            isAttached = true
            let actions: [RadioAction] = [.attach(request, description.format)]
            if isRetrying, let station {
                // It is there again: the stream begins anew.
                return actions + handle(.play(station), heardSeconds: 0, random: 0)
            }
            return wantsToPlay ? actions : actions + [.startLease]
        case .failed(let serial, let error), .lost(let serial, let error):
            guard serial == outputSerial, output != .closed else { return [] }
            output = .closed
            isRetrying = false
            guard wantsToPlay else { return [.report(error)] }
            isRunning = false
            let actions = handle(.pause(.device), heardSeconds: 0, random: 0)
            return actions + [.report(error)]
        case .closed, .hardwareVolume:
            return []
        }
    }

    mutating func open(_ request: OutputRequest) -> [RadioAction] {
        if case .opening(request) = output { return [] }
        outputSerial += 1
        output = .opening(request)
        lastRequest = request
        let stops: [RadioAction] = isRunning ? [.outputPause] : []
        isRunning = false
        pendingOutput = nil
        return stops + [.outputOpen(request, serial: outputSerial)]
    }

    /// Enough is decoded: the device starts. What is left of a file is always enough.
    mutating func decoded(ahead: Double, isResting: Bool) -> [RadioAction] {
        guard wantsToPlay, !isRunning else { return [] }
        switch output {
        case .opening: return []
        case .closed:
            // A click has the device meanwhile; it is taken back when there is something to play.
            guard let info = newest?.info, !isAttached || ahead >= Self.startAhead else { return [] }
            return open(OutputRequest(for: info))
        case .open:
            if let pendingOutput, ahead == 0 { return open(pendingOutput) }
            guard ahead >= Self.startAhead || isComplete && isResting && ahead > 0 || pendingOutput != nil else {
                return []
            }
            isRunning = true
            return [.cancelLease, .outputRun]
        }
    }

    mutating func heard(_ mark: TrackMark, ahead: Double) -> [RadioAction] {
        guard wantsToPlay else { return [] }
        switch mark.kind {
        case .start:
            policy.sounds()
            trouble = nil
            return []
        case .end:
            // Behind it stands what follows, unless it is the last.
            if ahead > 0 { return [] }
            if let pendingOutput { return open(pendingOutput) }
            guard mark.serial == newest?.serial, isComplete else { return starve() }
            return finish()
        }
    }

    mutating func starve() -> [RadioAction] {
        guard isRunning else { return [] }
        isRunning = false
        if let pendingOutput { return [.outputPause] + open(pendingOutput) }
        return [.outputPause]
    }

    private mutating func finish() -> [RadioAction] {
        let actions = handle(.pause(.user), heardSeconds: 0, random: 0)
        pausedBy = nil
        return actions + [.finished]
    }
}
