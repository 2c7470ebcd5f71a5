// The cover of "Slow Coast": a bay in the first light, in broad flat strokes.

import Artwork
import Glibc

enum SlowCoastCover {
    private static let horizon: Float = 470
    private static let sun: (x: Float, y: Float, radius: Float) = (352, 418, 92)

    static func draw() -> Bitmap {
        var canvas = Canvas()
        let noise = Noise(seed: 0x5EA0)
        sky(&canvas, noise)
        lighthouses(&canvas)
        headlands(&canvas, noise)
        sea(&canvas, noise)
        shore(&canvas, noise)
        // Canvas cloth and the bristles of a broad brush.
        canvas.shade { x, y in
            let bristles = noise(x / 60, y / 1.7) * 0.028 + noise(x / 9, y / 2.6) * 0.018
            return 1 + bristles + 0.02 * noise(x / 2.1, y / 2.1)
        }
        return canvas.bitmap(grain: 3, seed: 0x6AA2)
    }

    private static func sky(_ canvas: inout Canvas, _ noise: Noise) {
        let air = Gradient([
            (0, 0x2e5d76), (0.3, 0x6b9aa3), (0.58, 0xd4c6b0), (0.8, 0xf3c79b), (1, 0xf7a983),
        ])
        canvas.paint(
            coverage: { _, _ in 1 },
            color: { x, y in
                let strokes = 0.085 * noise.layered(x / 520 + 1, y / 62, octaves: 3) + 0.02 * noise(x / 80, y / 9)
                return air(y / horizon + strokes)
            })
        canvas.glow(in: Area(left: 0, top: 0, right: 1000, bottom: horizon)) { x, y in
            let away = max(0, Shape.circle(x, y, sun.x, sun.y, sun.radius))
            return Light(0.62, 0.3, 0.12) * 0.6 * expf(-away / 95)
        }
        let disc = Gradient([(0, 0xfff6dc), (1, 0xffcf8e)])
        canvas.paint(
            in: Area(left: 240, top: 300, right: 470, bottom: horizon),
            coverage: { x, y in
                inside(Shape.circle(x, y, sun.x, sun.y, sun.radius) + 1.1 * noise(x / 13, y / 13), soft: 1.6)
            },
            color: { _, y in disc((y - sun.y + sun.radius) / (2 * sun.radius)) })
        // Long clouds, lit from below.
        let clouds: [(y: Float, x: Float, reach: Float, thick: Float)] = [
            (150, 700, 330, 30), (214, 250, 300, 17), (268, 800, 260, 15), (96, 180, 250, 16), (330, 640, 210, 9),
        ]
        for cloud in clouds {
            canvas.paint(
                in: Area(left: 0, top: cloud.y - 80, right: 1000, bottom: cloud.y + 80),
                coverage: { x, y in
                    let along = 1 - ease(0.2, 1, ((x - cloud.x) / cloud.reach).magnitude)
                    let edge = cloud.thick * along * (1 + 0.9 * noise.layered(x / 130, cloud.y, octaves: 3))
                    let lean = y - cloud.y - 8 * noise(x / 240, cloud.y / 50)
                    let away = max(lean - edge * 0.4, -lean - edge)
                    return 0.78 * along * inside(away, soft: 7)
                },
                color: { x, y in
                    let low = ease(-cloud.thick, cloud.thick * 0.5, y - cloud.y)
                    return mix(light(0x86a5ab), light(0xf6c9a6), low)
                })
        }
    }

    private static func headlands(_ canvas: inout Canvas, _ noise: Noise) {
        let far: [(base: Float, height: Float, from: Float, to: Float, color: UInt32, foot: UInt32)] = [
            (horizon, 92, 1000, 430, 0x8fa5a4, 0xd7b79b), (horizon + 3, 138, 1060, 610, 0x5d7f86, 0xa9a195),
            (horizon + 7, 96, -60, 260, 0x3f6570, 0x80908c),
        ]
        for (index, land) in far.enumerated() {
            canvas.paint(
                in: Area(left: 0, top: 280, right: 1000, bottom: land.base),
                coverage: { x, y in
                    let along = ease(land.to, land.from, x)
                    let rough = 1 + 0.34 * noise.layered(x / 150 + Float(index) * 7, 3, octaves: 4)
                    let top = land.base - land.height * along.squareRoot() * rough * (along > 0 ? 1 : 0)
                    return inside(max(top - y, y - land.base))
                },
                color: { x, y in
                    let strokes = 0.24 * noise.layered((x + y * 0.8) / 90, y / 16, octaves: 2)
                    return mix(
                        light(land.color), light(land.foot), ease(land.base - land.height, land.base, y) + strokes)
                })
        }
    }

