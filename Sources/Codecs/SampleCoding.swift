// From the bytes of uncompressed samples to ring words. Pure functions over memory; the codec's thread.

import AudioCore

/// How one uncompressed sample stands in a file. Integers are left-justified in their bytes.
enum SampleCoding: Equatable {
    case unsigned8, signed8
    /// Little-endian.
    case int16, int24, int32, float32, float64
    case int16BigEndian, int24BigEndian, int32BigEndian, float32BigEndian, float64BigEndian
    /// An MPEG stream in place of samples.
    case mpeg

    var bytes: Int {
        switch self {
        case .unsigned8, .signed8, .mpeg: 1
        case .int16, .int16BigEndian: 2
        case .int24, .int24BigEndian: 3
        case .int32, .int32BigEndian, .float32, .float32BigEndian: 4
        case .float64, .float64BigEndian: 8
        }
    }

    var isFloat: Bool {
        switch self {
        case .float32, .float64, .float32BigEndian, .float64BigEndian: true
        default: false
        }
    }

    /// Converts `count` samples at `source` to as many words at `words`. Doubles become singles.
    func convert(_ source: UnsafeRawPointer, to words: UnsafeMutablePointer<UInt32>, count: Int) {
        switch self {
        case .unsigned8:
            for index in 0..<count { words[index] = UInt32(Self.byte(source, index) ^ 0x80) << 24 }
        case .signed8:
            for index in 0..<count { words[index] = UInt32(Self.byte(source, index)) << 24 }
        case .int16:
            for index in 0..<count { words[index] = UInt32(UInt16(littleEndian: Self.load(source, index))) << 16 }
        case .int16BigEndian:
            for index in 0..<count { words[index] = UInt32(UInt16(bigEndian: Self.load(source, index))) << 16 }
        case .int24:
            Self.convert24(source, to: words, count: count, low: 0, high: 2)
        case .int24BigEndian:
            Self.convert24(source, to: words, count: count, low: 2, high: 0)
        case .int32, .float32:
            for index in 0..<count { words[index] = UInt32(littleEndian: Self.load(source, index)) }
        case .int32BigEndian, .float32BigEndian:
            for index in 0..<count { words[index] = UInt32(bigEndian: Self.load(source, index)) }
        case .float64:
            for index in 0..<count { words[index] = Self.single(UInt64(littleEndian: Self.load(source, index))) }
        case .float64BigEndian:
            for index in 0..<count { words[index] = Self.single(UInt64(bigEndian: Self.load(source, index))) }
        case .mpeg:
            preconditionFailure("an MPEG stream has no samples to convert")
        }
    }

    private static func convert24(
        _ source: UnsafeRawPointer, to words: UnsafeMutablePointer<UInt32>, count: Int, low: Int, high: Int
    ) {
        for index in 0..<count {
            let start = index &* 3
            let lower = UInt32(byte(source, start &+ low)) << 8 | UInt32(byte(source, start &+ 1)) << 16
            words[index] = lower | UInt32(byte(source, start &+ high)) << 24
        }
    }

    private static func byte(_ source: UnsafeRawPointer, _ index: Int) -> UInt8 {
        source.load(fromByteOffset: index, as: UInt8.self)
    }

    private static func load<Word: FixedWidthInteger & BitwiseCopyable>(
        _ source: UnsafeRawPointer, _ index: Int
    ) -> Word {
        source.loadUnaligned(fromByteOffset: index &* MemoryLayout<Word>.size, as: Word.self)
    }

    private static func single(_ double: UInt64) -> UInt32 {
        Float(Double(bitPattern: double)).bitPattern
    }
}
