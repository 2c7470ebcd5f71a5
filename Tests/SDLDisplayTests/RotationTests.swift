// One setting turns the picture and brings touches back.

import Glibc
import Scene
import TestSupport
import Testing

@testable import SDLDisplay

@Suite("Rotation")
@MainActor
struct RotationTests {
    @Test(
        "a pixel of the picture and the touch on the panel where it lies are the same point",
        arguments: Rotation.allCases)
    func roundTrip(rotation: Rotation) throws {
        let stage = try Stage(width: 90, height: 70, rotation: rotation)
        #expect(stage.display.width == (rotation.swapsSides ? 70 : 90))
        let point = Frame(x: 13, y: 41, width: 1, height: 1)
        stage.draw([.fill(point, white)])
        let panel = stage.display.panelPixels()
        let lit = panel.indices.filter { panel[$0] == 0xFFFF_FFFF }
        try #require(lit.count == 1)
        let back = rotation.picturePoint(x: lit[0] % 90, y: lit[0] / 90, panelWidth: 90, panelHeight: 70)
        #expect(back == (13, 41))
        #expect(rotation.panelPoint(x: 13, y: 41, panelWidth: 90, panelHeight: 70) == (lit[0] % 90, lit[0] / 90))
    }

    @Test("a quarter turn goes clockwise: the top left of the picture is the top right of the panel")
    func clockwise() throws {
        let stage = try Stage(width: 90, height: 70, rotation: .quarter)
        stage.draw([.fill(Frame(x: 0, y: 0, width: 1, height: 1), white)])
        #expect(stage.display.panelPixels()[89] == 0xFFFF_FFFF)
    }

    @Test("a picture is written as PNG, and a folder that is missing is an error with its path")
    func png() throws {
        let folder = TemporaryFolder()
        let stage = try Stage()
        stage.draw([.fill(Frame(x: 0, y: 0, width: 200, height: 120), red)])
        try stage.display.writePNG(folder.path + "/shot.png")
        let bytes = try #require(SmallFile.read(folder.path + "/shot.png", limit: 1 << 20))
        #expect(bytes.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
        // IHDR: width and height in big-endian order.
        #expect(bytes[16..<24] == [0, 0, 0, 200, 0, 0, 0, 120])
        do {
            try stage.display.writePNG(folder.path + "/none/shot.png")
            Issue.record("no error")
        } catch {
            #expect(error.code == .image)
            #expect(error.message.contains("none/shot.png"))
        }
    }
}
