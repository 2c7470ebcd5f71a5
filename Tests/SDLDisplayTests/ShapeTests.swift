// Fills, panels, rings, washes, clips and layers, judged by their pixels.

import Scene
import Testing

@testable import SDLDisplay

@Suite("Shapes")
@MainActor
struct ShapeTests {
    @Test("a fill covers exactly its frame")
    func fill() throws {
        let picture = try Stage().draw([.fill(Frame(x: 10, y: 20, width: 30, height: 5), red)])
        #expect(picture.ink() == Frame(x: 10, y: 20, width: 30, height: 5))
        #expect(picture.pixels.filter { $0 == 0xFFFF_0000 }.count == 150)
    }

    @Test("a fill with alpha mixes with what is below")
    func alpha() throws {
        var half = white
        half.alpha = 128
        let picture = try Stage().draw([
            .fill(Frame(x: 0, y: 0, width: 200, height: 120), red),
            .fill(Frame(x: 0, y: 0, width: 50, height: 50), half),
        ])
        #expect(picture.red(10, 10) == 255)
        #expect(abs(picture.green(10, 10) - 128) <= 2)
        #expect(picture.green(60, 10) == 0)
    }

    @Test("the corners of a panel are mirror images, antialiased, and the rest is solid", arguments: [1, 2, 7, 16, 30])
    func panelCorners(radius: Int) throws {
        let frame = Frame(x: 20, y: 10, width: 101, height: 70)
        let picture = try Stage().draw([.panel(frame, radius: radius, white)])
        #expect(picture.ink(threshold: 128).map { $0.width <= 101 && $0.height <= 70 } == true)
        for y in 0..<frame.height {
            for x in 0..<frame.width {
                let value = picture[frame.x + x, frame.y + y]
                #expect(value == picture[frame.right - 1 - x, frame.y + y])
                #expect(value == picture[frame.x + x, frame.bottom - 1 - y])
                let isCorner = (x < radius || x >= 101 - radius) && (y < radius || y >= 70 - radius)
                if !isCorner { #expect(value == 0xFFFFFF) }
            }
        }
        // The corner of a square less a quarter of a disc: (1 - π/4) r² of it stays dark.
        let covered = Double(picture.amount(in: Frame(x: 20, y: 10, width: radius, height: radius))) / 255
        #expect(abs(covered - 0.785398 * Double(radius * radius)) <= 0.03 * Double(radius * radius) + 0.3)
        if radius >= 7 {
            let levels = Set((0..<radius).map { picture[20 + $0, 10] })
            #expect(levels.contains { $0 != 0 && $0 != 0xFFFFFF })
        }
    }

    @Test("a panel with alpha is even: no part is drawn twice")
    func evenAlpha() throws {
        let half = Color(red: 255, green: 255, blue: 255, alpha: 100)
        let picture = try Stage().draw([.panel(Frame(x: 5, y: 5, width: 90, height: 60), radius: 20, half)])
        let middle = picture[50, 35]
        #expect(picture[50, 5] == middle)
        #expect(picture[5, 35] == middle)
        #expect(picture[25, 25] == middle)
        #expect(picture[24, 24] == middle)
    }

    @Test("a radius larger than half the shorter side makes a pill, a negative one a plain frame")
    func radiusLimits() throws {
        let pill = try Stage().draw([.panel(Frame(x: 0, y: 0, width: 80, height: 20), radius: 500, white)])
        #expect(pill[0, 0] == 0)
        #expect(pill[40, 0] == 0xFFFFFF)
        #expect(pill.green(0, 10) > 150)
        let plain = try Stage().draw([.panel(Frame(x: 0, y: 0, width: 80, height: 20), radius: -4, white)])
        #expect(plain[0, 0] == 0xFFFFFF)
    }

    @Test(
        "a ring is as wide as asked on all sides and in its corners, and empty inside",
        arguments: [
            (0, 4), (10, 4), (24, 4), (2, 6), (24, 1),
        ])
    func ring(radius: Int, width: Int) throws {
        let frame = Frame(x: 10, y: 10, width: 120, height: 80)
        let picture = try Stage().draw([.ring(frame, radius: radius, width: width, white)])
        for step in 0..<width {
            #expect(picture[70, 10 + step] == 0xFFFFFF)
            #expect(picture[70, 89 - step] == 0xFFFFFF)
            #expect(picture[10 + step, 50] == 0xFFFFFF)
            #expect(picture[129 - step, 50] == 0xFFFFFF)
        }
        #expect(picture[70, 10 + width] == 0)
        #expect(picture[10 + width, 50] == 0)
        #expect(picture[70, 50] == 0)
        // Along the diagonal of the corner the ring is as thick as at the sides.
        if radius > width {
            let centre = 10 + radius
            var thickness = 0.0
            for step in 0..<centre - 10 {
                thickness += Double(picture.green(centre - 1 - step, centre - 1 - step)) / 255 * 1.41421
            }
            #expect(abs(thickness - Double(width)) < 0.8)
        }
    }

    @Test("a ring that meets itself is a filled panel")
    func fullRing() throws {
        let frame = Frame(x: 4, y: 4, width: 20, height: 20)
        let ring = try Stage().draw([.ring(frame, radius: 6, width: 10, white)])
        let panel = try Stage().draw([.panel(frame, radius: 6, white)])
        #expect(ring == panel)
    }

    @Test("a wash goes from one colour to the other, dithered but never off by more than one step")
    func wash() throws {
        let top = Color(red: 10, green: 20, blue: 30)
        let bottom = Color(red: 20, green: 60, blue: 30)
        let picture = try Stage().draw([.wash(Frame(x: 0, y: 0, width: 200, height: 120), top: top, bottom: bottom)])
        #expect(picture[0, 0] == 0x0A141E)
        #expect(picture[199, 119] == 0x143C1E)
        for y in stride(from: 0, to: 120, by: 7) {
            let exact = 20 + 40 * Double(y) / 119
            for x in stride(from: 0, to: 200, by: 3) {
                #expect(abs(Double(picture.green(x, y)) - exact) <= 1.01)
                #expect(picture.blue(x, y) == 30)
            }
        }
        let row = Set((0..<128).map { picture.red($0, 6) })
        #expect(row.count == 2)
    }

    @Test("clips nest by intersection and end")
    func clips() throws {
        let all = Frame(x: 0, y: 0, width: 200, height: 120)
        let picture = try Stage().draw([
            .beginClip(Frame(x: 10, y: 10, width: 100, height: 50)),
            .beginClip(Frame(x: 50, y: 0, width: 100, height: 30)), .fill(all, white), .endClip,
            .fill(Frame(x: 0, y: 40, width: 200, height: 5), red), .endClip,
            .fill(Frame(x: 0, y: 100, width: 200, height: 1), white),
        ])
        #expect(picture[49, 20] == 0)
        #expect(picture[50, 10] == 0xFFFFFF)
        #expect(picture[109, 29] == 0xFFFFFF)
        #expect(picture[110, 20] == 0)
        #expect(picture[60, 30] == 0)
        #expect(picture[10, 42] == 0xFF0000)
        #expect(picture[9, 42] == 0)
        #expect(picture[0, 100] == 0xFFFFFF)
    }

    @Test("an empty clip hides everything, and ends that match nothing are survived")
    func oddClips() throws {
        let all = Frame(x: 0, y: 0, width: 200, height: 120)
        let picture = try Stage().draw([
            .endClip, .endLayer, .beginClip(Frame(x: 5, y: 5, width: 0, height: 0)), .fill(all, white),
            .panel(all, radius: 10, white), .line(TextLine("hidden", style: TextStyle(size: 32)), all, white),
        ])
        #expect(picture.ink() == nil)
        let unfinished = try Stage().draw([.beginLayer(dx: 1, dy: 1, opacity: 100), .fill(all, white)])
        #expect(abs(unfinished.green(50, 50) - 100) <= 2)
    }

    @Test("a moved layer moves fills, clips and inner layers together")
    func movedLayer() throws {
        let picture = try Stage().draw([
            .beginLayer(dx: 30, dy: 10, opacity: 255), .beginClip(Frame(x: 0, y: 0, width: 20, height: 20)),
            .beginLayer(dx: 5, dy: 0, opacity: 255), .fill(Frame(x: 0, y: 0, width: 100, height: 100), white),
            .endLayer,
            .endClip, .endLayer, .fill(Frame(x: 0, y: 0, width: 1, height: 1), red),
        ])
        #expect(picture.ink()?.right == 50)
        #expect(picture[34, 15] == 0)
        #expect(picture[35, 10] == 0xFFFFFF)
        #expect(picture[49, 29] == 0xFFFFFF)
        #expect(picture[50, 29] == 0)
        #expect(picture[0, 0] == 0xFF0000)
    }

    @Test("a faded layer fades as one: what lies over another part hides it", arguments: [UInt8(0), 1, 64, 128, 254])
    func fadedLayer(opacity: UInt8) throws {
        let below = Color(red: 0, green: 0, blue: 200)
        let picture = try Stage().draw([
            .fill(Frame(x: 0, y: 0, width: 200, height: 120), below), .beginLayer(dx: 10, dy: 0, opacity: opacity),
            .panel(Frame(x: 0, y: 0, width: 100, height: 100), radius: 12, red),
            .panel(Frame(x: 20, y: 20, width: 40, height: 40), radius: 5, white), .endLayer,
        ])
        let part = Double(opacity) / 255
        func expected(_ from: Double, _ to: Double) -> Double { from + (to - from) * part }
        // The red panel does not show through the white one.
        #expect(abs(Double(picture.green(50, 40)) - expected(0, 255)) <= 2)
        #expect(abs(Double(picture.blue(50, 40)) - expected(200, 255)) <= 2)
        #expect(abs(Double(picture.red(15, 50)) - expected(0, 255)) <= 2)
        #expect(abs(Double(picture.blue(15, 50)) - expected(200, 0)) <= 2)
        #expect(picture[150, 50] == 0x0000C8)
        #expect(picture[10, 0] == 0x0000C8)
    }

    @Test("faded layers inside faded layers multiply")
    func nestedFades() throws {
        let frame = Frame(x: 0, y: 0, width: 50, height: 50)
        let picture = try Stage().draw([
            .beginLayer(dx: 0, dy: 0, opacity: 128), .beginLayer(dx: 0, dy: 0, opacity: 128), .fill(frame, white),
            .endLayer, .endLayer,
        ])
        #expect(abs(picture.green(20, 20) - 64) <= 2)
    }

    @Test("frames far outside, empty and enormous ones are survived")
    func extremeFrames() throws {
        let huge = Int(Int32.max) * 4
        let picture = try Stage().draw([
            .fill(Frame(x: -5, y: -5, width: 10, height: 10), white), .panel(.zero, radius: 4, white),
            .panel(Frame(x: 5000, y: 0, width: 10, height: 10), radius: 4, white),
            .ring(Frame(x: 60, y: 60, width: -4, height: 9), radius: 3, width: 2, white),
            .fill(Frame(x: 100, y: 0, width: huge, height: 3), white),
            .wash(Frame(x: 0, y: 110, width: 20, height: 100_000), top: red, bottom: red),
        ])
        #expect(picture[0, 0] == 0xFFFFFF)
        #expect(picture[5, 5] == 0)
        #expect(picture[199, 2] == 0xFFFFFF)
        #expect(picture[60, 60] == 0)
    }
}
