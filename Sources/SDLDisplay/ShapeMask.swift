// Coverage of round corners, computed exactly along x and in 16 steps along y. Values; any thread.

/// How much of each pixel of a corner a rounded shape covers.
struct ShapeMask: Hashable {
    /// Pixels of the corner's radius.
    var radius: Int
    /// Pixels of a ring's width; 0 is a filled shape.
    var ringWidth: Int

    /// Pixels of one corner's square.
    var cornerSize: Int { max(radius, ringWidth) }

    /// Coverage 0...255 of the top left corner, rows of `cornerSize`.
    func topLeftCorner() -> [UInt8] {
        let size = cornerSize
        let outer = Self.quarterDisc(size: size, radius: radius, inset: 0)
        guard ringWidth > 0 else { return outer }
        let inner = Self.quarterDisc(size: size, radius: max(0, radius - ringWidth), inset: ringWidth)
        return zip(outer, inner).map { $0 - min($0, $1) }
    }

    /// All four corners in one square of twice `cornerSize`, mirrored, as white with the coverage as alpha.
    func pixels() -> [UInt32] {
        let size = cornerSize
        let corner = topLeftCorner()
        let side = size * 2
        var pixels = [UInt32](repeating: 0, count: side * side)
        for y in 0..<side {
            let sourceY = y < size ? y : side - 1 - y
            for x in 0..<side {
                let sourceX = x < size ? x : side - 1 - x
                pixels[y * side + x] = UInt32(corner[sourceY * size + sourceX]) << 24 | 0x00FF_FFFF
            }
        }
        return pixels
    }

    /// A rounded corner whose straight sides lie `inset` pixels from the top and from the left.
    private static func quarterDisc(size: Int, radius: Int, inset: Int) -> [UInt8] {
        let steps = 16
        var coverage = [Float](repeating: 0, count: size * size)
        let centre = Float(inset + radius)
        let squared = Float(radius * radius)
        for y in 0..<size {
            for step in 0..<steps {
                let height = Float(y) + (Float(step) + 0.5) / Float(steps)
                guard height >= Float(inset) else { continue }
                // From here to the right the shape covers everything.
                var left = Float(inset)
                if height < centre {
                    let fromCentre = centre - height
                    left = centre - max(0, squared - fromCentre * fromCentre).squareRoot()
                }
                for x in 0..<size {
                    coverage[y * size + x] += min(1, max(0, Float(x + 1) - left))
                }
            }
        }
        return coverage.map { UInt8(min(255, ($0 / Float(steps) * 255).rounded())) }
    }
}
