// What is seen at rest is seen whole: rows, shelves, titles, words in the middle.

import TemplateKit
import Testing

@testable import Scene

@Suite("Whole lines")
@MainActor
struct WholeLinesTests {
    private nonisolated static let seven = Metrics(width: 1024, height: 600, dpi: 169)
    private nonisolated static let short = Metrics(width: 800, height: 480, dpi: 187)
    private nonisolated static let low = Metrics(width: 1280, height: 400, dpi: 160)

    private func lines(_ harness: StageHarness) -> [(line: TextLine, frame: Frame)] {
        harness.stage.wholeFrame(now: harness.now).commands.compactMap {
            if case .line(let line, let frame, _) = $0 { (line, frame) } else { nil }
        }
    }

    private func open(_ metrics: Metrics, _ make: @escaping @MainActor () throws -> Template) -> StageHarness {
        let harness = StageHarness(metrics) { $0.screens["test"] = make }
        harness.open("test")
        return harness
    }

    // MARK: - Rows

    @Test(
        "under the whole rows of a list is nothing, or a row of which more than its title is seen", arguments: Panel.all
    )
    func rows(_ panel: Panel) throws {
        let harness = try Place.albums.visit(panel.metrics)
        for place in [0, 3] {
            let model = try #require(harness.stage.top?.model)
            harness.stage.top?.scroll = Motion(Double(place * model.rowHeight))
            harness.stage.isDirty = true
            let rows = harness.tree.elements.filter { $0.role == .row && !$0.isFullyVisible }
            for row in rows {
                #expect(row.visibleFrame.height * 4 >= row.frame.height * 3, "\(row.visibleFrame) of \(row.frame)")
            }
            #expect(harness.tree.elements.count { $0.role == .row && $0.isFullyVisible } >= 2)
        }
    }

    @Test(
        "rows are no lower than a finger needs and no more than a quarter higher than asked for", arguments: Panel.all)
    func rowHeights(_ panel: Panel) {
        let metrics = panel.metrics
        for height in stride(from: metrics.target, to: metrics.height, by: 7) {
            let row = metrics.rowHeight(in: height)
            #expect(row >= metrics.target && row <= metrics.rowHeight * 5 / 4 + 1, "\(height)")
            let pane = metrics.wholeRows(Frame(x: 0, y: 0, width: 10, height: height))
            #expect(pane.height <= height && height - pane.height <= height / row, "\(height)")
        }
    }

    @Test("a list that was made before the mini player came fits the pane that is left")
    func afterMiniPlayer() throws {
        let harness = try Place.albums.visit(Self.seven)
        let model = try #require(harness.stage.top?.model)
        #expect(model.paneHeight == harness.stage.panes.content.height && model.paneHeight % model.rowHeight == 0)
    }

    // MARK: - Shelves

    @Test(
        "a shelf and all its words stand whole between the title and the mini player",
        arguments: [ImageRow.Style.row, .imageGrid, .card, .condensed, .grid])
    func shelf(_ style: ImageRow.Style) throws {
        let panels = Panel.leftHand.map(\.metrics) + [Self.low]
        for metrics in panels {
            let harness = open(metrics) {
                .list(
                    try ListTemplate(
                        title: "Shelves",
                        sections: [
                            ListSection(imageRows: [
                                try ImageRow(
                                    key: 0, title: "Recently added", style: style,
                                    elements: (0..<4).map {
                                        ImageRow.Element(
                                            key: $0, title: "Slow Coast", detail: "Norrhamn Trio",
                                            image: .cover("\($0)"),
                                            select: .open("album"))
                                    }, all: .open("albums"))
                            ])
                        ]))
            }
            let pane = harness.stage.panes.content
            let model = try #require(harness.stage.top?.model)
            #expect(model.height <= pane.height, "\(metrics)")
            let first = try #require(harness.element(.image(row: 0, item: 0)))
            #expect(first.isFullyVisible && first.shape.height >= metrics.px(64), "\(metrics)")
            for (line, frame) in lines(harness) where line.text == "Slow Coast" {
                #expect(frame.bottom <= pane.bottom, "\(metrics)")
            }
            if style == .row {
                #expect(lines(harness).contains { $0.line.text == "Slow Coast" }, "\(metrics)")
            }
        }
    }

