// Icons and covers: what is shown, when, and what happens to what can not be shown.

import Scene
import TestSupport
import Testing

@testable import SDLDisplay

@Suite("Images")
@MainActor
struct ImageTests {
    private let all = Frame(x: 0, y: 0, width: 200, height: 120)

    private func cover(_ name: String, _ size: Int = 40, radius: Int = 0) -> ImageRequest {
        ImageRequest(source: .cover(name), width: size, height: size, cornerRadius: radius)
    }

    private func plain(_ pixel: UInt32, _ width: Int = 40, _ height: Int = 40) throws -> PixelBuffer {
        try #require(PixelBuffer(width: width, height: height, pixels: .init(repeating: pixel, count: width * height)))
    }

    @Test("every icon of Assets/Icons is visible at 24, 48 and 96, fits its frame and takes its tint")
    func icons() throws {
        let names = FolderListing.names(in: iconFolder)
        #expect(names.count >= 40)
        let tint = Color(red: 0, green: 200, blue: 180)
        for name in names {
            #expect(name.hasSuffix(".svg"))
            let stage = try Stage()
            for size in [24, 48, 96] {
                let request = ImageRequest(
                    source: .icon(String(name.dropLast(4))), width: size, height: size, tint: tint)
                let picture = stage.draw([.image(request, Frame(x: 10, y: 10, width: size, height: size), opacity: 255)]
                )
                let ink = try #require(picture.ink(), "\(name) is not seen")
                #expect(ink.intersection(Frame(x: 10, y: 10, width: size, height: size)) == ink)
                // Nothing touches the edge, where it would look cut.
                #expect(ink.x > 10 && ink.right < 10 + size && ink.y > 10 && ink.bottom < 10 + size, "\(name) \(size)")
                #expect(!picture.pixels.contains { $0 & 0xFF_0000 != 0 }, "\(name) keeps a colour of its own")
                #expect(picture.pixels.contains { $0 & 0xFFFFFF == 0x00C8B4 }, "\(name) is nowhere solid")
            }
            #expect(stage.reports.lines.isEmpty)
        }
    }

    @Test("an icon drawn black in its file is still tinted")
    func blackIcon() throws {
        let folder = TemporaryFolder()
        try folder.write(
            Array("<svg width='8' height='8'><rect width='8' height='8' fill='black'/></svg>".utf8), to: "dark.svg")
        let stage = try Stage(icons: [folder.path])
        let picture = stage.draw([
            .image(ImageRequest(source: .icon("dark"), width: 20, height: 20), all, opacity: 255)
        ])
        #expect(picture[100, 60] == 0xFFFFFF)
    }

    @Test("an icon is the first folder's that has it; one that is none there is said, and the next folder's is drawn")
    func folders() throws {
        let (own, other) = (TemporaryFolder(), TemporaryFolder())
        let left = "<svg width='8' height='8'><rect width='4' height='8' fill='black'/></svg>"
        let right = "<svg width='8' height='8'><rect x='4' width='4' height='8' fill='black'/></svg>"
        try own.write(Array(left.utf8), to: "both.svg")
        try own.write(Array("hello".utf8), to: "broken.svg")
        for name in ["both", "broken", "single"] { try other.write(Array(right.utf8), to: name + ".svg") }
        let place = Frame(x: 0, y: 0, width: 40, height: 40)
        for (name, isLeft) in [("both", true), ("broken", false), ("single", false)] {
            let stage = try Stage(icons: [own.path, other.path])
            let request = ImageRequest(source: .icon(name), width: 40, height: 40)
            let picture = stage.draw([.image(request, place, opacity: 255)])
            #expect((picture[8, 20] == 0xFFFFFF) == isLeft, "\(name)")
            #expect((picture[32, 20] == 0xFFFFFF) == !isLeft, "\(name)")
            #expect(stage.reports.lines.count == (name == "broken" ? 1 : 0), "\(name)")
        }
    }

    @Test(
        "what is no SVG, empty, huge, absent or outside the folder is said once and shown as a mark",
        arguments: [
            "text", "empty", "cut", "noSize", "binary", "absent", "../escape", ".hidden", "",
        ])
    func brokenIcon(name: String) throws {
        let folder = TemporaryFolder()
        try folder.write(Array("hello".utf8), to: "text.svg")
        try folder.write([], to: "empty.svg")
        try folder.write(Array("<svg".utf8), to: "cut.svg")
        try folder.write(Array("<svg></svg>".utf8), to: "noSize.svg")
        try folder.write((0..<255).map { UInt8($0) }, to: "binary.svg")
        let stage = try Stage(icons: [folder.path])
        let request = ImageRequest(source: .icon(name), width: 48, height: 48)
        let place = Frame(x: 0, y: 0, width: 48, height: 48)
        let picture = stage.draw([.image(request, place, opacity: 255)])
        stage.draw([.image(request, place, opacity: 255)])
        var larger = request
        larger.width = 64
        larger.height = 64
        stage.draw([.image(larger, place, opacity: 255)])
        if name == "noSize" || name == "cut" {
            // These are SVG without a picture in it: nothing, or the mark; never a crash.
            #expect(stage.reports.lines.count <= 1)
        } else {
            #expect(stage.reports.lines.count == 1)
            #expect(picture.ink() != nil)
        }
    }

