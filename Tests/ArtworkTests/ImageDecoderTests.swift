// What the decoder promises about every cover a collection may hold.

import TestSupport
import Testing

@testable import Artwork

@Suite("Covers are decoded at the size they are drawn")
struct ImageDecoderTests {
    private let expected: [UInt32] = [0xC82828, 0x28B43C, 0x2D3CC8, 0xE6D2AA]

    private func near(_ found: [UInt32], _ wanted: [UInt32], _ tolerance: Int = 6) -> Bool {
        found.count == wanted.count && zip(found, wanted).allSatisfy { difference($0, $1) <= tolerance }
    }

    @Test(
        "a JPEG keeps its colours, baseline or progressive, RGB or ink",
        arguments: [JPEGFixture.Colors.rgb, .cmyk, .adobeCMYK], [false, true])
    func jpegColors(colors: JPEGFixture.Colors, isProgressive: Bool) throws {
        let file = JPEGFixture(
            width: 64, height: 64, colors: colors, isProgressive: isProgressive, color: quarters(64, 64))
        let bitmap = try ImageDecoder.decode(file.bytes, targetWidth: 32, targetHeight: 32)
        #expect(near(corners(bitmap), expected), "\(corners(bitmap).map { String($0, radix: 16) })")
        #expect(bitmap.pixels.allSatisfy { $0 >> 24 == 255 })
    }

    @Test("a grey JPEG is grey", arguments: [false, true])
    func grayJPEG(isProgressive: Bool) throws {
        let file = JPEGFixture(
            width: 40, height: 40, colors: .gray, isProgressive: isProgressive,
            color: { x, _ in x < 20 ? 0x202020 : 0xD0D0D0 })
        let bitmap = try ImageDecoder.decode(file.bytes, targetWidth: 40, targetHeight: 40)
        #expect(near(corners(bitmap), [0x202020, 0xD0D0D0, 0x202020, 0xD0D0D0], 4))
    }

    @Test("every scale that libjpeg is asked for gives the same picture", arguments: [16, 24, 40, 64, 100, 300])
    func jpegScales(target: Int) throws {
        let file = JPEGFixture(width: 200, height: 200, color: quarters(200, 200))
        let bitmap = try ImageDecoder.decode(file.bytes, targetWidth: target, targetHeight: target)
        #expect(bitmap.width == target && bitmap.height == target)
        #expect(near(corners(bitmap), expected))
    }

    @Test("a cover that is not square is cut to its middle")
    func cropsToFill() throws {
        let stripes: (Int, Int) -> UInt32 = { x, _ in x < 40 ? 0xFF0000 : x < 80 ? 0x00FF00 : 0x0000FF }
        let wide = try ImageDecoder.decode(
            JPEGFixture(width: 120, height: 40, color: stripes).bytes, targetWidth: 20, targetHeight: 20)
        #expect(near(corners(wide), [0x00FF00, 0x00FF00, 0x00FF00, 0x00FF00], 12))
        let tall = try ImageDecoder.decode(
            JPEGFixture(width: 40, height: 120, color: { stripes($1, $0) }).bytes, targetWidth: 20, targetHeight: 20)
        #expect(near(corners(tall), [0x00FF00, 0x00FF00, 0x00FF00, 0x00FF00], 12))
        let banner = try ImageDecoder.decode(
            JPEGFixture(width: 120, height: 40, color: stripes).bytes, targetWidth: 60, targetHeight: 20)
        #expect(banner[x: 5, y: 10] & 0xFF0000 > 0xE00000 && banner[x: 55, y: 10] & 0xFF > 0xE0)
    }

    /// Where the stored quarters 0 1 / 2 3 are seen (EXIF 2.3, 4.6.4 A).
    static let turned: [(Int, [Int])] = [
        (1, [0, 1, 2, 3]), (2, [1, 0, 3, 2]), (3, [3, 2, 1, 0]), (4, [2, 3, 0, 1]), (5, [0, 2, 1, 3]),
        (6, [2, 0, 3, 1]), (7, [3, 1, 2, 0]), (8, [1, 3, 0, 2]),
    ]

