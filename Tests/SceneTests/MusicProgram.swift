// A program behind the stage for tests: synthetic screens of every template, and a record of what it was asked to do.

import Scene
import TemplateKit

@MainActor
final class MusicProgram: StageProgram {
    var performed: [Action] = []
    var requests: [StageRequest] = []
    var cancelled: [ActionToken] = []
    var tokens: [ActionToken] = []
    /// Names of actions that stay pending.
    var slow: Set<String> = []
    var position: PlaybackPosition?
    var volume: VolumeLevel? = VolumeLevel(decibels: -20)
    var isPlaying = true
    var loudness = 2
    var isStream = false
    /// Everything that plays has the longest of names.
    var isLong = false
    /// Now Playing has other buttons than usual: those with a state in the bar, those without one in the line.
    var hasOtherButtons = false
    var albumCount = 834
    /// Screens that a test brings itself.
    var screens: [String: @MainActor () throws -> Template] = [:]
    var opened: [String] = []
    /// What was typed into the search.
    var searchText = ""
    var unready: Set<String> = []
    var made: [ProgramScreen] = []

    func screen(named name: String, parameters: [String: FieldValue]) -> (any Screen)? {
        opened.append(name)
        let make = screens[name] ?? Self.standard[name] ?? Self.grids[name] ?? { [unowned self] in try self.own(name) }
        guard (try? make()) != nil else { return nil }
        let screen = ProgramScreen(name, program: self, make: make)
        made.append(screen)
        return screen
    }

    func perform(_ action: Action, token: ActionToken) -> ActionOutcome {
        performed.append(action)
        tokens.append(token)
        return slow.contains(action.name) ? .pending : .done
    }

    func cancel(_ token: ActionToken) { cancelled.append(token) }

    func request(_ request: StageRequest) {
        requests.append(request)
        if case .volume(let decibels) = request { volume = VolumeLevel(decibels: decibels) }
        if case .seek(let seconds) = request { position?.seconds = seconds }
    }

    func palette(for image: Image) -> CoverPalette? {
        CoverPalette(dominant: Color(red: 0x1D, green: 0x42, blue: 0x65))
    }

    // MARK: - Screens

    private func own(_ name: String) throws -> Template {
        switch name {
        case "nowPlaying": try nowPlaying()
        case "search": .search(try search())
        case "albums": .list(try Self.albums(count: albumCount))
        default: throw TemplateError(template: name, field: "name", problem: .empty)
        }
    }

    func nowPlaying() throws -> Template {
        .nowPlaying(
            try NowPlayingTemplate(
                title: isLong ? Self.longText : "Night Bus to Tallinn", artist: isLong ? Self.longText : "Night Bus",
                album: isLong ? Self.longText : "Harbour Lights",
                artistAction: .open("artist"), albumAction: .open("album"), cover: .cover("0"),
                progress: isStream ? nil : NowPlayingTemplate.Progress(position: 115, duration: 303),
                status: isStream ? "On air" : nil, isPlaying: isPlaying,
                buttons: hasOtherButtons
                    ? [
                        NowPlayingButton(.artist), NowPlayingButton(.quality), NowPlayingButton(.volume),
                        NowPlayingButton(
                            custom: "cast", title: "Cast", icon: .icon("speaker"), isSelected: true,
                            action: Action("cast")),
                        NowPlayingButton(
                            custom: "plain", title: "Plain", icon: .icon("clock"), isEnabled: false,
                            action: Action("plain")),
                    ]
                    : isStream
                        ? [NowPlayingButton(.more)]
                        : [
                            NowPlayingButton(.shuffle, isSelected: true), NowPlayingButton(.repeat),
                            NowPlayingButton(.like, isSelected: true, icon: .icon("heart-filled")),
                            NowPlayingButton(.loudness, level: loudness), NowPlayingButton(.more),
                        ],
                barButtons: hasOtherButtons
                    ? [
                        NowPlayingButton(.upNext), NowPlayingButton(.like, isSelected: true),
                        NowPlayingButton(.loudness, level: loudness),
                    ]
                    : [
                        NowPlayingButton(.quality, icon: .icon("info")), NowPlayingButton(.volume),
                        NowPlayingButton(.upNext, icon: .icon("queue")),
                    ]))
    }

