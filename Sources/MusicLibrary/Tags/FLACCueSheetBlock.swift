// The cue sheet that FLAC keeps in a block of its own, as the text it was made of. Pure functions; any thread.

/// Reads a CUESHEET block (RFC 9639, section 8.7): 396 bytes of head; a track is 36 bytes and 12 bytes an index. It
/// counts in samples of its own stream, whether it is of a disc or not.
enum FLACCueSheetBlock {
    private static let head = 396
    private static let discRate = 44_100
    /// No file that a sheet could describe is longer.
    private static let mostSamples = 1 << 44

    /// A sheet without titles; nil when the block is damaged, or counts at a rate nobody says.
    ///
    /// A disc counts in 1/75 s (section 8.7.1), and so does a sheet that was made of text. One that does not is taken to
    /// the nearest 1/75 s: a track ends where the next begins all the same, so nothing is lost or heard twice.
    /// - Parameter rate: of the stream, hertz; nil when it is not known.
    static func text(_ bytes: [UInt8], rate: Int?) -> String? {
        guard bytes.count > head else { return nil }
        let isOfDisc = bytes[136] & 0x80 != 0
        guard let rate = rate ?? (isOfDisc ? discRate : nil) else { return nil }
        var lines = ["FILE \"-\" WAVE"]
        var offset = head
        for _ in 0..<Int(bytes[head - 1]) {
            guard bytes.count - offset >= 36, let start = samples(bytes, at: offset) else { return nil }
            let number = Int(bytes[offset + 8])
            let kind = bytes[offset + 21] & 0x80 == 0 ? "AUDIO" : "MODE1/2352"
            let indexCount = Int(bytes[offset + 35])
            offset += 36
            // Where the sound ends: 170 on a disc and 255 elsewhere, where some writers put 170 too, without an index.
            if number == 255 || (number == 170 && (isOfDisc || indexCount == 0)) { break }
            lines.append("TRACK \(number) \(kind)")
            for _ in 0..<indexCount {
                guard bytes.count - offset >= 12, let shift = samples(bytes, at: offset) else { return nil }
                lines.append("INDEX \(bytes[offset + 8]) \(place(start + shift, rate: rate))")
                offset += 12
            }
        }
        return lines.count > 1 ? lines.joined(separator: "\n") : nil
    }

    /// Eight bytes of samples; nil for more than a file could hold.
    private static func samples(_ bytes: [UInt8], at offset: Int) -> Int? {
        guard let high = bytes.bigEndian(at: offset), let low = bytes.bigEndian(at: offset + 4) else { return nil }
        return high < mostSamples >> 32 ? high << 32 | low : nil
    }

    private static func place(_ samples: Int, rate: Int) -> String {
        let frame = (samples * CueFrames.perSecond + rate / 2) / rate
        let seconds = frame / CueFrames.perSecond
        return "\(seconds / 60):\(seconds % 60):\(frame % CueFrames.perSecond)"
    }
}
