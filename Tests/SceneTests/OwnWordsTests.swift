// The product's own words are whole on every tested panel, in every language.

import TemplateKit
import Testing

@testable import Scene

@Suite("Own words")
@MainActor
struct OwnWordsTests {
    /// One for each language.
    private static let tables: [StringTable] = {
        guard let bytes = try? TreeFile.bytes("Assets/Strings/strings.json") else { return [] }
        let catalogue = StringCatalogue.read(SourceText(file: "strings.json", bytes: bytes)).catalogue
        return Language.allCases.map { catalogue.table(for: $0) }
    }()
    private let tables = OwnWordsTests.tables

    @Test("the catalogue of the product is read")
    func catalogue() {
        #expect(tables.count == 11 && tables.allSatisfy { $0.phrase("idle") != nil })
    }

    /// What is drawn of a screen.
    private func lines(
        _ metrics: Metrics, _ strings: StringTable, _ open: String, root: String? = "root",
        _ make: @escaping @MainActor () throws -> Template
    ) -> [String] {
        let harness = StageHarness(metrics, root: root, strings: strings, measuring: RoughMeasuring()) {
            $0.screens[open] = make
        }
        if root != open { harness.open(open) }
        return harness.stage.wholeFrame(now: harness.now).commands.compactMap {
            if case .line(let line, _, _) = $0 { line.text } else { nil }
        }
    }

    private func isCut(_ line: String) -> Bool { line.hasSuffix("…") }

    @Test("Now Playing says whole that nothing plays, and what starts it", arguments: Panel.leftHand)
    func idle(_ panel: Panel) {
        for strings in tables {
            let shown = lines(panel.metrics, strings, "nowPlaying") {
                .nowPlaying(try NowPlayingTemplate(title: .key("idle"), artist: .key("idle.how"), isPlaying: false))
            }
            #expect(shown.filter { isCut($0) } == [], "\(strings.language)")
        }
    }

    @Test(
        "the message for an empty collection has its buttons whole, beside each other or not", arguments: Panel.leftHand
    )
    func noMusic(_ panel: Panel) {
        for strings in tables {
            let shown = lines(panel.metrics, strings, "empty", root: "empty") {
                .message(
                    try MessageTemplate(
                        icon: .icon("music"), title: .key("empty.music"), text: .key("empty.music.how"),
                        buttons: [
                            Button(
                                name: "scan", title: .key("scanAgain"), icon: .icon("scan"), style: .primary,
                                action: Action("scan")),
                            Button(name: "demo", title: .key("demo.play"), icon: .icon("play"), action: Action("demo")),
                        ]))
            }
            let wanted = [strings.string(for: .key("scanAgain")), strings.string(for: .key("demo.play"))]
            #expect(wanted.filter { !shown.contains($0) } == [], "\(strings.language)")
        }
    }

    @Test(
        "the settings have whole titles, whatever their values",
        arguments: Panel.wide)
    func settings(_ panel: Panel) {
        let rows: [(String, String)] = [
            ("settings.library", "tracks"), ("sleep.title", "word.off"), ("setting.device", "Automatically"),
        ]
        for strings in tables {
            let titles = rows.map { strings.string(for: .key($0.0)) }
            let shown = lines(panel.metrics, strings, "settings") {
                .list(
                    try ListTemplate(
                        title: .key("settings"),
                        sections: [
                            ListSection(
                                rows: try rows.enumerated().map { number, row in
                                    let value: Text =
                                        row.1 == "tracks"
                                        ? .key("tracks", count: 1234)
                                        : strings.phrase(row.1) == nil ? .literal(row.1) : .key(row.1)
                                    return try Row(
                                        key: Int32(number), title: .key(row.0),
                                        leading: .image(.icon("speaker"), .square), accessory: .disclosure,
                                        press: .select(Action("x")), value: value)
                                })
                        ]))
            }
            // Those of the rows that are seen, but for the tabs.
            let rows = titles.prefix(2)
            #expect(rows.filter { !shown.contains($0) } == [], "\(strings.language)")
        }
    }
}