    static let standard: [String: @MainActor () throws -> Template] = [
        "root": { .tabBar(try tabs()) },
        "home": { .list(try home()) },
        "browse": { .list(try browse()) },
        "radio": { .list(try stations()) },
        "album": { .list(try album()) },
        "artist": { .list(try plain(title: "Night Bus", rows: 3)) },
        "queue": { .list(try plain(title: "Up next", rows: 14)) },
        "settings": { .list(try settings()) },
        "longList": { .list(try longList()) },
        "longMessage": {
            .message(
                try MessageTemplate(
                    icon: .icon("warning"), title: longText, text: longText, progress: .share(1),
                    buttons: (0..<3).map {
                        try Button(name: "b\($0)", title: longText, icon: .icon("play"), action: Action("x"))
                    }))
        },
        "longAlert": {
            .alert(
                try AlertTemplate(
                    titles: [longText, longText], text: longText,
                    actions: [ModalAction.Style.default, .cancel, .destructive].map {
                        try ModalAction(title: longText, icon: .icon("trash"), style: $0)
                    }))
        },
        "longSheet": {
            .actionSheet(
                try ActionSheetTemplate(
                    title: longText, text: longText,
                    actions: (0..<6).map {
                        try ModalAction(title: longText, icon: .icon("queue"), style: $0 == 5 ? .cancel : .plain)
                    }))
        },
        "starting": {
            .message(
                try MessageTemplate(
                    icon: .icon("music"), title: "No music yet",
                    text: "Plug in a stick with music, or copy some to the Music folder.",
                    progress: .share(0.4),
                    buttons: [
                        Button(name: "again", title: "Look again", style: .primary, action: Action("scan")),
                        Button(name: "settings", title: "Settings", action: .open("settings")),
                    ]))
        },
        "remove": {
            .alert(
                try AlertTemplate(
                    title: "Remove “Station FM”?", text: "It can be added again by its address.",
                    actions: [
                        ModalAction(title: "Keep", style: .cancel),
                        ModalAction(title: "Remove", style: .destructive, action: Action("remove")),
                    ]))
        },
        "more": {
            .actionSheet(
                try ActionSheetTemplate(
                    title: "Night Bus to Tallinn",
                    actions: [
                        ModalAction(title: "Up next", icon: .icon("queue"), action: .open("queue")),
                        ModalAction(title: "Go to album", icon: .icon("albums"), action: .open("album")),
                        ModalAction(title: "Go to artist", icon: .icon("artist"), action: .open("artist")),
                        ModalAction(title: "Sleep timer", icon: .icon("sleep"), action: Action("sleep")),
                        ModalAction(title: "Delete", icon: .icon("trash"), style: .destructive, action: Action("x")),
                        ModalAction(title: "Cancel", style: .cancel),
                    ]))
        },
    ]

    /// Every name that has the text in it, twice over.
    private func search() throws -> SearchTemplate {
        let wanted = searchText.lowercased()
        let names = Self.names.filter { !wanted.isEmpty && $0.lowercased().contains(wanted) }
        func rows(_ first: Int32) throws -> [Row] {
            try names.enumerated().map { place, name in
                try Row(
                    key: first + Int32(place), title: .literal(name), detail: "Night Bus", image: .cover("\(place)"),
                    select: .open("album"))
            }
        }
        return try SearchTemplate(
            text: searchText, hint: "Artist, album or track",
            sections: names.isEmpty
                ? [] : [ListSection(header: "Artists", rows: rows(0)), ListSection(header: "Albums", rows: rows(100))],
            empty: .init(title: searchText.isEmpty ? "What are you looking for?" : "Nothing found"))
    }

    static func tabs() throws -> TabBarTemplate {
        try TabBarTemplate(tabs: [
            .init(title: "Home", icon: .icon("home"), screen: "home"),
            .init(title: "Albums", icon: .icon("albums"), screen: "albums"),
            .init(title: "Browse", icon: .icon("browse"), screen: "browse"),
            .init(title: "Radio", icon: .icon("radio"), screen: "radio", hasBadge: true),
        ])
    }

    static let names = [
        "Afterglow", "Harbour Lights", "Kilometre Zero", "Lanterns", "Violet Hours", "Красная линия", "夜の川",
    ]

