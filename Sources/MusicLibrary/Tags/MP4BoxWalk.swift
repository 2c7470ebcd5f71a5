// The boxes of an MP4 file through a bounds-checked window. Workers.

import AudioCore

/// Walks boxes: four bytes of length, four letters, for length 1 eight bytes of length behind (ISO/IEC 14496-12, 4.2).
struct MP4BoxWalk {
    struct Box {
        /// Four letters, each a byte: `©` is U+00A9.
        var kind: String
        var body: Range<Int64>
    }

    let window: SourceWindow
    private static let mostBoxes = 10_000

    /// The boxes directly inside `range`; a length that leads beyond it ends the list.
    func children(of range: Range<Int64>, limit: Int = mostBoxes) throws(AudioError) -> [Box] {
        var found: [Box] = []
        var offset = range.lowerBound
        while found.count < limit, range.upperBound - offset >= 8 {
            let head = try window.bytes(at: offset, count: 16)
            guard let short = head.bigEndian(at: 0), head.count >= 8 else { break }
            var header: Int64 = 8
            var length = Int64(short)
            if short == 1 {
                guard let high = head.bigEndian(at: 8), let low = head.bigEndian(at: 12), high < 1 << 30 else { break }
                header = 16
                length = Int64(high) << 32 | Int64(low)
            } else if short == 0 {
                length = range.upperBound - offset
            }
            guard length >= header, length <= range.upperBound - offset else { break }
            let kind = String(String.UnicodeScalarView(head[4..<8].map { Unicode.Scalar($0) }))
            found.append(Box(kind: kind, body: (offset + header)..<(offset + length)))
            offset += length
        }
        return found
    }

    /// The bodies of the boxes of a kind directly inside `range`, at most `limit`.
    func all(_ kind: String, in range: Range<Int64>, limit: Int) throws(AudioError) -> [Range<Int64>] {
        Array(try children(of: range).lazy.filter { $0.kind == kind }.map(\.body).prefix(limit))
    }

    func first(_ kind: String, in range: Range<Int64>) throws(AudioError) -> Range<Int64>? {
        try children(of: range).first { $0.kind == kind }?.body
    }
}
