// The cover of 「終電のあと」: a city after midnight, a train on its viaduct, all of it again in the wet street.

import Artwork
import Glibc

enum NightCity {
    private static let street: Float = 706
    private static let moon: (x: Float, y: Float, radius: Float) = (655, 300, 168)

    static func draw() -> Bitmap {
        var canvas = Canvas()
        let noise = Noise(seed: 0xC17A)
        sky(&canvas, noise)
        var random = SeededRandom(0xB10C)
        let tones: [(wall: UInt32, low: UInt32, height: ClosedRange<Double>, width: ClosedRange<Double>, lit: Double)] =
            [
                (0x4a3a72, 0x7a4f80, 230...380, 46...88, 9), (0x2f2a5c, 0x553f74, 170...330, 58...104, 17),
                (0x1a1b42, 0x2e2a58, 90...260, 70...128, 24),
            ]
        for (depth, tone) in tones.enumerated() { block(&canvas, depth, tone, &random) }
        viaduct(&canvas)
        reflect(&canvas, noise)
        canvas.shade { x, y in
            let (dx, dy) = ((x - 500) / 760, (y - 470) / 760)
            return 1 - 0.42 * ease(0.25, 1, dx * dx + dy * dy)
        }
        return canvas.bitmap(grain: 4.5, seed: 0x6AA1)
    }

    private static func sky(_ canvas: inout Canvas, _ noise: Noise) {
        let heaven = Gradient([(0, 0x0d1033), (0.38, 0x2a2263), (0.68, 0x7c3f84), (0.88, 0xd9707c), (1, 0xf4a27c)])
        canvas.paint(
            coverage: { _, _ in 1 },
            color: { x, y in
                heaven(y / street + 0.05 * noise.layered(x / 420, y / 130, octaves: 3))
            })
        var random = SeededRandom(0x57A2)
        for _ in 0..<90 {
            let (x, y) = (Float(random.next(in: 0...1000)), Float(random.next(in: 0...330)))
            let (size, power) = (Float(random.next(in: 0.7...1.7)), Float(random.next(in: 0.15...0.8)))
            canvas.glow(in: Area(left: x - 5, top: y - 5, right: x + 5, bottom: y + 5)) { px, py in
                let away = ((px - x) * (px - x) + (py - y) * (py - y)) / (size * size)
                return Light(0.9, 0.92, 1) * power * expf(-away) * (1 - y / 400)
            }
        }
        let disc = Gradient([(0, 0xfff0cf), (0.5, 0xffc98f), (1, 0xf2836b)])
        canvas.glow { x, y in
            let away = max(0, Shape.circle(x, y, moon.x, moon.y, moon.radius))
            return Light(0.5, 0.2, 0.15) * expf(-away / 110) * 0.55
        }
        canvas.paint(
            in: Area(left: 450, top: 100, right: 850, bottom: 500),
            coverage: { x, y in inside(Shape.circle(x, y, moon.x, moon.y, moon.radius)) },
            color: { x, y in
                let seas = max(0, noise.layered(x / 105 + 3, y / 105 + 8, octaves: 3))
                return disc((y - moon.y + moon.radius) / (2 * moon.radius)) * (1 - 0.26 * seas)
            })
        // Two thin clouds before the moon.
        for cloud in [(y: Float(352), from: Float(380), to: Float(790)), (y: Float(268), from: 600, to: 1000)] {
            canvas.paint(
                in: Area(left: cloud.from, top: cloud.y - 30, right: cloud.to, bottom: cloud.y + 30),
                coverage: { x, y in
                    let along = ease(cloud.from, cloud.from + 130, x) * (1 - ease(cloud.to - 160, cloud.to, x))
                    let thick = 4 + 9 * along + 5 * noise.layered(x / 90, cloud.y, octaves: 2)
                    return 0.55 * along * inside((y - cloud.y).magnitude - thick, soft: 6)
                },
                color: { _, _ in light(0x8a4c86) })
        }
    }

