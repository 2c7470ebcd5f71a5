// Bounds-checked reads anywhere in a source, through one small cache. One owner at a time.

import AudioCore

/// Random access for tag readers: a tag of ordinary size costs one read of the file, and a cover none.
final class SourceWindow {
    /// Bytes read ahead.
    private static let span = 16 * 1024
    /// The most that one call gives.
    static let largestRead = 1 << 24

    let size: Int64
    private let source: any ByteSource
    private var cache: [UInt8] = []
    private var cacheStart: Int64 = 0

    init(_ source: any ByteSource, size: Int64) {
        self.source = source
        self.size = size
    }

    /// The bytes from `offset` on: `count` of them, fewer when the source ends, none outside of it.
    func bytes(at offset: Int64, count: Int) throws(AudioError) -> [UInt8] {
        guard offset >= 0, offset < size, count > 0 else { return [] }
        let count = Int(min(Int64(min(count, Self.largestRead)), size - offset))
        if let held = held(at: offset, count: count) { return held }
        if count > Self.span { return try source.readBytes(count, at: offset) }
        cache = try source.readBytes(Int(min(Int64(Self.span), size - offset)), at: offset)
        cacheStart = offset
        return Array(cache.prefix(count))
    }

    private func held(at offset: Int64, count: Int) -> [UInt8]? {
        guard offset >= cacheStart, offset - cacheStart <= Int64(cache.count) else { return nil }
        let start = Int(offset - cacheStart)
        guard cache.count - start >= count else { return nil }
        return Array(cache[start..<(start + count)])
    }
}
