// The page an Ogg file ends with, looked for when the file is opened. The codec's thread.

import AudioCore

/// The last whole page of a file: what stands behind it was cut or is no Ogg (RFC 3533, section 6).
struct OggLastPage: Equatable {
    /// Of the stream that the page belongs to.
    var serial: UInt32
    /// What the page says of its end: frames in most codings; -1 for a page in which no packet ends.
    var granule: Int64
    /// The page is marked as the last of its stream, so that nothing is missing behind it.
    var endsStream: Bool

    /// Bytes of a page in front of its segment table.
    static let headLength = 27
    /// Bytes of the longest page there can be.
    private static let longest = 65_307

    /// Finds it in the source from `start` on; nil in a stream, and where the end holds no page that passes its
    /// checksum.
    static func find(_ reader: SourceReader, start: Int64) throws(AudioError) -> OggLastPage? {
        guard reader.isSeekable, let size = reader.size, size > start else { return nil }
        // A page cut short, and in front of it a whole one.
        let wanted = Int(min(size - start, Int64(2 * longest)))
        try reader.seek(to: size - Int64(wanted))
        let tail = try read(reader, wanted)
        for place in stride(from: tail.count - headLength, through: 0, by: -1) where tail[place] == 0x4F {
            if let page = page(tail, at: place) { return page }
        }
        return nil
    }

    private static func read(_ reader: SourceReader, _ count: Int) throws(AudioError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let view = try reader.peek(min(count - bytes.count, SourceReader.capacity))
            guard !view.isEmpty else { break }
            bytes.append(contentsOf: view)
            try reader.seek(to: reader.position + Int64(view.count))
        }
        return bytes
    }

    /// The page at `place` when it is whole and passes its checksum.
    private static func page(_ bytes: [UInt8], at place: Int) -> OggLastPage? {
        guard bytes[place...].starts(with: Array("OggS".utf8)), bytes[place + 4] == 0 else { return nil }
        let body = place + headLength + Int(bytes[place + 26])
        guard body <= bytes.count else { return nil }
        let end = body + bytes[(place + headLength)..<body].reduce(0) { $0 + Int($1) }
        guard end <= bytes.count, checksum(bytes[place..<end]) == bytes.littleEndian32(at: place + 22) else {
            return nil
        }
        return OggLastPage(
            serial: bytes.littleEndian32(at: place + 14),
            granule: Int64(bitPattern: bytes.littleEndian64(at: place + 6)), endsStream: bytes[place + 5] & 4 != 0)
    }

    /// The checksum of a page, whose own four bytes count as 0: polynomial 04C11DB7, most significant bit first, from 0
    /// on (RFC 3533, section 6).
    private static func checksum(_ page: ArraySlice<UInt8>) -> UInt32 {
        var sum: UInt32 = 0
        for (offset, byte) in page.enumerated() {
            let taken = (22..<26).contains(offset) ? 0 : byte
            sum = sum << 8 ^ table[Int(UInt8(truncatingIfNeeded: sum >> 24) ^ taken)]
        }
        return sum
    }

    private static let table: [UInt32] = (0..<256).map { index in
        var sum = UInt32(index) << 24
        for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
        return sum
    }
}