    @Test("the orientation a camera wrote is respected", arguments: turned, [true, false])
    func orientation(turned: (Int, [Int]), isBigEndian: Bool) throws {
        let file = JPEGFixture(
            width: 64, height: 32, orientation: turned.0, exifIsBigEndian: isBigEndian, color: quarters(64, 32))
        let swaps = turned.0 >= 5
        let bitmap = try ImageDecoder.decode(
            file.bytes, targetWidth: swaps ? 32 : 64, targetHeight: swaps ? 64 : 32)
        #expect(near(corners(bitmap), turned.1.map { expected[$0] }))
        let header = try ImageDecoder.header(of: file.bytes)
        #expect(header == ImageDecoder.Header(format: .jpeg, width: swaps ? 32 : 64, height: swaps ? 64 : 32))
    }

    @Test("a senseless orientation is upright", arguments: [0, 9, 255])
    func senselessOrientation(value: Int) throws {
        let file = JPEGFixture(width: 32, height: 32, orientation: value, color: quarters(32, 32))
        let bitmap = try ImageDecoder.decode(file.bytes, targetWidth: 32, targetHeight: 32)
        #expect(near(corners(bitmap), expected))
    }

    @Test("a JPEG cut in its second half shows what is there, one cut before says so", arguments: [false, true])
    func cutJPEG(isProgressive: Bool) throws {
        let file = JPEGFixture(
            width: 64, height: 128, isProgressive: isProgressive,
            color: { x, y in UInt32(x * 4) << 16 | UInt32(y * 2) << 8 | UInt32((x ^ y) & 127) })
        let bytes = file.bytes
        let late = try ImageDecoder.decode(
            Array(bytes.prefix(bytes.count * 9 / 10)), targetWidth: 64, targetHeight: 128)
        let whole = try ImageDecoder.decode(bytes, targetWidth: 64, targetHeight: 128)
        let top = (0..<(64 * 40)).map { difference(late.pixels[$0], whole.pixels[$0]) }.max()!
        // A progressive one only lacks the sharpness of one colour.
        #expect(top <= (isProgressive ? 60 : 0))
        let scan = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
        #expect(refusal(Array(bytes[..<(scan + 60)]), targetWidth: 8, targetHeight: 16) == .damaged)
    }

    @Test("a JPEG without its end mark is whole, however small", arguments: [8, 16, 64], [false, true])
    func noEndMark(side: Int, isProgressive: Bool) throws {
        let bytes = JPEGFixture(
            width: side, height: side, isProgressive: isProgressive, color: quarters(side, side)
        ).bytes
        let whole = try ImageDecoder.decode(bytes, targetWidth: 16, targetHeight: 16)
        #expect(try ImageDecoder.decode(bytes.dropLast(2), targetWidth: 16, targetHeight: 16) == whole)
    }

    @Test("a header that asks for too much is refused before anything is decoded")
    func headerLimits() {
        var jpeg = JPEGFixture(width: 16, height: 16, color: { _, _ in 0 }).bytes
        let frame = jpeg.firstIndex(of: 0xC0)! + 4
        jpeg.replaceSubrange(frame..<(frame + 4), with: [0x4E, 0x20, 0x4E, 0x20])
        #expect(refusal(jpeg, targetWidth: 64, targetHeight: 64) == .tooLarge)
        jpeg.replaceSubrange(frame..<(frame + 4), with: [0, 0, 0, 16])
        #expect(refusal(jpeg, targetWidth: 64, targetHeight: 64) == .damaged)
        for (width, height) in [(20_000, 20_000), (70_000, 2), (2, 70_000), (0x7FFF_FFFF, 0x7FFF_FFFF)] {
            let png = PNGFixture(
                width: width, height: height, colors: .gray, bitDepth: 8, samples: { _, _ in [0] })
            var bytes = Array(
                PNGFixture(width: 1, height: 1, colors: .gray, bitDepth: 8, samples: { _, _ in [0] }).bytes)
            bytes.replaceSubrange(8..<33, with: headerChunk(of: png))
            #expect(refusal(bytes, targetWidth: 64, targetHeight: 64) == .tooLarge)
        }
    }

