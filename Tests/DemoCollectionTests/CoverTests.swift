// The drawings, and the JPEG they are kept in.

import Artwork
import Glibc
import Testing

@testable import DemoCollection

@Suite("covers")
struct CoverTests {
    @Test("every cover has light and dark, many colours, and no two are alike", arguments: [64, 600])
    func notFlat(side: Int) throws {
        var means: [[Double]] = []
        for cover in Cover.allCases {
            let picture = try ImageDecoder.decode(
                CoverFiles(cover, isEmbedded: false).bytes, targetWidth: side, targetHeight: side)
            let brightness = picture.pixels.map(Self.brightness).sorted()
            #expect(brightness[brightness.count / 20] < 90)
            #expect(brightness[brightness.count * 19 / 20] > 160)
            let colors = Set(picture.pixels.map { $0 & 0x00F0_F0F0 })
            #expect(colors.count > 100, "\(cover): \(colors.count) colours")
            // What a thumbnail is told apart by: the mean of each sixteenth.
            means.append(
                (0..<16).map { field in
                    var sum = 0.0
                    let (left, top) = (field % 4 * side / 4, field / 4 * side / 4)
                    for y in top..<(top + side / 4) {
                        for x in left..<(left + side / 4) { sum += Self.brightness(picture[x: x, y: y]) }
                    }
                    return sum / Double(side / 4 * (side / 4))
                })
        }
        for (index, one) in means.enumerated() {
            for other in means[(index + 1)...] {
                #expect(zip(one, other).map { abs($0 - $1) }.reduce(0, +) / 16 > 15)
            }
        }
    }

    @Test("a cover is drawn the same every time")
    func same() throws {
        #expect(Cover.nightCity.draw() == Cover.nightCity.draw())
    }

    @Test(
        "a JPEG decodes to nearly what went in, also when its sides are no multiples of eight",
        arguments: [
            (64, 64), (37, 51), (1, 1), (8, 9),
        ])
    func jpeg(width: Int, height: Int) throws {
        var pixels: [UInt32] = []
        for y in 0..<height {
            for x in 0..<width {
                let red = UInt32(255 * x / max(1, width - 1))
                let green = UInt32(255 * y / max(1, height - 1))
                let blue = UInt32(128 + 100 * sin(Double(x + y) / 9))
                pixels.append(0xFF00_0000 | red << 16 | green << 8 | blue)
            }
        }
        let picture = Bitmap(width: width, height: height, pixels: pixels)
        let decoded = try ImageDecoder.decode(
            JPEGWriter.write(picture, quality: 95), targetWidth: width, targetHeight: height)
        var worst = 0
        for (one, other) in zip(picture.pixels, decoded.pixels) {
            for shift: UInt32 in [0, 8, 16] {
                worst = max(worst, abs(Int(one >> shift & 255) - Int(other >> shift & 255)))
            }
        }
        #expect(worst <= 14)
    }

    @Test("a JPEG of noise, with its long runs and large steps, is whole")
    func jpegOfNoise() throws {
        var random = SeededRandom(11)
        let pixels = (0..<(160 * 120)).map { _ in 0xFF00_0000 | UInt32(truncatingIfNeeded: random.next()) & 0xFFFFFF }
        let picture = Bitmap(width: 160, height: 120, pixels: pixels)
        for quality in [1, 50, 100] {
            let bytes = JPEGWriter.write(picture, quality: quality)
            let decoded = try ImageDecoder.decode(bytes, targetWidth: 160, targetHeight: 120)
            guard quality == 100 else { continue }
            let errors = zip(picture.pixels, decoded.pixels).map { abs(Self.brightness($0) - Self.brightness($1)) }
            #expect(errors.reduce(0, +) / Double(errors.count) < 2)
        }
    }

    private static func brightness(_ pixel: UInt32) -> Double {
        0.299 * Double(pixel >> 16 & 255) + 0.587 * Double(pixel >> 8 & 255) + 0.114 * Double(pixel & 255)
    }
}