    /// A lighthouse on each side, behind the brow it stands on.
    private static func lighthouses(_ canvas: inout Canvas) {
        for tower in [
            (x: Float(846), foot: Float(368), height: Float(62)), (x: Float(66), foot: Float(396), height: Float(46)),
        ] {
            let top = tower.foot - tower.height
            canvas.paint(
                in: Area(left: tower.x - 20, top: top - 14, right: tower.x + 20, bottom: tower.foot + 12),
                coverage: { x, y in
                    let narrow = 4.2 + 2.6 * (y - top) / tower.height
                    let wall = max((x - tower.x).magnitude - narrow, max(top - y, y - tower.foot - 10))
                    let cap = Shape.box(x, y, tower.x - 4, top - 9, tower.x + 4, top - 2, radius: 2.5)
                    return inside(min(wall, cap))
                },
                color: { x, y in
                    if y < top - 2 { return light(0xfff0c0) }
                    let band = Int((y - top) / (tower.height / 5)) % 2 == 1
                    return light(band ? 0xc4543f : 0xf6ece0) * (x < tower.x ? 1.05 : 0.72)
                })
            canvas.glow(in: Area(left: tower.x - 40, top: top - 46, right: tower.x + 40, bottom: top + 34)) { x, y in
                let away = Shape.circle(x, y, tower.x, top - 6, 0)
                return Light(1, 0.8, 0.45) * 0.5 * expf(-away / 8)
            }
        }
    }

    private static func sea(_ canvas: inout Canvas, _ noise: Noise) {
        let water = Gradient([(0, 0xe9b18f), (0.12, 0xa7aaa2), (0.36, 0x4f8791), (0.72, 0x1f5d72), (1, 0x124458)])
        canvas.paint(
            in: Area(left: 0, top: horizon - 2, right: 1000, bottom: 1000),
            coverage: { _, y in inside(horizon - y) },
            color: { x, y in
                let depth = (y - horizon) / (1000 - horizon)
                // Waves grow and lie farther apart towards us.
                let scale = 3 + 34 * depth
                let waves = noise.layered(x / (scale * 7), y / scale + 0.6 * noise(x / 300, y / 80), octaves: 3)
                return water(depth * 1.05 + waves * (0.10 + 0.16 * depth))
            })
        // The sun's road.
        canvas.glow(in: Area(left: 0, top: horizon, right: 1000, bottom: 900)) { x, y in
            let depth = (y - horizon) / (1000 - horizon)
            let scale = 2.2 + 17 * depth
            let wide = 46 + 250 * depth
            let sway = 26 * noise(1.7, y / 70) * depth
            let across = (x - sun.x - sway) / wide
            let crest = noise.layered(x / (scale * 5), y / scale, octaves: 2)
            let spark = ease(0.02 + 0.16 * depth, 0.2 + 0.16 * depth, crest)
            return Light(1, 0.66, 0.36) * spark * expf(-across * across * 2) * max(0, 0.95 - 1.45 * depth) * 0.9
        }
    }

    private static func shore(_ canvas: inout Canvas, _ noise: Noise) {
        let sand = Gradient([(0, 0xf0d3ae), (0.35, 0xd9a27b), (0.7, 0x8f5f5a), (1, 0x4a3a4c)])
        func edge(_ x: Float) -> Float {
            let bay = (x - 130) / 870
            return 968 - 218 * ease(0, 1, bay) - 34 * sinf(x / 118) * ease(0.1, 0.5, bay) + 16
                * noise.layered(x / 120, 5, octaves: 3)
        }
        // Foam in three lines that run up the sand.
        let lines: [(offset: Float, strength: Float)] = [(-58, 0.4), (-27, 0.6), (-7, 0.95)]
        for (index, foam) in lines.enumerated() {
            canvas.paint(
                in: Area(left: 0, top: 620, right: 1000, bottom: 1000),
                coverage: { x, y in
                    let line = edge(x) + foam.offset + 9 * noise.layered(x / 60 + Float(index) * 3, 2, octaves: 3)
                    let thick = 3.4 + 3.4 * noise(x / 38, Float(index) * 4)
                    return foam.strength * inside((y - line).magnitude - max(0, thick), soft: 2.5)
                },
                color: { _, _ in light(0xf9ead6) })
        }
        canvas.paint(
            in: Area(left: 0, top: 640, right: 1000, bottom: 1000),
            coverage: { x, y in inside(edge(x) - y, soft: 2) },
            color: { x, y in
                let depth = (y - edge(x)) / 210
                return sand(depth + 0.2 * noise.layered(x / 170, y / 22, octaves: 3))
            })
        grass(&canvas)
    }

    /// Blades on the dune in the corner, bent by one wind.
    private static func grass(_ canvas: inout Canvas) {
        var random = SeededRandom(0x69A5)
        let colors: [UInt32] = [0x20303a, 0x2c4a48, 0x54705a, 0x9a8f5e, 0xd8b878]
        for blade in 0..<150 {
            let root = SIMD2(Float(random.next(in: 640...1020)), Float(random.next(in: 1004...1040)))
            let height = Float(random.next(in: 90...265)) * (0.45 + 0.55 * (root.x - 640) / 380)
            let lean = Float(random.next(in: 0.1...0.6))
            let color = light(colors[min(4, blade * 5 / 150)]) * Float(random.next(in: 0.8...1.2))
            var from = root
            for piece in 1...4 {
                let share = Float(piece) / 4
                let to = root + SIMD2(-lean * height * share * share, -height * share * (1 - 0.18 * share * lean))
                let start = from
                let (wide, narrow) = (3.1 * (1 - (share - 0.25)) + 0.35, 3.1 * (1 - share) + 0.35)
                canvas.paint(
                    in: Area(
                        left: min(from.x, to.x) - 6, top: min(from.y, to.y) - 6, right: max(from.x, to.x) + 6,
                        bottom: max(from.y, to.y) + 6),
                    coverage: { x, y in inside(Shape.stroke(x, y, start, to, from: wide, to: narrow)) },
                    color: { _, _ in color })
                from = to
            }
        }
    }
}
