// PNG rows from libpng. Made, read and dropped by one worker.

import CPNG

/// Owner of one `PNGStream`.
final class PNGReader: PictureReader {
    private let stream: OpaquePointer
    private let header: PNGHeader
    /// All of an interlaced picture, which has no last row before its end; empty for others.
    private var whole: [UInt32] = []
    private var nextRow = 0
    private(set) var arrivedPermille = 1000

    var width: Int { Int(header.width) }
    var height: Int { Int(header.height) }
    private var failure: String { String(cString: png_stream_message(stream)) }

    /// Reads the header of `bytes`, which are copied.
    /// - Throws: `damaged` when it is not a PNG that libpng knows.
    init(_ bytes: [UInt8], limits: ImageLimits) throws(ArtworkError) {
        var header = PNGHeader()
        var message = [UInt8](repeating: 0, count: 256)
        let opened = bytes.withUnsafeBufferPointer { data in
            message.withUnsafeMutableBytes { text in
                // libpng itself refuses sides over its limit; ours are held against the header with a better message.
                png_stream_open(
                    data.baseAddress, data.count, UInt32(Int32.max), 8 << 20, &header,
                    text.bindMemory(to: CChar.self).baseAddress)
            }
        }
        guard let opened else { throw ArtworkError(.damaged, "not a readable PNG: \(CMessage.text(message))") }
        stream = opened
        self.header = header
    }

    deinit { png_stream_close(stream) }

    /// Sets up 8-bit colour and alpha, and decodes an interlaced picture.
    func start(limits: ImageLimits) throws(ArtworkError) {
        guard png_stream_start(stream) == 0 else {
            throw ArtworkError(.damaged, "the PNG cannot be decoded: \(failure)")
        }
        guard header.isInterlaced != 0 else { return }
        guard width * height * 4 <= limits.memory else {
            throw ArtworkError(.tooLarge, "an interlaced PNG of \(width) × \(height) pixels needs too much memory")
        }
        whole = [UInt32](repeating: 0, count: width * height)
        let isComplete = whole.withUnsafeMutableBytes { bytes in
            for _ in 0..<7 {
                for y in 0..<height {
                    let row = bytes.bindMemory(to: UInt8.self).baseAddress.map { $0 + y * width * 4 }
                    if png_stream_read_row(stream, row) != 0 { return false }
                }
            }
            return true
        }
        if !isComplete { throw ArtworkError(.damaged, "the interlaced PNG is damaged: \(failure)") }
    }

    func readRow(into row: UnsafeMutablePointer<UInt32>) -> Bool {
        guard nextRow < height else { return false }
        if whole.isEmpty {
            let result = row.withMemoryRebound(to: UInt8.self, capacity: width * 4) { png_stream_read_row(stream, $0) }
            guard result == 0 else {
                arrivedPermille = nextRow * 1000 / height
                return false
            }
        } else {
            for x in 0..<width { row[x] = whole[nextRow * width + x] }
        }
        for x in 0..<width { row[x] = Pixel.premultiplied(row[x]) }
        nextRow += 1
        return true
    }
}
