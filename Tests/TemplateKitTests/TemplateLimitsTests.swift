// Every limit of every template, from both sides.

import Testing

@testable import TemplateKit

@Suite("Impossible screens cannot be built")
@MainActor
struct TemplateLimitsTests {
    static func button(_ name: String) throws -> Button {
        try Button(name: name, title: "T", icon: .icon("play"), action: .back)
    }

    static func buttons(_ count: Int) throws -> [Button] { try (0..<count).map { try button("b\($0)") } }

    static func answers(_ count: Int) throws -> [ModalAction] {
        try (0..<count).map { try ModalAction(title: "Answer \($0)") }
    }

    static func custom(_ count: Int) throws -> [NowPlayingButton] {
        try (0..<count).map {
            try NowPlayingButton(custom: "c\($0)", title: "T", icon: .icon("play"), action: .back)
        }
    }

    /// What `make` throws; nil when it does not.
    func error(_ make: () throws -> Void) -> String? {
        do {
            try make()
            return nil
        } catch let error as TemplateError {
            return error.description
        } catch {
            return "another error: \(error)"
        }
    }

    /// A list of so many of something: what fits is made, one less or more is refused by name and number.
    struct Case: CustomTestStringConvertible, Sendable {
        let field: String
        let range: ClosedRange<Int>
        let make: @MainActor @Sendable (Int) throws -> Void
        var testDescription: String { field }
    }

    nonisolated static let cases: [Case] = [
        Case(field: "tabBar.tabs", range: 2...4) { count in
            _ = try TabBarTemplate(
                tabs: (0..<count).map { try .init(title: "T", icon: .icon("i"), screen: "s\($0)") })
        },
        Case(field: "list.leadingButtons", range: 0...2) { count in
            _ = try ListTemplate(title: "T", sections: [], leadingButtons: try buttons(count))
        },
        Case(field: "list.trailingButtons", range: 0...2) { count in
            _ = try ListTemplate(title: "T", sections: [], trailingButtons: try buttons(count))
        },
        Case(field: "header.buttons", range: 0...3) { count in
            _ = try ListHeader(title: "T", buttons: try buttons(count))
        },
        Case(field: "header.lines", range: 0...2) { count in
            _ = try ListHeader(title: "T", lines: Array(repeating: "line", count: count))
        },
        Case(field: "section.index", range: 1...1) { count in
            _ = try ListSection(indexLetter: String(repeating: "é", count: count), imageRows: [])
        },
        Case(field: "row.actions", range: 0...2) { count in
            let actions = try (0..<count).map { _ in
                try Row.IconAction(title: "T", icon: .icon("i"), action: .back)
            }
            _ = try Row(key: 1, title: "T", actions: actions)
        },
        Case(field: "imageRow.elements", range: 0...12) { count in
            _ = try ImageRow(key: 1, elements: (0..<count).map { .init(key: Int32($0), title: "T") })
        },
        Case(field: "grid.leadingButtons", range: 0...2) { count in
            _ = try GridTemplate(title: "T", items: [], leadingButtons: try buttons(count))
        },
        Case(field: "grid.trailingButtons", range: 0...2) { count in
            _ = try GridTemplate(title: "T", items: [], trailingButtons: try buttons(count))
        },
        Case(field: "information.items", range: 0...12) { count in
            let items = try (0..<count).map { _ in try InformationTemplate.Item(label: "L", value: "V") }
            _ = try InformationTemplate(title: "T", items: items)
        },
        Case(field: "information.buttons", range: 0...3) { count in
            _ = try InformationTemplate(title: "T", items: [], buttons: try buttons(count))
        },
        Case(field: "nowPlaying.buttons", range: 0...5) { count in
            _ = try NowPlayingTemplate(title: "T", isPlaying: true, buttons: try custom(count))
        },
        Case(field: "nowPlaying.barButtons", range: 0...3) { count in
            _ = try NowPlayingTemplate(title: "T", isPlaying: true, barButtons: try custom(count))
        },
        Case(field: "message.buttons", range: 0...3) { count in
            _ = try MessageTemplate(title: "T", buttons: try buttons(count))
        },
        Case(field: "message.text", range: 0...600) { count in
            _ = try MessageTemplate(title: "T", text: .literal(String(repeating: "x", count: count)))
        },
        Case(field: "alert.title", range: 1...4) { count in
            _ = try AlertTemplate(titles: Array(repeating: "T", count: count), actions: try answers(1))
        },
        Case(field: "alert.text", range: 0...600) { count in
            _ = try AlertTemplate(
                title: "T", text: .literal(String(repeating: "x", count: count)), actions: try answers(1))
        },
        Case(field: "alert.actions", range: 1...3) { count in
            _ = try AlertTemplate(title: "T", actions: try answers(count))
        },
        Case(field: "actionSheet.actions", range: 1...6) { count in
            _ = try ActionSheetTemplate(title: "T", actions: try answers(count))
        },
        Case(field: "actionSheet.text", range: 0...600) { count in
            _ = try ActionSheetTemplate(
                title: "T", text: .literal(String(repeating: "x", count: count)), actions: try answers(1))
        },
        Case(field: "notice.text", range: 1...600) { count in
            guard count > 0 else {
                throw TemplateError(template: "notice", field: "text", problem: .tooFew(count: 0, least: 1))
            }
            _ = try NoticeTemplate(text: .literal(String(repeating: "x", count: count)))
        },
    ]

