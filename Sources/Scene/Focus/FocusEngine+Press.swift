// Press, nudge, back, and what happens when nobody does anything. A part of a value; used on the main thread.

extension FocusEngine {
    /// The knob or Enter, down and up. A press acts when it is let go; held for 600 ms it is back.
    @MainActor
    public mutating func press(isDown: Bool, at time: Double, in map: some FocusMap) -> [FocusEffect] {
        lastKnobTime = time
        undo = nil
        lastTick = nil
        if isDown {
            isPressSpent = false
            if state.mode == .touch {
                isPressSpent = true
                return wake(in: map)
            }
            press = Press(time: time, id: state.place.focus)
            return []
        }
        defer {
            press = nil
            isPressSpent = false
        }
        guard let press, !isPressSpent else { return [] }
        if Timing.hasPassed(Timing.longPress, since: press.time, at: time) { return back(at: time) }
        if state.letters != nil { return closeLetters(commit: true) }
        if let slider = state.manipulated {
            state.manipulated = nil
            return [.slideEnded(slider)]
        }
        guard let focus = state.place.focus, focus == press.id, map.area(of: focus) != nil else { return [] }
        guard map.kind(of: focus) == .press else {
            state.manipulated = focus
            return []
        }
        return [.activated(focus)]
    }

    /// To the nearest area that way; its opposite, while it is remembered, back to where it came from.
    @MainActor
    public mutating func nudge(
        _ direction: InputEvent.Direction, at time: Double, in map: some FocusMap
    ) -> [FocusEffect] {
        lastKnobTime = time
        undo = nil
        lastTick = nil
        if state.mode == .touch { return wake(in: map) }
        if state.letters != nil { return closeLetters(commit: true) }
        var effects: [FocusEffect] = []
        if let slider = state.manipulated {
            state.manipulated = nil
            effects.append(.slideEnded(slider))
        }
        if let trail = state.trail, trail.direction == direction.opposite, time - trail.time <= Timing.memory,
            map.areas.contains(trail.area)
        {
            state.trail = nil
            if let id = trail.id, map.area(of: id) == trail.area {
                remember(at: time)
                state.place.area = trail.area
                state.place.focus = id
                return effects + [.focused(id)]
            }
        }
        let from = state.place
        if let focus = from.focus, let next = map.neighbour(of: focus, toward: direction) {
            state.place.focus = next
        } else if let area = from.area, let next = map.area(from: area, from.focus, toward: direction), next != area {
            let target = remembered(next, at: time, in: map) ?? map.defaultElement(in: next)
            remember(at: time)
            state.place.area = next
            state.place.focus = target
        } else {
            return effects
        }
        if let area = from.area {
            state.trail = Trail(direction: direction, area: area, id: from.focus, time: time)
        }
        return effects + (state.place.focus.map { [.focused($0)] } ?? [])
    }

    /// The back key: what the knob is in first, then the screen's own back.
    public mutating func back(at time: Double) -> [FocusEffect] {
        lastKnobTime = time
        undo = nil
        lastTick = nil
        if press != nil {
            press = nil
            isPressSpent = true
        }
        if state.letters != nil { return closeLetters(commit: false) }
        if let slider = state.manipulated {
            state.manipulated = nil
            return [.slideEnded(slider)]
        }
        return [.back]
    }

    // MARK: - Time

    /// Lets time pass: a press that is held, letters at rest, Now Playing left alone.
    @MainActor
    public mutating func tick(at time: Double, in map: some FocusMap) -> [FocusEffect] {
        var effects: [FocusEffect] = []
        if let press, Timing.hasPassed(Timing.longPress, since: press.time, at: time) {
            effects += back(at: time)
            self.press = nil
            isPressSpent = true
        }
        if state.letters != nil, press == nil, let last = lastKnobTime,
            Timing.hasPassed(Timing.letterRest, since: last, at: time)
        {
            effects += closeLetters(commit: true)
        }
        if let play = map.playButton, let last = lastKnobTime, press == nil,
            Timing.hasPassed(Timing.memory, since: last, at: time),
            state.place.focus != play || state.manipulated != nil
        {
            if let slider = state.manipulated {
                state.manipulated = nil
                effects.append(.slideEnded(slider))
            }
            if let area = map.area(of: play) {
                state.place.area = area
                state.place.focus = play
                state.trail = nil
                undo = nil
                effects.append(.focused(play))
            }
        }
        return effects
    }

    /// When `tick` has something to do next; nil when never.
    @MainActor
    public func deadline(in map: some FocusMap) -> Double? {
        var first = Double.infinity
        if let press { first = press.time + Timing.longPress }
        if state.letters != nil, press == nil, let last = lastKnobTime { first = min(first, last + Timing.letterRest) }
        if let play = map.playButton, press == nil, state.place.focus != play || state.manipulated != nil,
            let last = lastKnobTime
        {
            first = min(first, last + Timing.memory)
        }
        return first == .infinity ? nil : first
    }
}

extension InputEvent.Direction {
    var opposite: InputEvent.Direction {
        switch self {
        case .left: .right
        case .right: .left
        case .up: .down
        case .down: .up
        }
    }
}
