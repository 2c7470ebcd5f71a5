// Typing by finger, knob and keyboard, and what is found.

import TemplateKit
import Testing

@testable import Scene

@Suite("Search")
@MainActor
struct SearchTests {
    private func open(
        _ metrics: Metrics = Metrics(width: 1024, height: 600, dpi: 169), knob: Bool = true
    ) -> StageHarness {
        let harness = StageHarness(metrics, startsWithKnob: knob)
        harness.open("search")
        return harness
    }

    private func text(_ harness: StageHarness) -> String? { harness.element(SearchLayout.field)?.value }
    private func rows(_ harness: StageHarness) -> [String] {
        harness.tree.elements.filter { $0.role == .row }.map(\.label)
    }

    @Test("a finger types: letters, a space, and takes the last one back")
    func byTouch() {
        let harness = open(knob: false)
        for key in ["T", "U", "R", "space", "L", "delete", "L", "I"] { harness.tap(.key(key)) }
        #expect(text(harness) == "tur li")
        for _ in 0..<8 { harness.tap(.key("delete")) }
        #expect(text(harness) == "")
        harness.tap(.key("space"))
        #expect(text(harness) == "", "nothing begins with a space")
    }

    @Test("results come as one types, by section, and a press on one opens it; back brings text and results back")
    func results() {
        let harness = open(knob: false)
        harness.tap(.key("V"))
        #expect(rows(harness) == ["Violet Hours", "Violet Hours"])
        #expect(harness.tree.elements.contains { $0.label == "Albums" })
        harness.tap(.row(0))
        harness.settle()
        #expect(harness.tree.screen == "album")
        harness.back()
        harness.settle()
        #expect(harness.tree.screen == "search" && text(harness) == "v")
        #expect(rows(harness) == ["Violet Hours", "Violet Hours"])
    }

    @Test("the knob turns through the letters, takes one by a press, and goes on to the results")
    func byKnob() {
        let harness = open()
        #expect(harness.focus == "key:A")
        harness.rotate(21)
        #expect(harness.focus == "key:V")
        harness.press()
        #expect(text(harness) == "v" && harness.focus == "key:V")
        harness.rotate(4)
        #expect(harness.focus == "key:Z")
        harness.rotate(4)
        #expect(harness.focus == "key:done")
        harness.rotate(1)
        #expect(harness.focus == "row:0")
        harness.rotate(-1)
        #expect(harness.focus == "key:done")
        harness.press()
        harness.settle()
        #expect(harness.focus == "row:0" && harness.element(.key("A")) == nil)
        harness.rotate(-1)
        #expect(harness.focus == "text:search")
        harness.press()
        harness.settle()
        #expect(harness.focus == "key:A")
        harness.back()
        harness.settle()
        #expect(harness.tree.screen == "home")
    }

    @Test("a nudge goes from the keys to the results beside them and back")
    func nudges() {
        let harness = open()
        harness.send(.text("v"))
        harness.rotate(2)
        harness.nudge(.right)
        #expect(harness.focus == "row:0")
        harness.nudge(.left)
        #expect(harness.focus == "key:C")
    }

    @Test("a keyboard types into the field, takes back and stops at sixty characters; control characters are none")
    func byKeyboard() {
        let harness = open()
        #expect(harness.stage.takesText)
        harness.send(.text("h\u{7}é\n"))
        harness.send(.text("llo"))
        harness.send(.deleteBackward)
        #expect(text(harness) == "héll")
        harness.send(.text(String(repeating: "x", count: 100)))
        #expect(text(harness)?.count == 60)
        harness.stage.openNowPlaying(at: harness.now)
        #expect(!harness.stage.takesText)
    }

    @Test("text is for a field: elsewhere it does nothing")
    func elsewhere() {
        let harness = StageHarness()
        #expect(!harness.stage.takesText)
        harness.send(.text("v"))
        harness.open("search")
        #expect(text(harness) == "")
    }

    @Test("while the car moves nothing is typed, whatever the hand; what was found stays")
    func moving() {
        let harness = open()
        harness.send(.text("v"))
        harness.stage.setMoving(true)
        harness.settle()
        #expect(!harness.stage.takesText && !harness.tree.elements.contains { $0.role == .key })
        #expect(harness.element(SearchLayout.field)?.isEnabled == false)
        harness.send(.text("i"))
        #expect(text(harness) == "v" && harness.focus == "row:0")
        harness.stage.setMoving(false)
        harness.settle()
        #expect(harness.element(.key("A")) != nil)
    }