    @Test("a number inside the limits is taken, one outside is refused by field and limit", arguments: cases)
    func counts(_ item: Case) {
        #expect(error { try item.make(item.range.lowerBound) } == nil)
        #expect(error { try item.make(item.range.upperBound) } == nil)
        let tooMany = item.range.upperBound + 1
        #expect(
            error { try item.make(tooMany) } == "\(item.field): \(tooMany) given (at most \(item.range.upperBound))")
        if item.range.lowerBound > 0 {
            let tooFew = item.range.lowerBound - 1
            #expect(
                error { try item.make(tooFew) } == "\(item.field): \(tooFew) given (at least \(item.range.lowerBound))")
        }
    }

    @Test("an empty title is refused everywhere")
    func emptyTitles() throws {
        let answers = try Self.answers(1)
        #expect(error { _ = try ListTemplate(title: "", sections: []) } == "list.title: is empty")
        #expect(error { _ = try ListHeader(title: "") } == "header.title: is empty")
        #expect(error { _ = try GridTemplate(title: "", items: []) } == "grid.title: is empty")
        #expect(error { _ = try GridItem(key: 1, title: "") } == "item.title: is empty")
        #expect(error { _ = try GridItem(key: 1, title: "T", badge: "") } == "item.badge: is empty")
        #expect(error { _ = try InformationTemplate(title: "", items: []) } == "information.title: is empty")
        #expect(error { _ = try InformationTemplate.Item(label: "", value: "V") } == "item.label: is empty")
        #expect(error { _ = try InformationTemplate.Item(label: "L", value: "") } == "item.value: is empty")
        #expect(error { _ = try InformationTemplate.Headline(title: "") } == "headline.title: is empty")
        #expect(error { _ = try ImageRow(key: 1, title: "", elements: []) } == "imageRow.title: is empty")
        #expect(error { _ = try ImageRow(key: 1, elements: [], select: .back) } == "imageRow.title: is empty")
        #expect(error { _ = try ListTemplate.Empty(title: "") } == "empty.title: is empty")
        #expect(error { _ = try Row(key: 1, title: "") } == "row.title: is empty")
        #expect(error { _ = try Row(key: 1, title: .pattern([.value(.text(""))])) } == "row.title: is empty")
        #expect(error { _ = try NowPlayingTemplate(title: "", isPlaying: true) } == "nowPlaying.title: is empty")
        #expect(error { _ = try MessageTemplate(title: "") } == "message.title: is empty")
        #expect(error { _ = try AlertTemplate(titles: ["A", ""], actions: answers) } == "alert.title: is empty")
        #expect(error { _ = try ActionSheetTemplate(title: "", actions: answers) } == "actionSheet.title: is empty")
        #expect(error { _ = try NoticeTemplate(text: "") } == "notice.text: is empty")
        #expect(error { _ = try ModalAction(title: "") } == "action.title: is empty")
        #expect(
            error { _ = try Row.IconAction(title: "", icon: .icon("i"), action: .back) } == "row action.title: is empty"
        )
        #expect(error { _ = try TabBarTemplate.Tab(title: "", icon: .icon("i"), screen: "s") } == "tab.title: is empty")
        #expect(
            error { _ = try TabBarTemplate.Tab(title: "T", icon: .icon("i"), screen: "") } == "tab.screen: is empty")
        #expect(error { _ = try Button(name: "", title: "T", action: .back) } == "button.name: is empty")
        #expect(error { _ = try Button(name: "b", title: "", action: .back) } == "button.title: is empty")
        #expect(
            error { _ = try Button(name: "b", title: "T", isIconOnly: true, action: .back) } == "button.icon: is empty")
    }

    @Test("a share is a number from 0 to 1", arguments: [-0.01, 1.01, .nan, .infinity])
    func shares(_ value: Double) {
        #expect(
            error { _ = try Row(key: 1, title: "T", progress: value) }
                == "row.progress: \(value) is out of range (0 to 1)")
        #expect(
            error { _ = try GridItem(key: 1, title: "T", progress: value) }
                == "item.progress: \(value) is out of range (0 to 1)")
        #expect(
            error { _ = try MessageTemplate(title: "T", progress: .share(value)) }
                == "message.progress: \(value) is out of range (0 to 1)")
    }

    @Test("both ends of a share are taken", arguments: [0, 0.5, 1])
    func goodShares(_ value: Double) {
        #expect(error { _ = try Row(key: 1, title: "T", progress: value) } == nil)
        #expect(error { _ = try MessageTemplate(title: "T", progress: .share(value)) } == nil)
    }

    @Test("names and keys stand once")
    func repeated() throws {
        let two = [try Self.button("b"), try Self.button("b")]
        let row = try Row(key: 7, title: "T")
        #expect(error { _ = try StaticRows([row, row]) } == "list.rows: \"7\" is there twice (each once)")
        #expect(
            error {
                _ = try ListTemplate(title: "T", sections: [], leadingButtons: [two[0]], trailingButtons: [two[1]])
            }
                == "list.trailingButtons: \"b\" is there twice (each once)")
        #expect(
            error { _ = try ListHeader(title: "T", buttons: two) } == "header.buttons: \"b\" is there twice (each once)"
        )
        #expect(
            error { _ = try MessageTemplate(title: "T", buttons: two) }
                == "message.buttons: \"b\" is there twice (each once)")
        let item = try GridItem(key: 4, title: "T")
        #expect(error { _ = try StaticItems([item, item]) } == "grid.items: \"4\" is there twice (each once)")
        #expect(
            error { _ = try InformationTemplate(title: "T", items: [], buttons: two) }
                == "information.buttons: \"b\" is there twice (each once)")
        let element = ImageRow.Element(key: 3, title: "T")
        #expect(
            error { _ = try ImageRow(key: 1, elements: [element, element]) }
                == "imageRow.elements: \"3\" is there twice (each once)")
        #expect(
            error {
                _ = try NowPlayingTemplate(
                    title: "T", isPlaying: true, buttons: [NowPlayingButton(.like)],
                    barButtons: [NowPlayingButton(.like)])
            } == "nowPlaying.buttons: \"like\" is there twice (each once)")
        let cancels = [try ModalAction(title: "A", style: .cancel), try ModalAction(title: "B", style: .cancel)]
        #expect(
            error { _ = try AlertTemplate(title: "T", actions: cancels) }
                == "alert.actions: \"cancel\" is there twice (each once)")
        let tab = try TabBarTemplate.Tab(title: "T", icon: .icon("i"), screen: "s")
        #expect(error { _ = try TabBarTemplate(tabs: [tab, tab]) } == "tabBar.tabs: \"s\" is there twice (each once)")
    }

    @Test("what excludes each other does not stand together")
    func conflicts() throws {
        #expect(
            error {
                _ = try Row(key: 1, title: "T", accessory: .disclosure, press: .toggle(isOn: true, .back))
            } == "row.toggle: cannot stand beside \"accessory\" (one of the two)")
        let progress = try NowPlayingTemplate.Progress(position: 1, duration: 2)
        #expect(
            error { _ = try NowPlayingTemplate(title: "T", progress: progress, status: "On air", isPlaying: true) }
                == "nowPlaying.status: cannot stand beside \"progress\" (one of the two)")
        #expect(
            error { _ = try NowPlayingButton(custom: "like", title: "T", icon: .icon("i"), action: .back) }
                == "button.name: cannot stand beside \"like\" (one of the two)")
        for name in ["play", "previous", "next", "album", "custom"] {
            #expect(
                error { _ = try NowPlayingButton(custom: name, title: "T", icon: .icon("i"), action: .back) } != nil)
        }
    }

    @Test("facts stand in one column or two")
    func columns() {
        for columns in 1...2 {
            #expect(error { _ = try InformationTemplate(title: "T", items: [], columns: columns) } == nil)
        }
        for columns in [0, 3] {
            #expect(
                error { _ = try InformationTemplate(title: "T", items: [], columns: columns) }
                    == "information.columns: \(columns) is out of range (1 to 2)")
        }
    }

    @Test("a strength is 0 to 3")
    func levels() {
        for level in 0...3 {
            #expect(
                error {
                    _ = try NowPlayingTemplate(
                        title: "T", isPlaying: true, buttons: [NowPlayingButton(.loudness, level: level)])
                } == nil)
        }
        for level in [-1, 4] {
            #expect(
                error {
                    _ = try NowPlayingTemplate(
                        title: "T", isPlaying: true, buttons: [NowPlayingButton(.loudness, level: level)])
                } == "button.level: \(level) is out of range (0 to 3)")
        }
    }

    @Test("a position lies in its track")
    func progress() throws {
        #expect(try NowPlayingTemplate.Progress(position: 30, duration: 120).share == 0.25)
        #expect(try NowPlayingTemplate.Progress(position: 130, duration: 120).share == 1)
        for (position, duration) in [(-1.0, 10.0), (.nan, 10), (1, 0), (1, -1), (1, .nan), (1, .infinity)] {
            #expect(throws: TemplateError.self) {
                try NowPlayingTemplate.Progress(position: position, duration: duration)
            }
        }
    }

    @Test("a moving car takes less, by a second value of the same type")
    func driving() throws {
        let driving = TemplateLimits.driving
        let message = Template.message(
            try MessageTemplate(title: "T", text: .literal(String(repeating: "x", count: 121))))
        #expect(error { try message.check(.standard) } == nil)
        #expect(error { try message.check(driving) } == "message.text: 121 given (at most 120)")
        let alert = Template.alert(try AlertTemplate(title: "T", actions: try Self.answers(3)))
        #expect(error { try alert.check(driving) } == "alert.actions: 3 given (at most 2)")
        let rows = try (0..<500).map { try Row(key: Int32($0), title: "T") }
        let list = Template.list(try ListTemplate(title: "T", sections: [try ListSection(rows: rows)]))
        #expect(error { try list.check(driving) } == nil, "the whole library is reachable while driving")
    }

    @Test(
        "cut to the limits of a moving car a screen passes them, and keeps what changes nothing and what is wanted most"
    )
    func limited() throws {
        let driving = TemplateLimits.driving
        let long = Text.literal(String(repeating: "x", count: 600))
        func action(_ title: Text, _ style: ModalAction.Style = .plain) throws -> ModalAction {
            try ModalAction(title: title, style: style)
        }
        let buttons = [
            try Self.button("one"), try Self.button("two"),
            try Button(name: "three", title: "T", style: .primary, action: .back),
        ]
        let templates: [Template] = [
            .alert(
                try AlertTemplate(
                    title: "T", text: long,
                    actions: [try action("A"), try action("B", .destructive), try action("C", .cancel)])),
            .actionSheet(
                try ActionSheetTemplate(
                    title: "T", text: long,
                    actions: try (0..<5).map { try action("\($0)") } + [try action("C", .cancel)])),
            .message(try MessageTemplate(title: "T", text: long, buttons: buttons)),
            .notice(try NoticeTemplate(text: long)),
            .information(
                try InformationTemplate(
                    title: "T", items: try (0..<12).map { try .init(label: "L", value: "\($0)") }, buttons: buttons)),
            .list(try ListTemplate(title: "T", header: ListHeader(title: "T", buttons: buttons), sections: [])),
        ]
        for template in templates {
            #expect(error { try template.check(driving) } != nil, "\(template.kind)")
            let cut = template.limited(to: driving)
            #expect(error { try cut.check(driving) } == nil, "\(template.kind)")
            #expect(template.limited(to: .standard) == template)
            #expect(cut.limited(to: driving) == cut)
            switch cut {
            case .alert(let alert): #expect(alert.actions.map(\.title) == ["A", "C"])
            case .actionSheet(let sheet): #expect(sheet.actions.map(\.title) == ["0", "1", "2", "C"])
            case .message(let message): #expect(message.buttons.map(\.name) == ["one", "three"])
            case .information(let facts):
                #expect(facts.buttons.map(\.name) == ["one", "three"])
                #expect(facts.items.map(\.value) == ["0", "1", "2", "3", "4", "5"])
            case .list(let list): #expect(list.header?.buttons.map(\.name) == ["one", "three"])
            default: break
            }
        }
    }

    @Test("the keyboard goes while the car moves, and only then")
    func keyboard() {
        #expect(TemplateLimits.standard.allowsKeyboard && !TemplateLimits.driving.allowsKeyboard)
    }

    @Test("the focus of an alert starts on the action that changes nothing")
    func safeAction() throws {
        func alert(_ styles: ModalAction.Style...) throws -> Int {
            try AlertTemplate(title: "T", actions: styles.map { try ModalAction(title: "A", style: $0) })
                .safeActionIndex
        }
        #expect(try alert(.destructive, .cancel) == 1)
        #expect(try alert(.destructive, .plain, .default) == 1)
        #expect(try alert(.destructive) == 0)
        let sheet = try ActionSheetTemplate(
            title: "T",
            actions: [
                ModalAction(title: "A", style: .cancel), ModalAction(title: "B", style: .destructive),
                ModalAction(title: "C"),
            ])
        #expect(sheet.firstActionIndex == 2)
    }
}
