// Fonts of the tests that ask whether the product's own words fit: as wide as those of the product, or a little wider.

import Scene

@MainActor
final class RoughMeasuring: TextMeasuring {
    func width(of text: String, style: TextStyle) -> Int {
        let isBold = style.weight != .regular
        let ems = text.unicodeScalars.reduce(0.0) { $0 + Self.width(of: $1, isBold) }
        return Int((ems * Double(style.size)).rounded(.up))
    }

    func lineHeight(of style: TextStyle) -> Int { style.size * 6 / 5 }

    /// Em: letters of Inter in groups, a whole one for ideographs.
    private static func width(of scalar: Unicode.Scalar, _ isBold: Bool) -> Double {
        switch scalar.value {
        case 0xAC00...0xD7A3: 0.92
        case 0x2E80...0xABFF, 0xF900...0xFAFF, 0xFF00...0xFF60: 1
        case 0x0416, 0x0428, 0x0429, 0x042E, 0x0436, 0x0448, 0x0449, 0x044B, 0x044E, 0x044C...0x044D: 0.8
        case 0x0400...0x052F: isBold ? 0.61 : 0.58
        case 0x49, 0x69, 0x6A, 0x6C, 0x131, 0x27, 0x2C, 0x2E, 0x3A, 0x21, 0x20, 0x2019, 0xED: 0.28
        case 0x28, 0x29, 0x2D, 0x66, 0x72, 0x74: 0.4
        case 0x57, 0x6D, 0x77, 0x4D: 0.88
        default: isBold ? 0.61 : 0.57
        }
    }
}
