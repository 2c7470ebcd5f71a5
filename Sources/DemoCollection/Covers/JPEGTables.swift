// The tables every baseline JPEG may use (ITU-T T.81, annex K). Constants; any thread.

import Glibc

enum JPEGTables {
    /// A code word of a symbol.
    struct Word: BitwiseCopyable {
        var bits: UInt32 = 0
        var count = 0
    }

    /// A code: how many words there are of 1 ... 16 bits, and the symbols in their order.
    struct Code: Sendable {
        var lengths: [UInt8]
        var symbols: [UInt8]

        /// The word of each symbol (annex C: words of one length count up, and shift at the next length).
        var words: [Word] {
            var result = [Word](repeating: Word(), count: 256)
            var bits: UInt32 = 0
            var next = 0
            for (index, count) in lengths.enumerated() {
                for _ in 0..<count {
                    result[Int(symbols[next])] = Word(bits: bits, count: index + 1)
                    bits += 1
                    next += 1
                }
                bits <<= 1
            }
            return result
        }
    }

    /// K.1 and K.2, in rows.
    static let luminance = [
        16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29,
        51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121,
        120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
    ]
    static let chrominance = [
        17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99,
        99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
        99, 99, 99, 99, 99, 99, 99, 99,
    ]

    /// Diagonal by diagonal, from the mean to the finest detail (T.81, figure A.6).
    static let zigzag: [Int] = (0..<15).flatMap { diagonal in
        let places = (max(0, diagonal - 7)...min(7, diagonal)).map { row in row * 8 + diagonal - row }
        return diagonal % 2 == 0 ? places.reversed() : places
    }

    /// Mean and detail of luminance, mean and detail of chrominance (K.3 ... K.6).
    static let codes = [
        Code(lengths: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], symbols: Array(0...11)),
        Code(
            lengths: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7D],
            symbols: [
                0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61, 0x07, 0x22,
                0x71, 0x14, 0x32, 0x81, 0x91, 0xA1, 0x08, 0x23, 0x42, 0xB1, 0xC1, 0x15, 0x52, 0xD1, 0xF0, 0x24, 0x33,
                0x62, 0x72, 0x82, 0x09, 0x0A, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A,
            ] + rest(from: [4, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 1, 1])),
        Code(lengths: [0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], symbols: Array(0...11)),
        Code(
            lengths: [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 0x77],
            symbols: [
                0x00, 0x01, 0x02, 0x03, 0x11, 0x04, 0x05, 0x21, 0x31, 0x06, 0x12, 0x41, 0x51, 0x07, 0x61, 0x71, 0x13,
                0x22, 0x32, 0x81, 0x08, 0x14, 0x42, 0x91, 0xA1, 0xB1, 0xC1, 0x09, 0x23, 0x33, 0x52, 0xF0, 0x15, 0x62,
                0x72, 0xD1, 0x0A, 0x16, 0x24, 0x34, 0xE1, 0x25, 0xF1, 0x17, 0x18, 0x19, 0x1A, 0x26, 0x27, 0x28, 0x29,
                0x2A,
            ] + rest(from: [5, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2])),
    ]

    /// The longest words stand in order: after 3 ... 15 zeros, the sizes from `starts` to 10.
    private static func rest(from starts: [UInt8]) -> [UInt8] {
        zip(UInt8(3)...15, starts).flatMap { run, start in (start...10).map { run << 4 | $0 } }
    }

    /// The eight cosines of each frequency, with their weights of T.81, A.3.3: C(u)/2 · cos((2x+1)uπ/16).
    static let cosines: [Float] = (0..<64).map { index in
        let (frequency, place) = (index / 8, index % 8)
        let weight = frequency == 0 ? 1 / sqrt(2.0) : 1
        return Float(weight / 2 * cos(Double(2 * place + 1) * Double(frequency) * .pi / 16))
    }
}
