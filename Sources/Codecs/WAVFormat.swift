// The `fmt ` chunk of a WAV file as a value. Any thread.

import AudioCore

/// How the samples of a WAV file stand in it (Multimedia Programming Interface 1.0, "Waveform Audio File Format";
/// WAVEFORMATEXTENSIBLE of mmreg.h).
struct WAVFormat: Equatable {
    var coding: SampleCoding
    var channels: Int
    /// Hertz.
    var rate: Int
    /// Bits of a sample that carry sound. Doubles are given as singles, so a float has 32.
    var bits: Int
    /// `dwChannelMask`; 0 when the file does not say where its channels belong.
    var channelMask: UInt32 = 0

    /// Reads a `fmt ` chunk of 16 bytes or more; the error is the reason it cannot be played, without the path.
    static func parse(_ chunk: [UInt8]) -> Result<WAVFormat, Refusal> {
        guard chunk.count >= 16 else { return .failure(Refusal("has a format chunk of \(chunk.count) bytes, not 16")) }
        var tag = chunk.littleEndian16(at: 0)
        let channels = Int(chunk.littleEndian16(at: 2))
        let rate = Int(chunk.littleEndian32(at: 4))
        let blockAlign = Int(chunk.littleEndian16(at: 12))
        var bits = Int(chunk.littleEndian16(at: 14))
        let containerBits = bits
        var channelMask: UInt32 = 0
        if tag == 0xFFFE {
            guard chunk.count >= 40 else {
                return .failure(Refusal("has an extensible format chunk of \(chunk.count) bytes, not 40"))
            }
            let validBits = Int(chunk.littleEndian16(at: 18))
            if validBits > 0, validBits < bits { bits = validBits }
            channelMask = chunk.littleEndian32(at: 20)
            tag = chunk.littleEndian16(at: 24)
        }
        guard (1...PCMLayout.mostChannels).contains(channels) else {
            return .failure(Refusal("has \(channels) channels"))
        }
        guard StreamInfo.playableRates.contains(rate) else { return .failure(.rate(rate)) }
        if tag == 0x0055 {
            return .success(WAVFormat(coding: .mpeg, channels: channels, rate: rate, bits: 0))
        }
        let containerBytes = containerBytes(blockAlign: blockAlign, channels: channels, bits: containerBits)
        let coding: SampleCoding? =
            switch (tag, containerBytes) {
            case (1, 1): .unsigned8
            case (1, 2): .int16
            case (1, 3): .int24
            case (1, 4): .int32
            case (3, 4): .float32
            case (3, 8): .float64
            default: nil
            }
        guard let coding, (1...(containerBytes * 8)).contains(containerBits) else {
            let line = "\(name(of: tag, bits: containerBits)), not PCM of 8 to 32 bits or float"
            return .failure(Refusal(line, isOfCoding: true))
        }
        return .success(
            WAVFormat(
                coding: coding, channels: channels, rate: rate, bits: coding.isFloat ? 32 : bits,
                channelMask: channelMask))
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
