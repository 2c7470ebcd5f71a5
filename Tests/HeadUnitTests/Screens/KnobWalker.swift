// A person with nothing but a knob: turns, presses, and holds for back. Main thread; a clock of its own, since nothing
// sounds while it walks.

import Scene

@testable import HeadUnit

/// Turns through a screen and says what it stood on.
@MainActor
struct KnobWalker {
    let stage: Stage
    private let session: ScreenSession
    private var time: Double

    init(_ driver: Driver) {
        stage = driver.stage
        session = driver.drive.session
        time = driver.drive.now
    }

    var tree: SceneTree { stage.tree(now: time) }

    /// A tick, slow enough not to count more than one.
    mutating func turn(_ ticks: Int) {
        for _ in 0..<abs(ticks) {
            time += 0.25
            session.handle(InputEvent(.rotate(ticks.signum()), time: time))
        }
        time += 0.25
    }

    mutating func press() { hold(0.1) }

    /// A press of over 600 ms is back.
    mutating func back() { hold(0.8) }

    private mutating func hold(_ seconds: Double) {
        session.handle(InputEvent(.press(isDown: true), time: time))
        time += seconds
        _ = tree
        session.handle(InputEvent(.press(isDown: false), time: time))
        // Whatever slides has come to rest.
        time += 0.5
        _ = tree
    }

    /// What the focus stands on, from one end of the screen to the other.
    struct Walk: Equatable {
        var stops: [ElementID] = []
        /// Everything that was in sight and can be pressed.
        var pressable: Set<ElementID> = []
    }

    private struct Sight: Equatable {
        let focus: ElementID?
        /// Rows as high as a step of the knob come to stand exactly where others stood.
        let ids: [ElementID]
        let frames: [Frame]

        init(_ tree: SceneTree) {
            focus = tree.focus
            ids = tree.elements.map(\.id)
            frames = tree.elements.map(\.frame)
        }
    }

    /// Turns until nothing changes any more.
    mutating func walk(forward: Bool) -> Walk {
        var walk = Walk()
        var before: Sight?
        for _ in 0..<400 {
            let tree = tree
            if let focus = tree.focus, walk.stops.last != focus { walk.stops.append(focus) }
            walk.pressable.formUnion(tree.elements.filter(\.isFocusable).map(\.id))
            let sight = Sight(tree)
            if sight == before { return walk }
            before = sight
            turn(forward ? 1 : -1)
        }
        return walk
    }

    /// Turns to an element by its label, from wherever the focus is.
    /// - Returns: false when the knob does not come to it.
    mutating func find(_ label: String) -> Bool {
        for ticks in [-1, 1] {
            var before: Sight?
            for _ in 0..<400 {
                let tree = tree
                if tree.elements.contains(where: { $0.isFocused && $0.label == label }) { return true }
                let sight = Sight(tree)
                if sight == before { break }
                before = sight
                turn(ticks)
            }
        }
        return false
    }
}