    /// One depth of houses with their windows.
    private static func block(
        _ canvas: inout Canvas, _ depth: Int,
        _ tone: (wall: UInt32, low: UInt32, height: ClosedRange<Double>, width: ClosedRange<Double>, lit: Double),
        _ random: inout SeededRandom
    ) {
        let wall = Gradient([(0, tone.wall), (0.55, tone.wall), (1, tone.low)])
        var left = Float(random.next(in: -40...0))
        while left < 1000 {
            let width = Float(random.next(in: tone.width))
            var height = Float(random.next(in: tone.height))
            // A valley before the moon, so that it stays large.
            let middle = left + width / 2
            height *= 0.72 + 0.5 * ease(60, 330, (middle - moon.x).magnitude)
            let (top, right) = (street - height, left + width)
            let start = left
            let steps = random.chance(45)
            let mast = random.chance(35)
            canvas.paint(
                in: Area(left: left - 1, top: top - 60, right: right + 1, bottom: street),
                coverage: { x, y in
                    var away = Shape.box(x, y, start, top, right, street + 60)
                    if steps {
                        away = min(away, Shape.box(x, y, start + width * 0.25, top - 22, right - width * 0.2, top + 9))
                    }
                    if mast { away = min(away, Shape.box(x, y, middle - 1.4, top - 58, middle + 1.4, top + 9)) }
                    return inside(away)
                },
                color: { x, y in
                    // The side that looks at the moon is a little lighter.
                    let toMoon: Float = (x - middle) * (moon.x - middle) > 0 ? 1.12 : 0.94
                    return wall((y - top) / (street - top)) * toMoon
                })
            windows(&canvas, left: left, right: right, top: top, depth, lit: tone.lit, &random)
            left = right + Float(random.next(in: -3...16))
        }
    }

    private static func windows(
        _ canvas: inout Canvas, left: Float, right: Float, top: Float, _ depth: Int, lit: Double,
        _ random: inout SeededRandom
    ) {
        let scale: Float = [0.62, 0.82, 1.08][depth]
        let (width, height, gapX, gapY) = (7.5 * scale, 10 * scale, 15 * scale, 20 * scale)
        let columns = Int((right - left - 14 * scale) / gapX)
        guard columns > 0 else { return }
        let margin = (right - left - Float(columns) * gapX + gapX - width) / 2
        let colors: [UInt32] = [0xffd98a, 0xffc06a, 0xffe6b4, 0xff9d6b, 0x9fe3e6]
        var y = top + 16 * scale
        while y < street - 30 {
            let floorIsAwake = random.chance(22)
            // None half behind the deck.
            let isHidden = y > 584 && y < 640
            for column in 0..<columns where !isHidden && random.chance(floorIsAwake ? lit * 2.6 : lit * 0.7) {
                let x = left + margin + Float(column) * gapX
                let pick = Int(random.next(in: 0...4.4))
                let power = Float(random.next(in: 0.45...1)) * [0.62, 0.85, 1.0][depth]
                let color = light(colors[min(pick, 4)]) * power
                let top = y
                canvas.paint(
                    in: Area(left: x - 1, top: y - 1, right: x + width + 1, bottom: y + height + 1),
                    coverage: { px, py in inside(Shape.box(px, py, x, top, x + width, top + height, radius: 0.8)) },
                    color: { _, py in color * (0.75 + 0.4 * (py - top) / height) })
                canvas.glow(in: Area(left: x - 9, top: y - 9, right: x + width + 9, bottom: y + height + 9)) { px, py in
                    let away = max(0, Shape.box(px, py, x, top, x + width, top + height))
                    return color * 0.09 * expf(-away / 3.2)
                }
            }
            y += gapY
        }
    }

