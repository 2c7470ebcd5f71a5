// UTF-16 out of bytes, with or without a byte order mark. Values; any thread.

/// UTF-16 as tags and cue sheets hold it.
public enum UTF16Text {
    public enum ByteOrder: Sendable {
        case littleEndian
        case bigEndian
    }

    /// The byte order that a mark at the start of `bytes` states; nil without one.
    public static func byteOrderMark(_ bytes: some Collection<UInt8>) -> ByteOrder? {
        var iterator = bytes.makeIterator()
        switch (iterator.next(), iterator.next()) {
        case (0xFF, 0xFE): return .littleEndian
        case (0xFE, 0xFF): return .bigEndian
        default: return nil
        }
    }

    /// The text of `bytes`, a mark at their start removed. Without a mark the order is `order`. An odd byte at the end
    /// is dropped, a lone surrogate shows as U+FFFD.
    public static func decode(_ bytes: [UInt8], order: ByteOrder) -> String {
        let mark = byteOrderMark(bytes)
        let order = mark ?? order
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = mark == nil ? 0 : 2
        while index + 1 < bytes.count {
            let first = UInt16(bytes[index])
            let second = UInt16(bytes[index + 1])
            units.append(order == .littleEndian ? second << 8 | first : first << 8 | second)
            index += 2
        }
        return String(decoding: units, as: UTF16.self)
    }
}
