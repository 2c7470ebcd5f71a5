// The player's rules: what becomes of the device, and what has left the loudspeaker.

extension PlayerStateMachine {
    mutating func output(_ event: OutputEvent, shown: Double) -> [PlayerAction] {
        switch event {
        case .opened(let serial, let description):
            guard serial == outputSerial, case .opening(let request) = output else { return [] }
            output = .open(request, description)
            var actions: [PlayerAction] = [.attach(request, description.format)]
            if attached != nil, attached != description.format, case .heard(let mark) = position,
                let load, load.serial == mark.serial
            {
                // What the old ring held ahead of the loudspeaker is of another format: decode it again.
                let place = load.place(of: shown)
                actions.append(.decoderSeek(serial: load.serial, seconds: place))
                setPosition(place)
                pendingSeek = place
            }
            attached = description.format
            if wantsToPlay { actions += runIfOpen() } else { actions.append(.startLease) }
            return actions
        case .failed(let serial, let error), .lost(let serial, let error):
            guard serial == outputSerial, output != .closed else { return [] }
            output = .closed
            isRunning = false
            guard wantsToPlay else { return [.report(error), .cancelLease] }
            wantsToPlay = false
            pausedBy = .device
            return [.report(error), .cancelLease]
        case .closed, .hardwareVolume:
            return []
        }
    }

    /// What the wireless link of the open device encodes with has become known.
    /// - Returns: whether that is news.
    mutating func learn(codec: String, ofDevice device: String) -> Bool {
        guard case .open(let request, var description) = output, description.learn(codec: codec, ofDevice: device)
        else { return false }
        output = .open(request, description)
        return true
    }

    mutating func heard(_ mark: TrackMark, shown: Double) -> [PlayerAction] {
        switch mark.kind {
        case .start where mark.serial == load?.serial:
            heardStart(mark, shown: shown)
            return []
        case .start where mark.serial == ahead.first?.serial:
            takeUpcoming()
            position = .heard(mark)
            return [.advanced]
        case .end where mark.serial == load?.serial && load?.phase != .ended:
            return heardEnd(shown: shown)
        default:
            return []
        }
    }

    mutating func heardStart(_ mark: TrackMark, shown: Double) {
        if let pendingSeek, mark.seconds != pendingSeek { return }
        if mark.lap > 0, case .heard(let before) = position, before.lap < mark.lap {
            lapCount += 1
        } else if mark.seconds < shown {
            // Of two seeks to one place, the second is heard after the first was shown to go on.
            seekCount += 1
        }
        pendingSeek = nil
        position = .heard(mark)
    }

    mutating func heardEnd(shown: Double) -> [PlayerAction] {
        if hasCrossed {
            guard let pendingOutput, pendingOutput.serial == ahead.first?.serial else { return [] }
            // The next track waits for a device at its own format.
            self.pendingOutput = nil
            takeUpcoming()
            setPosition(0)
            return [.advanced] + open(pendingOutput.request)
        }
        if let next = ahead.first, next.phase != .failed {
            // The plan came too late for the decoder.
            return begin(next.item, at: 0, play: true) + [.advanced]
        }
        if isLapPlanned, let load, !load.isDamaged {
            lapCount += 1
            let actions = begin(load.item, at: 0, play: true)
            isLapPlanned = true
            return actions + [decoderPlan]
        }
        position = .fixed(load?.isDamaged == true ? shown : load?.duration ?? shown)
        load?.phase = .ended
        wantsToPlay = false
        isRunning = false
        // The end comes last: who hears of it may load another track at once.
        return [.outputPause, .outputDiscard, .startLease, .ended]
    }
}
