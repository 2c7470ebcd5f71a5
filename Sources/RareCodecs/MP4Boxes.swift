// The boxes of an MP4 file, as far as exact play needs them; read before FFmpeg opens the file. The codec's thread.

import AudioCore

/// Walks boxes: four bytes of length, four letters, for length 1 eight bytes of length behind (ISO/IEC 14496-12, 4.2).
/// Every read is bounds-checked; what does not fit is not there.
struct MP4Boxes {
    let source: any ByteSource
    private static let mostBoxes = 10_000

    /// The body of the first box of a kind inside `range`.
    func first(_ kind: String, in range: Range<Int64>?) throws(AudioError) -> Range<Int64>? {
        try all(kind, in: range, limit: 1).first
    }

    /// The bodies of the boxes of a kind directly inside `range`.
    func all(_ kind: String, in range: Range<Int64>?, limit: Int = 64) throws(AudioError) -> [Range<Int64>] {
        guard let range else { return [] }
        var found: [Range<Int64>] = []
        var offset = range.lowerBound
        for _ in 0..<Self.mostBoxes where found.count < limit {
            guard range.upperBound - offset >= 8 else { break }
            let head = try source.readBytes(16, at: offset)
            guard head.count >= 8 else { break }
            var header: Int64 = 8
            var length = Int64(Self.number(head[0..<4]))
            if length == 1, head.count == 16 {
                header = 16
                length = Int64(clamping: Self.number(head[8..<16]))
            } else if length == 0 {
                length = range.upperBound - offset
            }
            guard length >= header, length <= range.upperBound - offset else { break }
            if head[4..<8].elementsEqual(kind.utf8) { found.append((offset + header)..<(offset + length)) }
            offset += length
        }
        return found
    }

    /// The body of the box at the end of a path of kinds.
    func at(_ path: String..., in range: Range<Int64>?) throws(AudioError) -> Range<Int64>? {
        var range = range
        for kind in path { range = try first(kind, in: range) }
        return range
    }

    /// Up to `count` bytes of a body, from `offset` on.
    func bytes(_ body: Range<Int64>?, from offset: Int64 = 0, count: Int) throws(AudioError) -> [UInt8] {
        guard let body, offset < body.upperBound - body.lowerBound else { return [] }
        let start = body.lowerBound + offset
        return try source.readBytes(Int(min(Int64(count), body.upperBound - start)), at: start)
    }

    /// Big-endian; at most eight bytes.
    static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
