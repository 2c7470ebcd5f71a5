// The player's rules: what the listener and the program ask for.

extension PlayerStateMachine {
    mutating func begin(_ item: QueueItem, at seconds: Double, play: Bool) -> [PlayerAction] {
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

    mutating func play(from shown: Double) -> [PlayerAction] {
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

    /// Who waits is told of no change until what is awaited is there.
    mutating func retry(from shown: Double) -> [PlayerAction] {
        guard isAwaiting else { return [] }
        let reason = pausedBy
        let actions = play(from: shown)
        pausedBy = reason
        return actions
    }

    mutating func pause(by reason: PauseReason, at shown: Double) -> [PlayerAction] {
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

    mutating func seek(to seconds: Double) -> [PlayerAction] {
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

    mutating func setUpcoming(_ plan: UpcomingItem, shown: Double) -> [PlayerAction] {
        guard let loaded = load, plan != upcoming.plan || upcoming.load?.phase == .failed else { return [] }
        upcoming = (plan, nil)
        if case .item(let item) = plan { upcoming.load = makeLoad(item) }
        guard hasCrossed else { return [.decoderUpcoming(decoderPlan)] }
        // What has been decoded ahead is the wrong track: go back to what is heard.
        seekCount += 1
        position = .fixed(shown)
        return reload(loaded, at: shown)
    }

    mutating func unload() -> [PlayerAction] {
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

    /// What was not heard of the music at the old device is heard at the new one.
    mutating func moveOutput() -> [PlayerAction] {
        let request: OutputRequest
        switch output {
        case .closed: return []
        case .opening(let asked), .open(let asked, _): request = asked
        }
        let stops: [PlayerAction] = isRunning ? [.outputPause, .outputClose] : [.outputClose]
        output = .closed
        isRunning = false
        return stops + open(request)
    }

    mutating func closeUnlessPlaying() -> [PlayerAction] {
        guard !isRunning, output != .closed else { return [] }
        output = .closed
        return [.outputClose]
    }
}
