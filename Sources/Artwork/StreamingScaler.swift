// Scales a picture while its rows arrive: whole-number area averaging first, then Lanczos. One worker at a time.
// Sample values are averaged as they are stored (sRGB), as JPEG's own scaling and the renderer do.

/// Takes the rows of a region and gives the scaled picture. Memory: two source rows and a few dozen target rows.
struct StreamingScaler {
    private typealias Sample = SIMD4<Float>

    private let region: CropRegion
    /// Source pixels a side that are averaged into one before the filter.
    private let cell: Int
    private let horizontal: LanczosFilter
    private let vertical: LanczosFilter
    private let targetWidth: Int
    private let targetHeight: Int

    private var sums: [Sample]
    private var rowsInCell = 0
    /// The last `vertical.tapCount` rows, already scaled sideways, as a ring.
    private var ring: [Sample]
    /// Room for one target row in the making.
    private var targetSums: [Sample]
    private var cellRowCount = 0
    private var takenRowCount = 0
    private var nextTargetRow = 0
    private var pixels: [UInt32]

    init(region: CropRegion, targetWidth: Int, targetHeight: Int) {
        self.region = region
        self.targetWidth = targetWidth
        self.targetHeight = targetHeight
        // The filter is left at least two samples a target pixel, so that averaging is not seen.
        cell = max(1, min(region.width / (2 * targetWidth), region.height / (2 * targetHeight)))
        let cellColumns = (region.width + cell - 1) / cell
        let cellRows = (region.height + cell - 1) / cell
        horizontal = LanczosFilter(
            extent: Double(region.width) / Double(cell), sourceCount: cellColumns, targetCount: targetWidth)
        vertical = LanczosFilter(
            extent: Double(region.height) / Double(cell), sourceCount: cellRows, targetCount: targetHeight)
        sums = [Sample](repeating: .zero, count: cellColumns)
        ring = [Sample](repeating: .zero, count: vertical.tapCount * targetWidth)
        targetSums = [Sample](repeating: .zero, count: targetWidth)
        pixels = [UInt32](repeating: 0, count: targetWidth * targetHeight)
    }

    /// Every target row is made; what else comes is not needed.
    var isComplete: Bool { nextTargetRow == targetHeight }

    /// Takes the next row of the region; `row` points at its first pixel inside the region.
    mutating func take(_ row: UnsafePointer<UInt32>) {
        guard takenRowCount < region.height else { return }
        takenRowCount += 1
        addToCells(row)
        rowsInCell += 1
        if rowsInCell == cell || takenRowCount == region.height { finishCellRow() }
    }

    /// The picture; rows that did not come are transparent.
    mutating func finish() -> Bitmap {
        let none = [UInt32](repeating: 0, count: region.width)
        none.withUnsafeBufferPointer { row in
            guard let base = row.baseAddress else { return }
            while !isComplete { take(base) }
        }
        return Bitmap(width: targetWidth, height: targetHeight, pixels: pixels)
    }

    private mutating func addToCells(_ row: UnsafePointer<UInt32>) {
        let (cell, count) = (cell, region.width)
        sums.withUnsafeMutableBufferPointer { sums in
            var x = 0
            for column in 0..<sums.count {
                var sum = sums[column]
                let end = min(x + cell, count)
                while x < end {
                    sum += Self.sample(row[x])
                    x += 1
                }
                sums[column] = sum
            }
        }
    }

    private mutating func finishCellRow() {
        let lastColumn = sums.count - 1
        let lastWidth = region.width - lastColumn * cell
        for column in 0..<lastColumn { sums[column] /= Float(cell * rowsInCell) }
        sums[lastColumn] /= Float(lastWidth * rowsInCell)
        scaleSideways()
        for column in 0...lastColumn { sums[column] = .zero }
        rowsInCell = 0
        cellRowCount += 1
        while nextTargetRow < targetHeight, vertical.end(of: nextTargetRow) <= cellRowCount { makeTargetRow() }
    }

    private mutating func scaleSideways() {
        let base = cellRowCount % vertical.tapCount * targetWidth
        let (filter, width) = (horizontal, targetWidth)
        sums.withUnsafeBufferPointer { sums in
            filter.weights.withUnsafeBufferPointer { weights in
                ring.withUnsafeMutableBufferPointer { ring in
                    for x in 0..<width {
                        let start = filter.starts[x]
                        var sum = Sample.zero
                        for tap in 0..<filter.tapCount {
                            sum += sums[start + tap] * weights[x * filter.tapCount + tap]
                        }
                        ring[base + x] = sum
                    }
                }
            }
        }
    }

    private mutating func makeTargetRow() {
        let (filter, width, row) = (vertical, targetWidth, nextTargetRow)
        ring.withUnsafeBufferPointer { ring in
            targetSums.withUnsafeMutableBufferPointer { sums in
                for x in 0..<width { sums[x] = .zero }
                for tap in 0..<filter.tapCount {
                    let line = (filter.starts[row] + tap) % filter.tapCount * width
                    let weight = filter.weights[row * filter.tapCount + tap]
                    for x in 0..<width { sums[x] += ring[line + x] * weight }
                }
                pixels.withUnsafeMutableBufferPointer { pixels in
                    for x in 0..<width { pixels[row * width + x] = Self.pixel(sums[x]) }
                }
            }
        }
        nextTargetRow += 1
    }

    /// Blue, green, red, alpha.
    private static func sample(_ pixel: UInt32) -> Sample {
        Sample(
            Float(Pixel.blue(pixel)), Float(Pixel.green(pixel)), Float(Pixel.red(pixel)), Float(Pixel.alpha(pixel)))
    }

    /// Rounds; the filter's overshoot is cut so that no colour is larger than its alpha.
    private static func pixel(_ sample: Sample) -> UInt32 {
        let rounded = (sample + 0.5).clamped(lowerBound: .zero, upperBound: Sample(repeating: 255.5))
        let alpha = UInt32(rounded.w)
        return Pixel.packed(
            alpha, min(alpha, UInt32(rounded.z)), min(alpha, UInt32(rounded.y)), min(alpha, UInt32(rounded.x)))
    }
}
