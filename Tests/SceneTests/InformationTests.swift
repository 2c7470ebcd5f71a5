// Facts: seen whole by any hand, alive, and never a trap.

import TemplateKit
import Testing

@testable import Scene

@Suite("Information")
@MainActor
struct InformationTests {
    private static let seven = Metrics(width: 1024, height: 600, dpi: 169)

    private func facts(_ harness: StageHarness) -> [Element] {
        harness.tree.elements.filter { $0.id.description.hasPrefix("text:item") }
    }

    private func pane(_ harness: StageHarness) -> ScrollPane? {
        harness.stage.top.flatMap { harness.stage.scrollPane(of: $0) }
    }

    private func open(
        _ metrics: Metrics = seven, items: Int, columns: Int = 1, buttons: Int = 0
    ) -> StageHarness {
        let harness = StageHarness(metrics) {
            $0.screens["test"] = {
                .information(
                    try InformationTemplate(
                        title: "Facts",
                        items: (0..<items).map {
                            try .init(label: .literal("Fact \($0)"), value: .literal("Value \($0)"))
                        }, columns: columns,
                        buttons: (0..<buttons).map {
                            try Button(name: "b\($0)", title: .literal("Do \($0)"), action: Action("do\($0)"))
                        }))
            }
        }
        harness.open("test")
        return harness
    }

    @Test("label and value are in the tree, the headline before them")
    func tree() throws {
        let harness = try Place.quality.visit(Self.seven)
        let tree = harness.tree
        #expect(tree.template == "information" && tree.title == "Sound quality" && tree.rowCount == nil)
        let headline = try #require(harness.element(.text("headline")))
        #expect(headline.label == "Bit-perfect" && headline.detail == "The DAC gets exactly what is in the file.")
        #expect(
            facts(harness).first?.label == "File" && facts(harness).first?.value == "FLAC · 96 kHz · 24 bit · stereo")
    }

    @Test("two columns stand beside each other where there is room, and under each other where there is not")
    func columns() throws {
        let wide = facts(open(items: 4, columns: 2))
        #expect(wide[0].frame.y == wide[1].frame.y && wide[1].frame.x > wide[0].frame.right)
        #expect(wide[2].frame.y == wide[0].frame.bottom && wide[2].frame.x == wide[0].frame.x)
        let narrow = facts(open(Metrics(width: 480, height: 800, dpi: 187), items: 4, columns: 2))
        #expect(narrow[0].frame.x == narrow[1].frame.x && narrow[1].frame.y == narrow[0].frame.bottom)
    }

    @Test(
        "without anything to press the knob scrolls 76 dp a tick to the last fact, then goes on, and back",
        arguments: Panel.some)
    func scrolls(_ panel: Panel) throws {
        let harness = open(panel.metrics, items: 12)
        let target = panel.metrics.target
        var seen: Set<String> = []
        func look() { seen.formUnion(facts(harness).filter(\.isFullyVisible).map(\.label)) }
        look()
        let end = try #require(pane(harness)).last
        guard end > 0 else {
            #expect(seen.count == 12, "what does not scroll is seen whole")
            return
        }
        for tick in 1...40 {
            harness.rotate(1, gap: 0.3)
            harness.settle()
            look()
            #expect(harness.stage.top?.scroll.to == Double(min(tick * target, end)))
            if tick * target >= end { break }
        }
        #expect(seen.count == 12)
        harness.rotate(1, gap: 0.3)
        #expect(harness.focus == "mini")
        harness.rotate(-1, gap: 0.3)
        for _ in 0..<40 where harness.stage.top?.scroll.to != 0 { harness.rotate(-1, gap: 0.3) }
        harness.rotate(-1, gap: 0.3)
        #expect(harness.stage.top?.scroll.to == 0 && harness.focus == "bar:back")
    }

    @Test(
        "the buttons stay in sight; the knob shows all facts before it leaves the first of them", arguments: Panel.some)
    func buttons(_ panel: Panel) throws {
        let harness = open(panel.metrics, items: 12, buttons: 3)
        #expect(harness.focus == "button:b0")
        let last = try #require(pane(harness)).last
        #expect(last > 0)
        for _ in 0..<40 where harness.focus == "button:b0" { harness.rotate(1, gap: 0.3) }
        #expect(harness.stage.top?.scroll.to == Double(last) && harness.focus == "button:b1")
        for number in 0..<3 {
            let element = try #require(harness.element(.button("b\(number)")), "\(panel)")
            #expect(element.isFullyVisible)
            harness.tap(element.id)
            #expect(harness.program.performed.last?.name == "do\(number)")
        }
    }

    @Test("a fast reverse takes a tick back")
    func undone() {
        let harness = open(items: 12)
        harness.rotate(2, gap: 0.3)
        harness.settle()
        let before = harness.stage.top?.scroll.to
        harness.rotate(1, gap: 0.3)
        #expect(harness.stage.top?.scroll.to != before)
        harness.rotate(-1, gap: 0.03)
        #expect(harness.stage.top?.scroll.to == before)
    }

    @Test("a finger drags and throws the facts to both ends, and no further")
    func finger() throws {
        let harness = open(items: 12)
        let last = try #require(pane(harness)).last
        for _ in 0..<4 {
            harness.drag(from: (500, 480), to: (500, 130), seconds: 0.1)
            harness.pass(2)
        }
        #expect(harness.stage.top?.scroll.pixels(at: harness.now) == last)
        for _ in 0..<4 {
            harness.drag(from: (500, 130), to: (500, 480), seconds: 0.1)
            harness.pass(2)
        }
        #expect(harness.stage.top?.scroll.pixels(at: harness.now) == 0)
    }

    @Test("values that change are shown at the next frame, in their place; facts that go do not leave a hole above")
    func alive() throws {
        var count = 12
        var underruns = 0
        let harness = StageHarness {
            $0.screens["live"] = {
                .information(
                    try InformationTemplate(
                        title: "Live",
                        items: (0..<count).map {
                            try .init(label: .literal("Fact \($0)"), value: .literal("\(underruns)"))
                        }))
            }
        }
        harness.open("live")
        harness.rotate(3, gap: 0.3)
        harness.settle()
        let before = facts(harness).map(\.frame)
        underruns = 3
        harness.stage.invalidate()
        #expect(harness.stage.frame(now: harness.now) != nil)
        #expect(facts(harness).allSatisfy { $0.value == "3" } && facts(harness).map(\.frame) == before)
        count = 2
        harness.stage.invalidate()
        harness.settle()
        #expect(harness.stage.top?.scroll.pixels(at: harness.now) == 0)
        #expect(facts(harness).map(\.label) == ["Fact 0", "Fact 1"])
    }

    @Test("facts that fit need no scrolling, and the knob goes past them")
    func fits() throws {
        let harness = open(items: 2)
        #expect(pane(harness)?.last == 0 && harness.focus == "bar:back")
        harness.rotate(-20, gap: 0.2)
        #expect(harness.focus == "tab:0")
        harness.rotate(20, gap: 0.2)
        #expect(harness.focus == "mini:play" || harness.focus == "mini:next")
        harness.back()
        harness.settle()
        #expect(harness.tree.screen == "home")
    }

    @Test("with nothing to tell it says so")
    func empty() throws {
        let harness = StageHarness {
            $0.screens["none"] = {
                .information(
                    try InformationTemplate(title: "Sound quality", items: [], empty: .init(title: "Nothing plays")))
            }
        }
        harness.open("none")
        #expect(harness.tree.elements.contains { $0.label == "Nothing plays" })
    }
}
