// Screens as they are saved: shown in place, and never worse than the last good ones.

import AudioCore
import FoundationEssentials
import Glibc
import Scene
import Synchronization
import TemplateKit
import TestSupport
import Testing

@testable import HeadUnit

/// A copy of the shipped screens and assets, to be edited.
private struct Edited {
    let folder = TemporaryFolder()
    let folders: DataFolders

    init() throws {
        let shipped = try #require(DataFolders.find(templates: nil, assets: nil))
        for (name, from) in [("Templates", shipped.templates), ("Assets", shipped.assets)] {
            try FileManager.default.copyItem(atPath: from.shown, toPath: folder.path + "/" + name)
        }
        folders = DataFolders(templates: folder.file("Templates"), assets: folder.file("Assets"))
    }

    func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
    }

    /// Writes into the file, as some editors do.
    func write(_ text: String, _ name: String) throws { try folder.write(Array(text.utf8), to: name) }

    /// Puts another file in its place, as others do.
    func replace(_ text: String, _ name: String) throws {
        try write(text, name + "~")
        #expect(rename(folder.path + "/" + name + "~", folder.path + "/" + name) == 0)
    }

    func change(_ name: String, _ old: String, _ new: String) throws {
        let text = try text(name)
        #expect(text.contains(old), "\(name) has no \(old)")
        try replace(text.replacing(old, with: new), name)
    }

    var assets: ScreenAssets { ScreenAssets.read(folders) }
}

@MainActor
@Suite("Screens as they are saved")
struct WatchTests {
    private let edited: Edited
    private let driver: Driver

    init() throws {
        edited = try Edited()
        var front = FrontOptions()
        front.isWatching = true
        driver = try Driver(try MusicFixture(), front: front, assets: edited.assets)
    }

    private func title(_ name: String) -> String? {
        driver.tree.elements.first { $0.id.description == name }?.label
    }

    @Test("a saved document is shown in place: stack, row and focus stay")
    func place() throws {
        defer { driver.end() }
        try driver.run("until ready\ntap \"Albums\"\nwait 500\nrotate 1\nrotate 2\nexpect tree.focus == \"row:2\"")
        let key = driver.tree.elements.first { $0.isFocused }?.key
        let row = title("row:2")
        try edited.change("Templates/albums.json", "{title}", "* {title}")
        try driver.run("wait 10\nexpect tree.screen == \"albums\"\nexpect tree.focus == \"row:2\"")
        #expect(title("row:2") == "* \(row ?? "")")
        #expect(driver.tree.elements.first { $0.isFocused }?.key == key)
        try driver.run("press\nwait 500\nexpect tree.screen == \"album\"")
        try edited.change("Templates/albums.json", "* {title}", "{title} *")
        try driver.run("wait 10\nexpect tree.screen == \"album\"\nback\nwait 500\nexpect tree.focus == \"row:2\"")
        #expect(title("row:2") == "\(row ?? "") *", "the screen below has changed as well")
    }

    @Test("broken, it stays as it was, over several saves, and the place of the fault is told")
    func broken() throws {
        defer { driver.end() }
        try driver.run("until ready\ntap \"Albums\"\nwait 500")
        let before = title("row:0")
        let good = try edited.text("Templates/albums.json")
        for text in ["{ \"template\": \"list\",\n  oops }", "", String(good.dropLast(good.count / 2)), "[]"] {
            try edited.write(text, "Templates/albums.json")
            try driver.run("wait 10\nexpect tree.screen == \"albums\"\nexpect tree.overlay == \"notice\"")
            #expect(title("row:0") == before)
            let notice = driver.tree.elements.map(\.label).first { $0.hasPrefix("albums.json:") }
            #expect(notice != nil, "\(driver.tree.elements.map(\.label))")
        }
        try driver.run("tap \"Home\"\nwait 300\ntap \"Albums\"\nwait 300\nexpect tree.template == \"list\"")
        #expect(title("row:0") == before, "also when it is opened anew")
        try edited.write(good.replacing("{title}", with: "good {title}"), "Templates/albums.json")
        try driver.run("wait 10")
        #expect(title("row:0") == "good \(before ?? "")")
        #expect(driver.tree.overlay == nil, "what was said of the fault goes with it")
    }