    @Test("SVG cut at any byte never crashes")
    func cutSVG() {
        let text = Array(
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><g transform="rotate(10)"><path \
            d="M4 11.2 12 4a3 3 0 0 1 1 1z" stroke="#fff"/></g><circle cx="1" cy="2" r="3"/></svg>
            """.utf8)
        for length in 0...text.count { _ = IconRaster.rasterise(Array(text.prefix(length)), width: 24, height: 24) }
        var seed: UInt32 = 1
        for _ in 0..<100 {
            var broken = text
            for _ in 0..<4 {
                seed = seed &* 1_664_525 &+ 1_013_904_223
                broken[Int(seed >> 8) % broken.count] = UInt8(truncatingIfNeeded: seed >> 24)
            }
            _ = IconRaster.rasterise(broken, width: 24, height: 24)
        }
    }

    @Test("a cover that is there is shown at once and exactly")
    func cover() throws {
        let stage = try Stage()
        stage.images.pictures[.cover("a")] = try plain(0xFF10_2030)
        let place = Frame(x: 10, y: 10, width: 40, height: 40)
        #expect(!stage.renderer.draw([.image(cover("a"), place, opacity: 255)], now: 5))
        #expect(stage.picture[10, 10] == 0x102030)
        #expect(stage.picture[49, 49] == 0x102030)
        #expect(stage.picture.ink(threshold: 5) == place)
    }

    @Test("a cover that comes late fades in over 150 ms by the frame's clock, then rests")
    func fade() throws {
        let stage = try Stage()
        let commands: [DrawCommand] = [.image(cover("a"), Frame(x: 0, y: 0, width: 40, height: 40), opacity: 255)]
        #expect(!stage.renderer.draw(commands, now: 10))
        #expect(stage.picture.ink() == nil)
        stage.images.pictures[.cover("a")] = try plain(0xFFFF_FFFF)
        #expect(stage.renderer.draw(commands, now: 10.1))
        #expect(stage.renderer.draw(commands, now: 10.175))
        #expect(abs(stage.picture.green(5, 5) - 127) <= 3)
        #expect(!stage.renderer.draw(commands, now: 10.26))
        #expect(stage.picture[5, 5] == 0xFFFFFF)
        // A clock that goes back changes nothing any more.
        #expect(!stage.renderer.draw(commands, now: 3))
        #expect(stage.picture[5, 5] == 0xFFFFFF)
    }

    @Test("motion can be switched off: a late cover is simply there")
    func reducedMotion() throws {
        let stage = try Stage()
        stage.renderer.images.fadeDuration = 0
        let commands: [DrawCommand] = [.image(cover("a"), all, opacity: 255)]
        stage.draw(commands)
        stage.images.pictures[.cover("a")] = try plain(0xFFFF_FFFF)
        #expect(!stage.renderer.draw(commands, now: 1))
        #expect(stage.picture[5, 5] == 0xFFFFFF)
    }

    @Test("one upload a frame: the others ask for another frame until all are there")
    func oneUpload() throws {
        let stage = try Stage()
        var commands: [DrawCommand] = []
        for index in 0..<4 {
            stage.images.pictures[.cover("\(index)")] = try plain(0xFFFF_FFFF)
            commands.append(.image(cover("\(index)"), Frame(x: index * 50, y: 0, width: 40, height: 40), opacity: 255))
        }
        var held: [Int] = []
        var frames = 0
        while stage.renderer.draw(commands, now: Double(frames)), frames < 20 {
            held.append(stage.renderer.images.byteCount / 6400)
            frames += 1
        }
        #expect(held.prefix(3) == [1, 2, 3])
        #expect(stage.renderer.images.byteCount == 4 * 6400)
    }

    @Test("what is prepared before a push is there in its first frame, all of it")
    func prepared() throws {
        let stage = try Stage()
        #expect(!stage.renderer.images.prepare(cover("0")))
        var commands: [DrawCommand] = []
        for index in 0..<4 {
            stage.images.pictures[.cover("\(index)")] = try plain(0xFFFF_FFFF)
            #expect(stage.renderer.images.prepare(cover("\(index)")))
            commands.append(.image(cover("\(index)"), Frame(x: index * 50, y: 0, width: 40, height: 40), opacity: 255))
        }
        #expect(!stage.renderer.draw(commands, now: 0))
        for index in 0..<4 { #expect(stage.picture[index * 50 + 20, 20] == 0xFFFFFF) }
    }

    @Test("round corners are cut into the picture and are symmetric")
    func corners() throws {
        let stage = try Stage()
        stage.images.pictures[.cover("a")] = try plain(0xFFFF_FFFF)
        let picture = stage.draw([
            .image(cover("a", 40, radius: 12), Frame(x: 0, y: 0, width: 40, height: 40), opacity: 255)
        ])
        let panel = try Stage().draw([.panel(Frame(x: 0, y: 0, width: 40, height: 40), radius: 12, white)])
        for index in picture.pixels.indices {
            #expect(picture.distance(picture.pixels[index], panel.pixels[index]) <= 1)
        }
    }

    @Test("opacity darkens a cover evenly")
    func opacity() throws {
        let stage = try Stage()
        stage.images.pictures[.cover("a")] = try plain(0xFFFF_FFFF)
        let picture = stage.draw([.image(cover("a"), Frame(x: 0, y: 0, width: 40, height: 40), opacity: 191)])
        #expect(abs(picture.green(20, 20) - 191) <= 1)
    }

    @Test("a picture of another size is scaled to fill and cut evenly")
    func fitting() throws {
        // Three columns: red, white, red. Filling a square from 60 × 20 keeps the middle 20 columns.
        var pixels: [UInt32] = []
        for _ in 0..<20 {
            pixels += .init(repeating: 0xFFFF_0000, count: 20) + .init(repeating: 0xFFFF_FFFF, count: 20)
            pixels += .init(repeating: 0xFFFF_0000, count: 20)
        }
        let wide = try #require(PixelBuffer(width: 60, height: 20, pixels: pixels))
        for size in [7, 20, 40] {
            let fitted = try #require(wide.filling(width: size, height: size))
            #expect(fitted.pixels.count == size * size)
            #expect(fitted.pixels[size / 2 * size + size / 2] == 0xFFFF_FFFF)
            #expect(fitted.pixels.filter { $0 == 0xFFFF_FFFF }.count >= size * (size - 2))
        }
    }

    @Test("premultiplied colours are drawn as they were meant")
    func premultiplied() throws {
        let stage = try Stage()
        // Half of white over black is grey, over white it is white.
        stage.images.pictures[.cover("a")] = try plain(0x8080_8080)
        let picture = stage.draw([
            .fill(Frame(x: 0, y: 0, width: 20, height: 40), white),
            .image(cover("a"), Frame(x: 0, y: 0, width: 40, height: 40), opacity: 255),
        ])
        #expect(picture.green(5, 5) >= 252)
        #expect(abs(picture.green(30, 5) - 128) <= 2)
    }

    @Test(
        "a buffer that lies about its size is none", arguments: [(0, 5, 0), (5, 5, 24), (-1, -1, 1), (9000, 1, 9000)])
    func badBuffer(width: Int, height: Int, count: Int) {
        #expect(PixelBuffer(width: width, height: height, pixels: .init(repeating: 0, count: count)) == nil)
    }

    @Test("the image cache keeps its budget, and forgotten pictures are asked for again")
    func budget() throws {
        var budget = CommandRenderer.Budget()
        budget.images = 20_000
        let stage = try Stage(budget: budget)
        for index in 0..<10 {
            stage.images.pictures[.cover("\(index)")] = try plain(0xFFFF_FFFF)
            stage.draw([.image(cover("\(index)"), all, opacity: 255)])
            #expect(stage.renderer.images.byteCount <= 20_000)
        }
        let asked = stage.images.askedCount
        stage.draw([.image(cover("9"), all, opacity: 255)])
        #expect(stage.images.askedCount == asked)
        stage.renderer.images.forget(.cover("9"))
        stage.images.pictures[.cover("9")] = try plain(0xFF00_00FF)
        let again = stage.draw([.image(cover("9"), all, opacity: 255)], now: 9)
        #expect(again[5, 5] == 0x0000FF)
    }

    @Test("requests of impossible sizes draw nothing", arguments: [(0, 10), (-4, 4), (100_000, 100_000)])
    func impossibleRequests(width: Int, height: Int) throws {
        let stage = try Stage()
        stage.images.pictures[.cover("a")] = try plain(0xFFFF_FFFF)
        for source in [ImageRequest.Source.cover("a"), .icon("home"), .file("a.svg")] {
            let request = ImageRequest(source: source, width: width, height: height)
            #expect(stage.draw([.image(request, all, opacity: 255)]).ink() == nil)
        }
    }
}
