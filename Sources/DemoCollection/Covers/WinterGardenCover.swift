// The cover of «Зимний сад»: sheets of paper behind one another, cut into hills, firs and one bullfinch.

import Artwork
import Glibc

enum WinterGardenCover {
    static func draw() -> Bitmap {
        var canvas = Canvas()
        let noise = Noise(seed: 0x9A9E)
        let backdrop = Gradient([(0, 0x17324d), (0.5, 0x2b5673), (1, 0x5d8ea0)])
        canvas.paint(coverage: { _, _ in 1 }, color: { _, y in backdrop(y / 760) })
        sheet(&canvas, noise, 0xf7e7c6, shadow: 16) { x, y in Shape.circle(x, y, 590, 318, 132) }
        for (index, hill) in hills.enumerated() {
            let trees = trees(on: hill, index)
            let area = Area(top: hill.height - hill.tall - 90)
            sheet(&canvas, noise, hill.color, shadow: 15, in: area) { x, y in
                min(hill.top(x) - y, firs(x, y, hill, trees))
            }
        }
        snow(&canvas)
        // The arch one looks through.
        sheet(&canvas, noise, 0xf4ede0, shadow: 26) { x, y in
            let window = max(Shape.box(x, y, 92, 330, 908, 1300), -1000)
            let arch = Shape.ellipse(x, y, 500, 480, 408, 396)
            return -min(y > 480 ? window : 1000, arch)
        }
        branch(&canvas, noise)
        canvas.shade { x, y in
            1 + 0.016 * noise(x / 2.2, y / 2.2) + 0.014 * noise(x / 7 + y / 40, y / 3)
        }
        return canvas.bitmap(grain: 0.8, seed: 0x6AA3)
    }

    private struct Hill {
        var color: UInt32
        var height: Float
        var swing: Float
        var phase: Float
        var tall: Float
        var spacing: Float

        func top(_ x: Float) -> Float {
            height + swing * sinf(x / 190 + phase) + swing * 0.35 * sinf(x / 71 + phase * 2.3)
        }
    }

    private static let hills = [
        Hill(color: 0x5f8fa3, height: 520, swing: 34, phase: 0.4, tall: 96, spacing: 47),
        Hill(color: 0x87b0b8, height: 620, swing: 38, phase: 2.1, tall: 132, spacing: 71),
        Hill(color: 0xb5d0cf, height: 735, swing: 36, phase: 4.2, tall: 168, spacing: 103),
        Hill(color: 0xe3ece4, height: 850, swing: 30, phase: 5.6, tall: 0, spacing: 90),
    ]

    /// Lays a sheet of paper with its soft shadow, and a lighter edge where the knife went.
    private static func sheet(
        _ canvas: inout Canvas, _ noise: Noise, _ color: UInt32, shadow: Float, in area: Area = Area(),
        _ distance: (Float, Float) -> Float
    ) {
        let around = Area(left: area.left - 40, top: area.top - 40, right: area.right + 40, bottom: area.bottom + 40)
        canvas.shade(in: around) { x, y in
            let away = distance(x - shadow * 0.35, y - shadow * 0.6)
            return 1 - 0.5 * (1 - ease(-shadow * 0.9, shadow, away))
        }
        let paper = light(color)
        canvas.paint(
            in: area, coverage: { x, y in inside(distance(x, y)) },
            color: { x, y in
                let rim = 1 - ease(0, 3.2, -distance(x, y))
                let fibre = 1 + 0.035 * noise.layered(x / 46, y / 46, octaves: 3)
                return paper * fibre + (Light.one - paper) * (0.35 * rim)
            })
    }

    /// A fir: the middle and the foot of its trunk, and its height.
    private struct Fir {
        var center: Float
        var foot: Float
        var tall: Float
    }

    /// One place after another from just left of the picture; some stay empty, no two firs are of one size.
    private static func trees(on hill: Hill, _ index: Int) -> [Fir?] {
        guard hill.tall > 0 else { return [] }
        return (0..<(Int(Float(Canvas.side) / hill.spacing) + 3)).map { place in
            var random = SeededRandom(UInt64(index + 1) << 32, stream: place)
            let (size, shift) = (Float(random.nextSigned()), Float(random.nextSigned()))
            guard size > -0.35 else { return nil }
            let center = (Float(place) - 0.5 + 0.28 * shift) * hill.spacing
            return Fir(center: center, foot: hill.top(center) + 8, tall: hill.tall * (0.78 + 0.3 * size))
        }
    }

    /// The distance to the nearest fir: three tiers each.
    private static func firs(_ x: Float, _ y: Float, _ hill: Hill, _ trees: [Fir?]) -> Float {
        var nearest: Float = 1000
        let place = Int((x / hill.spacing).rounded(.down)) + 1
        for neighbour in (place - 1)...(place + 1) where trees.indices.contains(neighbour) {
            guard let fir = trees[neighbour] else { continue }
            let (center, foot, tall) = (fir.center, fir.foot, fir.tall)
            let height = foot - y
            guard height > -10, height < tall + 10 else { continue }
            // Each tier is a triangle; the one above stands in the one below.
            for tier in 0..<3 {
                let low = tall * (0.1 + 0.27 * Float(tier))
                let high = low + tall * (0.4 - 0.02 * Float(tier))
                let wide = tall * (0.25 - 0.055 * Float(tier))
                let share = (height - low) / (high - low)
                let side = ((x - center).magnitude - wide * (1 - share)) * 0.88
                nearest = min(nearest, max(side, max(low - height, height - high)))
            }
            nearest = min(
                nearest, Shape.box(x, y, center - tall * 0.03, foot - tall * 0.14, center + tall * 0.03, foot + 10))
        }
        return nearest
    }

