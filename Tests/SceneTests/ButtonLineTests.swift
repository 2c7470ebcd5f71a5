// Buttons side by side: what each keeps where room is short, and that nothing is given up where it is not.

import TemplateKit
import Testing

@testable import Scene

@Suite("Lines of buttons")
@MainActor
struct ButtonLineTests {
    private static let seven = Metrics(width: 1024, height: 600, dpi: 160)
    private let environment = LayoutEnvironment(
        metrics: seven, type: Typography(seven), theme: .night, strings: StringTable(language: .en),
        fitter: TextFitter(FixedMeasuring()), palette: { _ in nil })

    /// A letter is 14 pixels wide; a button has 24 at each end, an icon takes 44.
    private func buttons(_ specs: [(title: String, icon: Bool, primary: Bool)]) throws -> [Button] {
        try specs.enumerated().map { number, spec in
            try Button(
                name: "b\(number)", title: .literal(spec.title), icon: spec.icon ? .icon("play") : nil,
                style: spec.primary ? .primary : .plain, action: Action("x"))
        }
    }

    @Test("with room for all, each is as wide as its icon and its words")
    func whole() throws {
        let line = ButtonLine(
            try buttons([("Play everything", true, true), ("Shuffle", false, false)]), room: 900, environment)
        #expect(line.pieces.map(\.width) == [15 * 14 + 48 + 44 + 1, 7 * 14 + 48 + 1] && line.edge == 24)
        #expect(line.pieces.allSatisfy(\.hasWords) && line.gap == 12)
    }

    @Test("what a short neighbour does not need goes to the long one")
    func shares() throws {
        let two = try buttons([("Go", false, false), ("A name that is much longer than that", false, false)])
        let line = ButtonLine(two, room: 500, loss: .icons, environment)
        #expect(line.pieces[0].isWhole && line.pieces[0].width == 114)
        #expect(line.width == 500)
    }

    @Test("they move together before anything is lost")
    func closer() throws {
        let two = try buttons([("Look for it", true, true), ("Play the demo", true, false)])
        let wide = 11 * 14 + 93 + 13 * 14 + 93 + 12
        #expect(ButtonLine(two, room: wide, environment).edge == 24)
        let close = ButtonLine(two, room: wide - 1, environment)
        #expect(close.edge == 16 && close.isWhole && close.pieces.allSatisfy { $0.hasIcon && $0.hasWords })
    }

    @Test("of three with icons the primary one keeps its words longest, wherever it stands", arguments: 0..<3)
    func primary(_ place: Int) throws {
        let three = try buttons((0..<3).map { ("Some words", true, $0 == place) })
        for room in stride(from: 700, through: 420, by: -20) {
            let line = ButtonLine(three, room: room, environment)
            #expect(line.pieces[place].hasWords && line.pieces[place].isWhole, "\(room)")
            #expect(line.width <= room && line.pieces.allSatisfy { $0.hasIcon }, "\(room)")
        }
    }

    @Test("one that is meant as an icon alone stays one however much room there is")
    func alone() throws {
        let button = try Button(
            name: "a", title: "Shuffle all", icon: .icon("shuffle"), isIconOnly: true, action: Action("x"))
        #expect(ButtonLine([button], room: 900, environment).pieces[0].hasWords == false)
    }

    @Test("no line is wider than its room while every button can be pressed in it", arguments: 1...4)
    func fits(_ count: Int) throws {
        for (number, loss) in [ButtonLine.Loss.words, .icons, .words, .icons].enumerated() {
            let some = try buttons(
                (0..<count).map { (String(repeating: "word ", count: 1 + $0 * 3), ($0 + number) % 2 == 0, $0 == 1) })
            for room in stride(from: count * 76 + (count - 1) * 12, to: 1400, by: 37) {
                let line = ButtonLine(some, room: room, loss: loss, environment)
                #expect(line.width <= room && line.pieces.allSatisfy { $0.width >= 76 }, "\(loss) \(room)")
            }
        }
    }

    // MARK: - In the bar