    // MARK: - The row's end

    @Test("a value that would cut the title stands under it, beside the detail; the title is whole")
    func valueBelow() throws {
        let harness = open(Metrics(width: 480, height: 800, dpi: 132)) {
            .list(
                try ListTemplate(
                    title: "Rows",
                    sections: [
                        ListSection(rows: [
                            Row(
                                key: 0, title: "Temporizador de sueño", leading: .image(.icon("sleep"), .square),
                                accessory: .disclosure, press: .select(Action("x")), value: "Desactivado"),
                            Row(
                                key: 1, title: "Two actions, it", detail: "and value",
                                leading: .image(.icon("music"), .square),
                                isPlaying: true,
                                actions: (0..<2).map { number in
                                    try Row.IconAction(
                                        title: .literal("Do \(number)"), icon: .icon("heart"), action: Action("x"))
                                }, press: .select(Action("x")), value: "3:33"),
                            Row(
                                key: 2, title: "Short", accessory: .disclosure, press: .select(Action("x")),
                                value: "Beside"),
                        ])
                    ]))
        }
        func frame(_ text: String) throws -> Frame {
            try #require(lines(harness).first { $0.line.text == text }, "\(text)").frame
        }
        let (timer, off) = (try frame("Temporizador de sueño"), try frame("Desactivado"))
        #expect(off.y >= timer.bottom)
        let (title, detail, time) = (try frame("Two actions, it"), try frame("and value"), try frame("3:33"))
        #expect(time.y >= title.bottom && detail.right <= time.x)
        let (short, beside) = (try frame("Short"), try frame("Beside"))
        #expect(beside.x >= short.right)
    }

    @Test("a number before a row is whole with up to six digits, and a short one stands where it stood")
    func numbers() throws {
        let harness = open(Self.seven) {
            .list(
                try ListTemplate(
                    title: "Rows",
                    sections: [
                        ListSection(rows: [
                            Row(key: 0, title: "One", leading: .text("1"), press: .select(Action("x"))),
                            Row(key: 1, title: "Many", leading: .text("123456"), press: .select(Action("x"))),
                        ])
                    ]))
        }
        #expect(lines(harness).contains { $0.line.text == "123456" })
        let one = try #require(lines(harness).first { $0.line.text == "1" })
        #expect(one.frame.width == Self.seven.px(64))
    }

    // MARK: - Now Playing

    private func playing(_ metrics: Metrics, title: Text, artist: Text?, album: Text?) -> StageHarness {
        let harness = StageHarness(metrics) {
            $0.screens["nowPlaying"] = {
                .nowPlaying(
                    try NowPlayingTemplate(
                        title: title, artist: artist, album: album, status: artist == nil ? "On air" : nil,
                        isPlaying: true, buttons: [NowPlayingButton(.more)]))
            }
        }
        harness.open("nowPlaying")
        return harness
    }

    @Test("a long title is smaller, then on two lines, before it is cut", arguments: Panel.all)
    func title(_ panel: Panel) {
        let words = "Valse of the very first snow that ever fell"
        var sizes: [Int] = []
        for count in 1...words.count {
            let title = String(words.prefix(count))
            let harness = playing(panel.metrics, title: .literal(title), artist: "Artist", album: "Album")
            let shown = lines(harness).filter {
                $0.line.style.weight == .bold && $0.line.style.size >= panel.metrics.px(30)
            }
            let isCut = shown.contains { $0.line.text.hasSuffix("…") }
            if isCut { break }
            sizes.append(shown.map(\.line.style.size).max() ?? 0)
        }
        #expect(sizes == sizes.sorted(by: >) && sizes.first == panel.metrics.px(44))
        // 19 letters fit everywhere.
        #expect(sizes.count >= 19)
    }

    @Test("the name of a station takes the place that artist and album do not need", arguments: Panel.leftHand)
    func station(_ panel: Panel) {
        let name = "Radio Night Express on two"
        let harness = playing(panel.metrics, title: .literal(name), artist: nil, album: nil)
        let whole = lines(harness).map(\.line.text).joined(separator: " ")
        #expect(whole.contains(name) && !whole.contains("…"), "\(whole)")
        #expect(harness.element(.text("title"))?.label == name)
    }

