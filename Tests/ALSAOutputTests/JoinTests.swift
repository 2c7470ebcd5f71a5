// Tracks of one rate and of different shapes, from the decoder to the bytes a device is given.

import AudioCore
import Glibc
import TestSupport
import Testing

@testable import ALSAOutput

@Suite("joins of tracks of different shapes")
@MainActor
struct JoinTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        /// Word length and channels of each track.
        var tracks: [(bits: Int, channels: Int)]
        var layouts: [SampleLayout]
        var channelCounts: Set<Int> = [2]
        /// What the device runs at.
        var layout: SampleLayout
        var channels = 2
        var testDescription: String { name }
    }

    nonisolated static let pieceFrameCount = 13_001

    private nonisolated static let cases: [Case] = [
        Case(
            name: "16 bits behind 24", tracks: [(24, 2), (16, 2)], layouts: [.s16, .s24in3, .s32], layout: .s24in3),
        Case(name: "16 bits behind 32", tracks: [(32, 2), (16, 2)], layouts: [.s16, .s32], layout: .s32),
        Case(
            name: "16, 24, 8 and 16 bits in a device of 32", tracks: [(16, 2), (24, 2), (8, 2), (16, 2)],
            layouts: [.s32], layout: .s32),
        Case(
            name: "20 bits and 16 in 24 of four bytes", tracks: [(20, 2), (16, 2)], layouts: [.s16, .s24in4],
            layout: .s24in4),
        Case(
            name: "one channel, then two, then one, in a device that takes either",
            tracks: [(16, 1), (16, 2), (16, 1)], layouts: [.s16], channelCounts: [1, 2], layout: .s16),
        Case(
            name: "two channels, then one, in a device that takes either", tracks: [(24, 2), (16, 1)],
            layouts: [.s16, .s24in3], channelCounts: [1, 2], layout: .s24in3),
        Case(
            name: "one channel and two in a device of eight", tracks: [(16, 1), (16, 2)], layouts: [.s16],
            channelCounts: [8], layout: .s16, channels: 8),
        Case(
            name: "two channels, six folded down, and one", tracks: [(16, 2), (24, 6), (16, 1)], layouts: [.s32],
            channelCounts: [1, 2, 6], layout: .s32),
        Case(
            name: "one channel, then two, in a device of one", tracks: [(16, 1), (16, 2)], layouts: [.s32],
            channelCounts: [1], layout: .s32, channels: 1),
    ]

    /// The tracks, cut from one signal.
    private func pieces(_ shapes: [(bits: Int, channels: Int)]) -> [Track] {
        shapes.enumerated().map { place, shape in
            let start = place * Self.pieceFrameCount
            return .signal(start..<(start + Self.pieceFrameCount), bits: shape.bits, channels: shape.channels)
        }
    }

    @Test(
        "each frame reaches the device once and in order, bit for bit, and the device is opened once",
        arguments: cases, [nil, 7, 1000] as [Int?])
    func joins(_ join: Case, mostAtOnce: Int?) {
        let tracks = pieces(join.tracks)
        let rig = PlayerRig(tracks, layouts: join.layouts, channelCounts: join.channelCounts)
        // A device that takes little at a time, and at times nothing.
        var calls = 0
        rig.port.onWrite = { count in
            calls += 1
            guard let mostAtOnce else { return nil }
            return calls % 13 == 0 ? Int(-EAGAIN) : min(count, mostAtOnce)
        }
        rig.play { rig.hasEnded }
        #expect(rig.openCount == 1)
        #expect(rig.port.configuration.format.layout == join.layout)
        #expect(rig.port.configuration.format.channels == join.channels)
        #expect(rig.port.calls.filter { $0 == "start" }.count == 1)
        let wanted = tracks.flatMap { $0.bytes(channels: join.channels, join.layout) }
        #expect(rig.port.given.starts(with: wanted))
        #expect(rig.port.given.dropFirst(wanted.count).allSatisfy { $0 == 0 })
    }

    @Test("more bits than the device runs at: it is opened again where it has them, and loses no frame")
    func widens() {
        let tracks = pieces([(16, 2), (24, 2), (16, 2)])
        let rig = PlayerRig(tracks, layouts: [.s16, .s24in3])
        rig.play { rig.hasEnded }
        // The third goes on in the wider device.
        #expect(rig.openCount == 2)
        let (first, rest) = (tracks[0].bytes(channels: 2, .s16), tracks[1...])
        #expect(rig.port.given.starts(with: first))
        let behind = rig.port.given.dropFirst(first.count)
        let wanted = rest.flatMap { $0.bytes(channels: 2, .s24in3) }
        guard let lead = wanted.firstIndex(where: { $0 != 0 }), let start = behind.firstIndex(where: { $0 != 0 }) else {
            Issue.record("nothing was played behind the first track")
            return
        }
        #expect(behind[(start - lead)...].starts(with: wanted))
        #expect(behind[(start - lead + wanted.count)...].allSatisfy { $0 == 0 })
    }

    @Test("more bits than the device has: they are dithered to those it has, without a gap")
    func narrowDevice() {
        let tracks = pieces([(16, 2), (24, 2), (16, 2)])
        let rig = PlayerRig(tracks, layouts: [.s16])
        rig.play { rig.hasEnded }
        #expect(rig.openCount == 1)
        let wanted = tracks.map { $0.bytes(channels: 2, .s16) }
        let size = wanted[0].count
        #expect(rig.port.given.count >= 3 * size)
        #expect(rig.port.given.starts(with: wanted[0]))
        // Those of 16 bits are as they are in the file.
        #expect(rig.port.given.dropFirst(2 * size).starts(with: wanted[2]))
        var furthest = 0
        for place in stride(from: size, to: 2 * size, by: 2) {
            let given = Int16(truncatingIfNeeded: Int(rig.port.given[place]) | Int(rig.port.given[place + 1]) << 8)
            let cut = Int16(
                truncatingIfNeeded: Int(wanted[1][place - size]) | Int(wanted[1][place - size + 1]) << 8)
            furthest = max(furthest, abs(Int(given) - Int(cut)))
        }
        // What was cut off, the dither of a step to either side, and rounding.
        #expect((1...2).contains(furthest))
    }

    @Test("a device that is closed in a track of fewer bits opens again at the same format: the music goes on there")
    func longPause() {
        let tracks = pieces([(24, 2), (16, 2)])
        let rig = PlayerRig(tracks, layouts: [.s32])
        let size = Self.pieceFrameCount * 8
        rig.play { rig.port.given.count > size + size * 4 / 5 }
        rig.player.pause()
        rig.play { !rig.player.isSounding && rig.port.current == .setup }
        let from = Int((rig.player.position * Double(PlayerRig.rate)).rounded())
        #expect((1..<Self.pieceFrameCount).contains(from))
        rig.wait(2)
        rig.play { rig.port.current == .open }
        let before = rig.port.given.count
        rig.player.play()
        rig.play { rig.hasEnded }
        #expect(rig.openCount == 2)
        // From the first frame that was not heard, behind the five milliseconds over which it rises.
        let wanted = tracks[1].bytes(channels: 2, .s32)
        let behind = rig.port.given.dropFirst(before)
        let whole = wanted.dropFirst((from + PlayerRig.rate / 200) * 8)
        guard let start = behind.firstRange(of: whole.prefix(64))?.lowerBound else {
            Issue.record("the music does not go on where it was")
            return
        }
        #expect(behind[start...].starts(with: whole))
    }
}
