// What `carillon check` finds in made-up folders, line by line, and how it says so.

import AudioCore
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import HeadUnit

/// Folders with one screen, two phrases and all the icons and themes that are needed.
private struct MadeUp {
    let folder = TemporaryFolder()
    var templates: RawPath { folder.file("Templates") }
    var assets: RawPath { folder.file("Assets") }

    static let icon = #"<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><path d="M2 2h20v20H2z"/></svg>"#
    static let root = #"{"template": "message", "title": "@hello", "icon": "warning"}"#
    static let strings = #"{"hello": {"ru": "Привет", "of": "Привет", "en": "Hello"}}"#

    init() throws {
        try write(Self.root, "Templates/root.json")
        try write(Self.strings, "Assets/Strings/strings.json")
        for icon in AssetCheck.programIcons { try write(Self.icon, "Assets/Icons/\(icon).svg") }
        for theme in ["day", "night"] { try write(try Self.theme(theme), "Assets/Themes/\(theme).json") }
    }

    func write(_ text: String, _ name: String) throws { try folder.write(Array(text.utf8), to: name) }
    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: folder.path + "/" + name) }

    var found: AssetCheck { AssetCheck(DataFolders(templates: templates, assets: assets)) }

    /// The faults, with paths as seen from the folder.
    var faults: [String] { found.faults.map { $0.description.replacing(folder.path + "/", with: "") } }

    static func theme(_ name: String) throws -> String {
        let path = try #require(CheckoutFolders.root).appending("Assets/Themes/\(name).json")
        return String(decoding: try FileByteSource(path).readBytes(1 << 16), as: UTF8.self)
    }
}

/// The checkout that the tests were built in.
enum CheckoutFolders {
    static let root: RawPath? = {
        var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        parts.removeLast(4)
        return RawPath(parts.joined(separator: "/"))
    }()
}

@Suite("carillon check")
struct AssetCheckTests {
    @Test("folders in which all is right have no fault")
    func right() throws {
        let found = try MadeUp().found
        #expect(found.faults.map(\.description) == [])
        #expect(found.documents == 1)
        #expect(found.summary.last == "1 document, no faults")
    }

    @Test(
        "each kind of fault has its line",
        arguments: [
            (
                "Templates/root.json", #"{"template": "message", "titel": "@hello"}"#,
                [
                    #"Templates/root.json:1:1: message without "title" (a text)"#,
                    #"Templates/root.json:1:25: unknown key "titel" in message (did you mean "title"?)"#,
                ]
            ),
            (
                "Templates/root.json", #"{"template": "message", "title": "x", "icon": "warnin"}"#,
                [#"Templates/root.json:1:47: unknown icon "warnin" (did you mean "warning"?)"#]
            ),
            (
                "Assets/Strings/strings.json", #"{"hello": {"ru": "Привет", "xx": "?"}}"#,
                [
                    #"Assets/Strings/strings.json:1:28: unknown language "xx" (ru, en, de, fr, zh, ja, es, it, pt, ko, "#
                        + "tr)"
                ]
            ),
            (
                "Assets/Strings/strings.json", #"{"hello": {"ru": "Привет", "of": "Привет", "de": "Ha\nllo"}}"#,
                ["Assets/Strings/strings.json:1:50: a line break or another control character (one line)"]
            ),
            (
                "Assets/Strings/strings.json",
                #"{"hello": {"ru": "Привет", "de": ""# + String(repeating: "x", count: 5000) + #""}}"#,
                ["Assets/Strings/strings.json:1:34: 5000 characters (at most 600)"]
            ),
            (
                "Assets/Icons/extra.svg", "a picture of a horse",
                ["Assets/Icons/extra.svg:1:1: is no SVG picture (an <svg> of 24 by 24)"]
            ),
            (
                "Assets/Icons/extra.svg", #"<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"></svg>"#,
                ["Assets/Icons/extra.svg:1:1: draws nothing (a shape with a stroke or a fill)"]
            ),
            (
                "Assets/Icons/extra.svg", "<svg" + String(repeating: " ", count: 300_000),
                ["Assets/Icons/extra.svg:1:1: can not be read (a file of at most 256 kB)"]
            ),
            (
                "Assets/Themes/rain.json", "[]",
                ["Assets/Themes/rain.json:1:1: is no object (a theme is an object of colours)"]
            ),
        ])
    func faults(name: String, text: String, lines: [String]) throws {
        let folders = try MadeUp()
        try folders.write(text, name)
        #expect(folders.faults == lines)
    }

    @Test("a picture file that is not there is a fault where it is named, one that is no picture a fault of its own")
    func pictures() throws {
        let folders = try MadeUp()
        try folders.write(#"{"template": "message", "title": "x", "icon": "lgoo.svg"}"#, "Templates/root.json")
        try folders.write(MadeUp.icon, "Templates/logo.svg")
        #expect(
            folders.faults == [
                #"Templates/root.json:1:47: no file "lgoo.svg" beside the document (did you mean "logo.svg"?)"#
            ])
        try folders.write(#"{"template": "message", "title": "x", "icon": "logo.svg"}"#, "Templates/root.json")
        #expect(folders.faults == [])
        try folders.write("no picture", "Templates/logo.svg")
        try folders.write("no picture", "Templates/other.PNG")
        #expect(
            folders.faults == [
                "Templates/logo.svg:1:1: is no SVG picture (an <svg> of 24 by 24)",
                "Templates/other.PNG:1:1: is no picture (a JPEG or a PNG)",
            ])
    }

    @Test("what is no file says what it is, and a pipe is not waited for")
    func noFiles() throws {
        let folders = try MadeUp()
        let path = folders.folder.path
        try FileManager.default.createDirectory(atPath: path + "/Templates/a.json", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: path + "/Templates/b.json", withDestinationPath: "nowhere")
        #expect(mkfifo(path + "/Templates/c.json", 0o600) == 0)
        #expect(mkfifo(path + "/Templates/d.png", 0o600) == 0)
        #expect(mkfifo(path + "/Assets/Icons/extra.svg", 0o600) == 0)
        try folders.write("", "Templates/e.json")
        try folders.remove("Assets/Strings/strings.json")
        #expect(mkfifo(path + "/Assets/Strings/strings.json", 0o600) == 0)
        try folders.remove("Assets/Themes/day.json")
        try FileManager.default.createDirectory(
            atPath: path + "/Assets/Themes/day.json", withIntermediateDirectories: true)
        #expect(
            folders.faults == [
                "Templates/a.json:1:1: is a folder (a file)",
                "Templates/b.json:1:1: is a link that leads nowhere (a file)",
                "Templates/c.json:1:1: is a pipe (a file)",
                "Templates/e.json:1:1: the file is empty (an object, \"{ }\")",
                "Assets/Strings/strings.json:1:1: is a pipe (a file)",
                "Templates/d.png:1:1: is a pipe (a file)",
                "Assets/Icons/extra.svg:1:1: is a pipe (a file)",
                "Assets/Themes/day.json:1:1: is a folder (a file)",
            ])
    }