    @Test("removed and written anew, broken at first, the screen and the focus stay where they were")
    func removed() throws {
        defer { driver.end() }
        let name = "Templates/albums.json"
        try driver.run("until ready\ntap \"Albums\"\nwait 500\nrotate 1\nrotate 2\nexpect tree.focus == \"row:2\"")
        let row = title("row:2")
        let good = try edited.text(name)
        try FileManager.default.removeItem(atPath: edited.folder.path + "/" + name)
        try driver.run("wait 10\nexpect tree.template == \"list\"\nexpect tree.overlay == \"notice\"")
        #expect(title("row:2") == row)
        try edited.write(String(good.prefix(40)), name)
        try driver.run("wait 10\nexpect tree.template == \"list\"\nexpect tree.focus == \"row:2\"")
        try edited.write(good.replacing("{title}", with: "* {title}"), name)
        try driver.run("wait 10\nexpect tree.focus == \"row:2\"")
        #expect(title("row:2") == "* \(row ?? "")")
        #expect(driver.tree.overlay == nil)
    }

    @Test("broken from the start it says which file and line, and is there when it is mended")
    func brokenAtStart() throws {
        driver.end()
        let good = try edited.text("Templates/albums.json")
        try edited.write(
            "{ \"template\": \"list\", \"title\": \"T\", \"sections\": [],\n  \"emty\": 1 }", "Templates/albums.json")
        var front = FrontOptions()
        front.isWatching = true
        let driver = try Driver(try MusicFixture(), front: front, assets: edited.assets)
        defer { driver.end() }
        try driver.run("until ready\ntap \"Albums\"\nwait 300\nexpect tree.template == \"message\"")
        let said = driver.tree.elements.map(\.label)
        #expect(said.contains { $0.contains("albums.json:2:3: unknown key") }, "\(said)")
        try driver.run("tap \"Home\"\nwait 300\nexpect tree.template == \"list\"")
        try edited.write(good, "Templates/albums.json")
        try driver.run("tap \"Albums\"\nwait 300\nexpect tree.template == \"list\"")
    }

    @Test("themes and phrases are shown as they are saved, and stay when they are broken")
    func assets() throws {
        defer { driver.end() }
        try driver.run("until ready")
        let phrase = try #require(title("tab:1"))
        #expect(phrase == "Albums")
        try edited.change("Assets/Strings/strings.json", "\"en\": \"Albums\"", "\"en\": \"Records\"")
        try edited.change("Assets/Themes/night.json", "\"#5ec8b7\"", "\"#ffcc66\"")
        try driver.run("wait 10")
        #expect(title("tab:1") == "Records")
        #expect(driver.stage.theme.accent == Color(red: 0xFF, green: 0xCC, blue: 0x66))
        try edited.change("Assets/Themes/night.json", "\"#ffcc66\"", "\"#101010\"")
        try edited.write("{ broken", "Assets/Strings/strings.json")
        try driver.run("wait 10\nexpect tree.overlay == \"notice\"")
        #expect(title("tab:1") == "Records")
        #expect(driver.stage.theme.accent == Color(red: 0xFF, green: 0xCC, blue: 0x66), "an accent nobody can see")
        try driver.run("theme day\nexpect tree.theme == \"day\"")
        try edited.change("Assets/Themes/day.json", "\"#00695c\"", "\"#004d40\"")
        try driver.run("wait 10\nexpect tree.theme == \"day\"")
        #expect(driver.stage.theme.accent == Color(red: 0, green: 0x4D, blue: 0x40))
    }

