// The checksum that tells a whole thumbnail from a damaged one. Pure; any thread.

/// CRC-32 as in IEEE 802.3 and PNG (polynomial 0xEDB88320, reflected), eight bytes a step.
struct CRC32 {
    private var register: UInt32 = 0xFFFF_FFFF

    var value: UInt32 { ~register }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var crc = register
        Self.tables.withUnsafeBufferPointer { tables in
            var at = 0
            while at + 8 <= bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self).littleEndian ^ UInt64(crc)
                crc = 0
                for lane in 0..<8 {
                    crc ^= tables[(7 - lane) << 8 | Int(word >> (UInt64(lane) << 3) & 255)]
                }
                at += 8
            }
            while at < bytes.count {
                crc = crc >> 8 ^ tables[Int((crc ^ UInt32(bytes[at])) & 255)]
                at += 1
            }
        }
        register = crc
    }

    /// Table n: the effect of a byte that n further bytes follow.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var crc = UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
            tables[byte] = crc
        }
        for index in 256..<tables.count {
            let previous = tables[index - 256]
            tables[index] = previous >> 8 ^ tables[Int(previous & 255)]
        }
        return tables
    }()
}
