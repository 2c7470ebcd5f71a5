// PNG in all its kinds, in and out.

import TestSupport
import Testing

@testable import Artwork

@Suite("PNG")
struct PNGTests {
    private func decode(_ file: PNGFixture) throws -> Bitmap {
        try ImageDecoder.decode(file.bytes, targetWidth: file.width, targetHeight: file.height)
    }

    @Test("palette, grey and 16-bit pictures of every depth are read", arguments: [false, true])
    func kinds(isInterlaced: Bool) throws {
        for depth in [1, 2, 4, 8] {
            let colors = 1 << depth
            let levels = (0..<colors).map { UInt8($0 * 255 / (colors - 1)) }
            let palette: [UInt8] = levels.flatMap { (level: UInt8) -> [UInt8] in [level, 60, 255 - level] }
            let indexed = try decode(
                PNGFixture(
                    width: 19, height: 11, colors: .palette, bitDepth: depth, isInterlaced: isInterlaced,
                    palette: palette, samples: { x, y in [(x + 3 * y) % colors] }))
            let gray = try decode(
                PNGFixture(
                    width: 19, height: 11, colors: .gray, bitDepth: depth, isInterlaced: isInterlaced,
                    samples: { x, y in [(x + 3 * y) % colors] }))
            for y in 0..<11 {
                for x in 0..<19 {
                    let level = levels[(x + 3 * y) % colors]
                    #expect(indexed[x: x, y: y] == Pixel.packed(255, UInt32(level), 60, UInt32(255 - level)))
                    #expect(gray[x: x, y: y] == Pixel.packed(255, UInt32(level), UInt32(level), UInt32(level)))
                }
            }
        }
        let deep = try decode(
            PNGFixture(
                width: 9, height: 9, colors: .rgb, bitDepth: 16, isInterlaced: isInterlaced,
                samples: { x, y in [x * 257 * 20, y * 257 * 20, 65_535] }))
        #expect(deep[x: 3, y: 7] == 0xFF3C_8CFF)
    }

    @Test("alpha of every sort comes out premultiplied")
    func alpha() throws {
        let rgba = try decode(
            PNGFixture(width: 4, height: 4, colors: .rgba, bitDepth: 8, samples: { _, _ in [200, 100, 50, 128] }))
        #expect(rgba.pixels.allSatisfy { $0 == 0x8064_3219 })
        let gray = try decode(
            PNGFixture(width: 4, height: 4, colors: .grayAlpha, bitDepth: 8, samples: { _, _ in [255, 51] }))
        #expect(gray.pixels.allSatisfy { $0 == 0x3333_3333 })
        let keyed = try decode(
            PNGFixture(
                width: 4, height: 4, colors: .palette, bitDepth: 8, palette: [255, 0, 0, 0, 255, 0],
                transparency: [0, 255],
                samples: { x, _ in [x % 2] }))
        #expect(keyed[x: 0, y: 0] == 0 && keyed[x: 1, y: 0] == 0xFF00_FF00)
    }

    @Test("what is written is read back to the bit")
    func roundTrip() throws {
        var random = SeededNumbers(seed: 5)
        let pixels = (0..<(31 * 17)).map { _ in
            Pixel.premultiplied(UInt32.random(in: 0...(.max), using: &random) | 0xFF00_0000)
        }
        let bitmap = Bitmap(width: 31, height: 17, pixels: pixels)
        #expect(try ImageDecoder.decode(try bitmap.pngData(), targetWidth: 31, targetHeight: 17) == bitmap)
    }

    @Test("transparent pixels survive being written within a rounding step")
    func roundTripAlpha() throws {
        var random = SeededNumbers(seed: 6)
        let pixels = (0..<400).map { _ in Pixel.premultiplied(UInt32.random(in: 0...(.max), using: &random)) }
        let bitmap = Bitmap(width: 20, height: 20, pixels: pixels)
        let read = try ImageDecoder.decode(try bitmap.pngData(), targetWidth: 20, targetHeight: 20)
        #expect(difference(read, bitmap) <= 1)
    }

    @Test("a PNG cut in its second half shows the rows that came over nothing")
    func cut() throws {
        let bytes = PNGFixture(width: 16, height: 100, colors: .rgb, bitDepth: 8, samples: { _, _ in [10, 20, 30] })
            .bytes
        let cut = Array(bytes.prefix(bytes.count * 3 / 4))
        let bitmap = try ImageDecoder.decode(cut, targetWidth: 16, targetHeight: 100)
        #expect(bitmap[x: 8, y: 40] == 0xFF0A_141E)
        #expect(bitmap[x: 8, y: 95] == 0)
        let early = Array(bytes.prefix(bytes.count / 4))
        #expect(refusal(early, targetWidth: 16, targetHeight: 100) == .damaged)
    }
}
