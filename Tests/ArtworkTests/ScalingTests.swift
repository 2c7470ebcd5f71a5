// How pictures shrink and grow.

import TestSupport
import Testing

@testable import Artwork

@Suite("Scaling")
struct ScalingTests {
    private func scaled(_ source: Bitmap, _ width: Int, _ height: Int) throws -> Bitmap {
        try ImageDecoder.decode(try source.pngData(), targetWidth: width, targetHeight: height)
    }

    @Test("a plain colour stays itself at every size", arguments: [1, 2, 3, 7, 16, 33, 64, 100, 257])
    func plain(side: Int) throws {
        let bitmap = try scaled(Bitmap(width: 64, height: 64, filledWith: 0xFF12_9ADE), side, side)
        #expect(bitmap == Bitmap(width: side, height: side, filledWith: 0xFF12_9ADE))
    }

    @Test("the same size is the same picture")
    func identity() throws {
        var random = SeededNumbers(seed: 1)
        let noise = Bitmap(
            width: 30, height: 30,
            pixels: (0..<900).map { _ in UInt32.random(in: 0...0xFFFFFF, using: &random) | 0xFF00_0000 })
        #expect(try scaled(noise, 30, 30) == noise)
    }

    @Test("a fine checkerboard shrinks to even grey, without a pattern", arguments: [7, 16, 20, 50])
    func noAliasing(side: Int) throws {
        let board = Bitmap(
            width: 200, height: 200,
            pixels: (0..<40_000).map { ($0 / 200 + $0 % 200) % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 })
        let small = try scaled(board, side, side)
        // Away from the edge, where the filter is cut.
        for y in 2..<(side - 2) {
            for x in 2..<(side - 2) { #expect(difference(small[x: x, y: y], 0xFF80_8080) <= 3) }
        }
    }

    @Test("an edge stays where it is, and sharp", arguments: [(300, 50), (90, 60), (40, 160)])
    func edge(from: Int, to: Int) throws {
        let half = Bitmap(
            width: from, height: from,
            pixels: (0..<(from * from)).map { $0 % from < from / 2 ? 0xFF00_0000 : 0xFFFF_FFFF })
        let scaled = try scaled(half, to, to)
        let blur = max(2, 2 * to / from + 1)
        #expect(scaled[x: to / 2 - 1 - blur, y: to / 2] & 255 < 30)
        #expect(scaled[x: to / 2 + blur, y: to / 2] & 255 > 225)
        // Symmetric about the edge: nothing is shifted.
        for x in 0..<(to / 2) {
            let (left, right) = (scaled[x: x, y: 3] & 255, scaled[x: to - 1 - x, y: 3] & 255)
            #expect(abs(Int(left) + Int(right) - 255) <= 2)
        }
    }

    @Test("no colour outgrows its alpha, however hard the edge")
    func premultiplied() throws {
        let ring = Bitmap(
            width: 60, height: 60, pixels: (0..<3600).map { ($0 / 5 + $0 / 300) % 2 == 0 ? 0xFFFF_FFFF : 0x0000_0000 })
        for side in [13, 40, 97] {
            for pixel in try scaled(ring, side, side).pixels {
                let alpha = pixel >> 24
                #expect(pixel & 255 <= alpha && pixel >> 8 & 255 <= alpha && pixel >> 16 & 255 <= alpha)
            }
        }
    }

    @Test(
        "each output sample is a whole: its weights sum to one", arguments: [(10.0, 3), (3.0, 10), (7.5, 7), (1.0, 50)])
    func weights(extent: Double, target: Int) {
        let count = Int(extent.rounded(.up))
        let filter = LanczosFilter(extent: extent, sourceCount: count, targetCount: target)
        for index in 0..<target {
            let set = filter.weights[(index * filter.tapCount)..<((index + 1) * filter.tapCount)]
            let sum: Float = set.reduce(0, +)
            #expect(abs(sum - 1) < 1e-5)
            #expect(filter.starts[index] >= 0 && filter.end(of: index) <= count)
        }
    }

    @Test(
        "corners are cut round, antialiased, alike on all four, and nothing else changes",
        arguments: [1, 4, 12, 20, 99])
    func corners(radius: Int) {
        let plain = Bitmap(width: 40, height: 48, filledWith: 0xFF40_80C0)
        let cut = plain.withCorners(radius: radius)
        let effective = min(radius, 20)
        for y in 0..<48 {
            for x in 0..<40 {
                let pixel = cut[x: x, y: y]
                #expect(pixel == cut[x: 39 - x, y: y] && pixel == cut[x: x, y: 47 - y])
                if (effective..<(40 - effective)).contains(x) || (effective..<(48 - effective)).contains(y) {
                    #expect(pixel == 0xFF40_80C0)
                }
            }
        }
        // The area that is lost is that of a square less its circle.
        let lost = Double(cut.pixels.reduce(0) { $0 + 255 - Int($1 >> 24) }) / 255
        let expected = (4 - Double.pi) * Double(effective * effective)
        #expect(abs(lost - expected) < 0.12 * expected + 0.6)
        if effective >= 4 { #expect(cut[x: 0, y: 0] == 0) }
    }

    @Test("no radius, no change", arguments: [0, -3])
    func noCorners(radius: Int) {
        let plain = Bitmap(width: 8, height: 8, filledWith: 0xFF01_0203)
        #expect(plain.withCorners(radius: radius) == plain)
    }
}