    private func headerChunk(of png: PNGFixture) -> [UInt8] {
        func word(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }
        let content = joined(Array("IHDR".utf8), word(png.width), word(png.height), [8, 0, 0, 0, 0])
        return joined(word(13), content, word(Int(PNGFixture.crc(content))))
    }

    @Test("a progressive JPEG or an interlaced PNG over the memory bound is refused, a plain one is decoded")
    func memoryBound() throws {
        var limits = ImageLimits()
        limits.memory = 300_000
        let side = 256
        let plain = JPEGFixture(width: side, height: side, color: quarters(side, side))
        let progressive = JPEGFixture(width: side, height: side, isProgressive: true, color: quarters(side, side))
        _ = try ImageDecoder.decode(plain.bytes, targetWidth: 16, targetHeight: 16, limits: limits)
        let bytes = progressive.bytes
        let small = limits
        #expect(
            refusal(bytes, targetWidth: 16, targetHeight: 16, limits: small) == .tooLarge)
        limits.memory = 10_000
        let smaller = limits
        let flat = PNGFixture(width: 64, height: 64, colors: .gray, bitDepth: 8, samples: { _, _ in [7] })
        _ = try ImageDecoder.decode(flat.bytes, targetWidth: 16, targetHeight: 16, limits: limits)
        var interlaced = flat
        interlaced.isInterlaced = true
        let interlacedBytes = interlaced.bytes
        #expect(
            refusal(interlacedBytes, targetWidth: 16, targetHeight: 16, limits: smaller) == .tooLarge)
    }

    @Test("a JPEG that would be gone through without end is refused")
    func scanBomb() {
        let bytes = JPEGFixture(
            width: 16, height: 16, isProgressive: true, extraScanCount: 200, color: quarters(16, 16)
        ).bytes
        #expect(refusal(bytes, targetWidth: 8, targetHeight: 8) == .damaged)
    }

    @Test("a cover one pixel wide and ten thousand high is a plain square")
    func needle() throws {
        let bytes = JPEGFixture(width: 1, height: 10_000, colors: .gray, color: { _, _ in 0x646464 }).bytes
        let bitmap = try ImageDecoder.decode(bytes, targetWidth: 20, targetHeight: 20)
        #expect(bitmap.pixels.allSatisfy { difference($0, 0xFF646464) <= 1 })
    }

    @Test("what is neither JPEG nor PNG is named so", arguments: [[UInt8]("GIF89a....".utf8), [0], [0xFF, 0xD8]])
    func otherFormats(bytes: [UInt8]) {
        #expect(refusal(bytes, targetWidth: 8, targetHeight: 8) == .notSupported)
    }

    @Test("an empty file is damaged")
    func empty() {
        #expect(refusal([], targetWidth: 8, targetHeight: 8) == .damaged)
    }

    @Test("any file cut anywhere, or with bytes thrown about, gives a picture or an error", arguments: [0, 1, 2, 3])
    func fuzz(kind: Int) {
        let file =
            switch kind {
            case 0: JPEGFixture(width: 40, height: 24, orientation: 6, color: quarters(40, 24)).bytes
            case 1: JPEGFixture(width: 24, height: 24, isProgressive: true, color: quarters(24, 24)).bytes
            case 2:
                PNGFixture(width: 20, height: 20, colors: .rgba, bitDepth: 8, samples: { x, y in [x, y, 9, x * 12] })
                    .bytes
            default:
                PNGFixture(
                    width: 17, height: 13, colors: .palette, bitDepth: 4, isInterlaced: true,
                    palette: [UInt8](repeating: 77, count: 48), samples: { x, y in [(x + y) & 15] }
                ).bytes
            }
        var random = SeededNumbers(seed: UInt64(kind))
        for round in 0..<600 {
            var bytes = file
            if round % 3 == 0 { bytes.removeLast(Int.random(in: 0...bytes.count, using: &random)) }
            for _ in 0..<Int.random(in: 0...6, using: &random) where !bytes.isEmpty {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            // Small limits keep a header made huge by chance from costing time.
            var limits = ImageLimits()
            limits.pixelCount = 100_000
            if let bitmap = try? ImageDecoder.decode(bytes, targetWidth: 9, targetHeight: 7, limits: limits) {
                #expect(bitmap.width == 9 && bitmap.height == 7)
            }
        }
    }
}
