import Testing

@testable import AudioCore

@Suite("channel maps")
struct ChannelMapTests {
    private func mapped(_ words: [UInt32], _ map: ChannelMap, _ kind: WordKind = .int32) -> [UInt32] {
        let frameCount = words.count / map.sourceChannels
        var output = [UInt32](repeating: 0xaaaa_aaaa, count: frameCount * map.deviceChannels + 1)
        map.apply(words, kind: kind, frameCount: frameCount, into: &output)
        #expect(output.last == 0xaaaa_aaaa, "wrote behind the end")
        return Array(output.dropLast())
    }

    @Test("equal counts pass as they are", arguments: [1, 2, 6, 9], [WordKind.int32, .float32])
    func identity(channels: Int, kind: WordKind) {
        let map = ChannelMap(from: channels, to: channels)
        let words = (0..<UInt32(channels * 3)).map { $0 &* 0x9876_5432 }
        #expect(map.isIdentity && map.isExact && map.outputBits(of: 24) == 24)
        #expect(mapped(words, map, kind) == words)
    }

    @Test("one channel goes to both of a pair, bit for bit; other channels rest")
    func mono() {
        #expect(
            mapped([0x1234_5678, 0x8000_0000], ChannelMap(from: 1, to: 2)) == [
                0x1234_5678, 0x1234_5678, 0x8000_0000, 0x8000_0000,
            ])
        #expect(mapped([0x7fc0_0001], ChannelMap(from: 1, to: 4), .float32) == [0x7fc0_0001, 0x7fc0_0001, 0, 0])
        #expect(ChannelMap(from: 1, to: 2).isExact)
        #expect(ChannelMap(from: 1, to: 2).outputBits(of: 16) == 16)
        #expect(ChannelMap(from: 1, to: 2).outputBits(of: nil) == nil)
    }

    @Test("a pair stays the front pair of a larger device, bit for bit")
    func pair() {
        #expect(mapped([1, 2, 3, 4], ChannelMap(from: 2, to: 4)) == [1, 2, 0, 0, 3, 4, 0, 0])
        #expect(ChannelMap(from: 2, to: 8).isExact)
    }

    /// What a source channel alone at half scale gives in left and right.
    private func contribution(of channel: Int, among channels: Int, to device: Int = 2) -> [Double] {
        var words = [UInt32](repeating: 0, count: channels)
        words[channel] = 0x4000_0000
        return mapped(words, ChannelMap(from: channels, to: device)).map {
            (Double(Int32(bitPattern: $0)) * 0x1p-30 * 1e6).rounded() / 1e6
        }
    }

    @Test("5.1 folds down by BS.775: centre and surround at -3 dB, no low-frequency effects, divided by their sum")
    func surround() {
        let front = 0.414214
        let other = 0.292893
        #expect(contribution(of: 0, among: 6) == [front, 0])
        #expect(contribution(of: 1, among: 6) == [0, front])
        #expect(contribution(of: 2, among: 6) == [other, other])
        #expect(contribution(of: 3, among: 6) == [0, 0])
        #expect(contribution(of: 4, among: 6) == [other, 0])
        #expect(contribution(of: 5, among: 6) == [0, other])
    }

    @Test(
        "every count up to eight folds left to left, right to right, in the order of FLAC and WAV",
        arguments: [
            (3, [0], [1], [2]), (4, [0, 2], [1, 3], []), (5, [0, 3], [1, 4], [2]), (6, [0, 4], [1, 5], [2]),
            (7, [0, 5], [1, 6], [2, 4]), (8, [0, 4, 6], [1, 5, 7], [2]),
        ] as [(Int, [Int], [Int], [Int])])
    func sides(channels: Int, left: [Int], right: [Int], both: [Int]) {
        for channel in 0..<channels {
            let part = contribution(of: channel, among: channels)
            #expect((part[0] > 0) == (left + both).contains(channel), "channel \(channel)")
            #expect((part[1] > 0) == (right + both).contains(channel), "channel \(channel)")
            if both.contains(channel) { #expect(part[0] == part[1]) }
        }
    }

    private static let folds: [(UInt64, [Double], [Double])] = [
        // Left, right, centre, a single surround: 1 + 0.707 + 0.5 = 2.207.
        (0x107, [0.453082, 0, 0.320377, 0.226541], [0, 0.453082, 0.320377, 0.226541]),
        // The same count as left, right, centre and low-frequency effects.
        (0x00F, [0.585786, 0, 0.414214, 0], [0, 0.585786, 0.414214, 0]),
        // And as two pairs, of which the second stands at the sides.
        (0x603, [0.585786, 0, 0.414214, 0], [0, 0.585786, 0, 0.414214]),
        // 5.1 with its surround at the sides or behind is the same music.
        (0x60F, [0.414214, 0, 0.292893, 0, 0.292893, 0], [0, 0.414214, 0.292893, 0, 0, 0.292893]),
        (0x03F, [0.414214, 0, 0.292893, 0, 0.292893, 0], [0, 0.414214, 0.292893, 0, 0, 0.292893]),
        // Beside the centre; heights; one that nobody knows.
        (0x0C3, [0.5, 0, 0.5, 0], [0, 0.5, 0, 0.5]),
        (0x5003, [0.585786, 0, 0.414214, 0], [0, 0.585786, 0, 0.414214]),
        (0x8000_0000_0000_0003, [1, 0, 0], [0, 1, 0]),
        // No pair at all.
        (0x00C, [1, 0], [1, 0]),
    ]

    @Test("what a channel is folded into depends on where it belongs, not on how many there are", arguments: folds)
    func masks(mask: UInt64, left: [Double], right: [Double]) {
        let layout = SpeakerLayout(mask: mask, channels: left.count)
        #expect(layout.channels == left.count)
        let pair = FoldDown.pair(from: layout)
        for (found, wanted) in zip(pair.left + pair.right, left + right) { #expect(abs(found - wanted) < 1e-6) }
        #expect(abs(max(pair.left.reduce(0, +), pair.right.reduce(0, +)) - 1) < 1e-12)
    }

    @Test("a mask of nothing, or with fewer places than channels, leaves the rest to the standard or to nobody")
    func shortMasks() {
        #expect(SpeakerLayout(mask: 0, channels: 6) == .standard(6))
        #expect(SpeakerLayout(mask: 0x3, channels: 4).speakers == [.frontLeft, .frontRight, nil, nil])
        #expect(SpeakerLayout(mask: 0x3F, channels: 2).speakers == [.frontLeft, .frontRight])
        #expect(SpeakerLayout.standard(6) == SpeakerLayout(mask: 0x3F, channels: 6))
        #expect(SpeakerLayout.standard(8) == SpeakerLayout(mask: 0x63F, channels: 8))
        #expect(FoldDown.pair(from: SpeakerLayout([nil, nil, nil])).left == [1, 0, 0])
        #expect(FoldDown.pair(from: SpeakerLayout([nil, nil, nil])).right == [0, 1, 0])
    }

    @Test("full scale in every channel fills the pair and does not clip", arguments: 3...8)
    func fullScale(channels: Int) {
        for word: UInt32 in [0x7fff_ffff, 0x8000_0000] {
            let output = mapped([UInt32](repeating: word, count: channels), ChannelMap(from: channels, to: 2))
            for side in output {
                #expect(abs(Double(Int32(bitPattern: side)) - Double(Int32(bitPattern: word))) <= 1)
            }
        }
        #expect(ChannelMap(from: channels, to: 2).outputBits(of: 16) == 32)
    }

    @Test("a device of one channel gets half the sum")
    func toMono() {
        #expect(contribution(of: 0, among: 2, to: 1) == [0.5])
        #expect(contribution(of: 1, among: 2, to: 1) == [0.5])
        #expect(mapped([0x8000_0000, 0x8000_0000], ChannelMap(from: 2, to: 1)) == [0x8000_0000])
    }

    @Test("surround for a device with other channels plays as a pair; beyond eight channels the first two play")
    func others() {
        #expect(contribution(of: 4, among: 6, to: 4) == [0.292893, 0, 0, 0])
        #expect(contribution(of: 0, among: 10) == [1, 0])
        #expect(contribution(of: 9, among: 10) == [0, 0])
        #expect(ChannelMap(from: 10, to: 2).isExact)
    }

    @Test("damaged floating point in a sum is silence, not damage in every channel")
    func damaged() {
        let words = [Float.nan, 0.5, 0, 0, 0, 0].map(\.bitPattern)
        let output = mapped(words, ChannelMap(from: 6, to: 2), .float32).map { Float(bitPattern: $0) }
        #expect(output[0] == 0 && abs(output[1] - 0.5 * 0.414214) < 1e-6)
    }
}
