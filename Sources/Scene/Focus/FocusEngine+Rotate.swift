// Turning the knob. A part of a value; used on the main thread.

extension FocusEngine {
    /// Ticks at which a run under 40 ms opens the letters.
    static let runThatOpensLetters = 7

    /// Whole microseconds, so that 40 ms are 40 ms whatever the clock shows.
    private static func microseconds(_ seconds: Double) -> Double { (seconds * 1_000_000).rounded() }

    /// `ticks` clockwise positive, as many as the knob counted since it was last asked.
    @MainActor
    public mutating func rotate(_ ticks: Int, at time: Double, in map: some FocusMap) -> [FocusEffect] {
        guard ticks != 0 else { return [] }
        lastKnobTime = time
        if press != nil {
            // Turning while it is held is no press.
            press = nil
            isPressSpent = true
        }
        if let undo, undo.ticks == -ticks,
            Self.microseconds(time - undo.time) <= Self.microseconds(Timing.undo)
        {
            return takeBack(undo)
        }
        let before = state
        let direction = ticks > 0 ? 1 : -1
        if state.mode == .touch {
            lastTick = nil
            let effects = wake(in: map)
            undo = Undo(time: time, ticks: ticks, before: before, effects: [.undone])
            return effects
        }
        let multiplier = count(ticks, direction, at: time)
        var effects: [FocusEffect] = []
        var reverse: [FocusEffect] = [.undone]
        if state.letters != nil {
            effects = turnLetters(ticks)
        } else if let slider = state.manipulated {
            // Loudness must not jump: a fast turn is no wish for three times as much.
            let steps = map.kind(of: slider) == .slider ? ticks * multiplier : ticks
            effects = [.slid(slider, ticks: steps)]
            reverse = [.slid(slider, ticks: -steps)]
        } else if options.nowPlayingTurnsVolume, map.playButton != nil {
            effects = [.volume(ticks: ticks)]
            reverse = [.volume(ticks: -ticks)]
        } else if let opened = openLetters(in: map) {
            effects = opened
        } else {
            state.trail = nil
            for _ in 0..<min(abs(ticks), 1000) {
                effects += move(steps: multiplier, forward: direction > 0, at: time, in: map)
            }
            effects = Self.lastFocusOnly(effects)
        }
        undo = Undo(time: time, ticks: ticks, before: before, effects: reverse)
        return effects
    }

    /// How many steps each tick counts: 1, or 2 under 40 ms, or 3 under 20 ms after the one before.
    private mutating func count(_ ticks: Int, _ direction: Int, at time: Double) -> Int {
        guard let last = lastTick, last.direction == direction else {
            lastTick = Tick(time: time, direction: direction, run: 1)
            return 1
        }
        let gap = Self.microseconds(time - last.time) / Double(abs(ticks))
        let isRun = gap < 40_000
        lastTick = Tick(time: time, direction: direction, run: isRun ? min(last.run + abs(ticks), 10_000) : 1)
        return gap < 20_000 ? 3 : isRun ? 2 : 1
    }

    private mutating func takeBack(_ undo: Undo) -> [FocusEffect] {
        let hadLetters = state.letters
        state = undo.before
        lastTick = nil
        self.undo = nil
        var effects = undo.effects
        if hadLetters != nil && state.letters == nil { effects.append(.lettersClosed(letter: nil)) }
        if let letters = state.letters { effects.append(.lettersMoved(letter: letters.current)) }
        return effects
    }

    // MARK: - Steps

    @MainActor
    private mutating func move(
        steps: Int, forward: Bool, at time: Double, in map: some FocusMap
    ) -> [FocusEffect] {
        guard let area = state.place.area else {
            settle(in: map)
            return state.place.focus.map { [.focused($0)] } ?? []
        }
        guard state.place.focus != nil else {
            if map.canScroll(area, forward: forward) { return [.scrolled(area, ticks: forward ? steps : -steps)] }
            return cross(forward: forward, at: time, in: map)
        }
        var moved = false
        for step in 0..<steps {
            guard let focus = state.place.focus else { break }
            switch map.step(from: focus, forward: forward) {
            case .to(let next):
                state.place.focus = next
                moved = true
            case .scroll:
                let left = steps - step
                return (moved ? focused : []) + [.scrolled(area, ticks: forward ? left : -left)]
            case .end:
                // A fast tick stops at the end; the next one goes on from there.
                return moved ? focused : cross(forward: forward, at: time, in: map)
            }
        }
        return moved ? focused : []
    }

    private var focused: [FocusEffect] { state.place.focus.map { [.focused($0)] } ?? [] }

    /// On to the next area that way; at the last one nothing happens.
    @MainActor
    private mutating func cross(forward: Bool, at time: Double, in map: some FocusMap) -> [FocusEffect] {
        guard options.rotateCrossesAreas, let area = state.place.area else { return [] }
        let areas = map.areas
        guard let number = areas.firstIndex(of: area) else { return [] }
        let next = forward ? number + 1 : number - 1
        guard areas.indices.contains(next) else { return [] }
        remember(at: time)
        state.place.area = areas[next]
        state.place.focus =
            (areas[next] == .content ? remembered(.content, at: time, in: map) : nil)
            ?? map.edgeElement(in: areas[next], forward: forward)
        return focused
    }

    /// What an area was left at, for as long as it remembers.
    @MainActor
    func remembered(_ area: FocusArea, at time: Double, in map: some FocusMap) -> ElementID? {
        guard let memory = state.memory[area], time - memory.time <= Timing.memory, map.area(of: memory.id) == area
        else { return nil }
        return memory.id
    }

    /// Of several focuses in one event only the last is brought into sight.
    private static func lastFocusOnly(_ effects: [FocusEffect]) -> [FocusEffect] {
        var result: [FocusEffect] = []
        for effect in effects {
            if case .focused = effect, case .focused = result.last { result.removeLast() }
            result.append(effect)
        }
        return result
    }

    // MARK: - Letters

    @MainActor
    private mutating func openLetters(in map: some FocusMap) -> [FocusEffect]? {
        guard let run = lastTick?.run, run >= Self.runThatOpensLetters, map.letterCount > 1,
            state.place.area == .content, let focus = state.place.focus, let letter = map.letter(of: focus)
        else { return nil }
        state.letters = Letters(current: letter, count: map.letterCount, origin: focus)
        return [.lettersMoved(letter: letter)]
    }

    private mutating func turnLetters(_ ticks: Int) -> [FocusEffect] {
        guard var letters = state.letters else { return [] }
        letters.current = max(0, min(letters.count - 1, letters.current + ticks))
        state.letters = letters
        return [.lettersMoved(letter: letters.current)]
    }

    /// Puts the letters away; with `commit` the focus goes to the first row of the letter.
    mutating func closeLetters(commit: Bool) -> [FocusEffect] {
        guard let letters = state.letters else { return [] }
        state.letters = nil
        undo = nil
        lastTick = nil
        if !commit { state.place.focus = letters.origin }
        return [.lettersClosed(letter: commit ? letters.current : nil)]
    }
}
