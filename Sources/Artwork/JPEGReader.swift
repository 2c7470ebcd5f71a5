// JPEG rows from libjpeg-turbo, decoded at a reduced scale. Made, read and dropped by one worker.

import CJPEG

/// Owner of one `JPEGStream`.
final class JPEGReader: PictureReader {
    private let stream: OpaquePointer
    private let header: JPEGHeader
    private var output = JPEGOutput()
    private var readRowCount = 0
    private var hasFailed = false

    /// Behind the end of its data libjpeg makes rows up, so where the data ended counts.
    var arrivedPermille: Int {
        if hasFailed { return readRowCount * 1000 / max(1, height) }
        return Int(jpeg_stream_arrived_permille(stream))
    }

    /// Sides as the header has them.
    var fullWidth: Int { Int(header.width) }
    var fullHeight: Int { Int(header.height) }
    var width: Int { Int(output.width) }
    var height: Int { Int(output.height) }
    private var failure: String { String(cString: jpeg_stream_message(stream)) }

    /// Reads the header of `bytes`, which are copied.
    /// - Throws: `damaged` when it is not a JPEG that libjpeg knows.
    init(_ bytes: [UInt8], limits: ImageLimits) throws(ArtworkError) {
        var header = JPEGHeader()
        var message = [UInt8](repeating: 0, count: 256)
        let opened = bytes.withUnsafeBufferPointer { data in
            message.withUnsafeMutableBytes { text in
                jpeg_stream_open(
                    data.baseAddress, data.count, limits.memory, Int32(clamping: limits.scanCount), &header,
                    text.bindMemory(to: CChar.self).baseAddress)
            }
        }
        guard let opened else { throw ArtworkError(.damaged, "not a readable JPEG: \(CMessage.text(message))") }
        stream = opened
        self.header = header
    }

    deinit { jpeg_stream_close(stream) }

    /// Starts decoding at `eighths` / 8 (1 ... 8) of the size.
    func start(eighths: Int, limits: ImageLimits) throws(ArtworkError) {
        precondition((1...8).contains(eighths))
        if jpeg_stream_start(stream, Int32(eighths), &output) == 0 { return }
        let coefficients = fullWidth * fullHeight * 2 * Int(header.components)
        if header.isProgressive != 0, coefficients > limits.memory {
            throw ArtworkError(
                .tooLarge, "a progressive JPEG of \(fullWidth) × \(fullHeight) pixels needs too much memory")
        }
        throw ArtworkError(.damaged, "the JPEG cannot be decoded: \(failure)")
    }

    func readRow(into row: UnsafeMutablePointer<UInt32>) -> Bool {
        let count = width
        let result = row.withMemoryRebound(to: UInt8.self, capacity: count * 4) { jpeg_stream_read_row(stream, $0) }
        guard result == 0 else {
            hasFailed = true
            return false
        }
        readRowCount += 1
        switch output.pixels {
        case Int32(JPEGPixelsCMYK.rawValue): Self.mixInks(row, count: count, inverted: false)
        case Int32(JPEGPixelsInvertedCMYK.rawValue): Self.mixInks(row, count: count, inverted: true)
        default: for x in 0..<count { row[x] |= 0xFF00_0000 }
        }
        return true
    }

    /// Turns C, M, Y, K bytes into a colour: each light is what the ink and the black leave of white.
    private static func mixInks(_ row: UnsafeMutablePointer<UInt32>, count: Int, inverted: Bool) {
        for x in 0..<count {
            // Little-endian: cyan is where blue is in a colour, black where alpha is. Full ink is 255 unless inverted.
            let word = inverted ? row[x] : ~row[x]
            let light = word >> 24
            func left(_ ink: UInt32) -> UInt32 { (ink * light + 127) / 255 }
            row[x] = Pixel.packed(255, left(Pixel.blue(word)), left(Pixel.green(word)), left(Pixel.red(word)))
        }
    }
}

enum CMessage {
    /// The text in front of the first zero.
    static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
