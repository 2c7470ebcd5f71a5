// The metadata of a FLAC file, as far as playing needs it, read by our own code: covers are skipped, not read.

import AudioCore

/// STREAMINFO and the place of the first frame (RFC 9639, sections 8.1 and 8.2).
struct FLACHeader {
    /// The 34 bytes of STREAMINFO as they stand in the file.
    var streamInfo: [UInt8]
    /// Hertz.
    var rate: Int
    var channels: Int
    var bits: Int
    /// Frames in all; nil when the encoder did not know.
    var frameCount: Int64?
    /// Samples of a channel in the largest block, as promised; blocks may turn out larger.
    var largestBlock: Int
    /// The offset of the first frame; of the whole stream in Ogg.
    var soundStart: Int64
    /// Where the channels belong, if the tags say so; 0 when they do not.
    var channelMask: UInt32 = 0
    /// The stream is wrapped in Ogg pages.
    var isOgg = false

    private static let mostBlocks = 10_000

    static func isFLAC(_ head: [UInt8]) -> Bool {
        head.starts(with: "fLaC".utf8)
    }

    /// Reads the header that starts at `start`.
    static func read(_ reader: SourceReader, start: Int64) throws(AudioError) -> FLACHeader {
        try reader.seek(to: start)
        guard isFLAC(Array(try reader.peek(4))) else { throw reader.error(.notSupported, "is not FLAC") }
        var offset = start + 4
        var header: FLACHeader?
        for _ in 0..<mostBlocks {
            try reader.seek(to: offset)
            let head = Array(try reader.peek(4))
            guard head.count == 4 else { break }
            let length = Int64(head[1]) << 16 | Int64(head[2]) << 8 | Int64(head[3])
            if header == nil {
                guard head[0] & 0x7F == 0, length >= 34 else {
                    throw reader.error(.decode, "starts without STREAMINFO, which FLAC must have in front")
                }
                try reader.seek(to: offset + 4)
                header = try parse(Array(try reader.peek(34)), reader)
            } else if head[0] & 0x7F == 4, let channels = header?.channels, channels > 2 {
                header?.channelMask = try FLACChannelMask.read(reader, at: offset + 4, length: length)
            }
            offset += 4 + length
            if head[0] & 0x80 != 0, var header {
                header.soundStart = offset
                return header
            }
        }
        throw reader.error(.decode, "is cut off inside its header")
    }

    /// Reads the first packet of FLAC in Ogg: 0x7F `FLAC`, version, count of header packets, `fLaC`, STREAMINFO.
    static func readOgg(_ reader: SourceReader, start: Int64, packet: Int) throws(AudioError) -> FLACHeader {
        try reader.seek(to: start + Int64(packet))
        let bytes = Array(try reader.peek(9 + 4 + 4 + 34))
        guard bytes.count == 51, isFLAC(Array(bytes[9...])), bytes[13] & 0x7F == 0 else {
            throw reader.error(.decode, "starts without STREAMINFO, which FLAC must have in front")
        }
        var header = try parse(Array(bytes[17...]), reader)
        header.soundStart = start
        header.isOgg = true
        if header.frameCount == nil { header.frameCount = try oggFrameCount(reader, start: start) }
        try reader.seek(to: start)
        return header
    }

    /// The frames of a stream whose STREAMINFO does not say: the granule position of its last page (RFC 9639, section
    /// 10.1; RFC 3533, section 6). Nil when that page does not end the stream: it is cut off.
    private static func oggFrameCount(_ reader: SourceReader, start: Int64) throws(AudioError) -> Int64? {
        guard let last = try OggLastPage.find(reader, start: start), last.endsStream else { return nil }
        try reader.seek(to: start)
        let first = Array(try reader.peek(OggLastPage.headLength))
        guard first.count == OggLastPage.headLength, first.littleEndian32(at: 14) == last.serial else { return nil }
        return (1..<1 << 36).contains(last.granule) ? last.granule : nil
    }

    private static func parse(_ bytes: [UInt8], _ reader: SourceReader) throws(AudioError) -> FLACHeader {
        guard bytes.count == 34 else { throw reader.error(.decode, "is cut off inside its header") }
        let rate = Int(bytes[10]) << 12 | Int(bytes[11]) << 4 | Int(bytes[12]) >> 4
        let channels = Int(bytes[12] >> 1 & 7) + 1
        let bits = Int(bytes[12] & 1) << 4 | Int(bytes[13] >> 4)
        var total = Int64(bytes[13] & 15)
        for byte in bytes[14..<18] { total = total << 8 | Int64(byte) }
        guard StreamInfo.playableRates.contains(rate) else {
            throw reader.error(.rate(rate))
        }
        guard bits + 1 >= 4 else {
            throw reader.error(.decode, "says it has \(bits + 1) bits a sample: its header is damaged")
        }
        return FLACHeader(
            streamInfo: bytes, rate: rate, channels: channels, bits: bits + 1, frameCount: total > 0 ? total : nil,
            largestBlock: Int(bytes[2]) << 8 | Int(bytes[3]), soundStart: 0)
    }
}
