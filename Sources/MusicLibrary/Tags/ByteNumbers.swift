// Integers out of bytes, bounds-checked: nil where the bytes end. Values; any thread.

extension Array where Element == UInt8 {
    /// The `count` (1-4) bytes at `offset`, most significant first.
    func bigEndian(at offset: Int, count: Int = 4) -> Int? {
        guard offset >= 0, offset <= self.count, self.count - offset >= count else { return nil }
        return self[offset..<(offset + count)].reduce(0) { $0 << 8 | Int($1) }
    }

    /// The `count` (1-4) bytes at `offset`, least significant first.
    func littleEndian(at offset: Int, count: Int = 4) -> Int? {
        guard offset >= 0, offset <= self.count, self.count - offset >= count else { return nil }
        return self[offset..<(offset + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// The four bytes at `offset` as a syncsafe number: seven bits each (ID3v2.4 structure, section 6.2).
    /// Nil also when one of them has its top bit set.
    func syncsafe(at offset: Int) -> Int? {
        guard offset >= 0, offset <= count, count - offset >= 4 else { return nil }
        let four = self[offset..<(offset + 4)]
        guard four.allSatisfy({ $0 < 0x80 }) else { return nil }
        return four.reduce(0) { $0 << 7 | Int($1) }
    }

    /// True when the ASCII text stands at `offset`.
    func hasASCII(_ text: StaticString, at offset: Int = 0) -> Bool {
        let length = text.utf8CodeUnitCount
        guard offset >= 0, offset <= count, count - offset >= length else { return false }
        return text.withUTF8Buffer { self[offset..<(offset + length)].elementsEqual($0) }
    }
}
