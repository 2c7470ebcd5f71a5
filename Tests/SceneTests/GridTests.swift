// A grid: columns, knob in reading order, nudges, refresh.

import TemplateKit
import Testing

@testable import Scene

@Suite("Grids")
@MainActor
struct GridTests {
    private static let seven = Metrics(width: 1024, height: 600, dpi: 169)

    /// A grid of that many items, opened.
    private func open(_ metrics: Metrics = seven, count: Int = 200) -> (StageHarness, ManyItems) {
        let items = ManyItems(count: count)
        let harness = StageHarness(metrics) {
            $0.screens["test"] = { .grid(try GridTemplate(title: "Albums", items: items, hasIndex: true)) }
        }
        harness.open("test")
        return (harness, items)
    }

    private func columns(_ harness: StageHarness) -> Int { harness.stage.top?.model?.blocks.first?.columns ?? 0 }

    private func items(_ harness: StageHarness) -> [Element] { harness.tree.elements.filter { $0.role == .gridItem } }

    @Test("as many columns as the panel has room for, at least two, and a line of them is seen whole")
    func columnsByWidth() throws {
        for panel in Panel.all {
            let (harness, _) = open(panel.metrics)
            let columns = columns(harness)
            #expect(columns >= 2, "\(panel)")
            let side = try #require(items(harness).first).shape.width
            #expect(side >= Int((76 * panel.metrics.scale).rounded(.down)), "\(panel): \(side)")
            #expect(items(harness).prefix(columns).allSatisfy { $0.isFullyVisible }, "\(panel)")
            let lines = Dictionary(grouping: items(harness), by: \.frame.y)
            #expect(lines.values.allSatisfy { $0.count == columns }, "\(panel)")
        }
        let (wide, _) = open(Metrics(width: 1920, height: 720, dpi: 167))
        let (seven, _) = open()
        #expect(columns(wide) > columns(seven))
    }

    @Test("the tree tells what an item is: its words, its key, what is pinned on it")
    func tree() throws {
        let (harness, _) = open()
        let tree = harness.tree
        #expect(tree.template == "grid" && tree.title == "Albums" && tree.rowCount == 200)
        let items = items(harness)
        #expect(items.map(\.id.description).prefix(3) == ["item:0", "item:1", "item:2"])
        #expect(items[0].label == "Afterglow 1000" && items[0].detail == "Night Bus" && items[0].key == 1000)
        #expect(items[1].isPlaying && items[2].value == "NEW" && items[3].progress == 0.5)
    }

    @Test("only what is seen is asked for, also far down, and an item that has not come keeps its place")
    func virtual() throws {
        let (harness, source) = open(count: 100_000)
        #expect(source.asked < 200)
        source.missing = [0]
        source.asked = 0
        source.revision += 1
        harness.stage.invalidate()
        harness.settle()
        let first = try #require(items(harness).first)
        #expect(first.id == .item(0) && first.label == "" && first.key == 1000)
        source.asked = 0
        harness.stage.top?.scroll = Motion(Double(harness.stage.top?.model?.height ?? 0) / 2)
        _ = harness.stage.wholeFrame(now: harness.now)
        #expect(source.asked > 0 && source.asked < 200)
    }

    @Test("the knob goes in reading order and brings each item wholly into sight; a press opens it")
    func knob() throws {
        let (harness, _) = open(count: 23)
        for number in 0..<23 {
            harness.now += 0.3
            #expect(harness.focus == "item:\(number)")
            let element = try #require(harness.element(.item(number)))
            #expect(element.shape.intersection(element.visibleFrame) == element.shape, "\(number)")
            harness.rotate(1, gap: 0.3)
        }
        #expect(harness.focus == "index")
        harness.rotate(-1, gap: 0.3)
        harness.press()
        harness.settle()
        #expect(harness.tree.screen == "album")
        harness.back()
        harness.settle()
        #expect(harness.focus == "item:22")
    }

    @Test("nudges go to the item beside, above and below, and out where there is none in sight")
    func nudges() throws {
        let (harness, _) = open()
        let columns = columns(harness)
        harness.nudge(.right)
        #expect(harness.focus == "item:1")
        harness.nudge(.right)
        #expect(harness.focus == "item:2")
        for _ in 0..<columns { harness.nudge(.right) }
        #expect(harness.focus == "index", "beyond the last of a line are the letters")
        harness.nudge(.left)
        #expect(harness.focus == "item:\(columns - 1)")
        for _ in 0..<columns { harness.nudge(.left) }
        #expect(harness.focus?.hasPrefix("tab:") == true)
        harness.nudge(.right)
        #expect(harness.focus == "item:0", "the opposite of a nudge takes it back")
        harness.nudge(.down)
        // On this panel the second line is cut: the knob scrolls it up, a nudge goes to the mini player.
        #expect(harness.focus == "mini")
        harness.nudge(.up)
        #expect(harness.focus == "item:0")
        harness.nudge(.up)
        #expect(harness.focus == "bar:back")
    }

