// The four bytes in front of an MPEG audio frame as a value. Any thread.

/// An MPEG-1, MPEG-2 or MPEG-2.5 audio frame header (ISO/IEC 11172-3, section 2.4.1.3; 13818-3, section 2.4.1.3;
/// MPEG-2.5 by its makers' convention).
struct MPEGFrameHeader: Equatable {
    enum Version { case mpeg1, mpeg2, mpeg25 }

    /// Bytes of a header.
    static let byteCount = 4
    /// Bytes of the longest frame: Layer II at 384 kbit/s and 32 kHz, padded.
    static let longestFrame = 1729

    let version: Version
    /// 1, 2 or 3.
    let layer: Int
    /// Kilobits a second; 0 for a free-format stream, whose frames do not say how long they are.
    let bitrate: Int
    /// Hertz.
    let rate: Int
    let channels: Int
    let hasChecksum: Bool
    let isPadded: Bool

    /// Reads the header at the start of `bytes`; nil when it is none.
    init?(_ bytes: some Collection<UInt8>) {
        var rest = bytes.makeIterator()
        guard rest.next() == 0xFF, let second = rest.next(), let third = rest.next(), let fourth = rest.next() else {
            return nil
        }
        self.init(second, third, fourth)
    }

    /// Reads a header whose first byte was 0xFF.
    init?(_ second: UInt8, _ third: UInt8, _ fourth: UInt8) {
        guard second & 0xE0 == 0xE0 else { return nil }
        switch second >> 3 & 3 {
        case 0: version = .mpeg25
        case 2: version = .mpeg2
        case 3: version = .mpeg1
        default: return nil
        }
        guard second & 0x06 != 0, third & 0xF0 != 0xF0, third & 0x0C != 0x0C, fourth & 3 != 2 else { return nil }
        layer = 4 - Int(second >> 1 & 3)
        if version == .mpeg25, layer != 3 { return nil }
        hasChecksum = second & 1 == 0
        bitrate = Self.bitrate(index: Int(third >> 4), isMPEG1: version == .mpeg1, layer: layer)
        let halvings = version == .mpeg1 ? 0 : version == .mpeg2 ? 1 : 2
        rate = [44100, 48000, 32000][Int(third >> 2 & 3)] >> halvings
        isPadded = third & 2 != 0
        channels = fourth >> 6 == 3 ? 1 : 2
    }

    /// Sample frames that an MPEG frame gives.
    var samples: Int {
        switch layer {
        case 1: 384
        case 2: 1152
        default: version == .mpeg1 ? 1152 : 576
        }
    }

    /// Bytes of the frame with its header; 0 for free format.
    var length: Int {
        if layer == 1 { return (12000 * bitrate / rate + (isPadded ? 1 : 0)) * 4 }
        return bitrate == 0 ? 0 : samples / 8 * 1000 * bitrate / rate + (isPadded ? 1 : 0)
    }

    /// Bytes of Layer III side information.
    var sideInfoLength: Int {
        version == .mpeg1 ? (channels == 1 ? 17 : 32) : (channels == 1 ? 9 : 17)
    }

    /// MPEG frames to decode before one that is sought. A Layer III frame reaches back over 511 bytes of main data, in
    /// MPEG-2 over 255 (11172-3 and 13818-3, section 2.4.1.7, main_data_begin): that is many frames when all are of the
    /// lowest bitrate. Two more fill the overlap and the filters.
    var warmUpFrames: Int64 {
        guard layer == 3 else { return 2 }
        let reach = version == .mpeg1 ? 511 : 255
        let lowest = Self.bitrate(index: 1, isMPEG1: version == .mpeg1, layer: layer)
        let shortest = samples / 8 * 1000 * lowest / rate - Self.byteCount - (hasChecksum ? 2 : 0) - sideInfoLength
        return Int64(reach / max(1, shortest) + 1 + 2)
    }

    /// `mp3`, or `mp2` and `mp1` for the older layers.
    var codec: String { "mp\(layer)" }

    /// Whether both can be frames of one stream.
    func agrees(with other: MPEGFrameHeader) -> Bool {
        version == other.version && layer == other.layer && rate == other.rate && channels == other.channels
    }

    /// Bitrates in kbit/s by index 0 to 14 (11172-3 table in 2.4.2.3; 13818-3 table in 2.4.2.3).
    private static func bitrate(index: Int, isMPEG1: Bool, layer: Int) -> Int {
        switch (isMPEG1, layer) {
        case (true, 1): index * 32
        case (true, 2): mpeg1Layer2[index]
        case (true, _): mpeg1Layer3[index]
        case (false, 1): mpeg2Layer1[index]
        case (false, _): mpeg2Layer23[index]
        }
    }

    private static let mpeg1Layer2 = [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
    private static let mpeg1Layer3 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    private static let mpeg2Layer1 = [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
    private static let mpeg2Layer23 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
}
