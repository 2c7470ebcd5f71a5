// Picture files beside screen documents, as they are drawn.

import Artwork
import AudioCore
import FoundationEssentials
import Scene
import TestSupport
import Testing

@testable import HeadUnit

@MainActor
@Suite("Pictures beside the documents")
struct PictureTests {
    private let folder = TemporaryFolder()
    private let fixture: MusicFixture

    private static let root = """
        { "template": "list", "title": "Pictures", "sections": [ { "rows": [
          { "title": "Cover", "image": "cover.png" }, { "title": "Broken", "image": "broken.jpg" },
          { "title": "Mark", "image": "mark.SVG" } ] } ] }
        """
    private static let mark =
        ##"<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><path fill="#00ff00" d="M0 0h24v24H0z"/></svg>"##

    init() throws {
        fixture = try MusicFixture()
        try folder.write(Array(Self.root.utf8), to: "root.json")
        // Red, 0xAA3311.
        try folder.write(cover("alpha"), to: "cover.png")
        try folder.write(Array("no picture at all".utf8), to: "broken.jpg")
        try folder.write(Array(Self.mark.utf8), to: "mark.SVG")
    }

    private func cover(_ album: String) throws -> [UInt8] {
        try FileByteSource(RawPath(fixture.music + "/\(album)/cover.png")).readBytes(1 << 20)
    }

    private func driver() throws -> Driver {
        let shipped = try #require(DataFolders.find(templates: nil, assets: nil))
        var folders = shipped
        folders.templates = RawPath(folder.path)
        var front = FrontOptions()
        front.isWatching = true
        return try Driver(fixture, front: front, assets: ScreenAssets.read(folders))
    }

    /// The colour near the left edge of a row's picture.
    private func color(_ row: Int, _ driver: Driver) throws -> Color {
        try driver.run("shot rows.png")
        let bytes = try FileByteSource(RawPath(driver.out + "/rows.png")).readBytes(1 << 24)
        let picture = try ImageDecoder.decode(bytes, targetWidth: 1024, targetHeight: 600)
        let element = try #require(driver.tree.elements.first { $0.id.description == "row:\(row)" })
        // A tile of 64 dp, 12 dp from the edge of the row.
        let x = element.frame.x + 22
        let pixel = picture.pixels[(element.frame.y + element.frame.height / 2) * picture.width + x]
        return Color(
            red: UInt8(truncatingIfNeeded: pixel >> 16), green: UInt8(truncatingIfNeeded: pixel >> 8),
            blue: UInt8(truncatingIfNeeded: pixel))
    }

    @Test("a photograph and a drawing are drawn; in the place of what is no picture is a note on a tile")
    func drawn() throws {
        let driver = try driver()
        defer { driver.end() }
        #expect(driver.drive.session.assets.faults.map(\.description) == [])
        try driver.run("until ready\nexpect tree.title == \"Pictures\"\nexpect tree.rowCount == 3")
        let red = try color(0, driver)
        #expect(red.red > 80 && red.green < 60, "\(red)")
        let green = try color(2, driver)
        #expect(green.green > 120 && green.red < 60, "\(green)")
        #expect(try color(1, driver) == driver.drive.session.assets.night.raised)
        let rows = driver.tree.elements.filter { $0.role == .row }.map(\.frame)
        #expect(Set(rows.map(\.height)).count == 1 && Set(rows.map(\.x)).count == 1, "each row keeps its place")
    }

    @Test("another picture under a name is shown as it is saved; one that is taken away is told, and its row stays")
    func saved() throws {
        let driver = try driver()
        defer { driver.end() }
        try driver.run("until ready")
        #expect(try color(0, driver).red > 80)
        // Blue, 0x224466.
        try folder.write(cover("umi"), to: "cover.png")
        try driver.run("wait 10")
        let blue = try color(0, driver)
        #expect(blue.blue > 60 && blue.red < 40, "\(blue)")
        try FileManager.default.removeItem(atPath: folder.path + "/cover.png")
        try driver.run("wait 10\nexpect tree.rowCount == 3")
        #expect(
            driver.drive.session.assets.faults.map(\.description) == [
                "\(folder.path)/root.json:2:32: no file \"cover.png\" beside the document (broken.jpg, mark.SVG)"
            ])
        #expect(try color(0, driver) == driver.drive.session.assets.night.raised)
    }
}
