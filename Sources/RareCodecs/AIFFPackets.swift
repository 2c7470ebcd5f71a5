// How long the sound of an AIFF-C file of IMA's coding is. Read once when it is opened, on the codec's thread.

import AudioCore

/// The chunks `COMM` and `SSND` of a file with coding `ima4`, whose packets hold 64 frames in 34 bytes a channel
/// (Apple, QuickTime File Format, "IMA 4:1").
enum AIFFPackets {
    private static let packetFrames: Int64 = 64
    private static let packetBytes: Int64 = 34
    /// Chunks looked at before a file is given up.
    private static let mostChunks = 1000

    /// The frames that the packets of `SSND` hold. `COMM` counts packets or frames, by writer: only a number of frames
    /// that ends in the last packet shortens them. Nil for another coding.
    static func length(_ source: any ByteSource, start: Int64) throws(AudioError) -> RareLength? {
        guard source.isSeekable else { return nil }
        let feed = FFmpegFeed(source, start: start)
        var common: (channels: Int64, count: Int64)?
        var sound: Int64?
        var offset: Int64 = 12
        for _ in 0..<mostChunks where common == nil || sound == nil {
            var head = [UInt8](repeating: 0, count: 30)
            let got = try feed.look(at: offset, into: &head)
            guard got >= 8 else { break }
            let length = number(head, 4, 4)
            switch String(decoding: head.prefix(4), as: UTF8.self) {
            case "COMM":
                guard got == head.count, head[26...].starts(with: "ima4".utf8) else { return nil }
                common = (number(head, 8, 2), number(head, 10, 4))
            case "SSND" where got >= 16:
                sound = max(0, length - 8 - number(head, 8, 4))
            default:
                break
            }
            offset += 8 + length + length % 2
        }
        guard let common, let sound, common.channels > 0 else { return nil }
        let packets = sound / (packetBytes * common.channels)
        guard packets > 0 else { return nil }
        let whole = packets * packetFrames
        let ends = whole - packetFrames < common.count && common.count < whole
        return RareLength(frameCount: ends ? common.count : whole, isExact: true)
    }

    private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int64 {
        bytes[offset..<(offset + count)].reduce(0) { $0 << 8 | Int64($1) }
    }
}
