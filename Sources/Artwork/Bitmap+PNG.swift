// A picture as a PNG file: for the demo collection, screen shots and tests. Any thread.

import CPNG
import Glibc

extension Bitmap {
    /// The picture as a PNG (8-bit RGBA, alpha not premultiplied).
    /// - Throws: `tooLarge` when memory is short.
    public func pngData() throws(ArtworkError) -> [UInt8] {
        let straight = pixels.map { Pixel.straight($0).littleEndian }
        var count = 0
        let written = straight.withUnsafeBytes { bytes in
            png_stream_write(bytes.bindMemory(to: UInt8.self).baseAddress, UInt32(width), UInt32(height), &count)
        }
        guard let written else { throw ArtworkError(.tooLarge, "\(width) × \(height) pixels: no memory for the PNG") }
        defer { free(written) }
        return Array(UnsafeBufferPointer(start: written, count: count))
    }
}
