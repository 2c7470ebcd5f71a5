// The player's rules: what the listener and the program ask for.

extension PlayerStateMachine {
    /// - Parameter isDiscarding: what stands unheard in the device is another track's, and is not waited for.
    mutating func begin(
        _ item: QueueItem, at seconds: Double, play: Bool, discarding isDiscarding: Bool = false
    ) -> [PlayerAction] {
        let new = makeLoad(item)
        load = new
        forgetPlan()
        pendingOutput = nil
        pendingSeek = nil
        setPosition(seconds)
        wantsToPlay = play
        pausedBy = play ? nil : .user
        var actions: [PlayerAction] = [.decoderLoad(serial: new.serial, item: item, seconds: seconds)]
        if play {
            if isDiscarding { actions += discardIfOpen }
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

    /// A try that is under way comes to nothing: a device that opens after all is closed like that of any pause.
    mutating func stopWaiting() -> [PlayerAction] {
        guard isAwaiting else { return [] }
        wantsToPlay = false
        waitsNoMore = true
        guard isRunning else { return [] }
        isRunning = false
        return [.outputPause, .startLease]
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
        return actions + discardIfOpen
    }

    mutating func setUpcoming(_ plan: UpcomingItem, then rest: [QueueItem], shown: Double) -> [PlayerAction] {
        guard let loaded = load else { return [] }
        let items = if case .item(let first) = plan { [first] + rest } else { [QueueItem]() }
        let kept = zip(ahead, items).prefix { $0.item == $1 && $0.phase != .failed }.count
        let isLap = plan == .lap
        guard isLap != isLapPlanned || kept < max(ahead.count, items.count) else { return [] }
        isLapPlanned = isLap
        ahead.removeSubrange(kept...)
        ahead += items.dropFirst(kept).map { makeLoad($0) }
        guard kept < crossedCount else { return [decoderPlan] }
        // What has been decoded ahead is the wrong track: go back to what is heard.
        seekCount += 1
        position = .fixed(shown)
        return reload(loaded, at: shown) + discardIfOpen
    }

    mutating func unload() -> [PlayerAction] {
        guard load != nil else { return [] }
        load = nil
        forgetPlan()
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

    /// What was not heard stays in the stream, for the next device.
    mutating func outputTaken() -> [PlayerAction] {
        output = .closed
        isRunning = false
        guard wantsToPlay else { return [] }
        wantsToPlay = false
        pausedBy = .user
        return []
    }

    mutating func closeUnlessPlaying() -> [PlayerAction] {
        guard !isRunning, output != .closed else { return [] }
        output = .closed
        return [.outputClose]
    }
}
