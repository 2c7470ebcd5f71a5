// The checksum of state files. Any thread.

/// CRC-32 as in Ethernet and zlib: reflected polynomial 0xEDB88320 (IEEE 802.3, 3.2.9).
enum Checksum {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }

    static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.withUnsafeBufferPointer { bytes in
            table.withUnsafeBufferPointer { table in
                var value = UInt32.max
                for byte in bytes { value = table[Int((value ^ UInt32(byte)) & 0xFF)] ^ value >> 8 }
                return ~value
            }
        }
    }

    /// Eight hexadecimal digits.
    static func text(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        FixedWidth.hexadecimal(UInt64(crc32(bytes)), digits: 8)
    }
}

/// Numbers in a fixed count of ASCII digits.
enum FixedWidth {
    /// The low `digits` hexadecimal digits of `value`, in capitals.
    static func hexadecimal(_ value: UInt64, digits: Int) -> [UInt8] {
        (0..<digits).reversed().map { digit in
            let nibble = UInt8(truncatingIfNeeded: value >> UInt64(4 * digit)) & 15
            return nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10
        }
    }

    /// The number of a field of digits in `radix`; nil when a byte is none.
    static func number(_ field: ArraySlice<UInt8>, radix: Int) -> UInt64? {
        guard let first = field.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else { return nil }
        return UInt64(String(decoding: field, as: UTF8.self), radix: radix)
    }
}
