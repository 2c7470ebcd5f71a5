// Shapes as distances, and noise to rough them up. Pure; any thread.

import Glibc

/// Distances to shapes in pixels, negative inside (after I. Quilez, "2D distance functions").
enum Shape {
    @inline(__always)
    static func circle(_ x: Float, _ y: Float, _ centerX: Float, _ centerY: Float, _ radius: Float) -> Float {
        let (dx, dy) = (x - centerX, y - centerY)
        return (dx * dx + dy * dy).squareRoot() - radius
    }

    @inline(__always)
    static func box(
        _ x: Float, _ y: Float, _ left: Float, _ top: Float, _ right: Float, _ bottom: Float, radius: Float = 0
    ) -> Float {
        let dx = (x - (left + right) / 2).magnitude - (right - left) / 2 + radius
        let dy = (y - (top + bottom) / 2).magnitude - (bottom - top) / 2 + radius
        let (outX, outY) = (max(dx, 0), max(dy, 0))
        return (outX * outX + outY * outY).squareRoot() + min(max(dx, dy), 0) - radius
    }

    /// A line from one point to another whose half width goes from `from` to `to`.
    @inline(__always)
    static func stroke(
        _ x: Float, _ y: Float, _ start: SIMD2<Float>, _ end: SIMD2<Float>, from: Float, to: Float
    ) -> Float {
        let line = end - start
        let point = SIMD2(x, y) - start
        let along = min(1, max(0, (point * line).sum() / (line * line).sum()))
        let away = point - line * along
        return (away * away).sum().squareRoot() - (from + (to - from) * along)
    }

    /// An ellipse turned by `angle`; near its edge the distance is good enough for an edge.
    @inline(__always)
    static func ellipse(
        _ x: Float, _ y: Float, _ centerX: Float, _ centerY: Float, _ radiusX: Float, _ radiusY: Float,
        cosine: Float = 1, sine: Float = 0
    ) -> Float {
        let (dx, dy) = (x - centerX, y - centerY)
        let u = (dx * cosine + dy * sine) / radiusX
        let v = (dy * cosine - dx * sine) / radiusY
        let length = (u * u + v * v).squareRoot()
        let slopeX = u / radiusX
        let slopeY = v / radiusY
        let slope = (slopeX * slopeX + slopeY * slopeY).squareRoot()
        return slope > 0 ? length * (length - 1) / slope : -min(radiusX, radiusY)
    }
}

/// Smooth noise on a grid, −1 ... 1.
struct Noise {
    private let values: [Float]

    init(seed: UInt64) {
        var random = SeededRandom(seed)
        values = (0..<65536).map { _ in Float(random.nextSigned()) }
    }

    @inline(__always)
    private func value(_ column: Int, _ row: Int) -> Float {
        values[(column &* 0x9E3B &+ row &* 0x6A09) & 0xFFFF]
    }

    /// Noise whose hills are one unit wide.
    func callAsFunction(_ x: Float, _ y: Float) -> Float {
        let (floorX, floorY) = (x.rounded(.down), y.rounded(.down))
        let (column, row) = (Int(floorX), Int(floorY))
        let u = ease(0, 1, x - floorX)
        let v = ease(0, 1, y - floorY)
        let upper = value(column, row) + (value(column + 1, row) - value(column, row)) * u
        let lower = value(column, row + 1) + (value(column + 1, row + 1) - value(column, row + 1)) * u
        return upper + (lower - upper) * v
    }

    /// Hills on hills: each half as wide and half as high, `octaves` times.
    func layered(_ x: Float, _ y: Float, octaves: Int) -> Float {
        var (sum, scale, strength): (Float, Float, Float) = (0, 1, 0.5)
        for octave in 0..<octaves {
            sum += strength * self(x * scale + Float(octave) * 17.3, y * scale - Float(octave) * 9.1)
            scale *= 2
            strength *= 0.5
        }
        return sum
    }
}
