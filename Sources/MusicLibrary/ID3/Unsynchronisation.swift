// The zero bytes that ID3v2 puts behind 0xFF so that no tag looks like audio. Values; any thread.

/// Removes ID3v2 unsynchronisation (ID3v2.4 structure, section 6.1).
enum Unsynchronisation {
    /// The bytes without the zeros that follow 0xFF. Bytes that cannot have been unsynchronised, because 0xFF stands in
    /// front of 0xE0 or more, are given back as they are: some writers set the flag and leave the data alone.
    static func decode(_ stored: [UInt8]) -> [UInt8] {
        guard isApplied(to: stored) else { return stored }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(stored.count)
        var previous: UInt8 = 0
        for byte in stored {
            if previous != 0xFF || byte != 0 { bytes.append(byte) }
            previous = byte
        }
        return bytes
    }

    static func isApplied(to stored: [UInt8]) -> Bool {
        var previous: UInt8 = 0
        for byte in stored {
            if previous == 0xFF, byte >= 0xE0 { return false }
            previous = byte
        }
        return true
    }

    /// Where the byte at `offset` of the decoded bytes stands in `stored`, which have unsynchronisation applied.
    static func storedOffset(of offset: Int, in stored: [UInt8]) -> Int {
        var decoded = 0
        var previous: UInt8 = 0
        for (index, byte) in stored.enumerated() {
            if previous != 0xFF || byte != 0 {
                if decoded == offset { return index }
                decoded += 1
            }
            previous = byte
        }
        return stored.count
    }
}
