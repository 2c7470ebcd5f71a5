// What stands in for assets and screens that are broken or missing at a start.

import AudioCore
import FoundationEssentials
import Scene
import TemplateKit
import TestSupport
import Testing

@testable import HeadUnit

@Suite("Assets of one's own, broken or not whole")
struct SpareAssetsTests {
    private let folder = TemporaryFolder()

    private func folders() throws -> DataFolders {
        return try #require(DataFolders.find(templates: nil, assets: folder.file("Assets")))
    }

    @Test("a file of strings that cannot be read leaves the program's words, and its own fault is the only one")
    func strings() throws {
        try folder.write(Array("{ \"tab.home\": ".utf8), to: "Assets/Strings/strings.json")
        let assets = ScreenAssets.read(try folders())
        #expect(assets.strings.table(for: .en).string(for: .key("tab.home")) == "Home")
        #expect(assets.faults.count == 1)
        #expect(assets.faults.allSatisfy { $0.file.hasSuffix("Assets/Strings/strings.json") })
        #expect(assets.documents.screens["root"] != nil)
    }

    @Test("a folder that holds only what it changes takes the rest from the program, and that is no fault")
    func partly() throws {
        try folder.write([], to: "Assets/note")
        let assets = ScreenAssets.read(try folders())
        let checked = AssetCheck(try folders())
        #expect(assets.faults == [] && checked.faults == [])
        #expect(assets.strings.table(for: .en).string(for: .key("tab.home")) == "Home")
        #expect(assets.iconFolders.map { $0.hasPrefix(folder.path) } == [true, false])
    }

    private func path(_ name: String) -> String { folder.path + "/Assets/" + name }

    @Test("an icon of one's own stands before the program's of that name, and all others are the program's")
    func icons() throws {
        let svg =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"24\" height=\"24\"><path d=\"M2 2h20v20H2z\"/></svg>"
        try folder.write(Array(svg.utf8), to: "Assets/Icons/home.svg")
        try folder.write(Array(svg.utf8), to: "Assets/Icons/mine.svg")
        let folders = try folders()
        let assets = ScreenAssets.read(folders)
        #expect(assets.faults.map(\.description) == [])
        #expect(AssetCheck(folders).faults.map(\.description) == [])
        #expect(folders.icons["home"]?.shown == path("Icons/home.svg"))
        #expect(folders.icons["mine"]?.shown == path("Icons/mine.svg"))
        #expect(folders.icons["albums"]?.shown.hasSuffix("/Assets/Icons/albums.svg") == true)
        #expect(folders.icons["albums"]?.isWithin(folder.file("")) == false)
        #expect(assets.documents.screens["root"] != nil)
    }

    @Test("an empty folder of icons changes none")
    func noIcons() throws {
        try FileManager.default.createDirectory(atPath: path("Icons"), withIntermediateDirectories: true)
        let assets = ScreenAssets.read(try folders())
        #expect(assets.faults.map(\.description) == [])
        #expect(AssetCheck(try folders()).faults.map(\.description) == [])
    }

    @Test("phrases of one's own come on top; under a key of the program's, languages not named keep theirs")
    func ownStrings() throws {
        let text =
            #"{"my.key": {"of": "Моё", "ru": "Моё", "en": "Mine"}, "#
            + #""tab.home": {"of": "Дом", "ru": "Дом", "en": "House"}}"#
        try folder.write(Array(text.utf8), to: "Assets/Strings/strings.json")
        let assets = ScreenAssets.read(try folders())
        #expect(assets.faults.map(\.description) == [])
        let words = assets.strings.table(for: .en)
        #expect(words.string(for: .key("my.key")) == "Mine")
        #expect(words.string(for: .key("tab.home")) == "House")
        #expect(words.string(for: .key("tab.albums")) == "Albums")
        #expect(assets.strings.table(for: .de).string(for: .key("tab.home")) == "Start")
        let checked = AssetCheck(try folders())
        #expect(checked.faults.map(\.description) == [])
        #expect(checked.missing.first { $0.language == "tr" }?.keys == ["my.key"])
        #expect(checked.stale.isEmpty)
    }

    @Test("one word in one language is a file of one line")
    func oneWord() throws {
        try folder.write(Array(#"{"tab.home": {"en": "My car"}}"#.utf8), to: "Assets/Strings/strings.json")
        let assets = ScreenAssets.read(try folders())
        #expect(assets.faults.map(\.description) == [])
        #expect(assets.strings.table(for: .en).string(for: .key("tab.home")) == "My car")
        #expect(assets.strings.table(for: .ru).string(for: .key("tab.home")) == "Главная")
        let checked = AssetCheck(try folders())
        #expect(checked.faults.isEmpty && checked.missing.isEmpty && checked.stale.isEmpty)
    }

    @Test("a phrase without the places of the one it replaces is told, and the program's stays")
    func otherPlaces() throws {
        let text = #"{"tracks": {"of": "Песни", "ru": "Песни"}}"#
        try folder.write(Array(text.utf8), to: "Assets/Strings/strings.json")
        let assets = ScreenAssets.read(try folders())
        #expect(
            assets.faults.map(\.description) == [
                path("Strings/strings.json")
                    + #":1:34: "tracks" has other places than the phrase it replaces ({count})"#
            ])
        #expect(assets.strings.table(for: .en).string(for: .key("tracks", count: 2)) == "2 tracks")
        #expect(assets.documents.screens["home"] != nil)
    }

    @Test("a theme of one's own may hold only the colours it changes; together they are to be read")
    func ownTheme() throws {
        try folder.write(Array(##"{"accent": "#ffcc66"}"##.utf8), to: "Assets/Themes/night.json")
        let assets = ScreenAssets.read(try folders())
        #expect(assets.faults.map(\.description) == [])
        #expect(assets.night.accent == Color(red: 0xFF, green: 0xCC, blue: 0x66))
        #expect(AssetCheck(try folders()).faults.map(\.description) == [])
        try folder.write(Array(##"{"text": "#202020"}"##.utf8), to: "Assets/Themes/night.json")
        let dark = ScreenAssets.read(try folders())
        #expect(!dark.faults.isEmpty && dark.faults.allSatisfy { $0.file == path("Themes/night.json") })
        #expect(dark.night.text != Color(red: 0x20, green: 0x20, blue: 0x20), "the program's instead")
    }

    @Test("a first screen that is broken gives way to the program's, and its fault is told")
    func root() throws {
        try folder.write(Array("{ \"template\": \"list\" }".utf8), to: "Templates/root.json")
        let found = try #require(DataFolders.find(templates: folder.file("Templates"), assets: nil))
        let assets = ScreenAssets.read(found)
        #expect(assets.documents.screens["root"]?.kind == .tabBar)
        #expect(!assets.faults.isEmpty)
        #expect(assets.faults.allSatisfy { $0.file == folder.path + "/Templates/root.json" }, "\(assets.faults)")
        for name in ["home", "albums", "browse", "nowPlaying", "artist"] {
            #expect(assets.documents.screens[name] != nil, "\(name)")
        }
    }
}