    @Test("`more` alone stands where it stands beside four others", arguments: Panel.all)
    func more(_ panel: Panel) throws {
        let five = try Place.nowPlaying.visit(panel.metrics)
        let alone = try Place.stream.visit(panel.metrics)
        let place = try #require(five.element(.button("more"))?.frame)
        #expect(alone.element(.button("more"))?.frame == place)
    }

    // MARK: - Words in the middle

    @Test("a message that has no room for all of its text shows as much as fits", arguments: [short, low])
    func message(_ metrics: Metrics) throws {
        let text = "Several lines of text: one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve."
        let harness = open(metrics) {
            .message(
                try MessageTemplate(
                    icon: .icon("scan"), title: "A message with a title that is much too long for one line of a panel",
                    text: .literal(text), progress: .endless,
                    buttons: [Button(name: "a", title: "Primary", style: .primary, action: Action("x"))]))
        }
        let shown = lines(harness).filter { $0.line.text.hasPrefix("Several lines") }
        #expect(shown.count == 1)
        #expect(harness.element(.text("text"))?.label == text)
    }

    @Test("a sheet sets all its labels in one size", arguments: Panel.leftHand)
    func sheet(_ panel: Panel) {
        let harness = StageHarness(panel.metrics) {
            $0.screens["test"] = {
                .actionSheet(
                    try ActionSheetTemplate(
                        title: "Song",
                        actions: [
                            ModalAction(title: "Short", icon: .icon("queue"), action: Action("x")),
                            ModalAction(
                                title: "Aggiungi a una playlist molto lunga", icon: .icon("queue"), action: Action("x")),
                            ModalAction(title: "Other", icon: .icon("queue"), action: Action("x")),
                            ModalAction(title: "More", icon: .icon("queue"), action: Action("x")),
                        ]))
            }
        }
        harness.open("nowPlaying")
        harness.open("test")
        let labels = lines(harness).filter { shown in
            ["Short", "Other", "More", "Aggiungi"].contains { shown.line.text.hasPrefix($0) }
        }
        #expect(labels.count >= 4 && Set(labels.map(\.line.style)).count == 1)
    }

    @Test("what a sheet offers first is filled with the accent, and nothing else in it")
    func sheetDefault() throws {
        let harness = StageHarness {
            $0.screens["test"] = {
                .actionSheet(
                    try ActionSheetTemplate(
                        title: "Song",
                        actions: [ModalAction.Style.default, .plain, .destructive, .cancel].map {
                            try ModalAction(
                                title: .literal("\($0)"), style: $0, action: $0 == .cancel ? nil : Action("x"))
                        }))
            }
        }
        harness.open("test")
        let first = try #require(harness.element(.action(0))?.shape)
        let filled = harness.stage.wholeFrame(now: harness.now).commands.compactMap { command -> Frame? in
            guard case .panel(let frame, _, Theme.night.accent) = command,
                harness.tree.elements.contains(where: { $0.shape == frame })
            else { return nil }
            return frame
        }
        #expect(filled == [first])
    }

    @Test(
        "lines in the middle are of nearly one length, as few as without that, and no word is lost",
        arguments: [
            ("Put a stick in or copy music to the folder Music.", 200),
            ("one two three four five six seven eight nine ten", 150), ("夜の川の灯台を見つけた", 70), ("a b", 500),
        ])
    func balanced(_ text: String, _ width: Int) {
        let fitter = TextFitter(FixedMeasuring())
        let style = TextStyle(size: 20)
        let plain = fitter.wrap(text, style, width: width, most: 8)
        let lines = fitter.balanced(text, style, width: width, most: 8)
        #expect(lines.count == plain.count)
        #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
        let widths = lines.map { fitter.width(of: $0, style) }
        #expect(widths.max() ?? 0 <= width)
        #expect((widths.min() ?? 0) * 2 >= widths.max() ?? 0 || lines.count == 1, "\(lines)")
    }

    @Test("Japanese is broken between phrases: a word stays with its endings")
    func phrases() {
        let fitter = TextFitter(FixedMeasuring())
        let style = TextStyle(size: 20)
        #expect(fitter.balanced("「azzqq」は見つかりません", style, width: 130, most: 2) == ["「azzqq」は", "見つかりません"])
    }
}
