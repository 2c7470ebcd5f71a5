// A small JPEG encoder, so that every kind of JPEG a test needs is made by the test itself (ITU-T T.81).

import Glibc
import TestSupport

struct JPEGFixture {
    enum Colors { case gray, rgb, cmyk, adobeCMYK }

    var width: Int
    var height: Int
    var colors = Colors.rgb
    var isProgressive = false
    /// Further scans that refine nothing, for a file that makes the decoder go round and round.
    var extraScanCount = 0
    var orientation: Int?
    var exifIsBigEndian = true
    /// 0xRRGGBB of a pixel.
    var color: (_ x: Int, _ y: Int) -> UInt32

    var bytes: [UInt8] {
        var file: [UInt8] = [0xFF, 0xD8]
        if let orientation { file += segment(0xE1, exif(orientation)) }
        if colors == .adobeCMYK { file += segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]) }
        file += segment(0xDB, [0] + [UInt8](repeating: Self.quantum, count: 64))
        let components = componentCount
        var frame = joined([8], word(height), word(width), [UInt8(components)])
        for index in 0..<components { frame += [UInt8(index + 1), 0x11, 0] }
        file += segment(isProgressive ? 0xC2 : 0xC0, frame)
        // Codes of one length: 4 bits for the 12 sizes of DC, 8 bits for the 162 symbols of AC.
        file += segment(0xC4, huffmanTable(0x00, codeLength: 4, symbols: Array(0..<12)))
        file += segment(0xC4, huffmanTable(0x10, codeLength: 8, symbols: Self.symbols))
        let blocks = (0..<components).map(coefficients(of:))
        let all = Array(0..<components)
        if isProgressive {
            file += scan(all, first: 0, last: 0, blocks)
            for index in all { file += scan([index], first: 1, last: 63, blocks) }
            for _ in 0..<extraScanCount { file += scan([0], first: 1, last: 63, blocks) }
        } else {
            file += scan(all, first: 0, last: 63, blocks)
        }
        return file + [0xFF, 0xD9]
    }

    private static let quantum: UInt8 = 2
    private static let symbols: [UInt8] = {
        var symbols: [UInt8] = [0x00, 0xF0]
        for run in UInt8(0)..<16 {
            for size in UInt8(1)...10 { symbols.append(run << 4 | size) }
        }
        return symbols
    }()
    private static let codes: [UInt8: Int] = Dictionary(
        uniqueKeysWithValues: symbols.enumerated().map { ($0.element, $0.offset) })
    private static let zigzag: [Int] = (0..<64).sorted { a, b in
        let (sumA, sumB) = (a / 8 + a % 8, b / 8 + b % 8)
        if sumA != sumB { return sumA < sumB }
        return sumA % 2 == 0 ? a / 8 > b / 8 : a / 8 < b / 8
    }
    private static let cosines: [Double] = (0..<64).map { index in
        let (u, x) = (index / 8, index % 8)
        return cos(Double((2 * x + 1) * u) * .pi / 16) * (u == 0 ? 0.5.squareRoot() : 1) / 2
    }

    private var componentCount: Int {
        switch colors {
        case .gray: 1
        case .rgb: 3
        case .cmyk, .adobeCMYK: 4
        }
    }

    private func word(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }

    private func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        joined([0xFF, marker], word(content.count + 2), content)
    }

    /// A table in which every code has the same length.
    private func huffmanTable(_ slot: UInt8, codeLength: Int, symbols: [UInt8]) -> [UInt8] {
        var counts = [UInt8](repeating: 0, count: 16)
        counts[codeLength - 1] = UInt8(symbols.count)
        return joined([slot], counts, symbols)
    }

    private func exif(_ orientation: Int) -> [UInt8] {
        let big: [UInt8] = [
            0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0,
        ]
        let little: [UInt8] = [
            0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, UInt8(orientation), 0, 0, 0,
        ]
        return joined(Array("Exif\0\0".utf8), exifIsBigEndian ? big : little, [0, 0, 0, 0])
    }

    private func sample(_ component: Int, _ x: Int, _ y: Int) -> Double {
        let rgb = color(min(x, width - 1), min(y, height - 1))
        let (r, g, b) = (Double(rgb >> 16 & 255), Double(rgb >> 8 & 255), Double(rgb & 255))
        switch colors {
        case .gray: return g
        case .rgb:
            return [
                0.299 * r + 0.587 * g + 0.114 * b, 128 - 0.168736 * r - 0.331264 * g + 0.5 * b,
                128 + 0.5 * r - 0.418688 * g - 0.081312 * b,
            ][component]
        case .cmyk: return component == 3 ? 0 : 255 - [r, g, b][component]
        case .adobeCMYK: return component == 3 ? 255 : [r, g, b][component]
        }
    }

    /// Quantised coefficients, 64 a block in zigzag order.
    private func coefficients(of component: Int) -> [[Int]] {
        var blocks: [[Int]] = []
        for top in stride(from: 0, to: height, by: 8) {
            for left in stride(from: 0, to: width, by: 8) {
                let samples = (0..<64).map { sample(component, left + $0 % 8, top + $0 / 8) - 128 }
                if samples.allSatisfy({ $0 == samples[0] }) {
                    blocks.append(
                        [Int((samples[0] * 8 / Double(Self.quantum)).rounded())] + [Int](repeating: 0, count: 63))
                    continue
                }
                var rows = [Double](repeating: 0, count: 64)
                for y in 0..<8 {
                    for u in 0..<8 {
                        for x in 0..<8 { rows[y * 8 + u] += samples[y * 8 + x] * Self.cosines[u * 8 + x] }
                    }
                }
                blocks.append(
                    Self.zigzag.map { index in
                        let (v, u) = (index / 8, index % 8)
                        var sum = 0.0
                        for y in 0..<8 { sum += rows[y * 8 + u] * Self.cosines[v * 8 + y] }
                        return Int((sum / Double(Self.quantum)).rounded())
                    })
            }
        }
        return blocks
    }

    private func scan(_ components: [Int], first: Int, last: Int, _ blocks: [[[Int]]]) -> [UInt8] {
        var header: [UInt8] = [UInt8(components.count)]
        for index in components { header += [UInt8(index + 1), 0x00] }
        header += [UInt8(first), UInt8(last), 0]
        var bits = BitWriter()
        var previous = [Int](repeating: 0, count: blocks.count)
        for index in blocks[0].indices {
            for component in components {
                let block = blocks[component][index]
                if first == 0 {
                    put(block[0] - previous[component], symbol: { ($0, 4) }, into: &bits)
                    previous[component] = block[0]
                }
                guard last > 0 else { continue }
                var run = 0
                for position in 1...63 {
                    if block[position] == 0 {
                        run += 1
                        continue
                    }
                    while run > 15 {
                        bits.put(Self.codes[0xF0]!, 8)
                        run -= 16
                    }
                    put(block[position], symbol: { (Self.codes[UInt8(run << 4 | $0)]!, 8) }, into: &bits)
                    run = 0
                }
                if run > 0 { bits.put(Self.codes[0x00]!, 8) }
            }
        }
        return segment(0xDA, header) + bits.finished()
    }

    private func put(_ value: Int, symbol: (Int) -> (Int, Int), into bits: inout BitWriter) {
        let size = Int.bitWidth - abs(value).leadingZeroBitCount
        let (code, length) = symbol(size)
        bits.put(code, length)
        bits.put(value < 0 ? value + (1 << size) - 1 : value, size)
    }

    private struct BitWriter {
        private var bytes: [UInt8] = []
        private var pending = 0
        private var pendingCount = 0

        mutating func put(_ value: Int, _ count: Int) {
            pending = pending << count | value
            pendingCount += count
            while pendingCount >= 8 {
                pendingCount -= 8
                let byte = UInt8(pending >> pendingCount & 255)
                bytes.append(byte)
                if byte == 0xFF { bytes.append(0) }
                pending &= (1 << pendingCount) - 1
            }
        }

        mutating func finished() -> [UInt8] {
            if pendingCount > 0 { put((1 << (8 - pendingCount)) - 1, 8 - pendingCount) }
            return bytes
        }
    }
}