    @Test(
        "a file that is passed over for its capitals has a line",
        arguments: [
            ("Templates/Other.JSON", "Other.json"), ("Templates/Root.JSON", "root.json"),
            ("Assets/Icons/extra.SVG", "extra.svg"),
            ("Assets/Strings/Strings.json", "strings.json"), ("Assets/Themes/Night.JSON", "night.json"),
            ("Assets/Themes/rain.Json", "rain.json"),
        ])
    func capitals(name: String, right: String) throws {
        let folders = try MadeUp()
        try folders.write("{}", name)
        #expect(folders.faults.contains("\(name):1:1: is passed over: capitals count (\(right))"), "\(folders.faults)")
        #expect(folders.faults.count == 1)
    }

    @Test("a folder of assets whose name has other capitals has a line")
    func folderCapitals() throws {
        let folders = try MadeUp()
        try folders.write(MadeUp.icon, "Assets/icons/home.svg")
        #expect(folders.faults == ["Assets/icons:1:1: is passed over: capitals count (Icons)"])
    }

    @Test("a wrong key of a theme is named with the nearest right one")
    func themeKeys() throws {
        let folders = try MadeUp()
        let theme = try MadeUp.theme("night").replacing("\"dangerText\"", with: "\"dangerTxt\"")
        try folders.write(theme, "Assets/Themes/night.json")
        #expect(folders.faults.contains { $0.hasSuffix(#": unknown key "dangerTxt" (did you mean "dangerText"?)"#) })
    }