    /// The viaduct from edge to edge, and the train with all its lamps on.
    private static func viaduct(_ canvas: inout Canvas) {
        let (top, bottom): (Float, Float) = (606, 634)
        canvas.paint(
            in: Area(left: 0, top: top - 4, right: 1000, bottom: street),
            coverage: { x, y in
                var away = Shape.box(x, y, -60, top, 1060, bottom)
                let place = (x - 92).truncatingRemainder(dividingBy: 204)
                away = min(away, Shape.box(place < 0 ? place + 204 : place, y, 84, bottom - 4, 112, street + 40))
                let arch = Shape.ellipse(place < 0 ? place + 204 : place, y, 98, bottom - 2, 36, 16)
                return inside(min(away, max(arch, bottom - 2 - y)))
            },
            color: { _, y in mix(light(0x0a0b22), light(0x17153a), (y - top) / 100) })
        let (roof, floor, tail, nose): (Float, Float, Float, Float) = (540, 600, -40, 792)
        canvas.paint(
            in: Area(left: 0, top: roof - 4, right: nose + 4, bottom: top),
            coverage: { x, y in
                let slant = x + max(0, (roof + 34 - y)) * 0.62
                return inside(max(Shape.box(x, y, tail, roof, nose, floor, radius: 9), slant - nose))
            },
            color: { x, y in
                if y > 584 && y < 591 { return light(0xff7a55) }
                return mix(light(0xe9e2ea), light(0x8f86a8), (y - roof) / (floor - roof)) * (0.5 + 0.3 * x / nose)
            })
        for window in 0..<19 {
            let x = 8 + Float(window) * 40 + Float(window / 6) * 12
            let isDoor = window % 3 == 1
            let (left, right) = (x, x + (isDoor ? 17 : 31))
            let (upper, lower): (Float, Float) = isDoor ? (554, 596) : (554, 578)
            guard right < nose - 26 else { continue }
            canvas.paint(
                in: Area(left: left - 1, top: upper - 1, right: right + 1, bottom: lower + 1),
                coverage: { px, py in inside(Shape.box(px, py, left, upper, right, lower, radius: 3)) },
                color: { _, py in mix(light(0xfff3c9), light(0xffc46b), (py - upper) / (lower - upper)) })
        }
        canvas.glow(in: Area(left: 0, top: 470, right: 1000, bottom: street)) { x, y in
            let away = max(0, Shape.box(x, y, tail, 556, nose - 20, 580))
            return Light(0.62, 0.34, 0.12) * (y < 602 ? 0.26 : 0.07) * expf(-away / 26)
        }
        // The headlamp's cone.
        canvas.glow(in: Area(left: nose - 8, top: 480, right: 1000, bottom: 606)) { x, y in
            let along = x - (nose - 6)
            guard along > 0 else { return .zero }
            let wide = 4 + along * 0.16
            let across = (y - 588 - along * 0.05) / wide
            return Light(1, 0.86, 0.6) * (0.9 * expf(-along / 80) * expf(-across * across))
        }
    }

    /// The wet street: the city upside down, drawn out and broken by ripples.
    private static func reflect(_ canvas: inout Canvas, _ noise: Noise) {
        let source = canvas
        let first = Int(street)
        let tint = light(0x1b1746)
        for row in first..<Canvas.side {
            let depth = Float(row - first)
            for column in 0..<Canvas.side {
                let x = Float(column)
                let ripple = noise.layered(x / 90, depth / 5.5, octaves: 3)
                let sway = ripple * (3 + depth * 0.10)
                var sum = Light.zero
                // Drawn out downwards: more the farther away.
                for tap in 0..<7 {
                    let stretch = (Float(tap) - 3) * (1.4 + depth * 0.055)
                    let y = Int(street - 2 - (depth * 1.32 + stretch + ripple * depth * 0.1).magnitude)
                    let at = min(Canvas.side - 1, max(0, column + Int(sway)))
                    sum += source[x: at, y: min(first - 1, max(0, y))]
                }
                let fade = 0.78 - 0.42 * depth / 294
                canvas[x: column, y: row] = mixLinear(tint * 0.35, sum / 7, fade)
            }
        }
        canvas.paint(
            in: Area(left: 0, top: street - 3, right: 1000, bottom: street + 3),
            coverage: { _, y in inside((y - street).magnitude - 1.6) }, color: { _, _ in light(0x0b0a20) })
    }

    private static func mixLinear(_ from: Light, _ to: Light, _ share: Float) -> Light { from + (to - from) * share }
}