    @Test(
        "the first letters are those of the language, and one key leads through all the others and back",
        arguments: [(Language.en, "A"), (.ru, "А"), (.ja, "あ"), (.ko, "ㄱ"), (.de, "A")])
    func alphabets(_ language: Language, _ first: String) {
        let harness = StageHarness()
        harness.stage.setStrings(StringTable(language: language))
        harness.open("search")
        var seen: Set<String> = []
        #expect(harness.element(.key(first)) != nil)
        for _ in 0..<20 {
            seen.formUnion(harness.tree.elements.filter { $0.role == .key }.map(\.id.description))
            harness.tap(.key("alphabet"))
        }
        for alphabet in Alphabet.allCases {
            for letter in alphabet.letters { #expect(seen.contains("key:\(letter)"), "\(letter)") }
        }
    }

    @Test("every key of every alphabet is on every panel, in reach of finger and knob", arguments: Panel.all)
    func grids(_ panel: Panel) {
        let metrics = panel.metrics
        let least = Int((64 * metrics.scale).rounded(.down))
        for alphabet in Alphabet.allCases {
            let parts = SearchParts(metrics, letters: alphabet.letters.count, hasKeyboard: true)
            let grid = parts.grid
            #expect(grid.cellWidth >= least && grid.cellHeight >= least, "\(alphabet)")
            #expect(parts.keyboard.intersection(metrics.bounds) == parts.keyboard, "\(alphabet)")
            #expect(parts.keyboard.intersection(parts.results).isEmpty, "\(alphabet)")
            #expect(grid.lettersAPart + KeyboardGrid.actions <= grid.columns * grid.rows, "\(alphabet)")
            #expect(grid.lettersAPart * grid.parts >= alphabet.letters.count, "\(alphabet)")
        }
    }

    @Test("a text longer than its field shows its end")
    func longText() {
        let harness = open(Metrics(width: 560, height: 390, dpi: 160))
        harness.send(.text("abcdefghijklmnopqrstuvwxyz abcdefghijklmnopqrstuvwxyz end"))
        let lines = harness.stage.wholeFrame(now: harness.now).commands.compactMap { command -> String? in
            if case .line(let line, _, _) = command { line.text } else { nil }
        }
        #expect(lines.contains { $0.hasPrefix("…") && $0.hasSuffix(" end") })
    }

    @Test(
        "the first result is seen whole beside the keys, above them or in the bar, on every panel", arguments: Panel.all
    )
    func firstResult(_ panel: Panel) throws {
        for language in Language.allCases {
            let harness = StageHarness(panel.metrics)
            harness.stage.reducesMotion = true
            harness.stage.setStrings(StringTable(language: language))
            harness.stage.open("search", at: harness.now)
            harness.send(.text("r"))
            for _ in 0..<(Alphabet.allCases.count + 2) {
                let row = try #require(harness.element(.row(0)), "\(language)")
                #expect(row.isFullyVisible && harness.element(.key("done")) != nil, "\(language)")
                // The field keeps its place beside it.
                let field = try #require(harness.element(SearchLayout.field))
                #expect(field.frame.width >= panel.metrics.px(150), "\(language)")
                harness.tap(.key("alphabet"))
            }
        }
    }

    @Test("where keys fill the panel the knob goes from the last key through the results in the bar, one at a time")
    func inTheBar() throws {
        let harness = StageHarness(Metrics(width: 800, height: 480, dpi: 187))
        harness.stage.setStrings(StringTable(language: .ru))
        harness.open("search")
        harness.send(.text("v"))
        let row = try #require(harness.element(.row(0)))
        #expect(row.frame.bottom <= harness.stage.metrics.target && row.isFullyVisible)
        #expect(harness.element(.key("Я")) != nil)
        harness.rotate(35)
        #expect(harness.focus == "key:done")
        harness.rotate(1)
        harness.settle()
        #expect(harness.focus == "row:0")
        harness.rotate(1)
        harness.settle()
        #expect(harness.focus == "row:1" && harness.element(.row(1))?.isFullyVisible == true)
        harness.nudge(.left)
        #expect(harness.stage.focus.area == .bar)
        harness.nudge(.down)
        #expect(harness.stage.focus.area == .keyboard)
    }
}
