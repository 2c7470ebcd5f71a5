// What stands in for assets and screens that are broken or missing at a start.

import AudioCore
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
        #expect(assets.iconFolder.hasSuffix("/Icons") && !assets.iconFolder.hasPrefix(folder.path))
    }

    @Test("a first screen that is broken gives way to the program's, and its fault is told")
    func root() throws {
        try folder.write(Array("{ \"template\": \"list\" }".utf8), to: "Templates/root.json")
        let found = try #require(DataFolders.find(templates: folder.file("Templates"), assets: nil))
        let assets = ScreenAssets.read(found)
        #expect(assets.documents.screens["root"]?.kind == .tabBar)
        #expect(assets.faults.contains { $0.file.hasSuffix("Templates/root.json") })
    }
}