    private static func snow(_ canvas: inout Canvas) {
        var random = SeededRandom(0x5A0F)
        for _ in 0..<110 {
            let (x, y) = (Float(random.next(in: 90...910)), Float(random.next(in: 90...900)))
            let radius = Float(random.next(in: 1.6...5.2))
            canvas.shade(in: Area(left: x - 12, top: y - 12, right: x + 16, bottom: y + 18)) { px, py in
                1 - 0.24 * inside(Shape.circle(px - 2, py - 4, x, y, radius), soft: 5)
            }
            canvas.paint(
                in: Area(left: x - 8, top: y - 8, right: x + 8, bottom: y + 8),
                coverage: { px, py in inside(Shape.circle(px, py, x, y, radius)) }, color: { _, _ in light(0xfdf8ee) })
        }
    }

    /// The rowan branch before the arch, and who sits on it.
    private static func branch(_ canvas: inout Canvas, _ noise: Noise) {
        let twigs: [(SIMD2<Float>, SIMD2<Float>, Float, Float)] = [
            (SIMD2(-30, 760), SIMD2(200, 705), 17, 13), (SIMD2(200, 705), SIMD2(395, 690), 13, 9.5),
            (SIMD2(395, 690), SIMD2(560, 650), 9.5, 6), (SIMD2(560, 650), SIMD2(668, 596), 6, 2.5),
            (SIMD2(160, 714), SIMD2(250, 610), 8, 4.5), (SIMD2(250, 610), SIMD2(278, 540), 4.5, 2),
            (SIMD2(480, 672), SIMD2(590, 690), 5, 3), (SIMD2(590, 690), SIMD2(660, 724), 3, 1.8),
            (SIMD2(224, 640), SIMD2(180, 570), 3.6, 1.8),
        ]
        sheet(&canvas, noise, 0x2b3140, shadow: 18, in: Area(left: 0, top: 500, right: 720, bottom: 800)) { x, y in
            twigs.map { Shape.stroke(x, y, $0.0, $0.1, from: $0.2, to: $0.3) }.min() ?? 1000
        }
        let berries: [(Float, Float)] = [
            (660, 738), (682, 722), (640, 748), (676, 748), (184, 562), (166, 574), (284, 532), (302, 546), (270, 528),
        ]
        for berry in berries {
            sheet(
                &canvas, noise, 0xc8322b, shadow: 8,
                in: Area(left: berry.0 - 20, top: berry.1 - 20, right: berry.0 + 24, bottom: berry.1 + 28)
            ) { x, y in
                Shape.circle(x, y, berry.0, berry.1, 10.5)
            }
        }
        let around = Area(left: 280, top: 440, right: 620, bottom: 800)
        let (c, s): (Float, Float) = (cosf(0.62), sinf(0.62))
        // Tail, back, breast, cap, wing: five sheets.
        sheet(&canvas, noise, 0x252a38, shadow: 9, in: around) { x, y in
            Shape.stroke(x, y, SIMD2(362, 680), SIMD2(316, 768), from: 20, to: 13)
        }
        sheet(&canvas, noise, 0x8d97a5, shadow: 12, in: around) { x, y in
            Shape.ellipse(x, y, 420, 604, 76, 104, cosine: c, sine: s)
        }
        sheet(&canvas, noise, 0xd8402f, shadow: 7, in: around) { x, y in
            max(
                Shape.ellipse(x, y, 447, 612, 74, 92, cosine: c, sine: s),
                Shape.ellipse(x, y, 420, 604, 78, 106, cosine: c, sine: s))
        }
        sheet(&canvas, noise, 0x252a38, shadow: 8, in: around) { x, y in
            let cap = Shape.ellipse(x, y, 476, 524, 47, 40, cosine: cosf(0.25), sine: sinf(0.25))
            let beak = Shape.stroke(x, y, SIMD2(508, 530), SIMD2(534, 541), from: 14, to: 2.5)
            return min(cap, beak)
        }
        sheet(&canvas, noise, 0x323949, shadow: 10, in: around) { x, y in
            max(
                Shape.ellipse(x, y, 378, 630, 50, 92, cosine: cosf(0.5), sine: sinf(0.5)),
                Shape.ellipse(x, y, 350, 650, 74, 110, cosine: cosf(0.5), sine: sinf(0.5)))
        }
        sheet(&canvas, noise, 0xf2efe6, shadow: 4, in: around) { x, y in
            Shape.stroke(x, y, SIMD2(352, 616), SIMD2(400, 640), from: 6, to: 5)
        }
        canvas.paint(
            in: around, coverage: { x, y in inside(Shape.circle(x, y, 486, 519, 5.2)) },
            color: { _, _ in light(0xf2efe6) })
        canvas.paint(
            in: around, coverage: { x, y in inside(Shape.circle(x, y, 487, 519, 3)) },
            color: { _, _ in light(0x14161e) })
    }
}
