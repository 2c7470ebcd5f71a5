// The three ways in which the chunks of a WAV file are written. Values; any thread.

/// How the front of the file and the heads of its chunks stand.
enum WAVChunks: Equatable {
    /// `RIFF`, `RF64`, `BW64`: names of four letters, little-endian numbers.
    case littleEndian
    /// `RIFX`: the same with all numbers big-endian, those of the samples too (Multimedia Programming Interface 1.0,
    /// "Resource Interchange File Format").
    case bigEndian
    /// Wave64: names of 16 bytes, sizes of 64 bits that count the head, and chunks that start at multiples of eight
    /// (Sony Pictures Digital, Wave64 file format).
    case wave64

    struct Head: Equatable {
        var name: String
        /// Bytes of the body, no more than a quarter of all numbers.
        var length: Int64
    }

    static let longestFront = 40

    /// What stands behind `riff`, and behind the four letters of the other names, in Wave64.
    private static let listMark: [UInt8] = [
        0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00,
    ]
    private static let nameMark: [UInt8] = [
        0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A,
    ]

    /// The kind of the file that starts with these bytes; nil when it is no WAV.
    init?(_ front: [UInt8]) {
        func has(_ mark: String, at offset: Int) -> Bool { front.dropFirst(offset).starts(with: mark.utf8) }
        let isWave64 =
            has("riff", at: 0) && has("wave", at: 24) && front.dropFirst(4).starts(with: Self.listMark)
            && front.dropFirst(28).starts(with: Self.nameMark)
        if isWave64 {
            self = .wave64
        } else if has("WAVE", at: 8), ["RIFF", "RF64", "BW64"].contains(where: { has($0, at: 0) }) {
            self = .littleEndian
        } else if has("WAVE", at: 8), has("RIFX", at: 0) {
            self = .bigEndian
        } else {
            return nil
        }
    }

    /// Bytes in front of the first chunk, and of the head of a chunk.
    var frontLength: Int64 { self == .wave64 ? 40 : 12 }
    var headLength: Int64 { self == .wave64 ? 24 : 8 }

    /// The offset behind the whole, as its front says; nil when that cannot be.
    func statedEnd(_ front: [UInt8]) -> Int64? {
        switch self {
        case .littleEndian: 8 + Int64(front.littleEndian32(at: 4))
        case .bigEndian: 8 + Int64(front.bigEndian32(at: 4))
        case .wave64: Int64(exactly: front.littleEndian64(at: 16))
        }
    }

    /// Reads the head of a chunk; nil when it is cut off or cannot be.
    func head(_ bytes: [UInt8]) -> Head? {
        guard bytes.count >= headLength else { return nil }
        let name = String(decoding: bytes.prefix(4), as: UTF8.self)
        switch self {
        case .littleEndian: return Head(name: name, length: Int64(bytes.littleEndian32(at: 4)))
        case .bigEndian: return Head(name: name, length: Int64(bytes.bigEndian32(at: 4)))
        case .wave64:
            let whole = Int64(clamping: bytes.littleEndian64(at: 16))
            guard whole >= headLength else { return nil }
            let isPlain = bytes[4..<16].elementsEqual(Self.nameMark)
            return Head(name: isPlain ? name : "", length: min(whole - headLength, Int64.max / 4))
        }
    }

    /// Bytes of a body with what fills it up.
    func padded(_ length: Int64) -> Int64 {
        self == .wave64 ? (length + 7) / 8 * 8 : length + length % 2
    }
}
