// From the bytes of a WAV file to ring words. Pure functions over memory; the codec's thread.

import AudioCore

/// Conversion of little-endian samples to words.
enum WAVSamples {
    /// Converts `count` samples at `source` to as many words at `words`.
    static func convert(
        _ source: UnsafeRawPointer, to words: UnsafeMutablePointer<UInt32>, count: Int, coding: WAVFormat.Coding
    ) {
        switch coding {
        case .unsigned8:
            let bytes = source.assumingMemoryBound(to: UInt8.self)
            for index in 0..<count { words[index] = UInt32(bytes[index] ^ 0x80) << 24 }
        case .int16:
            for index in 0..<count {
                let sample = source.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self)
                words[index] = UInt32(UInt16(littleEndian: sample)) << 16
            }
        case .int24:
            let bytes = source.assumingMemoryBound(to: UInt8.self)
            for index in 0..<count {
                let low = UInt32(bytes[index * 3]) << 8 | UInt32(bytes[index * 3 + 1]) << 16
                words[index] = low | UInt32(bytes[index * 3 + 2]) << 24
            }
        case .int32, .float32:
            for index in 0..<count {
                words[index] = UInt32(
                    littleEndian: source.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
            }
        case .float64:
            for index in 0..<count {
                let sample = UInt64(littleEndian: source.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
                words[index] = Float(Double(bitPattern: sample)).bitPattern
            }
        case .mpeg:
            preconditionFailure("an MPEG stream has no samples to convert")
        }
    }
}
