// The bytes of an ID3v2 tag behind its header as its frames count them. One reader at a time.

import AudioCore

/// A tag's body: on disk as it is, or in memory when unsynchronisation lies over the whole of it (2.2 and 2.3).
enum ID3v2Body {
    case stored(SourceWindow, start: Int64, count: Int)
    case decoded([UInt8], stored: [UInt8], start: Int64)

    /// - Parameter start: the offset behind the tag's header.
    init(_ header: ID3v2Header, window: SourceWindow, start: Int64) throws(AudioError) {
        let count = Int(max(0, min(Int64(header.bodyLength), window.size - start)))
        if header.isUnsynchronised, header.version < 4 {
            let stored = try window.bytes(at: start, count: count)
            if Unsynchronisation.isApplied(to: stored) {
                self = .decoded(Unsynchronisation.decode(stored), stored: stored, start: start)
                return
            }
        }
        self = .stored(window, start: start, count: count)
    }

    var count: Int {
        switch self {
        case .stored(_, _, let count): count
        case .decoded(let bytes, _, _): bytes.count
        }
    }

    /// The bytes at `offset` of the body: `count`, or fewer when the body ends.
    func bytes(at offset: Int, count wanted: Int) throws(AudioError) -> [UInt8] {
        let count = min(wanted, self.count - offset)
        guard offset >= 0, count > 0 else { return [] }
        switch self {
        case .stored(let window, let start, _): return try window.bytes(at: start + Int64(offset), count: count)
        case .decoded(let bytes, _, _): return Array(bytes[offset..<(offset + count)])
        }
    }

    /// Where `count` bytes at `offset` of the body lie in the file.
    func location(at offset: Int, count: Int) -> (offset: Int64, length: Int, isUnsynchronised: Bool) {
        switch self {
        case .stored(_, let start, _):
            return (start + Int64(offset), count, false)
        case .decoded(_, let stored, let start):
            let first = Unsynchronisation.storedOffset(of: offset, in: stored)
            let end = Unsynchronisation.storedOffset(of: offset + count, in: stored)
            return (start + Int64(first), end - first, true)
        }
    }
}
