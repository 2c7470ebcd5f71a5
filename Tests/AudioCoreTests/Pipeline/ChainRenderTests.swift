// Stages that look ahead or change with the track, in the pipeline: every frame in its place.

import TestSupport
import Testing

@testable import AudioCore

@Suite("From codec to device, with stages")
struct ChainRenderTests {
    /// Far enough below full scale that the limiter has nothing to do.
    private static let soft = SoundSettings(volume: -20)

    private static var limited: SoundSettings {
        var settings = soft
        settings.stages.isLimiting = true
        return settings
    }

    private static let tracks: [String: @Sendable () -> FakeCodec] = [
        "a": { FakeCodec(track: 1, frameCount: 5000) }, "b": { FakeCodec(track: 2, frameCount: 3000) },
        "short": { FakeCodec(track: 3, frameCount: 50) }, "long": { FakeCodec(track: 4, frameCount: 400_000) },
    ]

    /// Does the same with and without the limiter and compares what is heard, and when.
    private func same(_ act: (RenderBench, _ settings: SoundSettings) -> [Int64]) {
        let plain = RenderBench(Self.tracks, settings: Self.soft)
        let limited = RenderBench(Self.tracks, settings: Self.limited)
        let places = act(plain, Self.soft)
        #expect(act(limited, Self.limited) == places)
        #expect(limited.heard == plain.heard)
        #expect(limited.output.count == plain.output.count)
        // Dither differs from where a silence was longer; it is 15 bits and more below what is compared here.
        let differences = zip(limited.output, plain.output).map { abs(Int64($0) - Int64($1)) }
        #expect(differences.allSatisfy { $0 <= 4 }, "\(differences.firstIndex { $0 > 4 } ?? -1)")
    }

    private func load(_ bench: RenderBench, _ first: String, _ next: String? = nil) {
        bench.feeder.load(serial: 1, item: RenderBench.item(first), seconds: 0)
        if let next { bench.feeder.setUpcoming(.track(serial: 2, RenderBench.item(next))) }
        bench.feed()
    }

    @Test(
        "the limiter moves nothing: two tracks joined, their marks, the position, the end",
        arguments: [17, 90, 441, 1000])
    func nothingMoves(block: Int) {
        same { bench, _ in
            load(bench, "a", "b")
            return (0..<10_000 / block).map { _ in
                bench.render(block)
                return bench.stream.heardFrame
            }
        }
    }

    @Test("at a rate no music has the stages that look ahead are fed all the same", arguments: [1, 8, 10, 100, 1000])
    func lowestRates(rate: Int) {
        let format = DeviceFormat(rate: rate, channels: 2, layout: .s32, significantBits: 32)
        let request = OutputRequest(rate: rate, channels: 2, bits: 16)
        let bench = RenderBench(
            ["a": { FakeCodec(track: 1, frameCount: 2000, rate: rate) }], format: format, request: request,
            settings: Self.limited)
        load(bench, "a")
        for _ in 0..<100 {
            bench.render(40)
            bench.feed()
        }
        #expect(bench.stream.heardFrame == 2000)
        #expect(bench.heard.last?.kind == .end)
    }

    @Test("a track shorter than the limiter looks ahead is heard whole", arguments: [10, 100, 400])
    func short(block: Int) {
        same { bench, _ in
            load(bench, "short")
            return (0..<2000 / block).map { _ in
                bench.render(block)
                return bench.stream.heardFrame
            }
        }
    }

    @Test("a device that closed goes on at the frame that was not heard")
    func reopens() {
        same { bench, settings in
            load(bench, "long")
            for _ in 0..<20 { bench.render(441, delay: 1000) }
            let heard = bench.stream.heardFrame
            bench.reopen(settings)
            bench.forgetOutput()
            for _ in 0..<20 { bench.render(441) }
            return [heard, bench.stream.heardFrame]
        }
    }

    @Test("a seek lets the music go softly and the new place begins in full")
    func seeks() {
        let bench = RenderBench(Self.tracks, settings: Self.limited)
        load(bench, "long")
        bench.render(2000)
        bench.feeder.seek(serial: 1, seconds: 2)
        bench.feed()
        bench.forgetOutput()
        bench.render(3000)
        let plain = RenderBench(Self.tracks, settings: Self.soft)
        load(plain, "long")
        plain.feeder.seek(serial: 1, seconds: 2)
        plain.feed()
        plain.render(3000)
        // 5 ms of fall, then the new place, full after another 5 ms.
        let fade = 44100 / 200
        let here = bench.output[(4 * fade)...]
        let there = plain.output[(2 * fade)...]
        #expect(zip(here, there).allSatisfy { abs(Int64($0) - Int64($1)) <= 4 })
        let steps = zip(bench.output, bench.output.dropFirst(2)).map { abs(Int64($0) - Int64($1)) }
        #expect(steps[(2 * fade - 4)..<(2 * fade + 4)].allSatisfy { $0 < 1 << 24 })
        #expect(bench.heard.last?.sourceFrame == 88_200)
    }

