// The `fmt ` chunk of a WAV file as a value. Any thread.

import AudioCore

/// How the samples of a WAV file stand in it (Multimedia Programming Interface 1.0, "Waveform Audio File Format";
/// WAVEFORMATEXTENSIBLE of mmreg.h).
struct WAVFormat: Equatable {
    var coding: SampleCoding
    var channels: Int
    /// Hertz.
    var rate: Int
    /// Bits of a sample that carry sound; of a float all.
    var bits: Int
    /// `dwChannelMask`; 0 when the file does not say where its channels belong.
    var channelMask: UInt32 = 0

    /// Reads a `fmt ` chunk of 16 bytes or more; the error is the reason it cannot be played, without the path.
    static func parse(_ chunk: [UInt8], isBigEndian: Bool = false) -> Result<WAVFormat, Refusal> {
        guard chunk.count >= 16 else { return .failure(Refusal("has a format chunk of \(chunk.count) bytes, not 16")) }
        func short(_ offset: Int) -> UInt16 {
            isBigEndian ? chunk.bigEndian16(at: offset) : chunk.littleEndian16(at: offset)
        }
        func long(_ offset: Int) -> UInt32 {
            isBigEndian ? chunk.bigEndian32(at: offset) : chunk.littleEndian32(at: offset)
        }
        var tag = short(0)
        let channels = Int(short(2))
        let rate = Int(long(4))
        let blockAlign = Int(short(12))
        var bits = Int(short(14))
        let containerBits = bits
        var channelMask: UInt32 = 0
        if tag == 0xFFFE {
            guard chunk.count >= 40 else {
                return .failure(Refusal("has an extensible format chunk of \(chunk.count) bytes, not 40"))
            }
            let validBits = Int(short(18))
            if validBits > 0, validBits < bits { bits = validBits }
            channelMask = long(20)
            tag = short(24)
        }
        guard (1...PCMLayout.mostChannels).contains(channels) else {
            return .failure(Refusal("has \(channels) channels"))
        }
        guard StreamInfo.playableRates.contains(rate) else { return .failure(.rate(rate)) }
        if tag == 0x0055 {
            return .success(WAVFormat(coding: .mpeg, channels: channels, rate: rate, bits: 0))
        }
        let containerBytes = containerBytes(blockAlign: blockAlign, channels: channels, bits: containerBits)
        guard let coding = coding(tag, bytes: containerBytes, isBigEndian: isBigEndian),
            (1...(containerBytes * 8)).contains(containerBits)
        else {
            let line = "\(name(of: tag, bits: containerBits)), not PCM of 8 to 32 bits or float"
            return .failure(Refusal(line, isOfCoding: true))
        }
        return .success(
            WAVFormat(
                coding: coding, channels: channels, rate: rate, bits: coding.isFloat ? coding.bytes * 8 : bits,
                channelMask: channelMask))
    }

    private static func coding(_ tag: UInt16, bytes: Int, isBigEndian: Bool) -> SampleCoding? {
        switch (tag, bytes) {
        case (1, 1): .unsigned8
        case (1, 2): isBigEndian ? .int16BigEndian : .int16
        case (1, 3): isBigEndian ? .int24BigEndian : .int24
        case (1, 4): isBigEndian ? .int32BigEndian : .int32
        case (3, 4): isBigEndian ? .float32BigEndian : .float32
        case (3, 8): isBigEndian ? .float64BigEndian : .float64
        default: nil
        }
    }

    /// Bytes of a sample by the size of a frame; by its bits where the frame is too small for them, of no size that
    /// samples have, or does not divide into the channels.
    private static func containerBytes(blockAlign: Int, channels: Int, bits: Int) -> Int {
        let (bytes, rest) = blockAlign.quotientAndRemainder(dividingBy: channels)
        let isPlausible = rest == 0 && [1, 2, 3, 4, 8].contains(bytes) && bytes * 8 >= bits
        return isPlausible ? bytes : (bits + 7) / 8
    }

    private static func name(of tag: UInt16, bits: Int) -> String {
        switch tag {
        case 1: "is WAV with \(bits)-bit PCM in an odd container"
        case 2, 0x11: "is WAV with ADPCM"
        case 3: "is WAV with \(bits)-bit float"
        case 6: "is WAV with A-law"
        case 7: "is WAV with mu-law"
        default: "is WAV with coding \(tag)"
        }
    }
}
