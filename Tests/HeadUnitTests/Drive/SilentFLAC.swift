// Silence as FLAC, with tags: minutes of it are a few thousand bytes and cost nothing to decode.

import TestSupport

/// A FLAC file of constant subframes (RFC 9639), 8 kHz, 16 bits, stereo.
enum SilentFLAC {
    static let rate = 8000
    private static let blockFrames = 4096

    /// - Parameter tags: Vorbis comments, `ARTIST=…`.
    static func bytes(seconds: Double, tags: [String]) -> [UInt8] {
        let frames = Int(seconds * Double(rate))
        var file = Array("fLaC".utf8)
        file += block(0, streamInfo(frames), isLast: false)
        file += block(4, comments(tags), isLast: true)
        for (number, start) in stride(from: 0, to: frames, by: blockFrames).enumerated() {
            file += frame(number, count: min(blockFrames, frames - start))
        }
        return file
    }

    private static func block(_ kind: UInt8, _ body: [UInt8], isLast: Bool) -> [UInt8] {
        joined([kind | (isLast ? 0x80 : 0)], big(body.count, 3), body)
    }

    private static func streamInfo(_ frames: Int) -> [UInt8] {
        // 20 bits of rate, 3 of channels - 1, 5 of bits - 1, 36 of frames; no checksum of the samples.
        let packed = UInt64(rate) << 44 | 1 << 41 | 15 << 36 | UInt64(frames)
        return joined(
            big(blockFrames, 2), big(blockFrames, 2), big(0, 3), big(0, 3), big(Int(packed), 8),
            [UInt8](repeating: 0, count: 16))
    }

    private static func comments(_ tags: [String]) -> [UInt8] {
        func sized(_ text: String) -> [UInt8] { big(text.utf8.count, 4).reversed() + Array(text.utf8) }
        return joined(sized("test"), big(tags.count, 4).reversed(), tags.flatMap(sized))
    }

    private static func frame(_ number: Int, count: Int) -> [UInt8] {
        let isWhole = count == blockFrames
        // Fixed block size; 4096 or 16 bits of it at the end of the header; 8 kHz; stereo; 16 bits.
        var bytes: [UInt8] = [0xFF, 0xF8, (isWhole ? 0xC0 : 0x70) | 0x04, 0x18]
        bytes += Array(String(UnicodeScalar(UInt32(number)) ?? "?").utf8)
        if !isWhole { bytes += big(count - 1, 2) }
        bytes.append(UInt8(crc(bytes, bits: 8, polynomial: 0x07)))
        // A constant of each channel: header 0, then the sample.
        bytes += [0, 0, 0, 0, 0, 0]
        return bytes + big(Int(crc(bytes, bits: 16, polynomial: 0x8005)), 2)
    }

    private static func crc(_ bytes: [UInt8], bits: UInt32, polynomial: UInt32) -> UInt32 {
        let top = UInt32(1) << (bits - 1)
        let mask = top | (top - 1)
        return bytes.reduce(0) { sum, byte in
            var sum = sum ^ UInt32(byte) << (bits - 8)
            for _ in 0..<8 { sum = (sum & top != 0 ? sum << 1 ^ polynomial : sum << 1) & mask }
            return sum
        }
    }

    private static func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
