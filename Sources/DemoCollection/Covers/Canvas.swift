// A sheet to draw on: light in floating point, shapes by their distance. One thread.

import Artwork
import Glibc

/// Red, green and blue as light (linear), 0 ... 1.
typealias Light = SIMD3<Float>

/// The light of a colour written as 0xRRGGBB (sRGB, IEC 61966-2-1).
func light(_ color: UInt32) -> Light {
    func linear(_ value: UInt32) -> Float {
        let part = Float(value & 255) / 255
        return part <= 0.04045 ? part / 12.92 : powf((part + 0.055) / 1.055, 2.4)
    }
    return Light(linear(color >> 16), linear(color >> 8), linear(color))
}

/// Between two lights, as the eye sees halves: in cube roots.
func mix(_ from: Light, _ to: Light, _ share: Float) -> Light {
    func root(_ light: Light) -> Light { Light(cbrtf(light.x), cbrtf(light.y), cbrtf(light.z)) }
    let middle = root(from) + (root(to) - root(from)) * min(1, max(0, share))
    return middle * middle * middle
}

/// A row of colours to pick from between 0 and 1, made once.
struct Gradient {
    private let steps: [Light]

    /// - Parameter stops: place and 0xRRGGBB, ascending.
    init(_ stops: [(place: Float, color: UInt32)]) {
        steps = (0..<512).map { index in
            let place = Float(index) / 511
            let next = stops.firstIndex { $0.place >= place } ?? stops.count - 1
            guard next > 0 else { return light(stops[0].color) }
            let (from, to) = (stops[next - 1], stops[next])
            return mix(light(from.color), light(to.color), (place - from.place) / max(1e-6, to.place - from.place))
        }
    }

    func callAsFunction(_ place: Float) -> Light {
        steps[Int(min(1, max(0, place)) * 511)]
    }
}

/// A rectangle of pixels that a shape cannot leave.
struct Area {
    var left: Float = 0
    var top: Float = 0
    var right = Float(Canvas.side)
    var bottom = Float(Canvas.side)
}

/// 1000 × 1000 pixels of light; y grows downwards.
struct Canvas {
    static let side = 1000
    private var pixels = [Light](repeating: .zero, count: side * side)

    subscript(x x: Int, y y: Int) -> Light {
        get { pixels[y * Self.side + x] }
        set { pixels[y * Self.side + x] = newValue }
    }

    /// Lays colour over what is there.
    /// - Parameters:
    ///   - coverage: at a pixel's centre, 0 ... 1; a distance in pixels becomes one by `inside(_:)`.
    ///   - color: at a pixel's centre.
    mutating func paint(
        in area: Area = Area(), coverage: (_ x: Float, _ y: Float) -> Float,
        color: (_ x: Float, _ y: Float) -> Light
    ) {
        each(in: area) { x, y, pixel in
            let share = min(1, coverage(x, y))
            if share > 0 { pixel += (color(x, y) - pixel) * share }
        }
    }

    /// Adds light.
    mutating func glow(in area: Area = Area(), _ added: (_ x: Float, _ y: Float) -> Light) {
        each(in: area) { x, y, pixel in pixel += added(x, y) }
    }

    /// Takes light away: what is there is multiplied.
    mutating func shade(in area: Area = Area(), _ share: (_ x: Float, _ y: Float) -> Float) {
        each(in: area) { x, y, pixel in pixel *= share(x, y) }
    }

    private mutating func each(in area: Area, _ body: (Float, Float, inout Light) -> Void) {
        func pixels(_ from: Float, _ to: Float) -> Range<Int> {
            let first = min(Self.side, max(0, Int(from)))
            return first..<max(first, min(Self.side, Int(to.rounded(.up))))
        }
        let (columns, rows) = (pixels(area.left, area.right), pixels(area.top, area.bottom))
        self.pixels.withUnsafeMutableBufferPointer { pixels in
            for row in rows {
                for column in columns {
                    body(Float(column) + 0.5, Float(row) + 0.5, &pixels[row * Self.side + column])
                }
            }
        }
    }

    /// The finished picture, with a little grain so that no gradient shows steps.
    /// - Parameter grain: in steps of 8 bits.
    func bitmap(grain: Float, seed: UInt64) -> Bitmap {
        var random = SeededRandom(seed)
        // The curve of sRGB by table: 4096 steps of the square root are finer than 8 bits everywhere.
        let curve = (0...4096).map { index -> Float in
            let root = Float(index) / 4096
            let value = root * root
            return 255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * powf(value, 1 / 2.4) - 0.055)
        }
        let words = pixels.map { pixel -> UInt32 in
            let bounded = pixel.clamped(lowerBound: .zero, upperBound: .one)
            let roots = bounded.squareRoot() * 4096
            let bits = random.next()
            let first = Float(bits & 0xFFFF) / 65536
            let second = Float(bits >> 16 & 0xFFFF) / 65536
            let third = Float(bits >> 32 & 0xFFFF) / 65536
            // The same grain in all three colours: film, not confetti.
            let noise = (first + second - 1) * grain + third
            func byte(_ root: Float) -> UInt32 {
                UInt32(min(255, max(0, curve[Int(root)] + noise)))
            }
            return 0xFF00_0000 | byte(roots.x) << 16 | byte(roots.y) << 8 | byte(roots.z)
        }
        return Bitmap(width: Self.side, height: Self.side, pixels: words)
    }
}

/// Coverage of a pixel whose centre is `distance` pixels outside (negative: inside) an edge, softened over `soft`.
@inline(__always)
func inside(_ distance: Float, soft: Float = 1) -> Float {
    min(1, max(0, 0.5 - distance / soft))
}

/// A step from 0 to 1 between two places, without corners.
@inline(__always)
func ease(_ from: Float, _ to: Float, _ value: Float) -> Float {
    let share = min(1, max(0, (value - from) / (to - from)))
    return share * share * (3 - 2 * share)
}
