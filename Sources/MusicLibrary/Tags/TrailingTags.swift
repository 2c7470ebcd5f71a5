// The tags at the end of a file, peeled off from behind: ID3v1, Lyrics3, APEv2 and appended ID3v2 in any order.

import AudioCore

/// What the tags at the end of a file hold, by kind.
struct TrailingTags {
    private(set) var id3v2 = TagFields()
    private(set) var ape = TagFields()
    private(set) var id3v1 = TagFields()

    /// Tags peeled off at most.
    private static let maximumCount = 6

    /// Reads the tags that end where `window` ends.
    static func read(_ window: SourceWindow) throws(AudioError) -> TrailingTags {
        var tags = TrailingTags()
        // One read for all that usually stands there.
        _ = try window.bytes(at: max(0, window.size - 4096), count: 4096)
        var end = window.size
        for _ in 0..<maximumCount {
            guard let next = try tags.peel(window, end: end), next < end else { break }
            end = next
        }
        return tags
    }

    /// Reads the tag that ends at `end` and gives where it begins; nil when there is none.
    private mutating func peel(_ window: SourceWindow, end: Int64) throws(AudioError) -> Int64? {
        if let tag = try ID3v1Reader.read(window, end: end) {
            id3v1.fill(from: tag)
            return end - Int64(ID3v1Reader.length)
        }
        if let tag = try APETagReader.read(window, end: end) {
            ape.fill(from: tag.fields)
            return tag.start
        }
        if let tag = try ID3v2Reader.readAppended(window, end: end) {
            id3v2.fill(from: tag.fields)
            return tag.start
        }
        return try Self.startOfLyrics3(window, end: end)
    }

    /// Lyrics3 v2.00 ends in its length as six digits and `LYRICS200`; the length counts neither of the two.
    private static func startOfLyrics3(_ window: SourceWindow, end: Int64) throws(AudioError) -> Int64? {
        let foot = try window.bytes(at: end - 15, count: 15)
        guard foot.count == 15, foot.hasASCII("LYRICS200", at: 6),
            let length = Int64(String(decoding: foot[..<6], as: UTF8.self)), length >= 0
        else { return nil }
        let start = end - 15 - length
        return start >= 0 ? start : nil
    }
}
