// Round corners cut into a picture once, on a worker, so that drawing it costs nothing more.

import Glibc

extension Bitmap {
    /// The picture with round, antialiased corners: what is outside becomes transparent.
    ///
    /// - Parameter radius: pixels; more than half the shorter side is cut down to that, less than 1 changes nothing.
    public func withCorners(radius: Int) -> Bitmap {
        let radius = min(radius, min(width, height) / 2)
        guard radius > 0 else { return self }
        var cut = self
        for y in 0..<radius {
            for x in 0..<radius {
                let coverage = Self.cornerCoverage(x: x, y: y, radius: radius)
                // Row by row the covered part only grows, so the rest of this row is inside.
                if coverage == 255 { break }
                for (px, py) in [
                    (x, y), (width - 1 - x, y), (x, height - 1 - y), (width - 1 - x, height - 1 - y),
                ] {
                    cut[x: px, y: py] = Pixel.faded(cut[x: px, y: py], by: coverage)
                }
            }
        }
        return cut
    }

    /// How much (0 ... 255) of the pixel a circle around (radius, radius) covers: its distance from the edge, within
    /// half a pixel to either side.
    static func cornerCoverage(x: Int, y: Int, radius: Int) -> UInt32 {
        let dx = Double(radius - x) - 0.5
        let dy = Double(radius - y) - 0.5
        let inside = Double(radius) - (dx * dx + dy * dy).squareRoot() + 0.5
        return UInt32((max(0, min(1, inside)) * 255).rounded())
    }
}