    private func bar(_ buttons: [Button], title: Text = "Root", _ metrics: Metrics = seven) -> StageHarness {
        let harness = StageHarness(metrics) {
            $0.screens["bar"] = {
                .list(
                    try ListTemplate(
                        title: title, sections: [ListSection(rows: [Row(key: 0, title: "Row")])],
                        trailingButtons: buttons))
            }
        }
        harness.open("bar")
        return harness
    }

    private func lines(_ harness: StageHarness) -> [String] {
        harness.stage.wholeFrame(now: harness.now).commands.compactMap {
            if case .line(let line, _, _) = $0 { line.text } else { nil }
        }
    }

    @Test("words in a bar are whole where the bar is free, with an icon and without")
    func barWords() throws {
        let harness = bar(try buttons([("Words and icon", true, false), ("Words and nothing else", false, false)]))
        #expect(lines(harness).contains("Words and nothing else") && lines(harness).contains("Words and icon"))
    }

    @Test("beside a long title icons stand alone, and words without an icon stay whole")
    func barLongTitle() throws {
        let harness = bar(
            try buttons([("Words and icon", true, false), ("Edit", false, false)]),
            title: "A title that takes all the room of the bar that it can get")
        #expect(lines(harness).contains("Edit") && !lines(harness).contains("Words and icon"))
        #expect(harness.element(.bar("b0"))?.frame.width == 76)
    }

    @Test(
        "a primary button of a bar is filled with the accent, and is not called active for it",
        arguments: [true, false])
    func barPrimary(_ hasIcon: Bool) throws {
        let harness = bar(try buttons([("Go", hasIcon, true)]))
        let element = try #require(harness.element(.bar("b0")))
        let isFilled = harness.stage.wholeFrame(now: harness.now).commands.contains {
            if case .panel(let frame, _, Theme.night.accent) = $0 { frame == element.shape } else { false }
        }
        #expect(isFilled && !element.isSelected)
    }

    @Test("on a mirrored panel every title begins at the driver's side, with Back and without")
    func mirrored() throws {
        for depth in [1, 2] {
            let harness = StageHarness(Metrics(width: 1024, height: 600, dpi: 160, driverSide: .right))
            if depth == 2 { harness.open("queue") }
            let title = depth == 2 ? "Up next" : "Home"
            let found = harness.stage.wholeFrame(now: harness.now).commands.compactMap { command -> Int? in
                guard case .line(let line, let frame, _) = command, line.text == title, line.alignment == .trailing
                else { return nil }
                return frame.right
            }
            let back = harness.element(.bar("back"))?.frame.x
            #expect(found == [(back ?? 1024 - 116 - 24 + 8) - 8], "\(title)")
        }
    }

    @Test(
        "three buttons of a page without icons have their words whole: under the cover where there is no room beside it"
    )
    func header() throws {
        let three = try buttons([
            ("Alpha words", false, false), ("Beta words", false, true), ("Gamma words", false, false),
        ])
        let harness = StageHarness(Metrics(width: 1024, height: 600, dpi: 169)) {
            $0.screens["page"] = {
                .list(
                    try ListTemplate(
                        title: "",
                        header: ListHeader(
                            title: "Page", image: .cover("1"), lines: ["One line"], buttons: three),
                        sections: [ListSection(rows: [Row(key: 0, title: "Row")])]))
            }
        }
        harness.open("page")
        for title in ["Alpha words", "Beta words", "Gamma words", "One line"] {
            #expect(lines(harness).contains(title), "\(title)")
        }
    }

    @Test("facts with three buttons show the words of all that fit their line")
    func facts() throws {
        let three = try buttons([
            ("Play or pause", true, true), ("Grid", false, false), ("Three and a long title", true, false),
        ])
        let harness = StageHarness(Metrics(width: 1024, height: 600, dpi: 169)) {
            $0.screens["facts"] = {
                .information(
                    try InformationTemplate(title: "Facts", items: [.init(label: "A", value: "B")], buttons: three))
            }
        }
        harness.open("facts")
        #expect(lines(harness).contains("Play or pause") && lines(harness).contains("Grid"))
    }
}