    static func home() throws -> ListTemplate {
        func shelf(_ key: Int32, _ title: Text, all: Bool, count: Int, shape: ImageShape = .square) throws -> ImageRow {
            try ImageRow(
                key: key, title: title, shape: shape,
                elements: (0..<count).map { item in
                    ImageRow.Element(
                        key: Int32(item), title: .literal(names[(item + Int(key)) % names.count]),
                        detail: "Night Bus", image: .cover("\(item + Int(key) * 3)"), isPlaying: item == 1,
                        select: .open("album"))
                }, all: all ? .open("albums") : nil)
        }
        return try ListTemplate(
            title: "Home",
            sections: [
                ListSection(imageRows: [
                    shelf(0, "Continue", all: false, count: 7), shelf(1, "Recently added", all: true, count: 12),
                    shelf(2, "Most played", all: false, count: 3, shape: .round),
                ])
            ],
            trailingButtons: [
                Button(
                    name: "shuffleAll", title: "Shuffle all", icon: .icon("shuffle"), isIconOnly: true,
                    action: Action("shuffleAll"))
            ])
    }

    static func albums(count: Int) throws -> ListTemplate {
        try ListTemplate(
            title: "Albums", sections: [ListSection(rows: ManyRows(count: count))],
            trailingButtons: [
                Button(
                    name: "shuffleAll", title: "Shuffle all", icon: .icon("shuffle"), isIconOnly: true,
                    action: Action("shuffleAll"))
            ], hasIndex: true)
    }

    static func browse() throws -> ListTemplate {
        let rows = [
            ("artist", "Artists"), ("track", "Tracks"), ("playlist", "Playlists"), ("folder", "Folders"),
            ("genre", "Genres"), ("heart", "Liked"), ("sleep", "Sleep timer"), ("settings", "Settings"),
        ]
        return try ListTemplate(
            title: "Browse",
            sections: [
                ListSection(
                    rows: rows.enumerated().map { index, entry in
                        try Row(
                            key: Int32(index), title: .literal(entry.1), image: .icon(entry.0),
                            accessory: .disclosure, select: .open(index == 7 ? "settings" : "queue"))
                    })
            ])
    }

    static func stations() throws -> ListTemplate {
        try ListTemplate(
            title: "Radio",
            sections: [
                ListSection(
                    header: "Stations",
                    rows: (0..<4).map { index in
                        try Row(
                            key: Int32(index), title: .literal("Station FM \(index)"), detail: "MP3 192 kbit/s",
                            leading: .image(.icon("radio"), .square),
                            actions: [
                                .init(title: "Like", icon: .icon("heart"), action: Action("like")),
                                .init(title: "Remove", icon: .icon("trash"), action: .alert("remove")),
                            ], press: .select(Action("station")))
                    })
            ],
            leadingButtons: [Button(name: "add", title: "Add", icon: .icon("plus"), action: Action("add"))],
            trailingButtons: [
                Button(name: "edit", title: "Edit", action: Action("edit")),
                Button(name: "more", title: "More", icon: .icon("more"), action: .sheet("more")),
            ])
    }

    static func album() throws -> ListTemplate {
        try ListTemplate(
            title: "",
            header: ListHeader(
                title: "Harbour Lights", image: .cover("0"), lines: ["Night Bus", "1998 · 9 tracks · 41 min"],
                buttons: [
                    Button(
                        name: "play", title: "Play", icon: .icon("play"), style: .primary, action: Action("playAll")),
                    Button(
                        name: "shuffle", title: "Shuffle", icon: .icon("shuffle"), isIconOnly: true,
                        action: Action("shuffleAll")),
                ], background: .cover),
            sections: [
                ListSection(
                    rows: [
                        "Slow Departure", "Night Bus to Tallinn", "Glass Harbour", "Ferry Song", "Snow on Rails",
                        "An Unreasonably Long Title of a Song that Nobody Could Ever Read While Driving", "Lights",
                        "Nothing Moves", "Arrival",
                    ].enumerated().map { index, title in
                        try Row(
                            key: Int32(index), title: .literal(title),
                            leading: .text(.literal("\(index + 1)")), isPlaying: index == 1,
                            press: .select(Action("play", ["track": .value(.key(Int32(index)))])),
                            value: .literal("4:1\(index)"))
                    })
            ],
            trailingButtons: [
                Button(name: "more", title: "More", icon: .icon("more"), isIconOnly: true, action: .sheet("more"))
            ])
    }

    static func plain(title: Text, rows: Int) throws -> ListTemplate {
        try ListTemplate(
            title: title,
            sections: [
                ListSection(
                    rows: (0..<rows).map { index in
                        try Row(
                            key: Int32(index), title: .literal("Track \(index + 1)"), detail: "Night Bus",
                            image: .cover("\(index)"), isPlaying: index == 0, select: Action("play"))
                    })
            ])
    }

