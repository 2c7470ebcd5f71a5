// Text in ID3v2 frames: an encoding byte, then values parted by zeros. Values; any thread.

/// Decodes the text of ID3v2 frames (ID3v2.4 structure, section 4): 0 Latin-1 (in practice any single-byte page),
/// 1 UTF-16 with a byte order mark, 2 UTF-16 big-endian, 3 UTF-8.
enum ID3v2Text {
    /// All values of a text frame's payload. A payload without an encoding byte is taken as single-byte text.
    static func values(_ payload: [UInt8]) -> [String] {
        guard let encoding = payload.first else { return [] }
        if encoding > 3 { return encoding >= 0x20 ? values(payload, encoding: 0) : [] }
        let bytes = Array(payload.dropFirst())
        // A mark shows UTF-16 whatever was declared; no text begins in these two letters of a single-byte page.
        return values(bytes, encoding: encoding != 2 && UTF16Text.byteOrderMark(bytes) != nil ? 1 : encoding)
    }

    /// The values in `bytes`, parted by the terminator of the encoding.
    static func values(_ bytes: [UInt8], encoding: UInt8) -> [String] {
        var order = UTF16Text.ByteOrder.littleEndian
        if encoding == 2 { order = .bigEndian }
        var values: [String] = []
        var rest = bytes[...]
        while !rest.isEmpty, values.count < TagFields.maximumValueCount {
            let (value, next) = cut(rest, encoding: encoding)
            // Later values need not repeat the mark.
            if encoding == 1, let mark = UTF16Text.byteOrderMark(value) { order = mark }
            values.append(decode(Array(value), encoding: encoding, order: order))
            rest = rest[next...]
        }
        return values
    }

    /// The description in front of a payload's content, and where the content begins. Nil without a terminator.
    static func description(_ bytes: [UInt8], encoding: UInt8) -> (text: String, next: Int)? {
        let (value, next) = cut(bytes[...], encoding: encoding)
        guard next > value.endIndex else { return nil }
        let order = encoding == 2 ? UTF16Text.ByteOrder.bigEndian : .littleEndian
        return (decode(Array(value), encoding: encoding, order: order).trimmed, next)
    }

    /// The bytes up to the terminator, and the index behind it. UTF-16 ends in two zeros at an even place.
    private static func cut(_ bytes: ArraySlice<UInt8>, encoding: UInt8) -> (ArraySlice<UInt8>, next: Int) {
        if encoding == 1 || encoding == 2 {
            var index = bytes.startIndex
            while index + 1 < bytes.endIndex {
                if bytes[index] == 0, bytes[index + 1] == 0 { return (bytes[..<index], index + 2) }
                index += 2
            }
            return (bytes, bytes.endIndex)
        }
        guard let zero = bytes.firstIndex(of: 0) else { return (bytes, bytes.endIndex) }
        return (bytes[..<zero], zero + 1)
    }

    private static func decode(_ bytes: [UInt8], encoding: UInt8, order: UTF16Text.ByteOrder) -> String {
        switch encoding {
        case 1, 2: UTF16Text.decode(bytes, order: order)
        case 3: LegacyText.decodeDeclaredUTF8(bytes)
        default: LegacyText.decode(bytes)
        }
    }
}
