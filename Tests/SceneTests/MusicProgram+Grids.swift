// Synthetic grids, facts and shelves, some with the longest of words.

import Scene
import TemplateKit

extension MusicProgram {
    static let grids: [String: @MainActor () throws -> Template] = [
        "grid": { .grid(try albumGrid(count: 23)) },
        "icons": { .grid(try icons()) },
        "quality": { .information(try quality()) },
        "facts": { .information(try facts()) },
        "shelves": { .list(try shelves(words: "Harbour Lights", "Night Bus")) },
        "longGrid": { .grid(try longGrid()) },
        "longFacts": { .information(try longFacts()) },
        "longShelves": { .list(try shelves(words: longText, longText)) },
    ]

    static func albumGrid(count: Int) throws -> GridTemplate {
        let items = ManyItems(count: count)
        return try GridTemplate(
            title: "Albums", items: items,
            trailingButtons: [
                Button(
                    name: "shuffleAll", title: "Shuffle all", icon: .icon("shuffle"), isIconOnly: true,
                    action: Action("shuffleAll"))
            ], hasIndex: true)
    }

    static func icons() throws -> GridTemplate {
        let icons = ["artist", "track", "playlist", "folder", "genre"]
        return try GridTemplate(
            title: "Browse", shape: .round,
            items: icons.enumerated().map { number, icon in
                try GridItem(
                    key: Int32(number), title: .literal(icon), image: .icon(icon),
                    badge: number == 1 ? "12" : nil, progress: number == 2 ? 0.4 : nil, isEnabled: number != 3,
                    select: .open("queue"))
            })
    }

    static func longGrid() throws -> GridTemplate {
        try GridTemplate(
            title: longText,
            items: (0..<9).map { number in
                try GridItem(
                    key: number, title: longText, detail: longText, image: .cover("\(number)"), badge: longText,
                    progress: 1, isPlaying: number == 1, isAbsent: number == 2, isEnabled: number != 3,
                    select: Action("x"))
            })
    }

    static func quality() throws -> InformationTemplate {
        let facts: [(Text, Text)] = [
            ("File", "FLAC · 96 kHz · 24 bit · stereo"), ("Stages", "none active"), ("Resampling", "none"),
            ("Device", "USB DAC · 24 of 32 bit · 96 kHz"), ("Link", "USB"), ("Underruns", "0"),
        ]
        return try InformationTemplate(
            title: "Sound quality",
            headline: .init(
                icon: .icon("loudness"), title: "Bit-perfect", detail: "The DAC gets exactly what is in the file."),
            items: facts.map { try .init(label: $0, value: $1) })
    }

    static func facts() throws -> InformationTemplate {
        try InformationTemplate(
            title: "About",
            items: (0..<12).map { try .init(label: .literal("Fact \($0)"), value: .literal("It is \($0 * 7)")) },
            columns: 2,
            buttons: [
                Button(name: "again", title: "Look again", style: .primary, action: Action("scan")),
                Button(name: "settings", title: "Settings", icon: .icon("settings"), action: .open("settings")),
                Button(name: "off", title: "Off", isEnabled: false, action: Action("x")),
            ])
    }

    static func longFacts() throws -> InformationTemplate {
        try InformationTemplate(
            title: longText, headline: .init(icon: .icon("warning"), title: longText, detail: longText),
            items: (0..<12).map { _ in try .init(label: longText, value: longText) }, columns: 2,
            buttons: (0..<3).map {
                try Button(
                    name: "b\($0)", title: longText, icon: $0 == 1 ? nil : .icon("play"), style: .primary,
                    action: Action("x"))
            })
    }

    /// One image row of each style, square and round in turn.
    static func shelves(words title: Text, _ detail: Text) throws -> ListTemplate {
        try ListTemplate(
            title: "Shelves",
            sections: [
                ListSection(
                    imageRows: ImageRow.Style.allCases.enumerated().map { number, style in
                        try ImageRow(
                            key: Int32(number), title: title, style: style, shape: number % 2 == 0 ? .square : .round,
                            elements: (0..<12).map { item in
                                ImageRow.Element(
                                    key: item, title: title, detail: detail, image: .cover("\(item)"),
                                    isPlaying: item == 1, isEnabled: item != 2, select: Action("x"))
                            }, select: number == 1 ? Action("shelf") : nil, all: number == 0 ? .open("albums") : nil)
                    })
            ])
    }
}

/// Items that are made as they are looked at; some never come.
@MainActor
final class ManyItems: ItemSource {
    var keys: [Int32]
    let index: [IndexLetter]
    var revision = 0
    var onChange: (@MainActor () -> Void)?
    var missing: Set<Int> = []
    var asked = 0

    init(count: Int) {
        keys = (0..<count).map { Int32($0 + 1000) }
        let letters = Array("ABCDEFGHIJ")
        index = letters.enumerated().map { IndexLetter(String($1), row: $0 * count / letters.count) }
    }

    var count: Int { keys.count }

    func item(at index: Int) -> GridItem? {
        asked += 1
        guard !missing.contains(index) else { return nil }
        let name = MusicProgram.names[index % MusicProgram.names.count]
        return try? GridItem(
            key: keys[index], title: .literal("\(name) \(keys[index])"), detail: "Night Bus", image: .cover("\(index)"),
            badge: index == 2 ? "NEW" : nil, progress: index == 3 ? 0.5 : nil, isPlaying: index == 1,
            isAbsent: index == 4, select: .open("album", with: ["album": .key(keys[index])]))
    }
}