    @Test("a dry ring lets what waits out; the music goes on without loss")
    func starves() {
        let bench = RenderBench(Self.tracks, settings: Self.limited)
        bench.feeder.load(serial: 1, item: RenderBench.item("long"), seconds: 0)
        while bench.stream.ring.written == 0 { _ = bench.feeder.step() }
        let first = Int(bench.stream.ring.written)
        bench.render(first + 500)
        #expect(bench.stream.isStarved)
        #expect(bench.stream.heardFrame == Int64(first))
        bench.feed()
        bench.render(1000)
        #expect(!bench.stream.isStarved)
        #expect(bench.stream.heardFrame == Int64(first + 1000))
        let plain = RenderBench(Self.tracks, settings: Self.soft)
        load(plain, "long")
        plain.render(first + 1000)
        let music = bench.output[..<(2 * first)] + bench.output[(2 * (first + 500))...]
        // The restart is as soft as after any gap.
        for (index, (one, other)) in zip(music, plain.output).enumerated()
        where index < 2 * first || index > 2 * (first + 441) {
            #expect(abs(Int64(one) - Int64(other)) <= 4, "\(index)")
        }
    }

    @Test("switched while music plays, it repeats and drops nothing, and the position never falls")
    func switching() {
        let bench = RenderBench(Self.tracks, settings: Self.soft)
        let plain = RenderBench(Self.tracks, settings: Self.soft)
        for each in [bench, plain] { load(each, "long") }
        var last: Int64 = 0
        for turn in 0..<100 {
            if turn == 20 || turn == 60 {
                bench.renderer.parameters.publish(ChainParameters(Self.limited, rate: 44100))
            } else if turn == 40 || turn == 61 {
                bench.renderer.parameters.publish(ChainParameters(Self.soft, rate: 44100))
            }
            bench.render(441)
            plain.render(441)
            #expect(bench.stream.heardFrame == plain.stream.heardFrame)
            #expect(bench.stream.heardFrame > last)
            last = bench.stream.heardFrame
        }
        #expect(zip(bench.output, plain.output).allSatisfy { abs(Int64($0) - Int64($1)) <= 4 })
    }

    @Test("music below the ceiling reaches a 16-bit device bit for bit, undithered, through the limiter alone")
    func exact() {
        let format = DeviceFormat(rate: 44100, channels: 2, layout: .s32, significantBits: 16)
        let settings = SoundSettings(stages: StageSettings(isLimiting: true))
        let bench = RenderBench(
            ["a": { FakeCodec(track: 1, frameCount: 2000) }], format: format, settings: settings)
        load(bench, "a")
        bench.render(2500)
        // The words of the fake track rise to less than half of full scale in this stretch.
        let expected = RenderBench.words(track: 1, frames: 0..<2000)
        #expect(bench.output.prefix(4000).elementsEqual(expected))
    }

    @Test("whether the limiter holds anything is told of what was rendered last")
    func limiting() {
        var settings = SoundSettings(stages: StageSettings(isLimiting: true))
        let bench = RenderBench(Self.tracks, settings: settings)
        load(bench, "long")
        #expect(!bench.renderer.isLimiting)
        // The words of a fake track rise to full scale every 9362 frames.
        bench.render(1000)
        #expect(!bench.renderer.isLimiting)
        bench.render(4500)
        #expect(bench.renderer.isLimiting)
        settings.volume = -20
        bench.renderer.parameters.publish(ChainParameters(settings, rate: 44_100))
        for _ in 0..<800 {
            bench.render(441)
            bench.feed()
        }
        #expect(!bench.renderer.isLimiting)
    }

    @Test("ReplayGain changes at the very frame of the join, and stays through a closed device")
    func replayGain() {
        let settings = SoundSettings(
            stages: StageSettings(replayGain: ReplayGainSettings(mode: .track)))
        let tracks: [String: @Sendable () -> FakeCodec] = [
            "a": { FakeCodec(track: 1, frameCount: 1000, loudness: TrackLoudness(trackGain: -20)) },
            "b": { FakeCodec(track: 2, frameCount: 5000) },
            "c": { FakeCodec(track: 3, frameCount: 5000, loudness: TrackLoudness(trackGain: -40)) },
        ]
        let bench = RenderBench(tracks, settings: settings)
        load(bench, "a", "b")
        for _ in 0..<20 { bench.render(100) }
        let first = RenderBench.words(track: 1, frames: 0..<1000)
        for (word, source) in zip(bench.output, first) { #expect(abs(Double(word) - Double(source) * 0.1) < 4) }
        // The second track has no gain: its integers pass untouched from its first frame on.
        let second = RenderBench.words(track: 2, frames: 0..<1000)
        #expect(bench.output[2000..<4000].elementsEqual(second))

        let other = RenderBench(tracks, settings: settings)
        load(other, "c")
        other.render(500)
        other.reopen(settings)
        other.forgetOutput()
        other.render(1000)
        let rest = RenderBench.words(track: 3, frames: 500..<1500)
        for (word, source) in zip(other.output, rest).dropFirst(441) {
            #expect(abs(Double(word) - Double(source) * 0.01) < 4)
        }
    }
}
