// A stage with a long list and no display: turns are timed, allocations counted. Main thread.

import AudioCore
import Scene
import TemplateKit

/// The shipped list of tracks over synthetic rows, scrolled by a finger.
@MainActor
final class ListRig {
    private let program: BenchProgram
    private let stage: Stage
    private var now = 100.0
    private let counter = AllocationCounter()
    /// Where the finger goes down and up.
    private static let (bottom, top) = (500, 84)

    init(_ assets: ScreenAssets, rowCount: Int) {
        program = BenchProgram(assets: assets, trackCount: rowCount)
        stage = Stage(
            metrics: Metrics(width: 1024, height: 600, dpi: 169), theme: assets.night,
            strings: assets.strings.table(for: .en), measuring: EvenMeasuring(), program: program,
            startsWithKnob: false)
        stage.reducesMotion = true
        stage.clockText = "14:32"
        if let root = program.screen(named: "root", parameters: [:]) { stage.setRoot(root, at: now) }
        stage.open("tracks", at: now)
        _ = stage.wholeFrame(now: now)
    }

    /// Milliseconds of a whole picture of what is in sight.
    func layOutAnew() -> Double {
        // The rows that are kept from one picture to the next are forgotten.
        stage.palettesChanged()
        return time { _ = stage.wholeFrame(now: now) }
    }

    /// A finger moves the list on by as much as is seen.
    /// - Returns: milliseconds of the longest turn; nil at the end of the list.
    func screenful() -> Double? {
        var longest = 0.0
        var hasMoved = false
        func turn(_ phase: InputEvent.Phase, _ y: Int, _ wait: Double) {
            now += wait
            let took = time {
                stage.handle(InputEvent(.touch(finger: 0, phase: phase, x: 500, y: y), time: now))
                if stage.frame(now: now) != nil, phase == .moved { hasMoved = true }
            }
            longest = max(longest, took)
        }
        turn(.began, Self.bottom, 1.0 / 60)
        // The first way of a finger only says that it drags; from there on the list goes with it.
        turn(.moved, Self.bottom - 40, 1.0 / 60)
        turn(.moved, Self.top, 1.0 / 60)
        turn(.moved, Self.top, 0.2)
        turn(.ended, Self.top, 1.0 / 60)
        return hasMoved ? longest : nil
    }

    /// Takings from the heap in frames in which a finger moves the list over the same rows; nil where nobody counts.
    func scrollAllocations() -> Figures? {
        guard let counter else { return nil }
        var y = 300
        var counts: [Double] = []
        counts.reserveCapacity(600)
        stage.handle(InputEvent(.touch(finger: 0, phase: .began, x: 500, y: y), time: now))
        for frame in 0..<600 {
            y += (frame / 20) % 2 == 0 ? 8 : -8
            now += 1.0 / 60
            let before = counter.count
            stage.handle(InputEvent(.touch(finger: 0, phase: .moved, x: 500, y: y), time: now))
            let picture = stage.frame(now: now)
            let taken = counter.count - before
            if frame >= 200, picture != nil { counts.append(Double(taken)) }
        }
        return Figures(counts)
    }

    private func time(_ body: () -> Void) -> Double {
        let start = SystemClock.seconds
        body()
        return (SystemClock.seconds - start) * 1000
    }
}

/// Every character is half as wide as its size: what is measured is the layout, not the fonts.
@MainActor
private final class EvenMeasuring: TextMeasuring {
    func width(of text: String, style: TextStyle) -> Int { text.count * style.size / 2 }
    func lineHeight(of style: TextStyle) -> Int { style.size * 6 / 5 }
}