    @Test("nudges down a tall panel pass the lines in sight first, column by column; a shorter last line gives its end")
    func nudgesDown() throws {
        let (harness, _) = open(Metrics(width: 480, height: 800, dpi: 132), count: 5)
        let columns = columns(harness)
        #expect(columns == 3)
        harness.nudge(.right)
        harness.nudge(.right)
        #expect(harness.focus == "item:2")
        harness.nudge(.down)
        #expect(harness.focus == "item:4")
        harness.nudge(.down)
        #expect(harness.focus == "mini")
        harness.nudge(.up)
        #expect(harness.focus == "item:4")
        // The way back remembers where it came from.
        harness.now += 0.5
        harness.nudge(.up)
        #expect(harness.focus == "item:1")
    }

    @Test("items that come and go leave the focus on its key, and what is seen where it is")
    func refresh() throws {
        let (harness, source) = open()
        let columns = columns(harness)
        harness.rotate(6 * columns, gap: 0.2)
        harness.settle()
        let key = try #require(harness.tree.elements.first(where: \.isFocused)?.key)
        let top = items(harness).first?.frame.y
        source.keys.insert(contentsOf: (0..<Int32(2 * columns)).map { 5000 + $0 }, at: 0)
        source.revision += 1
        harness.stage.invalidate()
        harness.settle()
        #expect(harness.tree.elements.first(where: \.isFocused)?.key == key)
        #expect(harness.focus == "item:\(8 * columns)")
        #expect(items(harness).first?.frame.y == top)
        source.keys.removeAll { $0 == key }
        source.revision += 1
        harness.stage.invalidate()
        harness.settle()
        #expect(harness.focus == "item:\(8 * columns)", "the one that follows takes its place")
    }

    @Test("a finger throws a grid and it rests on a line; a tap opens an item, one that cannot be pressed does nothing")
    func finger() throws {
        let (harness, _) = open()
        harness.drag(from: (400, 480), to: (400, 140), seconds: 0.1)
        harness.pass(3)
        let model = try #require(harness.stage.top?.model)
        let scroll = harness.stage.top?.scroll.pixels(at: harness.now) ?? -1
        #expect(scroll > 0 && scroll % model.blocks[0].lineHeight == 0)
        let item = try #require(items(harness).first { $0.isFullyVisible })
        harness.tap(item.id)
        harness.settle()
        #expect(harness.tree.screen == "album")
        let icons = try Place.icons.visit(Self.seven)
        icons.tap(.item(3))
        icons.settle()
        #expect(icons.tree.screen == "icons")
        icons.tap(.item(0))
        icons.settle()
        #expect(icons.tree.screen == "queue")
    }

    @Test("the letters lead to their first items")
    func letters() throws {
        let (harness, _) = open(count: 1000)
        let frame = try #require(harness.element(.index)?.frame)
        harness.tap(frame.x + frame.width / 2, frame.bottom - 4)
        harness.settle()
        #expect(items(harness).contains { $0.id == .item(900) })
        let (turned, _) = open(count: 1000)
        turned.rotate(8, gap: 0.03)
        #expect(turned.tree.overlay == .letters)
        turned.rotate(2, gap: 0.2)
        turned.pass(1)
        #expect(turned.tree.overlay == nil && turned.focus == "item:300")
    }

    @Test("a grid without an item says so, and one that waits for them shows a spinner")
    func empty() throws {
        let harness = StageHarness {
            $0.screens["none"] = {
                .grid(
                    try GridTemplate(
                        title: "Albums", items: [], empty: .init(title: "No albums", icon: .icon("albums"))))
            }
            $0.screens["wait"] = {
                .grid(try GridTemplate(title: "Albums", items: StaticItems([]), loading: .init(text: "Loading")))
            }
        }
        harness.open("none")
        #expect(harness.tree.elements.contains { $0.label == "No albums" })
        harness.open("wait")
        #expect(harness.tree.isLoading)
        harness.pass(1)
        #expect(harness.tree.elements.contains { $0.label == "Loading" })
    }
}
