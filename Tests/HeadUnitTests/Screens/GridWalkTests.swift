// The albums of a library as a grid: an owner's document in the place of the shipped list.

import AudioCore
import TemplateKit
import TestSupport
import Testing

@testable import HeadUnit

@Suite("Albums as a grid", .serialized)
@MainActor
struct GridWalkTests {
    private static let albums = """
        { "template": "grid", "title": "@tab.albums", "index": true, "loading": "@loading",
          "empty": { "title": "@empty.albums", "icon": "albums" },
          "items": { "each": "albums", "sort": "title", "title": "{title}", "detail": "{artist}", "image": "{cover}",
                     "badge": "{trackCount}", "playing": "isPlaying", "absent": "isAbsent",
                     "select": { "do": "open", "screen": "album", "with": { "album": "{id}" } } } }
        """

    @Test("one file makes the albums a grid, without a fault; knob and finger open them, and what plays is marked")
    func walk() throws {
        let own = TemporaryFolder()
        _ = try own.write(Array(Self.albums.utf8), to: "albums.json")
        let folders = try #require(DataFolders.find(templates: RawPath(own.path), assets: nil))
        let assets = ScreenAssets.read(folders)
        #expect(assets.faults.map(\.description) == [])
        let driver = try Driver(try MusicFixture())
        defer { driver.end() }
        driver.drive.session.show(assets)
        try driver.run(
            """
            until ready
            tap "Albums"
            wait 400
            expect tree.screen == "albums"
            expect tree.template == "grid"
            expect tree.rowCount == 7
            expect tree.elements[id=item:0].role == "gridItem"
            expect tree.elements[id=item:0].label == "Alpha Road"
            expect tree.elements[id=item:0].detail == "Ann Field"
            expect tree.elements[id=item:0].value == "3"
            rotate 2
            expect tree.focus == "item:1"
            nudge left
            expect tree.focus == "item:0"
            press
            wait 400
            expect tree.screen == "album"
            expect tree.title == "Alpha Road"
            tap "Bend"
            until state.status == "playing"
            back
            wait 400
            rotate 1
            expect tree.focus == "item:0"
            expect tree.elements[id=item:0].playing == true
            expect tree.elements[id=item:1].playing == false
            tap #item:2
            wait 400
            expect tree.title == "Harbour"
            """)
    }
}
