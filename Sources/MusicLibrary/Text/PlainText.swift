// A whole text file's bytes as a string: byte order marks first, then what undeclared text looks like.

/// Decodes text of unknown charset that is a file or field of its own.
enum PlainText {
    /// The text of `bytes`: UTF-8 or UTF-16 by its mark, UTF-16 without a mark when every other byte of its start is
    /// zero, else by `LegacyText`.
    static func decode(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return LegacyText.decodeDeclaredUTF8(Array(bytes[3...])) }
        if let order = UTF16Text.byteOrderMark(bytes) ?? unmarkedOrder(bytes) {
            return UTF16Text.decode(bytes, order: order)
        }
        return LegacyText.decode(bytes)
    }

    /// A sheet begins with an ASCII word, so UTF-16 shows by the zero halves of its first four characters.
    private static func unmarkedOrder(_ bytes: [UInt8]) -> UTF16Text.ByteOrder? {
        guard bytes.count >= 8 else { return nil }
        let zeros = bytes[..<8].map { $0 == 0 }
        if zeros == [false, true, false, true, false, true, false, true] { return .littleEndian }
        if zeros == [true, false, true, false, true, false, true, false] { return .bigEndian }
        return nil
    }
}

extension String {
    /// The text without white space, control characters and byte order marks at its ends.
    var trimmed: String {
        func isBlank(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isWhitespace || scalar.value < 0x20 || scalar.value == 0x7F || scalar.value == 0xFEFF
        }
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !isBlank($0) }),
            let last = scalars.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(scalars[first...last])
    }
}