    @Test("an icon that the program draws, a theme and the strings are missed by name")
    func missing() throws {
        let folders = try MadeUp()
        try folders.remove("Assets/Icons/back.svg")
        try folders.remove("Assets/Themes/night.json")
        #expect(
            folders.faults.map { $0.prefix { $0 != "(" } } == [
                "Assets/Icons/back.svg:1:1: is missing ", "Assets/Themes/night.json:1:1: is missing ",
            ])
    }

    @Test("a theme whose text can hardly be read is a fault at its colour")
    func contrast() throws {
        let folders = try MadeUp()
        let theme = try MadeUp.theme("night").replacing(##""dim": "#a3adb8""##, with: ##""dim": "#202428""##)
        try folders.write(theme, "Assets/Themes/night.json")
        let faults = folders.faults
        #expect(!faults.isEmpty)
        #expect(faults.allSatisfy { $0.hasPrefix("Assets/Themes/night.json:7:10: ") }, "\(faults)")
    }

    @Test("what a language lacks or has from an older original is told, and is no fault")
    func languages() throws {
        let folders = try MadeUp()
        try folders.write(
            #"{"hello": {"ru": "Привет", "of": "Здравствуй", "en": "Hello", "de": {"of": "Привет", "text": "Hallo"}}}"#,
            "Assets/Strings/strings.json")
        let found = folders.found
        #expect(found.faults.map(\.description) == [])
        #expect(found.stale.map(\.language) == ["en"])
        #expect(found.stale.first?.keys == ["hello"])
        #expect(!found.missing.map(\.language).contains("de"))
        #expect(found.missing.first { $0.language == "tr" }?.keys == ["hello"])
        #expect(found.summary.contains("tr lacks 1 phrase: hello"))
        #expect(found.summary.contains("en is older in 1 phrase: hello"))
    }

    @Test("of two hundred documents each fault is named, and nothing else")
    func many() throws {
        let folders = try MadeUp()
        let count = 200
        // A chain, so that the parameter of the first has to come through all of them.
        for number in 0..<count {
            let name = number == 0 ? "root" : "s\(number)"
            let title = number % 50 == 7 ? "{titel}" : "{title}"
            let album = number == 0 ? "{id}" : "{album}"
            let next =
                number + 1 < count
                ? #", "select": { "do": "open", "screen": "s\#(number + 1)", "with": { "album": "\#(album)" } }"# : ""
            let source = number == 0 ? "albums" : "tracksOf(album)"
            try folders.write(
                """
                { "template": "list", "title": "@hello", "sections": [
                  { "rows": { "each": "\(source)", "image": "{cover}",
                    "title": "\(title)", "detail": "{artist}"\(next.replacing("{album}", with: "{albumID}")) } } ] }
                """, "Templates/\(name).json")
        }
        let found = folders.found
        #expect(found.documents == count)
        #expect(
            folders.faults.map { $0.prefix { $0 != "(" } }
                == [7, 57, 107, 157].sorted { "\($0)" < "\($1)" }.map {
                    "Templates/s\($0).json:3:15: tracksOf has no field \"titel\" "
                })
    }

    @Test("the JSON line has the keys of the contract")
    func json() throws {
        let folders = try MadeUp()
        try folders.write("{}", "Templates/root.json")
        var found = folders.found
        found.missing = [("tr", ["hello"])]
        found.stale = []
        let line = found.json.text.replacing(folders.folder.path + "/", with: "")
        #expect(
            line.hasPrefix(
                #"{"kind":"check","documents":1,"faults":[{"file":"Templates/root.json","line":1,"column":1,"#))
        #expect(line.hasSuffix(#""}],"missing":{"tr":["hello"]},"stale":{}}"#))
    }

    @Test("the program's own icons are those its sources name")
    func icons() throws {
        let sources = try #require(CheckoutFolders.root).appending("Sources").shown
        let paths = try FileManager.default.subpathsOfDirectory(atPath: sources).filter { path in
            path.hasSuffix(".swift") && ["Scene/", "TemplateKit/", "HeadUnit/Screens/"].contains { path.hasPrefix($0) }
        }
        var named: Set<String> = []
        for path in paths {
            let text = try String(contentsOfFile: sources + "/" + path, encoding: .utf8)
            for piece in text.split(separator: ".icon(").dropFirst() {
                // Both words of a choice: .icon(isPlaying ? "pause" : "play").
                let call = piece.prefix { $0 != ")" && $0 != "\n" && $0 != "," }
                let words = call.split(separator: "\"", omittingEmptySubsequences: false)
                for index in stride(from: 1, to: words.count, by: 2) { named.insert(String(words[index])) }
            }
        }
        #expect(named.count > 10)
        #expect(named.subtracting(AssetCheck.programIcons) == [])
    }

    @Test("what came with the program has no fault")
    func shipped() throws {
        let root = try #require(CheckoutFolders.root)
        let found = AssetCheck(
            DataFolders(templates: root.appending("Templates"), assets: root.appending("Assets")))
        #expect(found.faults.map(\.description) == [])
        #expect(found.documents > 20)
    }

    @Test("every shipped phrase is there in all eleven languages, and none is older than its original")
    func translations() throws {
        let root = try #require(CheckoutFolders.root)
        let found = AssetCheck(
            DataFolders(templates: root.appending("Templates"), assets: root.appending("Assets")))
        #expect(found.missing.map(\.language) == [])
        #expect(found.stale.map(\.language) == [])
        #expect(found.faults.map(\.description) == [])
    }
}