    @Test("a page that has become an alert stays a page until it is opened anew; one that is gone says so")
    func otherKind() throws {
        defer { driver.end() }
        try driver.run(
            "until ready\ntap \"Browse\"\nwait 300\ntap \"Artists\"\nwait 300\nexpect tree.screen == \"artists\"")
        let message = #"{ "template": "message", "title": "Nobody" }"#
        try edited.write(message, "Templates/artists.json")
        try driver.run("wait 10\nexpect tree.screen == \"artists\"\nexpect tree.template == \"message\"")
        try FileManager.default.removeItem(atPath: edited.folder.path + "/Templates/artists.json")
        try driver.run("wait 10\nexpect tree.template == \"message\"\nback\nwait 300\nexpect tree.screen == \"browse\"")
    }

    @Test("without --watch nothing is looked at")
    func off() throws {
        driver.end()
        let driver = try Driver(try MusicFixture(), assets: edited.assets)
        defer { driver.end() }
        try driver.run("until ready")
        try edited.change("Assets/Strings/strings.json", "\"en\": \"Albums\"", "\"en\": \"Records\"")
        try driver.run("wait 100")
        #expect(driver.tree.elements.contains { $0.label == "Albums" })
    }
}

@Suite("Looking for saved files")
struct AssetReloaderTests {
    private let edited: Edited

    init() throws { edited = try Edited() }

    private func save(_ title: String) throws {
        try edited.replace(#"{ "template": "message", "title": "\#(title)" }"#, "Templates/demo.json")
    }

    @Test("what is still being written is left alone; many saves are one change")
    func settling() throws {
        var reloader = AssetReloader(edited.assets)
        #expect(reloader.look()?.stamp == nil)
        for title in ["A", "AB", "ABC"] {
            try save(title)
            #expect(reloader.look()?.stamp == nil, "\(title) may not be all of it")
        }
        let assets = reloader.look()
        #expect(assets?.faults.isEmpty == true, "\(assets?.faults.map(\.description) ?? [])")
        #expect(reloader.look()?.stamp == nil)
        #expect(reloader.look()?.stamp == nil, "once")
    }

    @Test("a file that was saved while the start read it is read again")
    func early() throws {
        let assets = edited.assets
        try save("late")
        var reloader = AssetReloader(assets)
        #expect(reloader.lookOnce()?.stamp != nil)
        #expect(reloader.lookOnce()?.stamp == nil)
    }

    @Test("a folder that is away leaves all screens as they were; so do its return and a new file")
    func folder() throws {
        var reloader = AssetReloader(edited.assets)
        let all = reloader.assets.documents.screens
        let templates = edited.folder.path + "/Templates"
        #expect(rename(templates, templates + ".away") == 0)
        let changed = reloader.lookOnce()
        let away = try #require(changed)
        #expect(away.documents.screens == all)
        #expect(away.faults.map(\.fileName) == ["Templates"])
        #expect(rename(templates + ".away", templates) == 0)
        let returned = reloader.lookOnce()
        let back = try #require(returned)
        #expect(back.documents.screens == all)
        #expect(back.faults.isEmpty)
    }

    @Test("the thread tells of a save")
    func thread() throws {
        let told = Mailbox()
        AssetWatch.start(edited.assets) { told.add($0) }
        try edited.write("{", "Templates/demo.json")
        let deadline = SteadyClock.now + .patient
        while told.last == nil, SteadyClock.now < deadline { usleep(20_000) }
        let assets = try #require(told.last)
        #expect(assets.faults.map(\.fileName) == ["demo.json"])
        #expect(assets.documents.screens["demo"] != nil, "the last good one")
    }
}

/// What the watching thread has told.
private final class Mailbox: Sendable {
    private let assets = Mutex<[ScreenAssets]>([])
    func add(_ new: ScreenAssets) { assets.withLock { $0.append(new) } }
    var last: ScreenAssets? { assets.withLock { $0.last } }
}
