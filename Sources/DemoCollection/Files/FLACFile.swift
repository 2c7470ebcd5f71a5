// The bytes around the sound: metadata blocks of RFC 9639. Pure; any thread.

/// Puts a FLAC file together.
enum FLACFile {
    /// Bytes left free for later tags.
    private static let padding = 4096

    private enum BlockType: UInt8 { case streamInfo = 0, padding = 1, seekTable = 3, comment = 4, picture = 6 }

    /// The head of the file; the frames of `audio` follow it.
    /// - Parameters:
    ///   - tags: names and values of the Vorbis comment, in order.
    ///   - cover: a JPEG file of 1000 × 1000 for a front cover; nil for none.
    static func head(_ audio: EncodedAudio, tags: [(name: String, value: String)], cover: [UInt8]?) -> [UInt8] {
        var bytes = Array("fLaC".utf8)
        bytes += block(.streamInfo, audio.streamInfo)
        bytes += block(.seekTable, seekTable(audio))
        bytes += block(.comment, comment(tags))
        if let cover { bytes += block(.picture, picture(cover)) }
        return bytes + block(.padding, [UInt8](repeating: 0, count: padding), isLast: true)
    }

    private static func block(_ type: BlockType, _ content: [UInt8], isLast: Bool = false) -> [UInt8] {
        precondition(content.count < 1 << 24, "a metadata block has 24 bits of length")
        return [type.rawValue | (isLast ? 0x80 : 0)] + bigEndian(UInt64(content.count), 3) + content
    }

    private static func seekTable(_ audio: EncodedAudio) -> [UInt8] {
        audio.seekPoints.flatMap { point in
            bigEndian(point.sample, 8) + bigEndian(point.offset, 8) + bigEndian(UInt64(point.sampleCount), 2)
        }
    }

    /// Vorbis comments count in little-endian.
    private static func comment(_ tags: [(name: String, value: String)]) -> [UInt8] {
        func counted(_ text: String) -> [UInt8] {
            bigEndian(UInt64(text.utf8.count), 4).reversed() + Array(text.utf8)
        }
        return counted("Carillon") + bigEndian(UInt64(tags.count), 4).reversed()
            + tags.flatMap { counted("\($0.name)=\($0.value)") }
    }

    private static func picture(_ jpeg: [UInt8]) -> [UInt8] {
        let side = UInt64(Canvas.side)
        let type = Array("image/jpeg".utf8)
        var bytes = bigEndian(3, 4) + bigEndian(UInt64(type.count), 4) + type
        // No description; width, height, bits of a pixel, no palette.
        for number in [0, side, side, 24, 0, UInt64(jpeg.count)] { bytes += bigEndian(number, 4) }
        return bytes + jpeg
    }

    private static func bigEndian(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }
}
