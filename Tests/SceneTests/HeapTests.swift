// What a frame takes from the heap: nothing, where only the scroll has changed.

import TemplateKit
import TestSupport
import Testing

@testable import Scene

@Suite("Frames and the heap")
@MainActor
struct HeapTests {
    /// Places whose content is higher than the pane, so that it can be moved.
    private nonisolated static let places: [Place] = [
        .home, .albums, .album, .settings, .grid, .shelves, .longList, .longGrid,
    ]

    /// In an optimised build it is nothing at all: `carillon bench lists` counts that.
    @Test("a frame in which a finger only moves the list takes nothing from the heap", arguments: places)
    func finger(_ place: Place) throws {
        let harness = try place.visit(Metrics(width: 1024, height: 600, dpi: 169))
        var y = 400
        harness.touch(.began, 500, y)
        var count = HeapCount()
        var frames = 0
        // Up and down over the same rows: after the first times every row and every word is known.
        for turn in 0..<240 {
            y += (turn / 20) % 2 == 0 ? -8 : 8
            harness.now += 1.0 / 60
            let event = InputEvent(.touch(finger: 0, phase: .moved, x: 500, y: y), time: harness.now)
            guard turn >= 120 else {
                harness.stage.handle(event)
                _ = harness.stage.frame(now: harness.now)
                continue
            }
            var frame: SceneFrame?
            count.add {
                harness.stage.handle(event)
                frame = harness.stage.frame(now: harness.now)
                _ = harness.stage.nextWake(after: harness.now)
            }
            if frame != nil { frames += 1 }
        }
        #expect(frames > 40)
        #expect(count.largeAllocations == 0)
    }

    @Test("the same with a knob, whose ring goes with the rows")
    func knob() throws {
        let harness = try Place.albums.visit(Metrics(width: 1024, height: 600, dpi: 169))
        harness.rotate(2)
        harness.settle()
        var count = HeapCount()
        let scroll = try #require(harness.stage.top?.scroll.to)
        for turn in 0..<120 {
            harness.now += 1.0 / 60
            let now = harness.now
            harness.stage.top?.scroll = Motion(scroll + Double(turn % 20))
            harness.stage.isDirty = true
            guard turn >= 60 else {
                _ = harness.stage.frame(now: now)
                continue
            }
            var frame: SceneFrame?
            count.add { frame = harness.stage.frame(now: now) }
            #expect(frame?.commands.contains { if case .ring = $0 { true } else { false } } == true)
        }
        #expect(count.largeAllocations == 0)
    }

    @Test("the counter of these tests counts arrays and texts")
    func counter() {
        var count = HeapCount()
        var text = ""
        count.add { text = String(repeating: "a", count: 40 + Int.random(in: 0...1)) + "b" }
        #expect(count.largeAllocations > 0 && text.count > 40)
    }
}
