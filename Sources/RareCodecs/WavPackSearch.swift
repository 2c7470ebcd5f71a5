// Finding the next block of a WavPack file where FFmpeg's demuxer has lost its way. A value of the codec's thread.

import AudioCore
import CFFmpeg

/// Looks for block headers by their mark and by what must be in them (WavPack 4 & 5 binary file format, "block
/// header").
struct WavPackSearch {
    private let isWavPack: Bool
    /// Where the block stands that was found last.
    private(set) var offset: Int64 = 0
    /// Bytes looked at, and blocks tried, since the last packet.
    private var searchedBytes: Int64 = 0
    private var tries = 0

    private static let headerLength = 32
    private static let chunkLength = 1 << 16
    /// What has no block in so many bytes, or none that plays in so many, is not searched to its end.
    private static let mostBytes: Int64 = 64 << 20
    private static let mostTries = 1000

    init(isWavPack: Bool) {
        self.isWavPack = isWavPack
    }

    /// A packet stood at `offset`; below 0 where FFmpeg does not say.
    mutating func note(_ offset: Int64) {
        if offset >= 0 { self.offset = offset }
        searchedBytes = 0
        tries = 0
    }

    /// The next packet may stand anywhere.
    mutating func forget() {
        note(0)
    }

    /// Finds the first block behind `offset` and makes that its place; false when there is none.
    ///
    /// FFmpeg does not notice: the source stands where it did.
    /// - Throws: what the source throws.
    mutating func advance(_ feed: FFmpegFeed) throws(AudioError) -> Bool {
        guard isWavPack, feed.source.isSeekable, tries < Self.mostTries else { return false }
        tries += 1
        let place = feed.source.position
        let found = try find(feed)
        try feed.source.seek(to: place)
        guard let found else { return false }
        offset = found
        return true
    }

    private mutating func find(_ feed: FFmpegFeed) throws(AudioError) -> Int64? {
        var bytes = [UInt8](repeating: 0, count: Self.chunkLength)
        var start = offset + 1
        while searchedBytes < Self.mostBytes {
            let count = try feed.look(at: start, into: &bytes)
            guard count >= Self.headerLength else { return nil }
            let places = count - Self.headerLength + 1
            for index in 0..<places where bytes[index] == 0x77 && Self.isHeader(bytes, at: index) {
                searchedBytes += Int64(index)
                return start + Int64(index)
            }
            searchedBytes += Int64(places)
            start += Int64(places)
        }
        return nil
    }

    /// `wvpk`, the size without the first eight bytes, a version of 0x402 to 0x410, sound in it, and the first of the
    /// blocks that hold the channels of the same frames.
    private static func isHeader(_ bytes: [UInt8], at start: Int) -> Bool {
        func number(_ offset: Int, _ count: Int) -> UInt32 {
            bytes[(start + offset)..<(start + offset + count)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        return bytes[start...].starts(with: Array("wvpk".utf8)) && (24..<1 << 20).contains(number(4, 4))
            && (0x402...0x410).contains(number(8, 2)) && (1..<1 << 20).contains(number(20, 4))
            && number(24, 4) & 0x800 != 0
    }
}
