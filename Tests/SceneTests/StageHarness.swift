// A stage with its program, and inputs by the clock of the test.

import TemplateKit

@testable import Scene

@MainActor
final class StageHarness {
    let program = MusicProgram()
    let stage: Stage
    /// Seconds; moves only when told.
    var now = 100.0

    init(
        _ metrics: Metrics = Metrics(width: 1024, height: 600, dpi: 169), root: String? = "root",
        startsWithKnob: Bool = true, strings: StringTable = StringTable(language: .en),
        measuring: (any TextMeasuring)? = nil, prepare: (MusicProgram) -> Void = { _ in }
    ) {
        prepare(program)
        stage = Stage(
            metrics: metrics, theme: .night, strings: strings, measuring: measuring ?? FixedMeasuring(),
            program: program, startsWithKnob: startsWithKnob)
        stage.clockText = "14:32"
        if let root, let screen = program.screen(named: root, parameters: [:]) { stage.setRoot(screen, at: now) }
        settle()
    }

    var focus: String? { stage.tree(now: now).focus?.description }
    var tree: SceneTree { stage.tree(now: now) }

    func element(_ id: ElementID) -> Element? { tree.elements.first { $0.id == id } }

    /// Lets time pass in steps of a frame, drawing what there is to draw.
    func pass(_ seconds: Double) {
        let end = now + seconds
        while now < end {
            now = min(end, now + 1.0 / 60)
            _ = stage.frame(now: now)
        }
    }

    func settle() { pass(0.5) }

    func send(_ kind: InputEvent.Kind) { stage.handle(InputEvent(kind, time: now)) }

    /// Ticks, `gap` seconds apart; time goes on by it before each.
    func rotate(_ ticks: Int, gap: Double = 0.1) {
        for _ in 0..<abs(ticks) {
            now += gap
            send(.rotate(ticks > 0 ? 1 : -1))
        }
    }

    func press(_ seconds: Double = 0.05) {
        send(.press(isDown: true))
        pass(seconds)
        send(.press(isDown: false))
    }

    func nudge(_ direction: InputEvent.Direction) {
        now += 0.1
        send(.nudge(direction))
    }

    func back() {
        now += 0.1
        send(.back)
    }

    func touch(_ phase: InputEvent.Phase, _ x: Int, _ y: Int) { send(.touch(finger: 0, phase: phase, x: x, y: y)) }

    func tap(_ x: Int, _ y: Int) {
        touch(.began, x, y)
        now += 0.05
        touch(.ended, x, y)
    }

    func tap(_ id: ElementID) {
        guard let frame = element(id)?.visibleFrame else { return }
        tap(frame.x + frame.width / 2, frame.y + frame.height / 2)
    }

    func drag(from start: (Int, Int), to end: (Int, Int), seconds: Double, steps: Int = 10) {
        touch(.began, start.0, start.1)
        for step in 1...steps {
            now += seconds / Double(steps)
            touch(
                .moved, start.0 + (end.0 - start.0) * step / steps, start.1 + (end.1 - start.1) * step / steps)
        }
        touch(.ended, end.0, end.1)
    }

    func open(_ name: String) {
        stage.open(name, at: now)
        settle()
    }
}
