// A decoded picture as it comes from a worker. Values; any thread.

/// Rows of pixels, `0xAARRGGBB` with the colours multiplied by alpha.
public struct PixelBuffer: Sendable {
    public let width: Int
    public let height: Int
    public let pixels: [UInt32]

    /// Nil unless there is exactly one pixel for each place, and no side is empty or above 8192.
    public init?(width: Int, height: Int, pixels: [UInt32]) {
        guard (1...8192).contains(width), (1...8192).contains(height), pixels.count == width * height else {
            return nil
        }
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// The picture scaled and cut evenly at two sides so that it fills exactly this size.
    func filling(width targetWidth: Int, height targetHeight: Int) -> PixelBuffer? {
        if width == targetWidth, height == targetHeight { return self }
        let scale = max(Double(targetWidth) / Double(width), Double(targetHeight) / Double(height))
        let spanX = Double(targetWidth) / scale
        let spanY = Double(targetHeight) / scale
        let left = (Double(width) - spanX) / 2
        let top = (Double(height) - spanY) / 2
        var scaled: [UInt32] = []
        scaled.reserveCapacity(targetWidth * targetHeight)
        for y in 0..<targetHeight {
            let rows = Self.taps(y, of: targetHeight, start: top, span: spanY, limit: height)
            for x in 0..<targetWidth {
                scaled.append(
                    mean(Self.taps(x, of: targetWidth, start: left, span: spanX, limit: width), rows))
            }
        }
        return PixelBuffer(width: targetWidth, height: targetHeight, pixels: scaled)
    }

    /// Two source places and their weights when enlarging, all covered places evenly when reducing.
    private struct Taps {
        var range: Range<Int>
        /// 0...256 for the last place when there are two; the evenly weighted have -1.
        var lastWeight: Int
    }

    private static func taps(_ index: Int, of count: Int, start: Double, span: Double, limit: Int) -> Taps {
        let step = span / Double(count)
        if step > 1 {
            let first = min(limit - 1, max(0, Int(start + Double(index) * step)))
            let last = min(limit, max(first + 1, Int((start + Double(index + 1) * step).rounded())))
            return Taps(range: first..<last, lastWeight: -1)
        }
        let place = start + (Double(index) + 0.5) * step - 0.5
        let first = min(limit - 1, max(0, Int(place.rounded(.down))))
        let weight = min(256, max(0, Int((place - Double(first)) * 256)))
        return Taps(range: first..<min(limit, first + 2), lastWeight: weight)
    }

    private func mean(_ columns: Taps, _ rows: Taps) -> UInt32 {
        var sums = (alpha: 0, red: 0, green: 0, blue: 0)
        var total = 0
        for y in rows.range {
            let rowWeight = Self.weight(y, rows)
            for x in columns.range {
                let weight = rowWeight * Self.weight(x, columns)
                let pixel = pixels[y * width + x]
                sums.alpha += Int(pixel >> 24) * weight
                sums.red += Int(pixel >> 16 & 255) * weight
                sums.green += Int(pixel >> 8 & 255) * weight
                sums.blue += Int(pixel & 255) * weight
                total += weight
            }
        }
        guard total > 0 else { return 0 }
        let half = total / 2
        func level(_ sum: Int) -> UInt32 { UInt32((sum + half) / total) }
        return level(sums.alpha) << 24 | level(sums.red) << 16 | level(sums.green) << 8 | level(sums.blue)
    }

    private static func weight(_ place: Int, _ taps: Taps) -> Int {
        if taps.lastWeight < 0 || taps.range.count == 1 { return 256 }
        return place == taps.range.lowerBound ? 256 - taps.lastWeight : taps.lastWeight
    }

    /// Pixels as SDL blends them: colours not multiplied by alpha, the corners cut round.
    func texturePixels(cornerRadius: Int) -> (pixels: [UInt32], isOpaque: Bool) {
        var straight = pixels
        var isOpaque = true
        for index in straight.indices {
            let alpha = straight[index] >> 24
            if alpha == 255 { continue }
            isOpaque = false
            straight[index] = Self.unmultiplied(straight[index], alpha)
        }
        let radius = min(max(0, cornerRadius), min(width, height) / 2)
        guard radius > 0 else { return (straight, isOpaque) }
        let corner = ShapeMask(radius: radius, ringWidth: 0).topLeftCorner()
        for y in 0..<radius {
            for x in 0..<radius {
                let coverage = UInt32(corner[y * radius + x])
                for place in [
                    y * width + x, y * width + width - 1 - x, (height - 1 - y) * width + x,
                    (height - 1 - y) * width + width - 1 - x,
                ] {
                    let alpha = ((straight[place] >> 24) * coverage + 127) / 255
                    straight[place] = straight[place] & 0x00FF_FFFF | alpha << 24
                }
            }
        }
        return (straight, false)
    }

    private static func unmultiplied(_ pixel: UInt32, _ alpha: UInt32) -> UInt32 {
        guard alpha > 0 else { return 0 }
        func level(_ shift: UInt32) -> UInt32 { min(255, ((pixel >> shift & 255) * 255 + alpha / 2) / alpha) }
        return alpha << 24 | level(16) << 16 | level(8) << 8 | level(0)
    }
}
