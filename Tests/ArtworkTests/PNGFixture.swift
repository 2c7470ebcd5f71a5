// A small PNG encoder (stored, not compressed), for the kinds of PNG that the product itself does not write.

import TestSupport

struct PNGFixture {
    enum Colors: Int { case gray = 0, rgb = 2, palette = 3, grayAlpha = 4, rgba = 6 }

    var width: Int
    var height: Int
    var colors: Colors
    var bitDepth: Int
    var isInterlaced = false
    /// Red, green, blue of each index.
    var palette: [UInt8] = []
    /// The content of a tRNS chunk.
    var transparency: [UInt8] = []
    /// The samples of a pixel, each of `bitDepth` bits.
    var samples: (_ x: Int, _ y: Int) -> [Int]

    var bytes: [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let kind: [UInt8] = [UInt8(bitDepth), UInt8(colors.rawValue), 0, 0, isInterlaced ? 1 : 0]
        file += chunk("IHDR", joined(word(width), word(height), kind))
        if !palette.isEmpty { file += chunk("PLTE", palette) }
        if !transparency.isEmpty { file += chunk("tRNS", transparency) }
        file += chunk("IDAT", stored(rows))
        return file + chunk("IEND", [])
    }

    /// First column and row and the steps of the seven passes (PNG specification, section 8.2).
    private static let passes = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]

    private var rows: [UInt8] {
        var bytes: [UInt8] = []
        for (left, top, dx, dy) in isInterlaced ? Self.passes : [(0, 0, 1, 1)] {
            guard left < width else { continue }
            for y in stride(from: top, to: height, by: dy) {
                bytes.append(0)
                var pending = 0
                var pendingCount = 0
                for x in stride(from: left, to: width, by: dx) {
                    for sample in samples(x, y) {
                        pending = pending << bitDepth | sample
                        pendingCount += bitDepth
                        while pendingCount >= 8 {
                            pendingCount -= 8
                            bytes.append(UInt8(pending >> pendingCount & 255))
                            pending &= (1 << pendingCount) - 1
                        }
                    }
                }
                if pendingCount > 0 { bytes.append(UInt8(pending << (8 - pendingCount) & 255)) }
            }
        }
        return bytes
    }

    private func stored(_ content: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: content.count, by: 65_535) {
            let part = content[start..<min(start + 65_535, content.count)]
            let size = UInt16(part.count)
            bytes.append(start + part.count == content.count ? 1 : 0)
            bytes += [UInt8(size & 255), UInt8(size >> 8), UInt8(~size & 255), UInt8(~size >> 8)]
            bytes += part
        }
        var (a, b) = (1, 0)
        for byte in content {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return bytes + word(b << 16 | a)
    }

    private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(name.utf8) + content
        return joined(word(content.count), checked, word(Int(Self.crc(checked))))
    }

    private func word(_ value: Int) -> [UInt8] {
        [UInt8(value >> 24 & 255), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
    }

    static func crc(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }
}
