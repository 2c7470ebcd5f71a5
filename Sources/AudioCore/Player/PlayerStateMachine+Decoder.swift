// The player's rules: what the decoder has to say.

extension PlayerStateMachine {
    mutating func decoder(_ event: DecoderEvent, shown: Double) -> [PlayerAction] {
        switch event {
        case .opened(let serial, let info):
            return opened(serial, info)
        case .needsOutput(let serial, let request):
            // Said before the stream of the open device had reached the decoder: it has what it needs.
            if case .open(request, _) = output { return [] }
            if serial == load?.serial, wantsToPlay { return open(request) }
            // Paused, the device waits for play; a track that follows, for the end of the one that is heard.
            if serial == load?.serial || placeAhead(serial) != nil {
                pendingOutput = PendingOutput(serial: serial, request: request)
            }
            return []
        case .crossed(let serial):
            return crossed(serial, shown: shown)
        case .missedSeek(let serial):
            guard let loaded = load, serial == loaded.serial, let pendingSeek else { return [] }
            return reload(loaded, at: pendingSeek) + discardIfOpen
        case .failed(let serial, let error, let wasOpen):
            return failed(serial, error, wasOpen: wasOpen, shown: shown)
        }
    }

    mutating func crossed(_ serial: Int32, shown: Double) -> [PlayerAction] {
        if ahead.indices.contains(crossedCount), ahead[crossedCount].serial == serial {
            crossedCount += 1
            return []
        }
        guard let loaded = load, serial > loaded.serial else { return [] }
        // The plan changed while the decoder went on by the one before: it is in a track that nobody wants any more.
        seekCount += 1
        position = .fixed(shown)
        return reload(loaded, at: shown) + discardIfOpen
    }

    mutating func opened(_ serial: Int32, _ info: StreamInfo) -> [PlayerAction] {
        if let place = placeAhead(serial) {
            ahead[place].info = info
            ahead[place].phase = .open
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

    mutating func failed(
        _ serial: Int32, _ error: AudioError, wasOpen: Bool, shown: Double
    ) -> [PlayerAction] {
        if error.isStorageLoss { return storageLost(serial, error, shown: shown) }
        if let place = placeAhead(serial) {
            if place < crossedCount { return [.report(error)] }
            if ahead[place].phase == .failed { return [] }
            ahead[place].phase = .failed
            return [.report(error), .upcomingFailed]
        }
        guard serial == load?.serial else { return [] }
        if wasOpen {
            load?.isDamaged = true
            return [.report(error)]
        }
        load?.phase = .failed
        position = .fixed(shown)
        return [.report(error), .currentFailed]
    }

    /// The stick is gone: nothing is skipped. What plays stops where it is and loads again when play is asked for.
    mutating func storageLost(_ serial: Int32, _ error: AudioError, shown: Double) -> [PlayerAction] {
        guard serial == load?.serial else {
            // Its turn comes at the end of the current track.
            if let place = placeAhead(serial) { ahead[place].phase = .opening }
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
}
