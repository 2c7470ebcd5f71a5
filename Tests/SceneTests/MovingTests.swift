// The limits of a moving car hold on every screen, and only while it moves.

import TemplateKit
import Testing

@testable import Scene

@Suite("A moving car")
@MainActor
struct MovingTests {
    private let seven = Metrics(width: 1024, height: 600, dpi: 169)

    private func actions(_ harness: StageHarness) -> [String] {
        harness.tree.elements.filter { $0.role == .alertAction }.map(\.label)
    }

    @Test("a sheet is shortened while it is up, keeps its cancel, and is whole again when the car stands")
    func sheet() throws {
        let harness = try Place.sheet.visit(seven)
        let whole = actions(harness)
        #expect(whole.count == 6)
        harness.stage.setMoving(true)
        harness.settle()
        #expect(actions(harness) == whole.prefix(3) + ["Cancel"])
        #expect(harness.tree.isMoving && !harness.stage.limits.allowsKeyboard)
        harness.stage.setMoving(false)
        harness.settle()
        #expect(actions(harness) == whole)
        #expect(!harness.tree.isMoving && harness.stage.limits.allowsKeyboard)
    }

    @Test("a press on a shortened sheet does what it says")
    func pressed() throws {
        let harness = try Place.sheet.visit(seven)
        harness.stage.setMoving(true)
        harness.settle()
        harness.tap(.action(3))
        harness.settle()
        #expect(harness.tree.screen == "nowPlaying" && harness.program.performed == [])
    }

    @Test("a screen opened while the car moves holds to its limits from the first picture on")
    func opened() throws {
        let harness = StageHarness { $0.position = nil }
        harness.stage.setMoving(true)
        harness.open("facts")
        let facts = harness.tree.elements.filter { $0.id.description.hasPrefix("text:item") }
        #expect(facts.count <= 6)
        let buttons = harness.tree.elements.filter { $0.id.description.hasPrefix("button:") }
        #expect(buttons.map(\.id.description) == ["button:again", "button:settings"])
    }

    @Test("lists and grids are as long as before, keep their place, and are reached to their end by the knob")
    func lists() throws {
        for place in [Place.albums, .grid] {
            let harness = try place.visit(seven)
            harness.rotate(5, gap: 0.3)
            harness.settle()
            let (count, focus) = (harness.tree.rowCount, harness.focus)
            harness.stage.setMoving(true)
            harness.settle()
            #expect(harness.tree.rowCount == count && harness.focus == focus)
            for _ in 0..<40 { harness.rotate(1, gap: 0.2) }
            harness.rotate(-1, gap: 0.2)
            let last = try #require(harness.stage.top?.model?.rowCount) - 1
            for _ in 0..<40 where harness.stage.focus.focus?.row == nil { harness.rotate(-1, gap: 0.2) }
            #expect(harness.stage.focus.focus?.row == last, "\(place)")
        }
    }

    @Test("every screen fits the limits of a moving car once it moves", arguments: Place.allCases)
    func everywhere(_ place: Place) throws {
        let harness = try place.visit(seven)
        harness.stage.setMoving(true)
        harness.settle()
        let shown = harness.stage.modals.last?.entry ?? harness.stage.top
        let template = try #require(shown?.template)
        #expect(throws: Never.self) { try template.check(.driving) }
    }
}
