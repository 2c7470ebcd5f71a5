// The `COMM` chunk of an AIFF file as a value. Any thread.

import AudioCore

/// What the samples of an AIFF file are.
struct AIFFFormat: Equatable {
    var coding: SampleCoding
    var channels: Int
    /// Hertz.
    var rate: Int
    /// Bits of a sample that carry sound; of a float all.
    var bits: Int
    var frameCount: Int64

    /// Reads a `COMM` chunk: channels, frames, bits, the rate as an 80-bit float, and in AIFF-C the kind of
    /// compression. The error is the reason it cannot be played, without the path.
    static func parse(_ chunk: [UInt8], isCompressed: Bool) -> Result<AIFFFormat, Refusal> {
        let least = isCompressed ? 22 : 18
        guard chunk.count >= least else {
            return .failure(Refusal("has a COMM chunk of \(chunk.count) bytes, not \(least)"))
        }
        let channels = Int(chunk.bigEndian16(at: 0))
        let bits = Int(chunk.bigEndian16(at: 6))
        guard (1...PCMLayout.mostChannels).contains(channels) else {
            return .failure(Refusal("has \(channels) channels"))
        }
        guard let rate = rate(Array(chunk[8..<18])) else { return .failure(Refusal("has a rate that is none")) }
        guard StreamInfo.playableRates.contains(rate) else { return .failure(.rate(rate)) }
        let kind = isCompressed ? Array(chunk[18..<22]) : Array("NONE".utf8)
        guard let coding = coding(kind, bits: bits) else {
            let name = String(decoding: kind, as: UTF8.self).filter { !$0.isWhitespace && $0.isASCII }
            let what = isCompressed && name != "NONE" ? "AIFF with coding “\(name)”" : "AIFF with \(bits)-bit PCM"
            return .failure(Refusal("is \(what), not PCM of 1 to 32 bits or float", isOfCoding: true))
        }
        return .success(
            AIFFFormat(
                coding: coding, channels: channels, rate: rate,
                bits: coding.isFloat ? coding.bytes * 8 : min(max(bits, 1), coding.bytes * 8),
                frameCount: Int64(chunk.bigEndian32(at: 2))))
    }

    /// The coding by its four letters; those with a size in their name stand above the number of bits.
    private static func coding(_ kind: [UInt8], bits: Int) -> SampleCoding? {
        let bytes = (1...32).contains(bits) ? (bits + 7) / 8 : 0
        switch String(decoding: kind, as: UTF8.self) {
        case "NONE", "twos":
            return [1: .signed8, 2: .int16BigEndian, 3: .int24BigEndian, 4: .int32BigEndian][bytes]
        case "sowt": return [1: .signed8, 2: .int16, 3: .int24, 4: .int32][bytes]
        case "raw ": return bytes == 1 ? .unsigned8 : nil
        case "in24": return .int24BigEndian
        case "in32": return .int32BigEndian
        case "42ni": return .int24
        case "23ni": return .int32
        case "fl32", "FL32": return .float32BigEndian
        case "fl64", "FL64": return .float64BigEndian
        default: return nil
        }
    }

    /// Hertz out of an IEEE 754 extended number: sign and 15 bits of exponent, 64 bits of mantissa with its leading 1.
    private static func rate(_ bytes: [UInt8]) -> Int? {
        let exponent = Int(bytes.bigEndian16(at: 0))
        let mantissa = bytes.bigEndian64(at: 2)
        // 2^0 to 2^30 is all that a rate can be.
        let shift = 16_383 + 63 - exponent
        guard (33...63).contains(shift) else { return nil }
        let whole = Int(mantissa >> UInt64(shift))
        let rate = whole + Int(mantissa >> UInt64(shift - 1) & 1)
        return rate
    }
}
