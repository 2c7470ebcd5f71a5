// What stands at the end of a row: a switch, a value, small things to press.

import TemplateKit
import Testing

@testable import Scene

@Suite("Rows")
@MainActor
struct RowTests {
    /// One screen of these rows, opened.
    private func open(
        _ metrics: Metrics = Metrics(width: 1024, height: 600, dpi: 169), _ rows: @escaping () throws -> [Row]
    ) -> StageHarness {
        let harness = StageHarness(metrics) {
            $0.screens["rows"] = {
                .list(try ListTemplate(title: "Rows", sections: [ListSection(rows: try rows())]))
            }
        }
        harness.open("rows")
        return harness
    }

    private static let set = Action("set", ["setting": .word("limiter")])

    @Test("a switch says how it stands, and a press by finger or knob turns it over", arguments: [true, false])
    func toggle(_ byFinger: Bool) throws {
        var isOn = false
        let harness = open { [try Row(key: 7, title: "Limiter", press: .toggle(isOn: isOn, Self.set))] }
        var element = try #require(harness.element(.row(0)))
        #expect(element.role == .toggle && !element.isSelected && element.value == nil && element.key == 7)
        if byFinger { harness.tap(.row(0)) } else { harness.press() }
        #expect(harness.program.performed == [Self.set])
        isOn = true
        harness.stage.invalidate()
        harness.settle()
        element = try #require(harness.element(.row(0)))
        #expect(element.isSelected && element.isFocused != byFinger)
    }

    @Test("a switch that is on is filled with the accent, one that is off or cannot be pressed is not")
    func switchColors() throws {
        func accents(_ isOn: Bool, _ isEnabled: Bool) -> Int {
            let harness = open {
                [try Row(key: 0, title: "Limiter", isEnabled: isEnabled, press: .toggle(isOn: isOn, Self.set))]
            }
            let row = harness.element(.row(0))?.frame ?? .zero
            return harness.stage.wholeFrame(now: harness.now).commands.count { command in
                guard case .panel(let frame, _, Theme.night.accent) = command else { return false }
                return frame.intersection(row) == frame
            }
        }
        #expect(accents(true, true) == 1)
        #expect(accents(false, true) == 0)
        #expect(accents(true, false) == 0)
    }

    @Test("a text beside a switch is a detail of it")
    func toggleValue() throws {
        let harness = open {
            [try Row(key: 0, title: "Limiter", press: .toggle(isOn: true, Self.set), value: "−1 dB")]
        }
        #expect(harness.element(.row(0))?.detail == "−1 dB")
        #expect(harness.element(.row(0))?.value == nil)
    }

    @Test("the actions of a row are reached by knob and finger, do their own thing, and are large enough")
    func actions() throws {
        for panel in Panel.all {
            let harness = open(panel.metrics) {
                [
                    try Row(
                        key: 0, title: "Station", detail: "MP3 192 kbit/s", image: .icon("radio"),
                        select: Action("play")),
                    try Row(
                        key: 1, title: "A station with a very long name that does not end", detail: "AAC",
                        progress: 0.4,
                        actions: [
                            .init(title: "Like", icon: .icon("like"), isSelected: true, action: Action("like")),
                            .init(title: "Remove", icon: .icon("remove"), action: Action("remove")),
                        ], press: .select(Action("station")), value: "now"),
                ]
            }
            for (index, name) in ["station", "like", "remove"].enumerated() {
                harness.rotate(1)
                harness.press()
                #expect(harness.program.performed.last?.name == name, "\(panel): tick \(index + 1)")
            }
            harness.settle()
            let least = Int((76 * panel.metrics.scale).rounded(.down))
            for (number, name) in ["like", "remove"].enumerated() {
                let id = ElementID.rowAction(row: 1, action: number)
                let element = try #require(harness.element(id))
                #expect(element.role == .button && element.frame.width >= least && element.frame.height >= least)
                harness.tap(id)
                #expect(harness.program.performed.last?.name == name, "\(panel)")
            }
            #expect(ElementID.rowAction(row: 1, action: 1).description == "row:1/action:1")
            #expect(harness.element(.rowAction(row: 1, action: 0))?.isSelected == true)
            harness.tap(.row(1))
            #expect(harness.program.performed.last?.name == "station", "\(panel)")
        }
    }

    @Test("a row that cannot be pressed is passed by the knob with all its actions, and a finger does nothing")
    func disabled() throws {
        let harness = open {
            try (0..<3).map { number in
                try Row(
                    key: Int32(number), title: .literal("Row \(number)"), isEnabled: number != 1,
                    actions: [.init(title: "Like", icon: .icon("like"), action: Action("like"))],
                    press: .select(Action("row\(number)")))
            }
        }
        harness.rotate(2)
        #expect(harness.focus == "row:2")
        harness.tap(.row(1))
        harness.tap(.rowAction(row: 1, action: 0))
        #expect(harness.program.performed == [])
    }

    @Test("the marks at the end of a row: more behind it, not here, or an icon of the program's")
    func accessories() throws {
        let marks: [(Row.Accessory, String)] = [
            (.disclosure, "disclosure"), (.notHere, "stick"), (.icon("sleep"), "sleep"),
        ]
        for (accessory, icon) in marks {
            let harness = open { [try Row(key: 0, title: "T", accessory: accessory, select: Action("x"))] }
            let row = try #require(harness.element(.row(0))?.frame)
            let drawn = harness.stage.wholeFrame(now: harness.now).commands.contains { command in
                guard case .image(let request, let frame, _) = command, request.source == .icon(icon) else {
                    return false
                }
                return frame.intersection(row) == frame && frame.x > row.x + row.width / 2
            }
            #expect(drawn, "\(icon)")
        }
    }

    @Test(
        "values end under each other, and what says that a row plays stands before or behind them",
        arguments: [0, 1, 2])
    func values(actions: Int) {
        let harness = open {
            try (0..<3).map { number in
                let icons = number == 1 ? 0 : actions
                return try Row(
                    key: Int32(number), title: .literal("Track \(number)"),
                    leading: .image(.cover("\(number)"), .square), isPlaying: number == 1,
                    actions: try (0..<icons).map { icon in
                        try Row.IconAction(
                            title: .literal("Do \(icon)"), icon: .icon("remove"), action: Action("remove"))
                    }, press: .select(Action("play")), value: .literal("4:1\(number)"))
            }
        }
        let ends = harness.stage.wholeFrame(now: harness.now).commands.compactMap { command -> Int? in
            if case .line(let line, let frame, _) = command, line.text.hasPrefix("4:1") { frame.right } else { nil }
        }
        #expect(ends.count == 3 && Set(ends).count == 1)
    }
}
