// A Monkey's Audio file that holds silence: its coder's word for a block without sound, and nothing that is coded.

/// 16-bit stereo at 44.1 kHz in version 3.99, compression level "fast".
///
/// Layout: the file format of Monkey's Audio SDK 4 (`APE_DESCRIPTOR`, `APE_HEADER`, seek table); a block begins with its
/// checksum, whose highest bit announces flags, of which 1 and 2 are a silent left and right channel.
struct SilentAPE {
    var frameCount: Int
    private static let blockLength = 73_728

    init(frameCount: Int) { self.frameCount = frameCount }

    var bytes: [UInt8] {
        let blockCount = (frameCount + Self.blockLength - 1) / Self.blockLength
        // Checksum with the mark of flags, flags, and room for what starts the range coder, in words of 32 bits.
        let blocks = (0..<blockCount).flatMap { _ in little(4, [0x8000_0000, 3, 0, 0]) }
        let start = 52 + 24 + 4 * blockCount
        var bytes = Array("MAC ".utf8) + little(2, [3990, 0])
        // Lengths: this descriptor, the header, the seek table, a WAV header, the blocks (64 bits), what follows.
        bytes += little(4, [52, 24, 4 * blockCount, 0, blocks.count, 0, 0])
        bytes += [UInt8](repeating: 0, count: 16)
        // The level; a WAV header is to be made.
        bytes += little(2, [1000, 32])
        bytes += little(4, [Self.blockLength, frameCount - (blockCount - 1) * Self.blockLength, blockCount])
        bytes += little(2, [16, 2])
        bytes += little(4, [44_100])
        bytes += little(4, (0..<blockCount).map { start + 16 * $0 })
        bytes += blocks
        return bytes
    }

    private func little(_ size: Int, _ numbers: [Int]) -> [UInt8] {
        numbers.flatMap { number in (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    }
}
