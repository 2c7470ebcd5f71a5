// Small writers of binary numbers and texts for fixtures.

import TestSupport

func big(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}

func little(_ value: Int, _ count: Int = 4) -> [UInt8] {
    big(value, count).reversed()
}

func syncsafe(_ value: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(value >> $0 & 0x7F) }
}

func ascii(_ text: String) -> [UInt8] {
    Array(text.utf8)
}

func utf16(_ text: String, bigEndian: Bool = false, mark: Bool = true) -> [UInt8] {
    ((mark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { bigEndian ? big(Int($0), 2) : little(Int($0), 2) }
}

/// Russian and ASCII text in Windows-1251; À-я lie at 0xC0.
func cp1251(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { scalar in
        switch scalar.value {
        case 0x0410...0x044F: UInt8(scalar.value - 0x0410 + 0xC0)
        case 0x0401: 0xA8
        case 0x0451: 0xB8
        case 0x0456: 0xB3
        case 0x0457: 0xBF
        case 0x00AB: 0xAB
        case 0x00BB: 0xBB
        case 0x2014: 0x97
        case 0..<0x80: UInt8(scalar.value)
        default: preconditionFailure("not in this writer's table: \(scalar)")
        }
    }
}

func latin1(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8($0.value) }
}

/// A start of a JPEG: what a header reader needs, with 0xFF bytes that unsynchronisation has to touch.
func jpegBytes(width: Int = 600, height: Int = 400, marker: UInt8 = 0xC0, metadata: Int = 16) -> [UInt8] {
    joined(
        [0xFF, 0xD8, 0xFF, 0xE0], big(metadata + 2, 2), [UInt8](repeating: 0x20, count: metadata),
        [0xFF, 0xFF, marker], big(17, 2), [8], big(height, 2), big(width, 2), [3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1],
        [0xFF, 0xDA, 0, 8, 0xFF, 0x00, 0xFF, 0x00, 0x12, 0xFF, 0xD9])
}

func pngBytes(width: Int = 32, height: Int = 16) -> [UInt8] {
    joined(
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], big(13), ascii("IHDR"), big(width), big(height),
        [8, 2, 0, 0, 0], big(0))
}
