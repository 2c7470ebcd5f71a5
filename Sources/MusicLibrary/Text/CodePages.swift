// The upper halves of the single-byte code pages met in music files. Values; any thread.

/// A single-byte code page: ASCII below 0x80, a table above.
///
/// Source: Unicode Consortium, MAPPINGS/VENDORS/MICSFT/WINDOWS, CP1251.TXT and CP1252.TXT (table version 2.01).
/// Bytes without a meaning give U+FFFD.
public enum CodePage: Sendable {
    case windows1251
    case windows1252

    /// The text of `bytes`, one character a byte.
    public func decode(_ bytes: some Sequence<UInt8>) -> String {
        var scalars = String.UnicodeScalarView()
        for byte in bytes { scalars.append(scalar(of: byte)) }
        return String(scalars)
    }

    private func scalar(of byte: UInt8) -> Unicode.Scalar {
        guard byte >= 0x80 else { return Unicode.Scalar(byte) }
        let index = Int(byte) - 0x80
        let value: UInt16
        switch self {
        case .windows1251: value = index < 64 ? Self.cyrillic[index] : 0x0410 + UInt16(index - 64)
        case .windows1252: value = index < 32 ? Self.western[index] : UInt16(byte)
        }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    /// Windows-1251, 0x80 to 0xBF; 0xC0 to 0xFF are U+0410 to U+044F in order.
    private static let cyrillic: [UInt16] = [
        0x0402, 0x0403, 0x201A, 0x0453, 0x201E, 0x2026, 0x2020, 0x2021,
        0x20AC, 0x2030, 0x0409, 0x2039, 0x040A, 0x040C, 0x040B, 0x040F,
        0x0452, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0xFFFD, 0x2122, 0x0459, 0x203A, 0x045A, 0x045C, 0x045B, 0x045F,
        0x00A0, 0x040E, 0x045E, 0x0408, 0x00A4, 0x0490, 0x00A6, 0x00A7,
        0x0401, 0x00A9, 0x0404, 0x00AB, 0x00AC, 0x00AD, 0x00AE, 0x0407,
        0x00B0, 0x00B1, 0x0406, 0x0456, 0x0491, 0x00B5, 0x00B6, 0x00B7,
        0x0451, 0x2116, 0x0454, 0x00BB, 0x0458, 0x0405, 0x0455, 0x0457,
    ]

    /// Windows-1252, 0x80 to 0x9F; 0xA0 to 0xFF are Latin-1.
    private static let western: [UInt16] = [
        0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD,
        0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
    ]
}
