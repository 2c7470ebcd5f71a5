// What a Musepack file says of its own length, which FFmpeg does not use. The codec's thread.

/// Reads the stream header of Musepack SV8.
///
/// Layout: "SV8 specification" of musepack.net, packet `SH`: key, size, CRC, version, sample count, samples of silence in
/// front. The filter bank of the decoder is 481 samples late (libmpcdec, `MPC_DECODER_SYNTH_DELAY`), and the sample
/// count does not include them.
enum MusepackLength {
    private static let delay: Int64 = 481

    /// - Parameter head: of the file, from its mark on.
    /// - Returns: nil when the header is not in front or says nothing sound.
    static func read(_ head: [UInt8]) -> RareLength? {
        guard head.starts(with: Array("MPCKSH".utf8)) else { return nil }
        var rest = head.dropFirst(6)
        guard number(&rest) != nil, rest.count > 5 else { return nil }
        rest = rest.dropFirst(4)
        guard rest.popFirst() == 8, let count = number(&rest), let silence = number(&rest), count > 0, silence < count
        else { return nil }
        return RareLength(lead: delay + silence, frameCount: count - silence, isExact: true)
    }

    /// A number in groups of seven bits, the highest first; the last has its top bit clear.
    private static func number(_ bytes: inout ArraySlice<UInt8>) -> Int64? {
        var value: Int64 = 0
        // Seven groups are 49 bits: more samples than there are.
        for _ in 0..<7 {
            guard let byte = bytes.popFirst() else { return nil }
            value = value << 7 | Int64(byte & 0x7F)
            if byte < 0x80 { return value }
        }
        return nil
    }
}
