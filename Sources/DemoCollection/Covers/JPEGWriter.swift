// A picture as a JPEG file: baseline, every colour at full size. Pure; any thread.

import Artwork
import Glibc

/// Baseline sequential JPEG, 4:4:4 (ITU-T T.81; JFIF 1.02 for the meaning of the colours).
struct JPEGWriter {
    private var bytes: [UInt8] = []
    private var pending: UInt32 = 0
    private var pendingCount = 0
    private let reciprocals: [[Float]]
    /// Between the two passes of the transform.
    private var half = [Float](repeating: 0, count: 64)

    /// - Parameter quality: 1 ... 100, as the Independent JPEG Group counts it.
    static func write(_ picture: Bitmap, quality: Int) -> [UInt8] {
        var writer = JPEGWriter(quality: quality, width: picture.width, height: picture.height)
        writer.scan(picture)
        return writer.bytes
    }

    private init(quality: Int, width: Int, height: Int) {
        let scale = quality < 50 ? 5000 / max(1, quality) : 200 - 2 * quality
        let steps = [JPEGTables.luminance, JPEGTables.chrominance].map { table in
            table.map { min(255, max(1, ($0 * scale + 50) / 100)) }
        }
        reciprocals = steps.map { table in table.map { 1 / Float($0) } }
        bytes += [0xFF, 0xD8]
        segment(0xE0, Array("JFIF".utf8) + [0, 1, 2, 1, 0, 72, 0, 72, 0, 0])
        for (index, table) in steps.enumerated() {
            segment(0xDB, [UInt8(index)] + JPEGTables.zigzag.map { UInt8(table[$0]) })
        }
        var frame: [UInt8] = [8] + Self.short(height) + Self.short(width) + [3]
        for component in 1...3 { frame += [UInt8(component), 0x11, component == 1 ? 0 : 1] }
        segment(0xC0, frame)
        for (index, code) in JPEGTables.codes.enumerated() {
            segment(0xC4, [UInt8(index / 2 | (index % 2) << 4)] + code.lengths + code.symbols)
        }
        segment(0xDA, [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0])
    }

    private mutating func segment(_ marker: UInt8, _ content: [UInt8]) {
        bytes += [0xFF, marker] + Self.short(content.count + 2) + content
    }

    private static func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }

    /// Blocks of 8 × 8 in rows; what lies beyond the edge repeats it.
    private mutating func scan(_ picture: Bitmap) {
        var last = [0, 0, 0]
        var planes = [[Float]](repeating: [Float](repeating: 0, count: 64), count: 3)
        let codes = JPEGTables.codes.map(\.words)
        bytes.reserveCapacity(picture.width * picture.height)
        for top in stride(from: 0, to: picture.height, by: 8) {
            for left in stride(from: 0, to: picture.width, by: 8) {
                for row in 0..<8 {
                    for column in 0..<8 {
                        let pixel = picture[
                            x: min(left + column, picture.width - 1), y: min(top + row, picture.height - 1)]
                        let red = Float((pixel >> 16) & 255)
                        let green = Float((pixel >> 8) & 255)
                        let blue = Float(pixel & 255)
                        let at = row * 8 + column
                        // JFIF 1.02: luma and chroma of ITU-R BT.601, all of 0 ... 255.
                        planes[0][at] = 0.299 * red + 0.587 * green + 0.114 * blue - 128
                        planes[1][at] = -0.168736 * red - 0.331264 * green + 0.5 * blue
                        planes[2][at] = 0.5 * red - 0.418688 * green - 0.081312 * blue
                    }
                }
                for component in 0..<3 {
                    let table = component == 0 ? 0 : 1
                    transform(&planes[component])
                    last[component] = encode(
                        planes[component], reciprocals[table], after: last[component], codes[2 * table],
                        codes[2 * table + 1])
                }
            }
        }
        put(0x7F, 7)
        bytes += [0xFF, 0xD9]
    }

    /// The two-dimensional cosine transform (T.81, A.3.3), rows and then columns.
    private mutating func transform(_ block: inout [Float]) {
        JPEGTables.cosines.withUnsafeBufferPointer { cosines in
            half.withUnsafeMutableBufferPointer { half in
                block.withUnsafeMutableBufferPointer { block in
                    for row in 0..<8 {
                        for frequency in 0..<8 {
                            var sum: Float = 0
                            for at in 0..<8 { sum += block[row * 8 + at] * cosines[frequency * 8 + at] }
                            half[row * 8 + frequency] = sum
                        }
                    }
                    for column in 0..<8 {
                        for frequency in 0..<8 {
                            var sum: Float = 0
                            for at in 0..<8 { sum += half[at * 8 + column] * cosines[frequency * 8 + at] }
                            block[frequency * 8 + column] = sum
                        }
                    }
                }
            }
        }
    }

    /// T.81, F.1.2. Gives the block's mean for the next one.
    private mutating func encode(
        _ block: [Float], _ reciprocals: [Float], after last: Int, _ means: [JPEGTables.Word],
        _ details: [JPEGTables.Word]
    ) -> Int {
        func level(_ place: Int) -> Int {
            let at = JPEGTables.zigzag[place]
            return Int((block[at] * reciprocals[at]).rounded())
        }
        let mean = level(0)
        put(mean - last, means, run: 0)
        var zeros = 0
        for place in 1..<64 {
            let value = level(place)
            if value == 0 {
                zeros += 1
                continue
            }
            while zeros > 15 {
                put(details[0xF0].bits, details[0xF0].count)
                zeros -= 16
            }
            put(value, details, run: zeros)
            zeros = 0
        }
        if zeros > 0 { put(details[0].bits, details[0].count) }
        return mean
    }

    private mutating func put(_ value: Int, _ words: [JPEGTables.Word], run: Int) {
        let size = Int.bitWidth - value.magnitude.leadingZeroBitCount
        let word = words[run << 4 | size]
        put(word.bits, word.count)
        // Negative numbers are written as one less, in as many bits.
        let low = value < 0 ? value - 1 : value
        if size > 0 { put(UInt32(truncatingIfNeeded: low) & (1 << UInt32(size) - 1), size) }
    }

    private mutating func put(_ bits: UInt32, _ count: Int) {
        pending = pending << UInt32(count) | bits
        pendingCount += count
        while pendingCount >= 8 {
            let byte = UInt8(truncatingIfNeeded: pending >> UInt32(pendingCount - 8))
            bytes.append(byte)
            if byte == 0xFF { bytes.append(0) }
            pendingCount -= 8
        }
    }
}
