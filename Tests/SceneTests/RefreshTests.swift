// A list that changes under the eyes: everything stays by its key.

import TemplateKit
import Testing

@testable import Scene

@Suite("Refresh")
@MainActor
struct RefreshTests {
    /// A list whose keys the test changes.
    final class Keys {
        var keys: [Int32] = Array(0..<100)
        var version = 0
    }

    private func open(_ keys: Keys) -> (StageHarness, ClosureScreen) {
        let harness = StageHarness()
        let screen = ClosureScreen("test") {
            let rows = keys.keys.map { key in
                try? Row(key: key, title: .literal("Row \(key) \(keys.version)"), select: Action("play"))
            }
            let list = try? ListTemplate(title: "Test", sections: [ListSection(rows: rows.compactMap { $0 })])
            return .list(list ?? FrameTests.none)
        }
        harness.stage.show(screen, at: harness.now)
        harness.settle()
        return (harness, screen)
    }

    private func key(_ harness: StageHarness) -> Int32? { harness.tree.elements.first(where: \.isFocused)?.key }

    @Test("the same keys with other words keep focus and scroll exactly")
    func sameKeys() {
        let keys = Keys()
        let (harness, screen) = open(keys)
        harness.rotate(30)
        harness.settle()
        let focus = harness.focus
        let scroll = harness.stage.top?.scroll
        keys.version = 1
        screen.onChange?()
        harness.settle()
        #expect(harness.focus == focus && harness.stage.top?.scroll == scroll)
        #expect(harness.tree.elements.first(where: \.isFocused)?.label == "Row 30 1")
    }

    @Test("rows that come and go above leave the focus on its key, and the rows where they are on the panel")
    func inserted() {
        let keys = Keys()
        let (harness, screen) = open(keys)
        harness.rotate(30)
        harness.settle()
        let before = harness.tree.elements.filter { $0.role == .row }.map { [Int($0.key ?? -1), $0.frame.y] }
        keys.keys.insert(contentsOf: [500, 501, 502], at: 0)
        screen.onChange?()
        harness.settle()
        #expect(harness.focus == "row:33" && key(harness) == 30)
        #expect(harness.tree.elements.filter { $0.role == .row }.map { [Int($0.key ?? -1), $0.frame.y] } == before)
        keys.keys.removeFirst(10)
        screen.onChange?()
        harness.settle()
        #expect(harness.focus == "row:23" && key(harness) == 30)
        #expect(harness.tree.elements.filter { $0.role == .row }.map { [Int($0.key ?? -1), $0.frame.y] } == before)
    }

    @Test("what is added above the first row of a list at its beginning is seen")
    func atTheTop() {
        let keys = Keys()
        let (harness, screen) = open(keys)
        keys.keys.insert(500, at: 0)
        screen.onChange?()
        harness.settle()
        #expect(harness.tree.elements.first { $0.role == .row }?.key == 500)
        #expect(key(harness) == 0)
    }

    @Test("a focused row that goes gives its place to the row that follows; the last to the one before")
    func removed() {
        let keys = Keys()
        let (harness, screen) = open(keys)
        harness.rotate(30)
        keys.keys.removeAll { $0 == 30 }
        screen.onChange?()
        harness.settle()
        #expect(key(harness) == 31)
        keys.keys.removeAll { $0 > 10 }
        screen.onChange?()
        harness.settle()
        #expect(key(harness) == 10)
        #expect(harness.tree.elements.contains { $0.isFocused && $0.isFullyVisible })
    }

    @Test("a list that becomes empty and full again is no trap")
    func emptied() {
        let keys = Keys()
        let (harness, screen) = open(keys)
        harness.rotate(30)
        keys.keys = []
        screen.onChange?()
        harness.settle()
        #expect(harness.focus != nil)
        keys.keys = Array(0..<10)
        screen.onChange?()
        harness.settle()
        harness.rotate(1)
        harness.rotate(-5)
        harness.rotate(20)
        #expect(harness.tree.elements.contains { $0.isFocused })
    }

    @Test("a covered list that changes comes back to its key")
    func covered() {
        let keys = Keys()
        let (harness, screen) = open(keys)
        harness.rotate(30)
        harness.open("album")
        keys.keys.insert(contentsOf: [500, 501], at: 5)
        screen.onChange?()
        harness.settle()
        harness.back()
        harness.settle()
        #expect(harness.focus == "row:32" && key(harness) == 30)
    }

    @Test("a row that works keeps its highlight by its key")
    func busy() {
        let keys = Keys()
        let (harness, screen) = open(keys)
        harness.program.slow = ["play"]
        harness.rotate(3)
        harness.press()
        keys.keys.insert(500, at: 0)
        screen.onChange?()
        harness.settle()
        #expect(harness.stage.busy?.id == .row(4))
    }

    @Test("a source whose keys are replaced under a stage moves the focus with its key")
    func replacedSource() {
        let harness = StageHarness()
        let source = PagedRows(keys: Array(0..<1000))
        let screen = ClosureScreen("test") {
            .list((try? ListTemplate(title: "Test", sections: [ListSection(rows: source)])) ?? FrameTests.none)
        }
        harness.stage.show(screen, at: harness.now)
        harness.settle()
        harness.rotate(40)
        source.keys = Array(20..<1000)
        source.revision += 1
        screen.onChange?()
        harness.settle()
        #expect(harness.focus == "row:20")
    }

    @MainActor
    final class PagedRows: RowSource {
        var keys: [Int32]
        var revision = 0
        var onChange: (@MainActor () -> Void)?
        init(keys: [Int32]) { self.keys = keys }
        var count: Int { keys.count }
        var index: [IndexLetter] { [] }
        func row(at index: Int) -> Row? {
            try? Row(key: keys[index], title: .literal("\(keys[index])"), select: Action("play"))
        }
    }

    @Test("a frame of 100,000 rows looks at those in sight only, wherever the list is")
    func virtual() {
        let source = ManyRows(count: 100_000)
        let harness = StageHarness()
        let screen = ClosureScreen("test") {
            .list(
                (try? ListTemplate(title: "Test", sections: [ListSection(rows: source)], hasIndex: true))
                    ?? FrameTests.none)
        }
        harness.stage.show(screen, at: harness.now)
        harness.settle()
        #expect(harness.tree.rowCount == 100_000)
        for place in [0, 4_000_000, 8_499_000] {
            harness.stage.top?.scroll = Motion(Double(place))
            source.asked = 0
            _ = harness.stage.wholeFrame(now: harness.now)
            #expect(source.asked > 0 && source.asked <= 7)
            source.asked = 0
            harness.rotate(3)
            harness.press()
            #expect(source.asked < 150)
            harness.back()
        }
    }

    @Test("a row that has not come is blank at its full height, can be stood on, and does nothing")
    func missing() {
        let source = ManyRows(count: 50)
        source.missing = Set(0..<50)
        let harness = StageHarness()
        let screen = ClosureScreen("test") {
            .list((try? ListTemplate(title: "Test", sections: [ListSection(rows: source)])) ?? FrameTests.none)
        }
        harness.stage.show(screen, at: harness.now)
        harness.settle()
        harness.rotate(2)
        #expect(harness.focus == "row:2")
        let frame = harness.element(.row(2))?.frame
        harness.press()
        #expect(harness.program.opened.contains("album") == false)
        source.missing = []
        source.revision += 1
        screen.onChange?()
        harness.settle()
        #expect(harness.element(.row(2))?.frame == frame && harness.element(.row(2))?.label == "Kilometre Zero 2")
        #expect(harness.focus == "row:2")
    }
}