    static let longText: Text = .literal(
        String(repeating: "Donaudampfschifffahrtsgesellschaft 夜の川の灯台 ", count: 6))

    static func longList() throws -> ListTemplate {
        func button(_ name: String, icon: Bool) throws -> Button {
            try Button(
                name: name, title: longText, icon: icon ? .icon("play") : nil, style: .primary, action: Action("x"))
        }
        return try ListTemplate(
            title: longText,
            header: ListHeader(
                title: longText, image: .cover("1"), lines: [longText, longText],
                buttons: [button("one", icon: true), button("two", icon: false), button("three", icon: true)],
                background: .cover),
            sections: [
                ListSection(
                    header: longText,
                    rows: (0..<9).map { key in
                        try Row(
                            key: key, title: longText, detail: longText,
                            leading: key % 2 == 0 ? .text(longText) : .image(.cover("2"), .round),
                            accessory: .notHere, isPlaying: key == 4, progress: 0.5,
                            actions: [
                                .init(title: longText, icon: .icon("heart"), isSelected: true, action: Action("x")),
                                .init(title: longText, icon: .icon("trash"), action: Action("x")),
                            ], press: .select(Action("x")), value: longText)
                    })
            ],
            leadingButtons: [button("a", icon: false), button("b", icon: true)],
            trailingButtons: [button("c", icon: false), button("d", icon: true)])
    }

    static func settings() throws -> ListTemplate {
        try ListTemplate(
            title: "Settings",
            sections: [
                ListSection(
                    header: "Sound",
                    rows: [
                        Row(key: 0, title: "Limiter", press: .toggle(isOn: true, Action("set"))),
                        Row(key: 1, title: "Subsonic filter", press: .toggle(isOn: false, Action("set"))),
                        Row(
                            key: 2, title: "ReplayGain", accessory: .disclosure, press: .select(Action("set")),
                            value: "Album"),
                        Row(
                            key: 3, title: "Crossfeed", isEnabled: false, press: .select(Action("set")),
                            value: "Off"),
                    ]),
                ListSection(
                    header: "Library",
                    rows: [
                        Row(
                            key: 0, title: "Audio book", detail: "Half heard", leading: .image(.cover("3"), .round),
                            accessory: .notHere, progress: 0.4, press: .select(Action("play")))
                    ]),
            ])
    }
}

@MainActor
final class ProgramScreen: Screen {
    let name: String
    var onChange: (@MainActor () -> Void)?
    var closings = 0
    var isClosed: Bool { closings > 0 }
    private let make: @MainActor () throws -> Template
    private weak var program: MusicProgram?
    private var last: Template?

    init(_ name: String, program: MusicProgram, make: @escaping @MainActor () throws -> Template) {
        self.name = name
        self.program = program
        self.make = make
    }

    func textChanged(_ text: String) {
        program?.searchText = text
        onChange?()
    }

    var isReady: Bool { program?.unready.contains(name) != true }

    func makeTemplate() -> Template {
        if let made = try? make() { last = made }
        guard let last else { preconditionFailure("the screen \(name) was made before it was given out") }
        return last
    }

    func close() { closings += 1 }
}

/// Rows that are made as they are looked at; some never come.
@MainActor
final class ManyRows: RowSource {
    let count: Int
    let keys: [Int32]
    let index: [IndexLetter]
    var revision = 0
    var onChange: (@MainActor () -> Void)?
    var missing: Set<Int> = []
    var asked = 0

    init(count: Int) {
        self.count = count
        keys = (0..<count).map { Int32($0 + 1000) }
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZБМС灯")
        let used = count < letters.count ? Array(letters.prefix(max(1, count))) : letters
        index = used.enumerated().map { IndexLetter(String($1), row: $0 * count / used.count) }
    }

    func row(at index: Int) -> Row? {
        asked += 1
        guard !missing.contains(index) else { return nil }
        let name = MusicProgram.names[index % MusicProgram.names.count]
        return try? Row(
            key: keys[index], title: .literal("\(name) \(index)"), detail: "Night Bus · 1998",
            image: .cover("\(index)"), accessory: index % 5 == 3 ? .notHere : .disclosure, isPlaying: index == 1,
            select: .open("album", with: ["album": .key(keys[index])]))
    }
}
