// Rows of pictures in all their styles.

import TemplateKit
import Testing

@testable import Scene

@Suite("Image rows")
@MainActor
struct ImageRowTests {
    /// A screen of one image row.
    static func open(
        _ metrics: Metrics = Metrics(width: 1024, height: 600, dpi: 169), style: ImageRow.Style,
        shape: ImageShape = .square, count: Int = 12, select: Action? = nil, all: Action? = .open("albums")
    ) -> StageHarness {
        let harness = StageHarness(metrics) {
            $0.screens["shelf"] = {
                let elements = (0..<count).map { number in
                    ImageRow.Element(
                        key: Int32(number), title: .literal("Album \(number)"), detail: "Night Bus",
                        image: .cover("\(number)"), isPlaying: number == 1, select: Action("open\(number)"))
                }
                let row = try ImageRow(
                    key: 5, title: "Shelf", style: style, shape: shape, elements: elements, select: select, all: all)
                return .list(try ListTemplate(title: "Shelves", sections: [ListSection(imageRows: [row])]))
            }
        }
        harness.open("shelf")
        return harness
    }

    @Test(
        "on every panel the first elements are wholly in sight, large enough, beside each other",
        arguments: ImageRow.Style.allCases)
    func places(_ style: ImageRow.Style) throws {
        for panel in Panel.all {
            let harness = Self.open(panel.metrics, style: style, all: nil)
            let least = Int((76 * panel.metrics.scale).rounded(.down))
            let items = harness.tree.elements.filter { $0.role == .imageItem }
            #expect(items.count >= (style == .condensed ? 1 : 2), "\(panel)")
            #expect(items.first?.isFullyVisible == true, "\(panel): \(String(describing: items.first))")
            for item in items { #expect(item.frame.width >= least && item.frame.height >= least, "\(panel)") }
            for (one, next) in zip(items, items.dropFirst()) { #expect(one.frame.right < next.frame.x, "\(panel)") }
        }
    }

    @Test(
        "title and detail stand where the style has them, and label the element where it has not",
        arguments: [
            (ImageRow.Style.row, true, true), (.card, true, true), (.condensed, true, true), (.grid, false, false),
            (.imageGrid, true, false),
        ])
    func words(_ style: ImageRow.Style, _ hasTitle: Bool, _ hasDetail: Bool) throws {
        let harness = Self.open(style: style)
        let item = try #require(harness.element(.image(row: 0, item: 0)))
        #expect(item.label == "Album 0" && item.detail == "Night Bus" && item.key == 0)
        let lines = harness.stage.wholeFrame(now: harness.now).commands.compactMap { command -> String? in
            guard case .line(let line, let frame, _) = command, frame.intersection(item.frame) == frame else {
                return nil
            }
            return line.text
        }
        #expect(lines == (hasTitle ? ["Album 0"] : []) + (hasDetail ? ["Night Bus"] : []))
    }

    @Test("a round picture is a circle in every style", arguments: ImageRow.Style.allCases)
    func round(_ style: ImageRow.Style) throws {
        let harness = Self.open(style: style, shape: .round)
        let covers = harness.stage.wholeFrame(now: harness.now).commands.compactMap { command -> ImageRequest? in
            guard case .image(let request, _, _) = command, case .cover(let key) = request.source, key != "0" else {
                return nil
            }
            return request
        }
        #expect(!covers.isEmpty)
        for cover in covers { #expect(cover.width == cover.height && cover.cornerRadius == cover.width / 2) }
    }

    @Test(
        "twelve, then All: the knob goes through them in order and brings each into sight",
        arguments: ImageRow.Style.allCases)
    func knob(_ style: ImageRow.Style) throws {
        for panel in Panel.some {
            let harness = Self.open(panel.metrics, style: style)
            #expect(harness.focus == "image:0:0", "\(panel)")
            for number in 0...12 {
                let element = try #require(harness.element(.image(row: 0, item: number)), "\(panel): \(number)")
                #expect(element.isFocused, "\(panel): \(number)")
                #expect(
                    element.shape.x >= 0 && element.shape.right <= panel.metrics.width
                        && element.visibleFrame.width == element.frame.width, "\(panel): \(number) \(element.frame)")
                harness.press()
                let done = number < 12 ? "open\(number)" : nil
                if let done { #expect(harness.program.performed.last?.name == done, "\(panel)") }
                if number < 12 {
                    harness.rotate(1, gap: 0.3)
                    harness.now += 0.3
                }
            }
            harness.settle()
            #expect(harness.tree.screen == "albums", "\(panel): the last one opens all")
        }
    }

    @Test("a finger drags them sideways to the last, and they rest on one", arguments: ImageRow.Style.allCases)
    func finger(_ style: ImageRow.Style) throws {
        let harness = Self.open(style: style)
        let frame = try #require(harness.element(.image(row: 0, item: 0))?.frame)
        let y = frame.y + frame.height / 2
        for _ in 0..<12 {
            harness.drag(from: (900, y), to: (300, y), seconds: 0.2)
            harness.settle()
            harness.settle()
        }
        #expect(harness.element(.image(row: 0, item: 12))?.isFullyVisible == true)
        harness.tap(.image(row: 0, item: 11))
        #expect(harness.program.performed.last?.name == "open11")
    }

    @Test("a press on the title does what the row says, else it opens all")
    func title() throws {
        let own = Self.open(style: .card, select: Action("shelf"))
        own.tap(.row(0))
        #expect(own.program.performed == [Action("shelf")])
        let all = Self.open(style: .card)
        all.tap(.row(0))
        all.settle()
        #expect(all.tree.screen == "albums")
        let alone = Self.open(style: .card, all: nil)
        #expect(alone.element(.row(0))?.role == .text)
        let both = Self.open(style: .row, select: Action("shelf"), all: nil)
        #expect(both.element(.row(0))?.role == .row)
        #expect(both.element(.image(row: 0, item: 12)) == nil)
        both.rotate(-1)
        both.press()
        #expect(both.program.performed == [Action("shelf")])
    }
}
