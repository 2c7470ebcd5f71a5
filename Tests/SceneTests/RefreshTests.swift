// A list that changes under the eyes: everything stays by its key.

import TemplateKit
import TestSupport
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

    @Test("what comes above at the beginning of a list does not push the focus out of sight")
    func pushedDown() {
        let keys = Keys()
        let (harness, screen) = open(keys)
        harness.rotate(3)
        harness.settle()
        let focused = key(harness)
        keys.keys.insert(contentsOf: 500..<520, at: 0)
        screen.onChange?()
        harness.settle()
        #expect(key(harness) == focused)
        #expect(harness.tree.elements.contains { $0.isFocused && $0.isFullyVisible })
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

    private func change(_ keys: Keys, _ next: inout Int32, _ random: inout SeededNumbers) {
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let place = Int.random(in: 0...keys.keys.count, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                let count = Int32.random(in: 1...9, using: &random)
                keys.keys.insert(contentsOf: next..<(next + count), at: place)
                next += count
            case 1 where keys.keys.count > 20:
                let count = Int.random(in: 1...7, using: &random)
                keys.keys.removeSubrange(place..<min(keys.keys.count, place + count))
            default:
                guard place < keys.keys.count else { continue }
                let key = keys.keys.remove(at: place)
                keys.keys.insert(key, at: Int.random(in: 0...keys.keys.count, using: &random))
            }
        }
    }

    @Test(
        "whatever comes, goes and moves, focus and highlight stay on their keys, and the first row in sight in its place",
        arguments: 0..<40)
    func anyChange(_ seed: Int) {
        var random = SeededNumbers(seed: UInt64(seed))
        let keys = Keys()
        let (harness, screen) = open(keys)
        harness.program.slow = ["play"]
        var next: Int32 = 1000
        harness.rotate(Int.random(in: 0...90, using: &random))
        harness.press()
        harness.rotate(Int.random(in: -20...20, using: &random))
        for _ in 0..<12 {
            harness.settle()
            let focused = key(harness)
            let place = harness.stage.focus.place
            let busyRow = harness.stage.busy?.id.row
            let busy = busyRow.flatMap { keys.keys.indices.contains($0) ? keys.keys[$0] : nil }
            let scroll = Int(harness.stage.top?.scroll.to ?? 0)
            let before = harness.stage.top?.model
            let first = before?.row(at: scroll).map { keys.keys[$0] }
            let cut = before?.row(at: scroll).flatMap { before?.extent(ofRow: $0) }.map { scroll - $0.y } ?? 0
            change(keys, &next, &random)
            screen.onChange?()
            harness.settle()
            let model = harness.stage.top?.model
            if let focused, keys.keys.contains(focused) {
                #expect(harness.stage.focus.place?.row.map { keys.keys[$0] } == focused)
            } else if focused == nil, place?.row == nil {
                #expect(harness.stage.focus.place == place, "a button of the bar keeps it")
            } else {
                #expect(harness.stage.focus.place?.row.map { keys.keys.indices.contains($0) } == true)
            }
            if let busy, keys.keys.contains(busy) {
                #expect(harness.stage.busy?.id.row.map { keys.keys[$0] } == busy)
            }
            let now = Int(harness.stage.top?.scroll.to ?? 0)
            let last = model?.maximumScroll(viewport: harness.stage.panes.content.height) ?? 0
            if scroll == 0 {
                let isFocusSeen = harness.tree.elements.contains { $0.isFocused && $0.isFullyVisible }
                #expect(now == 0 || isFocusSeen, "only for the focus a list leaves its beginning")
                #expect(isFocusSeen || place?.row == nil)
            } else if let first, let row = keys.keys.firstIndex(of: first), let extent = model?.extent(ofRow: row) {
                #expect(now == max(0, min(last, extent.y + cut)))
            } else {
                #expect(now <= last)
            }
            harness.rotate(Int.random(in: -8...8, using: &random))
        }
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
            // The first rows are known from before.
            #expect((source.asked > 0) == (place > 0) && source.asked <= 7)
            source.asked = 0
            harness.rotate(3)
            harness.press()
            #expect(source.asked < 150)
            harness.back()
        }
    }

    @Test("a list that only moves asks for no row twice, and looks as one that is drawn anew")
    func onlyMoved() {
        let source = ManyRows(count: 1_000)
        let harness = StageHarness(startsWithKnob: false)
        let screen = ClosureScreen("test") {
            .list(
                (try? ListTemplate(title: "Test", sections: [ListSection(rows: source)], hasIndex: true))
                    ?? FrameTests.none)
        }
        harness.stage.show(screen, at: harness.now)
        harness.settle()
        for place in [40.0, 41, 83, 40, 7] {
            source.asked = 0
            harness.stage.top?.scroll = Motion(place)
            let moved = harness.stage.wholeFrame(now: harness.now)
            #expect(source.asked <= 1, "only a row that comes into sight")
            harness.stage.palettesChanged()
            let anew = harness.stage.wholeFrame(now: harness.now)
            #expect(moved.commands == anew.commands && moved.elements == anew.elements)
            #expect(source.asked >= 5)
        }
        harness.stage.setTheme(.day)
        let day = harness.stage.wholeFrame(now: harness.now).commands
        #expect(day.contains { if case .line(_, _, Theme.day.text) = $0 { true } else { false } })
        #expect(!day.contains { if case .line(_, _, Theme.night.text) = $0 { true } else { false } })
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
