// Documents become the values that Swift code builds.

import Testing

@testable import TemplateKit

@Suite("A document makes a template")
@MainActor
struct ScreenDocumentTests {
    static let album: Record = [
        "id": .key(7), "title": .text("Harbour Lights"), "artist": .text("Night Bus"), "artistID": .key(3),
        "year": .date(CalendarDate(year: 1998)), "cover": .image(.cover("c7")), "trackCount": .count(2),
        "minutes": .count(41),
    ]
    static let tracks: [Record] = [
        [
            "id": .key(70), "title": .text("Slow Departure"), "number": .count(1), "duration": .duration(252),
            "isPlaying": .flag(false),
        ],
        [
            "id": .key(71), "title": .text("Night Bus to Tallinn"), "number": .count(2), "duration": .duration(303),
            "isPlaying": .flag(true),
        ],
    ]

    /// The shipped screens.
    static func shipped() throws -> DocumentSet {
        DocumentReader(catalogue: try ShippedDocumentsTests.catalogue()).read(try Checkout.documents())
    }

    static func english() throws -> StringTable { try Checkout.strings().catalogue.table(for: .en) }

    @Test("the album page is what the same words in Swift are")
    func albumPage() throws {
        let provider = FixedProvider()
        let of = SourceReference("tracksOf", ["album": .key(7)])
        provider.sources[SourceReference("album", ["album": .key(7)])] = StaticRecords([Self.album])
        provider.sources[of] = StaticRecords(Self.tracks)
        let screen = try #require(try Self.shipped().screens["album"])
        #expect(screen.parameters == ["album": .key])
        let context = ScreenContext(parameters: ["album": .key(7)], provider: provider)
        guard case .list(let list) = try screen.makeTemplate(context) else {
            Issue.record("no list")
            return
        }
        let header = try #require(list.header)
        #expect(
            try header
                == ListHeader(
                    title: "Harbour Lights", image: .cover("c7"),
                    lines: [
                        "Night Bus",
                        .pattern([
                            .value(.date(CalendarDate(year: 1998))), .literal(" · "),
                            .key("tracks", ["count": .count(2)]),
                            .literal(" · "), .key("minutes", ["count": .count(41)]),
                        ]),
                    ],
                    buttons: [
                        Button(
                            name: "play", title: .key("play"), icon: .icon("play"), style: .primary,
                            action: Action("playAll", ["from": .source(of)])),
                        Button(
                            name: "shuffle", title: .key("button.shuffle"), icon: .icon("shuffle"), isIconOnly: true,
                            action: Action("shuffleAll", ["from": .source(of)])),
                    ], background: .cover))
        let english = try Self.english()
        #expect(header.lines.map { english.string(for: $0) } == ["Night Bus", "1998 · 2 tracks · 41 min"])
        #expect(list.title == "Harbour Lights")
        #expect(
            list.trailingButtons.first?.action
                == .sheet("albumMore", with: ["album": .key(7), "title": .text("Harbour Lights"), "artist": .key(3)]))
        guard case .rows(let rows) = list.sections[0].content else {
            Issue.record("no rows")
            return
        }
        #expect(rows.source.keys == [70, 71])
        #expect(
            try rows.source.row(at: 1)
                == Row(
                    key: 71, title: "Night Bus to Tallinn", leading: .text(.pattern([.value(.count(2))])),
                    isPlaying: true,
                    press: .select(Action("play", ["track": .value(.key(71)), "from": .source(of)])),
                    value: .pattern([.value(.duration(303))])))
    }

    @Test("Now Playing shows the state of the player, and hides what a stream has not")
    func nowPlaying() throws {
        let player = StaticRecords([
            [
                "title": .text("Night Bus to Tallinn"), "artist": .text("Night Bus"), "album": .text("Harbour Lights"),
                "cover": .image(.cover("c7")), "position": .duration(115), "duration": .duration(303),
                "isSeekable": .flag(true), "isPlaying": .flag(true), "hasPrevious": .flag(false),
                "hasNext": .flag(true),
                "isShuffled": .flag(true), "repeatIcon": .image(.icon("repeatOne")), "isRepeating": .flag(true),
                "isLiked": .flag(true), "loudness": .count(2), "status": .text(""),
            ]
        ])
        let provider = FixedProvider()
        provider.sources[SourceReference("player")] = player
        let screen = try #require(try Self.shipped().screens["nowPlaying"])
        let context = ScreenContext(provider: provider)
        var changes = 0
        context.onChange = { changes += 1 }
        let expected = try NowPlayingTemplate(
            title: "Night Bus to Tallinn", artist: "Night Bus", album: "Harbour Lights", cover: .cover("c7"),
            progress: .init(position: 115, duration: 303), isPlaying: true,
            transport: .init(isPreviousEnabled: false),
            buttons: [
                NowPlayingButton(.shuffle, isSelected: true),
                NowPlayingButton(.repeat, isSelected: true, icon: .icon("repeatOne")),
                NowPlayingButton(.like, isSelected: true), NowPlayingButton(.loudness, isSelected: true, level: 2),
                NowPlayingButton(.more),
            ],
            barButtons: [NowPlayingButton(.quality), NowPlayingButton(.volume), NowPlayingButton(.upNext)])
        #expect(try screen.makeTemplate(context) == .nowPlaying(expected))

        player.replace([
            ["title": .text("Station"), "isStream": .flag(true), "status": .text("On air"), "duration": .duration(5)]
        ])
        #expect(changes == 1)
        guard case .nowPlaying(let radio) = try screen.makeTemplate(context) else { return }
        #expect(radio.buttons.map(\.name) == ["more"])
        #expect(radio.progress == nil)
        #expect(radio.status == "On air")
        #expect(radio.artist == nil)
    }

    @Test("the home screen has a shelf for each source that has something, twelve pictures and All")
    func home() throws {
        let provider = FixedProvider()
        let many = (0..<30).map { number -> Record in
            ["id": .key(Int32(number)), "title": .text("Album \(number)"), "artist": .text("")]
        }
        provider.sources[SourceReference("addedAlbums")] = StaticRecords(many)
        provider.sources[SourceReference("recentAlbums")] = StaticRecords(Array(many.prefix(3)))
        let screen = try #require(try Self.shipped().screens["home"])
        guard case .list(let list) = try screen.makeTemplate(ScreenContext(provider: provider)) else { return }
        guard case .imageRows(let rows) = try #require(list.sections.first).content else { return }
        #expect(rows.map(\.title) == [.key("home.continue"), .key("home.added")])
        #expect(rows.map(\.elements.count) == [3, 12])
        #expect(rows.map(\.all) == [nil, .open("albums")])
        #expect(rows[0].elements[2].title == "Album 2")
        #expect(rows[0].elements[2].detail == nil)
        #expect(rows[0].elements[2].select == .open("album", with: ["album": .key(2)]))
        #expect(rows[0].key != rows[1].key)
    }

    @Test("the root has its tabs")
    func tabBar() throws {
        let root = try #require(try Self.shipped().screens["root"])
        guard case .tabBar(let bar) = try root.makeTemplate(ScreenContext(provider: FixedProvider())) else {
            Issue.record("no tab bar")
            return
        }
        #expect(bar.tabs.map(\.screen) == ["home", "albums", "browse", "radio"])
        let home = try TabBarTemplate.Tab(title: .key("tab.home"), icon: .icon("home"), screen: "home")
        #expect(bar.tabs[0] == home)
        #expect(root.leadsTo == ["home", "albums", "browse", "radio"])
    }

    @Test("a key that comes twice is one picture")
    func repeatedKeys() throws {
        let provider = FixedProvider()
        let record: Record = ["id": .key(1), "title": .text("A")]
        provider.sources[SourceReference("recentAlbums")] = StaticRecords([record, record, ["id": .key(2)]])
        let screen = try #require(try Self.shipped().screens["home"])
        guard case .list(let list) = try screen.makeTemplate(ScreenContext(provider: provider)) else { return }
        guard case .imageRows(let rows) = try #require(list.sections.first).content else { return }
        #expect(rows[0].elements.map(\.key) == [1, 2])
    }

    @Test("rows keep their identity from one making to the next, and only changes make a template another")
    func identity() throws {
        let source = StaticRecords([["title": .text("A")], ["title": .text("B")]])
        let provider = FixedProvider()
        provider.sources[SourceReference("albums", sort: "title")] = source
        let screen = try #require(try Self.shipped().screens["albums"])
        let context = ScreenContext(provider: provider)
        var changes = 0
        context.onChange = { changes += 1 }
        let first = try screen.makeTemplate(context)
        #expect(try screen.makeTemplate(context) == first)
        #expect(provider.asked.count == 1, "a source is asked for once")
        source.replace([["title": .text("A"), "isPlaying": .flag(true)], ["title": .text("B")]])
        #expect(changes == 1)
        let second = try screen.makeTemplate(context)
        #expect(second != first)
        #expect(second.isRefresh(of: first))
        source.replace([["title": .text("A")]])
        let third = try screen.makeTemplate(context)
        #expect(third != second)
        #expect(third != first)
    }

    @Test("sources that a screen no longer needs are let go")
    func lettingGo() throws {
        let document = DocumentFile(
            "test",
            #"""
            { "template": "list", "about": "player", "title": "T", "sections": [
              { "rows": { "each": "tracksOf(album)", "title": "{title}" } } ] }
            """#)
        var catalogue = Catalogue.music
        catalogue.records = [SourceDescription("player", fields: ["album": .key], about: "")]
        let root = DocumentFile(
            "root", listDocument(#"[ { "title": "A", "select": { "do": "open", "screen": "test" } } ]"#))
        let screen = try #require(DocumentReader(catalogue: catalogue).read([root, document]).screens["test"])
        let player = StaticRecords([["album": .key(1)]])
        let first = StaticRecords([["title": .text("One")]])
        let second = StaticRecords([["title": .text("Two")]])
        let provider = FixedProvider()
        provider.sources = [
            SourceReference("player"): player, SourceReference("tracksOf", ["album": .key(1)]): first,
            SourceReference("tracksOf", ["album": .key(2)]): second,
        ]
        let context = ScreenContext(provider: provider)
        let before = try screen.makeTemplate(context)
        player.replace([["album": .key(2)]])
        let after = try screen.makeTemplate(context)
        #expect(before != after)
        #expect(first.onChange == nil)
        #expect(second.onChange != nil)
        guard case .list(let list) = after, case .rows(let rows) = list.sections[0].content else { return }
        #expect(rows.source.row(at: 0)?.title == "Two")
    }

    @Test("rows whose page has not come are nil, the screen is loading while the count is not known")
    func loading() throws {
        final class Box { var generation: Int? }
        let box = Box()
        let source = PagedRecords(isLoading: true) { _, generation in box.generation = generation }
        let provider = FixedProvider()
        provider.sources[SourceReference("albums", sort: "title")] = source
        let screen = try #require(try Self.shipped().screens["albums"])
        let context = ScreenContext(provider: provider)
        guard case .list(let waiting) = try screen.makeTemplate(context) else { return }
        #expect(waiting.loading == ListTemplate.Loading(text: .key("loading")))
        #expect(waiting.empty?.title == .key("empty.albums"))
        #expect(waiting.rowCount == 0)
        source.replace(keys: [5, 6], index: [IndexLetter("A", row: 0)])
        guard case .list(let list) = try screen.makeTemplate(context), case .rows(let rows) = list.sections[0].content
        else { return }
        #expect(list.loading == nil)
        #expect(list.hasIndex)
        #expect(rows.source.index == [IndexLetter("A", row: 0)])
        #expect(rows.source.row(at: 0) == nil)
        source.deliver([["title": .text("")], [:]], from: 0, generation: try #require(box.generation))
        #expect(rows.source.row(at: 0)?.title == "—", "what has no title can still be pressed")
        #expect(rows.source.row(at: 1)?.detail == nil)
        #expect(rows.source.row(at: 2) == nil)
    }

    /// A row of a screen about the player, made with its record.
    static func row(_ row: String, _ player: Record) throws -> Row? {
        let document =
            #"{ "template": "list", "about": "player", "title": "T", "sections": [ { "rows": [ \#(row) ] } ] }"#
        let set = read(document)
        #expect(set.faults == [])
        let provider = FixedProvider()
        provider.sources[SourceReference("player")] = StaticRecords([player])
        guard case .list(let list) = try #require(set.screens["test"]).makeTemplate(ScreenContext(provider: provider)),
            case .rows(let rows)? = list.sections.first?.content
        else { return nil }
        return rows.source.row(at: 0)
    }

    @Test("every key of a row arrives in the row")
    func rowKeys() throws {
        let row = try Self.row(
            #"""
            { "title": "{title}", "detail": "{artist} – {album}", "image": "{cover}", "shape": "round",
              "accessory": "star", "playing": "isPlaying", "progress": "loudness", "enabled": "hasNext",
              "actions": [ { "title": "Like", "icon": "like", "selected": "isLiked", "select": { "do": "like" } },
                           { "title": "Hidden", "icon": "x", "when": "isStream", "select": { "do": "back" } } ],
              "select": { "do": "seek", "to": 12.5 }, "value": "{position}" }
            """#,
            [
                "title": .text("T"), "artist": .text("A"), "cover": .image(.cover("c")), "isPlaying": .flag(true),
                "loudness": .count(250), "hasNext": .flag(true), "isLiked": .flag(true), "position": .duration(61),
            ])
        #expect(
            try row
                == Row(
                    key: 0, title: "T",
                    detail: .pattern([.value(.text("A")), .literal(" – "), .value(.none)]),
                    leading: .image(.cover("c"), .round), accessory: .icon("star"), isPlaying: true, progress: 1,
                    isEnabled: true,
                    actions: [.init(title: "Like", icon: .icon("like"), isSelected: true, action: Action("like"))],
                    press: .select(.seek(to: 12.5)), value: .pattern([.value(.duration(61))])))
    }

    @Test("toggles, marks of absence and conditions")
    func rowStates() throws {
        let set = #"{ "do": "set", "setting": "limiter" }"#
        let toggle = #"{ "title": "T", "toggle": { "on": "isLiked", "select": \#(set) } }"#
        let action = Action("set", ["setting": .value(.text("limiter"))])
        #expect(try Self.row(toggle, ["isLiked": .flag(true)])?.press == .toggle(isOn: true, action))
        #expect(try Self.row(toggle, [:])?.press == .toggle(isOn: false, action))
        let absent = #"{ "title": "T", "accessory": "disclosure", "absent": "isStream" }"#
        #expect(try Self.row(absent, ["isStream": .flag(true)])?.accessory == .notHere)
        #expect(try Self.row(absent, [:])?.accessory == .disclosure)
        let conditional = #"{ "title": "T", "when": "title", "unless": "queueCount" }"#
        #expect(try Self.row(conditional, ["title": .text("x"), "queueCount": .count(0)]) != nil)
        #expect(try Self.row(conditional, ["title": .text("x"), "queueCount": .count(1)]) == nil)
        #expect(try Self.row(conditional, ["title": .text("")]) == nil)
    }

    @Test("a screen about two records has the fields of both, those of the first before those of the second")
    func severalRecords() throws {
        let document =
            #"{ "template": "list", "about": ["player", "settings"], "title": "{title}", "sections": [ { "rows": [ "#
            + #"{ "title": "T", "value": "{crossfeed}", "toggle": { "on": "limiter", "select": "#
            + #"{ "do": "set", "setting": "limiter" } } }, { "title": "{loudness}" } ] } ] }"#
        let set = read(document)
        #expect(set.faults.map(\.description) == [])
        let provider = FixedProvider()
        let settings = StaticRecords([
            ["limiter": .flag(true), "crossfeed": .text("Light"), "loudness": .text("Strong"), "title": .text("no")]
        ])
        provider.sources[SourceReference("settings")] = settings
        provider.sources[SourceReference("player")] = StaticRecords([["title": .text("Song"), "loudness": .count(2)]])
        let context = ScreenContext(provider: provider)
        var changes = 0
        context.onChange = { changes += 1 }
        func list() throws -> ListTemplate? {
            guard case .list(let list)? = try set.screens["test"]?.makeTemplate(context) else { return nil }
            return list
        }
        let first = try #require(try list())
        #expect(first.title == .literal("Song"))
        let rows = try #require(first.sections.first)
        let action = Action("set", ["setting": .value(.text("limiter"))])
        #expect(rows.row(at: 0)?.press == .toggle(isOn: true, action))
        #expect(rows.row(at: 0)?.value == .literal("Light"))
        #expect(rows.row(at: 1)?.title == .pattern([.value(.count(2))]))
        settings.replace([["limiter": .flag(false)]])
        #expect(changes == 1)
        // What the first has a field for is not taken from the second, also while it says nothing.
        let silent = ScreenContext(provider: provider)
        provider.sources[SourceReference("player")] = StaticRecords([[:]])
        provider.sources[SourceReference("settings")] = StaticRecords([["loudness": .text("Strong")]])
        guard case .list(let other)? = try set.screens["test"]?.makeTemplate(silent) else { return }
        #expect(other.sections.first?.row(at: 1)?.title == .literal("—"))
        #expect(try list()?.sections.first?.row(at: 0)?.press == .toggle(isOn: false, action))
    }

    @Test("albums as a grid: each record is an item of the same source, page by page, by its letters")
    func grid() throws {
        let document = #"""
            { "template": "grid", "title": "Albums", "index": true, "shape": "round", "loading": "Wait",
              "empty": { "title": "None" },
              "leadingButtons": [ { "name": "all", "title": "All", "icon": "shuffle", "select": { "do": "shuffleAll" } } ],
              "items": { "each": "albums", "sort": "title", "title": "{title}", "detail": "{artist}", "image": "{cover}",
                         "badge": "{trackCount}", "progress": "trackCount", "playing": "isPlaying", "absent": "isAbsent",
                         "select": { "do": "open", "screen": "test2", "with": { "album": "{id}" } } } }
            """#
        let page = DocumentFile(
            "test2",
            #"{ "template": "list", "about": "album(album)", "title": "{title}", "sections": [] }"#)
        let set = read(document, others: [page])
        #expect(set.faults == [])
        let screen = try #require(set.screens["test"])
        #expect(screen.kind == .grid && screen.leadsTo == ["test2"])
        final class Box { var generation: Int? }
        let box = Box()
        let source = PagedRecords(isLoading: true) { _, generation in box.generation = generation }
        let provider = FixedProvider()
        provider.sources[SourceReference("albums", sort: "title")] = source
        let context = ScreenContext(provider: provider)
        var changes = 0
        context.onChange = { changes += 1 }
        guard case .grid(let waiting) = try screen.makeTemplate(context) else {
            Issue.record("no grid")
            return
        }
        #expect(waiting.loading?.text == "Wait" && waiting.empty?.title == "None" && waiting.itemCount == 0)
        source.replace(keys: [7, 8], index: [IndexLetter("H", row: 0), IndexLetter("K", row: 1)])
        guard case .grid(let grid) = try screen.makeTemplate(context) else { return }
        #expect(changes == 1 && grid.loading == nil && grid.itemCount == 2)
        #expect(grid.title == "Albums" && grid.hasIndex && grid.items.shape == .round && grid.items.hasDetails)
        #expect(grid.leadingButtons.map(\.name) == ["all"])
        let items = grid.items.reference.source
        #expect(items.keys == [7, 8] && items.index.map(\.letter) == ["H", "K"])
        #expect(items.item(at: 0) == nil, "its page is on the way")
        var other = Self.album
        other["isPlaying"] = .flag(true)
        other["isAbsent"] = .flag(true)
        source.deliver([Self.album, other], from: 0, generation: try #require(box.generation))
        #expect(
            try items.item(at: 0)
                == GridItem(
                    key: 7, title: "Harbour Lights", detail: "Night Bus", image: .cover("c7"),
                    badge: .pattern([.value(.count(2))]), progress: 0.02,
                    select: .open("test2", with: ["album": .key(7)])))
        #expect(items.item(at: 1)?.isPlaying == true && items.item(at: 1)?.isAbsent == true)
        let again = try screen.makeTemplate(context)
        #expect(again != .grid(grid) && again.isRefresh(of: .grid(grid)))
        #expect(try screen.makeTemplate(context) == again)
    }

    @Test("a grid of items written in the document has those whose conditions hold")
    func staticGrid() throws {
        let set = read(
            #"""
            { "template": "grid", "about": "player", "title": "Sources", "items": [
              { "title": "Music", "image": "music", "select": { "do": "back" } },
              { "title": "Radio", "image": "radio", "when": "isStream" },
              { "title": "Off", "enabled": "isStream" } ] }
            """#)
        #expect(set.faults == [])
        let provider = FixedProvider()
        provider.sources[SourceReference("player")] = StaticRecords([["title": .text("T")]])
        let made = try #require(set.screens["test"]).makeTemplate(ScreenContext(provider: provider))
        let items = [
            try GridItem(key: 0, title: "Music", image: .icon("music"), select: .back),
            try GridItem(key: 2, title: "Off", isEnabled: false),
        ]
        #expect(try made == .grid(GridTemplate(title: "Sources", items: items)))
    }

    @Test("information says what its record says, and is another as soon as the record is")
    func information() throws {
        let set = read(
            #"""
            { "template": "information", "about": "quality", "title": "Sound", "columns": 2,
              "headline": { "icon": "quality", "title": "{verdict}", "detail": "{reason}" },
              "items": [ { "label": "File", "value": "{file}", "when": "file" },
                         { "label": "Underruns", "value": "{underruns}", "when": "device" } ],
              "buttons": [ { "name": "scan", "title": "Scan", "style": "primary", "select": { "do": "scan" } } ],
              "empty": { "title": "Nothing plays" } }
            """#)
        #expect(set.faults == [])
        let record: Record = [
            "verdict": .text("Bit-perfect"), "reason": .text("As it is"), "file": .text(""), "device": .text("DAC"),
            "underruns": .count(0),
        ]
        let source = StaticRecords([record])
        let provider = FixedProvider()
        provider.sources[SourceReference("quality")] = source
        let context = ScreenContext(provider: provider)
        var changes = 0
        context.onChange = { changes += 1 }
        let screen = try #require(set.screens["test"])
        func expected(_ underruns: Int) throws -> Template {
            .information(
                try InformationTemplate(
                    title: "Sound",
                    headline: .init(icon: .icon("quality"), title: "Bit-perfect", detail: "As it is"),
                    items: [.init(label: "Underruns", value: .pattern([.value(.count(underruns))]))], columns: 2,
                    buttons: [Button(name: "scan", title: "Scan", style: .primary, action: Action("scan"))],
                    empty: .init(title: "Nothing plays")))
        }
        #expect(try screen.makeTemplate(context) == expected(0))
        source.replace([record.merging(["underruns": .count(3)]) { $1 }])
        #expect(changes == 1)
        #expect(try screen.makeTemplate(context) == expected(3))
        source.replace([[:]])
        guard case .information(let none) = try screen.makeTemplate(context) else { return }
        #expect(none.headline == nil && none.items == [] && none.empty?.title == "Nothing plays")
    }

    @Test("the sound quality screen tells all there is to tell, and no more than fits")
    func quality() throws {
        let provider = FixedProvider()
        let fields = ["verdict", "reason", "file", "stages", "resampling", "device", "link"]
        var record = Record(uniqueKeysWithValues: fields.map { ($0, .text("the \($0)")) })
        record["underruns"] = .count(2)
        provider.sources[SourceReference("quality")] = StaticRecords([record])
        let screen = try #require(try Self.shipped().screens["quality"])
        let english = try Self.english()
        guard case .information(let facts) = try screen.makeTemplate(ScreenContext(provider: provider)) else {
            Issue.record("no information")
            return
        }
        #expect(facts.headline.map { english.string(for: $0.title) } == "the verdict")
        #expect(facts.headline?.detail.map { english.string(for: $0) } == "the reason")
        #expect(
            facts.items.map { english.string(for: $0.value) } == [
                "the file", "the stages", "the resampling", "the device", "the link", "2",
            ])
    }

    @Test("an image row has its style, its own title action, and All only beyond twelve")
    func imageRows() throws {
        func row(_ style: ImageRow.Style, albums: Int) throws -> ImageRow? {
            let set = read(
                #"""
                { "template": "list", "title": "T", "sections": [ { "imageRows": [
                  { "title": "Shelf", "style": "\#(style.rawValue)", "shape": "round", "select": { "do": "scan" },
                    "all": { "do": "back" }, "elements": { "each": "albums", "title": "{title}" } } ] } ] }
                """#)
            #expect(set.faults == [])
            let provider = FixedProvider()
            provider.sources[SourceReference("albums")] = StaticRecords(
                (0..<albums).map { ["id": .key(Int32($0)), "title": .text("A")] })
            let made = try #require(set.screens["test"]).makeTemplate(ScreenContext(provider: provider))
            guard case .list(let list) = made, case .imageRows(let rows)? = list.sections.first?.content else {
                return nil
            }
            return rows.first
        }
        for style in ImageRow.Style.allCases {
            let some = try #require(try row(style, albums: 12))
            #expect(some.style == style && some.shape == .round && some.elements.count == 12)
            #expect(some.titleAction == Action("scan") && some.all == nil)
            let many = try #require(try row(style, albums: 13))
            #expect(many.elements.count == 12 && many.all == .back)
        }
    }

    @Test("Now Playing takes each kind of button in the line and in the bar; a custom one brings its own everything")
    func playingButtons() throws {
        let set = read(
            #"""
            { "template": "nowPlaying", "about": "player", "title": "{title}", "playing": "isPlaying",
              "buttons": [ "artist", "quality", "volume",
                           { "button": "custom", "name": "cast", "title": "Cast", "icon": "speaker",
                             "selected": "isLiked", "select": { "do": "shuffle", "to": "on" } },
                           { "button": "custom", "name": "plain", "title": "Plain", "icon": "clock",
                             "select": { "do": "back" } } ],
              "barButtons": [ "upNext", "more", { "button": "loudness", "enabled": "isLiked" } ] }
            """#,
            others: [
                DocumentFile(
                    "artist", #"{ "template": "list", "about": "artist(artist)", "title": "{name}", "sections": [] }"#),
                DocumentFile("quality", #"{ "template": "information", "title": "Q", "items": [] }"#),
                DocumentFile("queue", #"{ "template": "grid", "title": "Q", "items": [] }"#),
                DocumentFile(
                    "more", #"{ "template": "actionSheet", "title": "M", "actions": [ { "title": "A" } ] }"#),
            ])
        #expect(set.faults == [])
        let provider = FixedProvider()
        let player = StaticRecords([
            ["title": .text("T"), "artistID": .key(3), "isLiked": .flag(true), "loudness": .count(1)]
        ])
        provider.sources[SourceReference("player")] = player
        let context = ScreenContext(provider: provider)
        let screen = try #require(set.screens["test"])
        guard case .nowPlaying(let playing) = try screen.makeTemplate(context) else { return }
        #expect(playing.buttons.map(\.name) == ["artist", "quality", "volume", "cast", "plain"])
        #expect(playing.buttons[0].action == .open("artist", with: ["artist": .key(3)]))
        #expect(playing.buttons[0].isEnabled)
        #expect(playing.buttons.map(\.isToggle) == [false, false, false, true, false])
        #expect(playing.buttons[3].isSelected && playing.buttons[3].icon == .icon("speaker"))
        #expect(playing.buttons[3].action == Action("shuffle", ["to": .word("on")]))
        #expect(playing.barButtons.map(\.name) == ["upNext", "more", "loudness"])
        #expect(playing.barButtons[2].level == 1 && playing.barButtons[2].isToggle)
        player.replace([["title": .text("T")]])
        guard case .nowPlaying(let other) = try screen.makeTemplate(context) else { return }
        #expect(!other.buttons[0].isEnabled, "nobody knows whose page it would be")
        #expect(!other.buttons[3].isSelected && other.buttons[3].isToggle)
        #expect(!other.barButtons[2].isEnabled)
    }

    @Test("messages, alerts, sheets and notices take what they are opened with")
    func others() throws {
        let shipped = try Self.shipped()
        let provider = FixedProvider()
        provider.sources[SourceReference("library")] = StaticRecords([
            ["percent": .count(40), "trackCount": .count(1200), "folder": .text("/media/stick")]
        ])
        func make(_ name: String, _ parameters: Record = [:]) throws -> Template {
            try #require(shipped.screens[name]).makeTemplate(ScreenContext(parameters: parameters, provider: provider))
        }
        let english = try Self.english()
        guard case .message(let scanning) = try make("scanning") else { return }
        #expect(scanning.progress == .share(0.4))
        #expect(scanning.text.map { english.string(for: $0) } == "1,200 tracks · /media/stick")
        guard case .message(let starting) = try make("starting") else { return }
        #expect(starting.progress == .endless)
        guard case .notice(let notice) = try make("storageGone", ["name": .text("MUSIC")]) else { return }
        #expect(english.string(for: notice.text) == "“MUSIC” is out. Its music waits until it is back.")
        guard case .message(let failed) = try make("failed", ["reason": .text(String(repeating: "x", count: 5000))])
        else { return }
        #expect(failed.text?.givenCharacterCount == 600, "a reason that is too long is cut, not refused")
        guard case .actionSheet(let sheet) = try make("albumMore", ["album": .key(1), "title": .text("A")]) else {
            return
        }
        #expect(sheet.actions.count == 4, "without an artist nothing leads to one")
        #expect(sheet.title == "A")
    }

    @Test("another program brings its own words and needs no document")
    func ownProgram() throws {
        let catalogue = Catalogue(
            sources: [SourceDescription("ovens", fields: ["name": .text, "degrees": .count], about: "All ovens.")],
            actions: [ActionDescription("heat", [.init("to", .number(0...300), isRequired: true)], about: "Heats.")])
        let root = DocumentFile(
            "root",
            listDocument(
                #"{ "each": "ovens", "title": "{name}", "value": "{degrees} °C", "select": { "do": "heat", "to": 180 } }"#
            ))
        let set = DocumentReader(catalogue: catalogue).read([root])
        #expect(set.faults == [])
        let provider = FixedProvider()
        provider.sources[SourceReference("ovens")] = StaticRecords([["name": .text("Left"), "degrees": .count(200)]])
        let made = try #require(set.screens["root"]).makeTemplate(ScreenContext(provider: provider))
        guard case .list(let list) = made, case .rows(let rows) = list.sections[0].content else { return }
        let inSwift = try Row(
            key: 0, title: "Left", press: .select(Action("heat", ["to": .number(180)])),
            value: .pattern([.value(.count(200)), .literal(" °C")]))
        #expect(rows.source.row(at: 0) == inSwift)
    }
}
