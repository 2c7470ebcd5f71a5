// Frame offsets by arithmetic, for streams whose frames are all of one bitrate. The codec's thread.

import AudioCore

/// A stream that was checked to run at one bitrate: MPEG frame n starts within two bytes of n times the mean length.
///
/// Layer II and III frames of one bitrate differ by one byte of padding, which encoders spread so that the mean comes
/// out exactly (11172-3, section 2.4.2.3, padding_bit).
struct MP3ConstantBitrate {
    let frameCount: Int64
    private let start: Int64
    private let end: Int64
    private let header: MPEGFrameHeader
    /// The mean length in bytes is `lengthTimesRate / rate`.
    private let lengthTimesRate: Int64
    private let rate: Int64

    private static let slack: Int64 = 2
    private static let probes: Int64 = 4

    /// Checks the length of the stream and a few frames of it; nil when they do not fit one bitrate.
    init?(
        _ reader: SourceReader, start: Int64, end: Int64, header: MPEGFrameHeader
    ) throws(AudioError) {
        guard header.layer > 1, header.bitrate > 0, reader.isSeekable, end > start, end - start < 1 << 40 else {
            return nil
        }
        self.start = start
        self.end = end
        self.header = header
        lengthTimesRate = Int64(header.samples / 8 * 1000 * header.bitrate)
        rate = Int64(header.rate)
        frameCount = ((end - start) * rate + lengthTimesRate / 2) / lengthTimesRate
        let expected = frameCount * lengthTimesRate
        guard frameCount > Self.probes, ((end - start) * rate - expected).magnitude <= Self.slack * rate else {
            return nil
        }
        for probe in 1...Self.probes {
            guard try offset(of: frameCount * probe / (Self.probes + 1), reader) != nil else { return nil }
        }
        guard try endsWithFrame(reader) else { return nil }
    }

    /// The offset of MPEG frame `number`, found at its place; nil when it is not there.
    func offset(of number: Int64, _ reader: SourceReader) throws(AudioError) -> Int64? {
        guard (0..<frameCount).contains(number) else { return nil }
        let middle = start + number * lengthTimesRate / rate
        let from = max(start, middle - Self.slack)
        try reader.seek(to: from)
        let count = min(end - from, 2 * Self.slack + Int64(MPEGSync.reach))
        let view = try reader.peek(Int(count))
        for place in 0...Int(middle - from + Self.slack) {
            guard let found = MPEGSync.proven(in: view, at: place, isLast: from + count == end) else { continue }
            return found.agrees(with: header) && found.bitrate == header.bitrate ? from + Int64(place) : nil
        }
        return nil
    }

    /// The number of the MPEG frame that starts at `offset`; nil when none can start there.
    func number(at offset: Int64) -> Int64? {
        guard offset >= start, offset < end else { return nil }
        let number = ((offset - start) * rate + lengthTimesRate / 2) / lengthTimesRate
        let middle = start + number * lengthTimesRate / rate
        return number < frameCount && (offset - middle).magnitude <= Self.slack ? number : nil
    }

    /// Whether the last frame ends where the sound does.
    private func endsWithFrame(_ reader: SourceReader) throws(AudioError) -> Bool {
        guard var place = try offset(of: frameCount - 3, reader) else { return false }
        for _ in 0..<3 {
            try reader.seek(to: place)
            guard let found = MPEGSync.header(in: try reader.peek(4), at: 0), found.agrees(with: header) else {
                return false
            }
            place += Int64(found.length)
        }
        return place == end
    }
}
