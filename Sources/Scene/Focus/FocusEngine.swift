// Where the focus is and where each input takes it. A value without pixels or clock; used on the main thread.
// The rules and their numbers follow the rotary design of Android Automotive.

/// The focus of one screen after another. Times are seconds of the main clock.
public struct FocusEngine: Sendable {
    public enum Mode: String, Hashable, Sendable { case touch, knob }

    public struct Options: Hashable, Sendable {
        /// Turning past the end of an area goes on to the next.
        public var rotateCrossesAreas = true
        /// The only knob is volume while Now Playing is shown.
        public var nowPlayingTurnsVolume = false
        public init() {}
    }

    /// The letters while the knob runs through them.
    public struct Letters: Hashable, Sendable {
        public var current: Int
        public let count: Int
        /// Where the focus was when they opened.
        public let origin: ElementID
    }

    /// What one screen keeps while another is over it.
    public struct Place: Hashable, Sendable {
        var focus: ElementID?
        var area: FocusArea?
        var lastTouched: ElementID?
        public init() {}
    }

    /// All that a tick may change, and its reverse restores.
    struct State: Hashable, Sendable {
        var mode = Mode.knob
        var place = Place()
        var manipulated: ElementID?
        var letters: Letters?
        /// What each area remembers, and since when.
        var memory: [FocusArea: Memory] = [:]
        var trail: Trail?
    }

    struct Memory: Hashable, Sendable {
        let id: ElementID
        let time: Double
    }

    /// A nudge that its opposite takes back.
    struct Trail: Hashable, Sendable {
        let direction: InputEvent.Direction
        let area: FocusArea
        let id: ElementID?
        let time: Double
    }

    struct Tick: Hashable, Sendable {
        let time: Double
        let direction: Int
        /// Ticks in a row, each under 40 ms after the one before.
        let run: Int
    }

    struct Undo: Sendable {
        let time: Double
        /// With its sign.
        let ticks: Int
        let before: State
        /// What takes back the effects that the state does not hold.
        let effects: [FocusEffect]
    }

    struct Press: Hashable, Sendable {
        let time: Double
        let id: ElementID?
    }

    public var options = Options()
    var state = State()
    var lastTick: Tick?
    var undo: Undo?
    var press: Press?
    /// The press that is down has done its work, or showed only the focus.
    var isPressSpent = false
    var lastKnobTime: Double?

    public init() {}

    public var mode: Mode { state.mode }
    /// What the knob stands on, also while touch mode hides it.
    public var place: ElementID? { state.place.focus }
    /// What is highlighted; nil in touch mode.
    public var focus: ElementID? { state.mode == .knob ? state.place.focus : nil }
    public var area: FocusArea? { state.place.area }
    /// The slider that the knob turns.
    public var manipulated: ElementID? { state.manipulated }
    public var letters: Letters? { state.letters }
    /// Held down right now.
    public var pressed: ElementID? { press?.id }

    // MARK: - Screens

    /// Another screen: starts at its default.
    @MainActor
    public mutating func enter(_ map: some FocusMap) {
        leave()
        state.place = Place()
        state.memory[.content] = nil
        state.memory[.bar] = nil
        state.memory[.keyboard] = nil
        state.place.area = map.startArea
        state.place.focus = map.startArea.flatMap(map.defaultElement(in:))
    }

    /// What this screen will need when it comes back.
    public var savedPlace: Place { state.place }

    /// A screen that was covered: exactly where it was, as far as that is still there.
    @MainActor
    public mutating func restore(_ place: Place, in map: some FocusMap) {
        leave()
        state.memory[.content] = nil
        state.memory[.bar] = nil
        state.memory[.keyboard] = nil
        state.place = place
        settle(in: map)
    }

    /// Makes sure that the focus stands on something of this screen.
    @MainActor
    public mutating func settle(in map: some FocusMap) {
        if let focus = state.place.focus {
            if let area = map.area(of: focus) {
                state.place.area = area
                return
            }
            state.place.focus = nil
        }
        let areas = map.areas
        if let area = state.place.area, areas.contains(area) {
            state.place.focus = map.defaultElement(in: area)
        } else {
            state.place.area = map.startArea
            state.place.focus = state.place.area.flatMap(map.defaultElement(in:))
        }
        if let manipulated = state.manipulated, map.area(of: manipulated) == nil { state.manipulated = nil }
    }

    /// The rows have moved: every element that is remembered goes where its key went, or where `transform` says.
    public mutating func remap(_ transform: (ElementID) -> ElementID?) {
        state.place.focus = state.place.focus.flatMap(transform)
        state.place.lastTouched = state.place.lastTouched.flatMap(transform)
        state.memory = state.memory.compactMapValues { memory in
            transform(memory.id).map { Memory(id: $0, time: memory.time) }
        }
        if let held = press, let id = held.id { press = Press(time: held.time, id: transform(id)) }
        undo = nil
        state.trail = nil
    }

    private mutating func leave() {
        state.manipulated = nil
        state.letters = nil
        state.trail = nil
        undo = nil
        lastTick = nil
        if press != nil {
            press = nil
            isPressSpent = true
        }
    }

    /// Puts the knob on an element, as a part of something else than its turning.
    @MainActor
    public mutating func move(to id: ElementID, at time: Double, in map: some FocusMap, isShown: Bool = true) {
        guard let area = map.area(of: id) else { return }
        remember(at: time)
        if isShown { state.mode = .knob }
        state.place.area = area
        state.place.focus = id
    }

    /// Turns the knob on a slider without a press on it: a slider that just opened.
    public mutating func manipulate(_ id: ElementID) { state.manipulated = id }

    mutating func remember(at time: Double) {
        guard let area = state.place.area, let focus = state.place.focus else { return }
        state.memory[area] = Memory(id: focus, time: time)
    }

    // MARK: - Touch

    /// A finger is down, on something or on nothing: nothing is highlighted any more.
    public mutating func touched(_ id: ElementID?) -> [FocusEffect] {
        var effects: [FocusEffect] = []
        if let manipulated = state.manipulated, manipulated != id {
            state.manipulated = nil
            effects.append(.slideEnded(manipulated))
        }
        if let letters = state.letters {
            state.letters = nil
            effects.append(.lettersClosed(letter: letters.current))
        }
        state.mode = .touch
        if let id { state.place.lastTouched = id }
        press = nil
        undo = nil
        lastTick = nil
        return effects
    }

    /// The first knob event after a touch shows the focus, and does nothing else: where it was, else where the finger
    /// was, else where a screen starts; of these the first that is in sight.
    @MainActor
    mutating func wake(in map: some FocusMap) -> [FocusEffect] {
        state.mode = .knob
        for candidate in [state.place.focus, state.place.lastTouched] {
            guard let candidate, let area = map.area(of: candidate), map.isVisible(candidate) else { continue }
            state.place.focus = candidate
            state.place.area = area
            return [.focused(candidate)]
        }
        state.place.focus = nil
        state.place.area = map.startArea
        guard let start = map.startArea.flatMap(map.defaultElement(in:)) else { return [] }
        state.place.focus = start
        return [.focused(start)]
    }
}
