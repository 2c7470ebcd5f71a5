// Which format a device is run at, by table.

import AudioCore
import Testing

@testable import ALSAOutput

/// A device that admits exactly what is listed.
struct ListedSpace: HardwareSpace {
    var channelCounts: Set<Int>
    var rates: Set<Int>
    var layouts: [SampleLayout]

    mutating func set(channels: Int) -> Bool { channelCounts.contains(channels) }
    mutating func set(rate: Int) -> Bool { rates.contains(rate) }
    mutating func set(layout: SampleLayout) -> Bool { layouts.contains(layout) }
    func takes(_ layout: SampleLayout) -> Bool { layouts.contains(layout) }
    mutating func setNearest(channels: Int) -> Int? { channelCounts.min { abs($0 - channels) < abs($1 - channels) } }
    mutating func setNearest(rate: Int) -> Int? { rates.min { abs($0 - rate) < abs($1 - rate) } }
}

@Suite("negotiation")
struct NegotiationTests {
    private static let layoutTable: [(Int?, [SampleLayout], SampleLayout)] = [
        (16, [SampleLayout.s32, .s16, .s24in3], SampleLayout.s16),
        (8, [.s32, .s16], .s16),
        (16, [.s24in4, .s24in3, .s32], .s32),
        (20, [.s16, .s24in3, .s32], .s24in3),
        (24, [.s16, .s32, .s24in4], .s32),
        (24, [.s16, .s24in4, .float32], .s24in4),
        (24, [.s16, .float32], .s16),
        (32, [.s16, .s24in3, .s32], .s32),
        (32, [.s16, .s24in4], .s24in4),
        (24, [.float32], .float32),
        (nil, [.float32, .s32, .s16], .s32),
        (nil, [.float32, .s24in3, .s16], .float32),
        (nil, [.s24in4, .s24in3], .s24in3),
        (nil, [.s16], .s16),
    ]

    @Test(
        "the layout is the source's own, then the widest; float comes last for integers and second for lossy sources",
        arguments: Self.layoutTable)
    func layout(bits: Int?, offered: [SampleLayout], expected: SampleLayout) {
        var space = ListedSpace(channelCounts: [2], rates: [44_100], layouts: offered)
        let agreed = Negotiation.choose(OutputRequest(rate: 44_100, channels: 2, bits: bits), from: &space)
        #expect(agreed?.layout == expected)
    }

    private static let widestTable: [(Int?, [SampleLayout], Bool)] = [
        (16, [SampleLayout.s16], true),
        (16, [.s16, .float32], true),
        (16, [.s16, .s24in3], false),
        (16, [.s32], true),
        (16, [.s24in4, .s24in3], true),
        (24, [.s24in3, .s32], false),
        (24, [.s16, .s32], true),
        (24, [.s16], true),
        (32, [.s16, .s24in3], true),
        (nil, [.s16, .s32], true),
        (nil, [.float32, .s24in3], true),
    ]

    @Test("a device is at its widest when music of more bits would get no wider layout", arguments: widestTable)
    func widest(bits: Int?, offered: [SampleLayout], expected: Bool) {
        var space = ListedSpace(channelCounts: [2], rates: [44_100], layouts: offered)
        let agreed = Negotiation.choose(OutputRequest(rate: 44_100, channels: 2, bits: bits), from: &space)
        #expect(agreed?.isWidest == expected)
    }

    private static let rateTable: [(Int, [Int], Int)] = [
        (44_100, [44_100, 48_000], 44_100),
        (44_100, [48_000, 88_200, 176_400], 88_200),
        (44_100, [48_000, 176_400], 176_400),
        (44_100, [48_000, 96_000], 48_000),
        (48_000, [44_100, 96_000], 96_000),
        (48_000, [44_100], 44_100),
        (48_000, [44_100, 88_200], 88_200),
        (88_200, [44_100, 48_000, 96_000], 44_100),
        (96_000, [48_000, 44_100], 48_000),
        (192_000, [48_000, 96_000, 44_100], 96_000),
        (176_400, [48_000, 44_100, 96_000], 44_100),
        (22_050, [44_100, 48_000], 44_100),
        (32_000, [44_100, 48_000], 44_100),
        (8_000, [16_000, 48_000], 16_000),
        (11_025, [48_000], 48_000),
        (37_800, [12_345], 12_345),
    ]

    @Test(
        "the rate is the music's, then the nearest of its family, then the other family upwards",
        arguments: Self.rateTable)
    func rate(asked: Int, offered: [Int], expected: Int) {
        var space = ListedSpace(channelCounts: [2], rates: Set(offered), layouts: [.s16])
        let agreed = Negotiation.choose(OutputRequest(rate: asked, channels: 2, bits: 16), from: &space)
        #expect(agreed?.rate == expected)
    }

    private static let channelTable: [(Int, [Int], Int)] = [
        (1, [1, 2], 1), (1, [2], 2), (2, [2, 8], 2), (2, [8, 10], 8), (6, [2], 2), (6, [2, 6], 6),
    ]

    @Test(
        "mono goes to two channels where one is refused; a device of many channels is taken as it is",
        arguments: Self.channelTable)
    func channels(asked: Int, offered: [Int], expected: Int) {
        var space = ListedSpace(channelCounts: Set(offered), rates: [48_000], layouts: [.s16])
        let agreed = Negotiation.choose(OutputRequest(rate: 48_000, channels: asked, bits: 16), from: &space)
        #expect(agreed?.channels == expected)
    }

    @Test("a device with none of our layouts is refused")
    func noLayout() {
        var space = ListedSpace(channelCounts: [2], rates: [48_000], layouts: [])
        #expect(Negotiation.choose(OutputRequest(rate: 48_000, channels: 2, bits: 16), from: &space) == nil)
    }

    @Test("every list of layouts names each layout once", arguments: [nil, 1, 16, 17, 24, 25, 32, 64] as [Int?])
    func layoutsAreComplete(bits: Int?) {
        let layouts = Negotiation.layouts(forBits: bits)
        #expect(layouts.count == SampleLayout.allCases.count && Set(layouts).count == layouts.count)
    }
}
