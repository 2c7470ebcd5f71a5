import TestSupport
import Testing

@testable import AudioCore

@Suite("From codec to device")
struct RenderTests {
    @Test("with no stage active the integers pass untouched, and two tracks join without a gap")
    func gapless() {
        let bench = RenderBench([
            "a": { FakeCodec(track: 1, frameCount: 5000) }, "b": { FakeCodec(track: 2, frameCount: 3000) },
        ])
        bench.feeder.load(serial: 1, item: RenderBench.item("a"), seconds: 0)
        bench.feeder.setUpcoming(.track(serial: 2, RenderBench.item("b")))
        bench.feed()
        for _ in 0..<100 { bench.render(90) }
        let music = RenderBench.words(track: 1, frames: 0..<5000) + RenderBench.words(track: 2, frames: 0..<3000)
        #expect(Array(bench.output.prefix(music.count)) == music)
        #expect(bench.output.dropFirst(music.count).allSatisfy { $0 == 0 })
        #expect(bench.heard.map(\.kind) == [.start, .end, .start, .end])
        #expect(bench.heard.map(\.serial) == [1, 1, 2, 2])
        #expect(bench.heard.map(\.ringFrame) == [0, 5000, 5000, 8000])
        #expect(bench.events.contains(.crossed(serial: 2)))
        #expect(!bench.stream.isStarved)
    }

    @Test("a mark is passed on when its frame is heard, not when it is rendered")
    func heardLater() {
        let bench = RenderBench(["a": { FakeCodec(frameCount: 1000) }])
        bench.feeder.load(serial: 1, item: RenderBench.item("a"), seconds: 0)
        bench.feed()
        bench.render(1000, delay: 400)
        #expect(bench.heard.map(\.kind) == [.start])
        #expect(bench.stream.heardFrame == 600)
        bench.render(399, delay: 400)
        #expect(bench.heard.map(\.kind) == [.start])
        bench.render(1, delay: 400)
        #expect(bench.heard.map(\.kind) == [.start, .end])
    }

    @Test("a lap is the same load again, joined without a gap and counted")
    func laps() {
        let bench = RenderBench(["a": { FakeCodec(frameCount: 700) }])
        bench.feeder.load(serial: 1, item: RenderBench.item("a"), seconds: 0)
        bench.feeder.setUpcoming(.lap)
        for _ in 0..<20 where bench.stream.ring.written < 2100 { _ = bench.feeder.step() }
        bench.render(2000)
        let lap = RenderBench.words(track: 1, frames: 0..<700)
        #expect(Array(bench.output.prefix(3 * lap.count).prefix(4000)) == Array((lap + lap + lap).prefix(4000)))
        #expect(bench.heard.map(\.lap) == [0, 1, 2])
        #expect(Set(bench.heard.map(\.serial)) == [1])
    }

    @Test("a lap over nothing ends instead of turning for ever")
    func emptyLap() {
        let bench = RenderBench(["a": { FakeCodec(frameCount: 0) }])
        bench.feeder.load(serial: 1, item: RenderBench.item("a"), seconds: 0)
        bench.feeder.setUpcoming(.lap)
        bench.feed()
        bench.render(10)
        #expect(bench.heard.map(\.kind) == [.start, .end])
    }

    @Test("behind a seek only the new place sounds, with a fade on both sides, and old marks are gone")
    func seeks() {
        let bench = RenderBench(["a": { FakeCodec(frameCount: 400_000) }])
        bench.feeder.load(serial: 1, item: RenderBench.item("a"), seconds: 0)
        bench.feed()
        bench.render(1000)
        bench.feeder.seek(serial: 1, seconds: 3)
        bench.feed()
        bench.forgetOutput()
        bench.render(2000)
        let fade = 44100 / 200
        // Full again behind both fades.
        let expected = RenderBench.words(track: 1, frames: Int64(132_300 + fade)..<Int64(132_300 + 2000 - fade))
        #expect(bench.output.dropFirst(4 * fade).elementsEqual(expected))
        #expect(bench.heard.last?.sourceFrame == 132_300)
        let steps = zip(bench.output, bench.output.dropFirst(2)).map { abs(Int64($0) - Int64($1)) }
        #expect(steps[(2 * fade - 4)..<(2 * fade + 4)].allSatisfy { $0 < 1 << 26 })
    }

    @Test(
        "music that ends while the device falls silent for a seek takes nothing of the new place with it",
        arguments: [false, true])
    func seeksAtTheEnd(isLimiting: Bool) {
        let settings = SoundSettings(stages: StageSettings(isLimiting: isLimiting))
        let bench = RenderBench(["a": { FakeCodec(frameCount: 60_000) }], settings: settings)
        bench.feeder.load(serial: 1, item: RenderBench.item("a"), seconds: 0)
        bench.feed()
        bench.render(59_700)
        bench.renderer.expectDiscard()
        bench.feeder.seek(serial: 1, seconds: 0.5)
        bench.feed()
        bench.forgetOutput()
        // The fade of the device asks for more than the music still has.
        bench.render(1323)
        #expect(bench.output.dropFirst(2 * 700).allSatisfy { $0 == 0 }, "the new place waits for the discard")
        #expect(bench.renderer.dryCount == 0 && !bench.stream.isStarved)
        bench.renderer.discarded()
        bench.forgetOutput()
        for _ in 0..<40 { bench.render(1000) }
        let fade = 44100 / 200
        let music = RenderBench.words(track: 1, frames: 22_050..<60_000)
        let fresh = RenderBench(["a": { FakeCodec(frameCount: 60_000) }], settings: settings)
        fresh.feeder.load(serial: 1, item: RenderBench.item("a"), seconds: 0.5)
        fresh.feed()
        for _ in 0..<40 { fresh.render(1000) }
        // As if it had never been elsewhere, but for the dither of the limited one.
        let difference = zip(bench.output, fresh.output).map { abs(Int64($0) - Int64($1)) }.max()
        #expect(bench.output.count == fresh.output.count && difference ?? 0 <= 4)
        if !isLimiting {
            #expect(bench.output[(2 * fade)..<music.count].elementsEqual(music.dropFirst(2 * fade)))
        }
        #expect(bench.output.dropFirst(music.count).allSatisfy { $0 == 0 })
        #expect(bench.heard.last?.kind == .end)
    }

    @Test("what a closed device never played is played when it opens again, marks included")
    func reopens() {
        let bench = RenderBench([
            "a": { FakeCodec(track: 1, frameCount: 1000) }, "b": { FakeCodec(track: 2, frameCount: 30_000) },
        ])
        bench.feeder.load(serial: 1, item: RenderBench.item("a"), seconds: 0)
        bench.feeder.setUpcoming(.track(serial: 2, RenderBench.item("b")))
        bench.feed()
        bench.render(1500, delay: 800)
        #expect(bench.heard.map(\.serial) == [1])
        bench.reopen()
        bench.forgetOutput()
        bench.render(3000)
        #expect(bench.heard.map(\.serial) == [1, 1, 2])
        let fade = 44100 / 200
        let music = RenderBench.words(track: 1, frames: 700..<1000) + RenderBench.words(track: 2, frames: 0..<2700)
        #expect(bench.output.dropFirst(2 * fade).elementsEqual(music.dropFirst(2 * fade)))
    }

    @Test("a dry ring inside a track is silence and is said; music goes on where it stopped")
    func starves() {
        let bench = RenderBench(["a": { FakeCodec(frameCount: 100_000) }])
        bench.feeder.load(serial: 1, item: RenderBench.item("a"), seconds: 0)
        while bench.stream.ring.written == 0 { _ = bench.feeder.step() }
        bench.render(3000)
        #expect(bench.stream.isStarved)
        #expect(bench.stream.heardFrame == bench.stream.ring.written)
        let before = bench.stream.ring.written
        bench.feed()
        bench.forgetOutput()
        bench.render(100)
        #expect(!bench.stream.isStarved)
        #expect(bench.output == RenderBench.words(track: 1, frames: before..<(before + 100)))
    }

    @Test("a device may start once the ring holds its buffer, or the decoder has nothing more to bring")
    func readiness() {
        let activity = DecoderActivity()
        let format = DeviceFormat(rate: 44100, channels: 2, layout: .s32, significantBits: 32)
        let stream = AudioStream(
            request: OutputRequest(rate: 44100, channels: 2, bits: 16), format: format, decoder: activity)
        let bench = RenderBench(["a": { FakeCodec(frameCount: 9000) }])
        bench.renderer.adopt(stream, parameters: ChainParameters(SoundSettings(), rate: 44100))
        bench.feeder.attach(stream)
        bench.feeder.load(serial: 1, item: RenderBench.item("a"), seconds: 0)
        #expect(!bench.renderer.isReady(frameCount: 5000))
        while stream.ring.written < 5000 { _ = bench.feeder.step() }
        #expect(bench.renderer.isReady(frameCount: 5000))
        #expect(!bench.renderer.isReady(frameCount: 9001))
        bench.feed()
        activity.isResting = true
        #expect(bench.renderer.isReady(frameCount: 9001))
    }

    @Test("a listener who waits for the first music is told, and not for a blink")
    func waitingForTheFirstMusic() {
        let stream = AudioStream(
            request: OutputRequest(rate: 44100, channels: 2, bits: 16),
            format: DeviceFormat(rate: 44100, channels: 2, layout: .s32, significantBits: 32),
            decoder: DecoderActivity())
        let bench = RenderBench([:])
        bench.renderer.adopt(stream, parameters: ChainParameters(SoundSettings(), rate: 44100))
        for _ in 0..<3 { #expect(!bench.renderer.isReady(frameCount: 5000)) }
        #expect(!stream.isStarved)
        for _ in 0..<20 { _ = bench.renderer.isReady(frameCount: 5000) }
        #expect(stream.isStarved)
    }

    @Test("music that starts in its middle rises over five milliseconds, from its beginning it sounds at once")
    func startsSoftly() {
        for seconds in [0, 0.5] {
            let bench = RenderBench(["a": { FakeCodec(frameCount: 100_000) }])
            bench.feeder.load(serial: 1, item: RenderBench.item("a"), seconds: seconds)
            bench.feed()
            bench.render(1000)
            let first = Int64(seconds * 44100)
            let music = RenderBench.words(track: 1, frames: first..<(first + 1000))
            let fade = seconds > 0 ? 44100 / 200 : 0
            #expect(bench.output.dropFirst(2 * fade).elementsEqual(music.dropFirst(2 * fade)))
            for frame in 0..<fade {
                let most = Double(music[2 * frame].magnitude) * Double(frame + 1) / Double(fade) + 3
                #expect(Double(bench.output[2 * frame].magnitude) <= most)
            }
        }
    }

    @Test("music that breaks off for want of samples is counted once for each time, a seek and an end are not")
    func dryRing() {
        let bench = RenderBench(["a": { FakeCodec(frameCount: 200_000) }])
        bench.feeder.load(serial: 1, item: RenderBench.item("a"), seconds: 0)
        _ = bench.feeder.step()
        bench.render(1000)
        #expect(bench.renderer.dryCount == 0)
        while bench.stream.ring.written == 0 { _ = bench.feeder.step() }
        bench.render(20_000)
        bench.render(1000)
        bench.render(1000)
        #expect(bench.renderer.dryCount == 1)
        bench.feed()
        bench.render(1000)
        bench.feeder.seek(serial: 1, seconds: 1)
        bench.render(5000)
        #expect(bench.renderer.dryCount == 1)
        for _ in 0..<100 {
            bench.feed()
            bench.render(5000)
        }
        #expect(bench.renderer.dryCount == 1)
        #expect(bench.heard.last?.kind == .end)
    }

    @Test("a damaged track plays what it has, is reported once, and the next one follows without a gap")
    func damaged() {
        let bench = RenderBench([
            "a": { FakeCodec(track: 1, frameCount: 9000, failsAt: 2500) },
            "b": { FakeCodec(track: 2, frameCount: 1000) },
        ])
        bench.feeder.load(serial: 1, item: RenderBench.item("a"), seconds: 0)
        bench.feeder.setUpcoming(.track(serial: 2, RenderBench.item("b")))
        bench.feed()
        bench.render(3500)
        #expect(
            bench.output == RenderBench.words(track: 1, frames: 0..<2500)
                + RenderBench.words(track: 2, frames: 0..<1000))
        let failures = bench.events.filter { if case .failed = $0 { true } else { false } }
        #expect(failures == [.failed(serial: 1, AudioError(.decode, path: "fake 1", "damaged"), wasOpen: true)])
    }

    @Test("a track that cannot be opened is said; a plan made afterwards still follows without a gap")
    func missing() {
        let bench = RenderBench([
            "a": { FakeCodec(track: 1, frameCount: 500) }, "c": { FakeCodec(track: 3, frameCount: 500) },
        ])
        bench.feeder.load(serial: 1, item: RenderBench.item("a"), seconds: 0)
        bench.feeder.setUpcoming(.track(serial: 2, RenderBench.item("b")))
        bench.feed()
        #expect(
            bench.events.last
                == .failed(
                    serial: 2, AudioError(.notSupported, path: "b", "no such file or directory"), wasOpen: false))
        bench.feeder.setUpcoming(.track(serial: 3, RenderBench.item("c")))
        bench.feed()
        bench.render(1000)
        #expect(
            bench.output == RenderBench.words(track: 1, frames: 0..<500)
                + RenderBench.words(track: 3, frames: 0..<500))
    }

    @Test("a track of another rate waits for a device of its own")
    func otherRate() {
        let bench = RenderBench([
            "a": { FakeCodec(track: 1, frameCount: 500) },
            "b": { FakeCodec(track: 2, frameCount: 500, rate: 96000) },
        ])
        bench.feeder.load(serial: 1, item: RenderBench.item("a"), seconds: 0)
        bench.feeder.setUpcoming(.track(serial: 2, RenderBench.item("b")))
        bench.feed()
        #expect(
            bench.events.last
                == .needsOutput(
                    serial: 2, OutputRequest(rate: 96000, channels: 2, bits: 16)))
        #expect(bench.stream.ring.written == 500)
        bench.stream = AudioStream(
            request: OutputRequest(rate: 96000, channels: 2, bits: 16),
            format: DeviceFormat(rate: 96000, channels: 2, layout: .s32, significantBits: 32))
        bench.feeder.attach(bench.stream)
        bench.feed()
        #expect(bench.stream.ring.written == 500)
    }

    @Test(
        "a device is asked for again only when it would do better",
        arguments: [
            (16, 44100, 2, true), (24, 44100, 2, true), (32, 44100, 2, false), (16, 48000, 2, false),
            (16, 44100, 1, true), (24, 44100, 6, true), (nil, 44100, 2, true),
        ] as [(Int?, Int, Int, Bool)], [false, true])
    func fits(track: (bits: Int?, rate: Int, channels: Int, fits: Bool), isWidest: Bool) {
        let (bits, rate, channels, fits) = track
        let stream = AudioStream(
            request: OutputRequest(rate: 44100, channels: 2, bits: 16),
            format: DeviceFormat(rate: 44100, channels: 2, layout: .s24in3, significantBits: 24), isWidest: isWidest)
        let feed = TrackFeed(
            serial: 1,
            codec: FakeCodec(
                frameCount: 10, rate: rate, channels: channels, bits: bits, words: bits == nil ? .float32 : .int32))
        // A device that has nothing wider is not opened again for more bits.
        #expect(feed.fits(stream) == (fits || isWidest && rate == 44100))
    }

    @Test("a device that runs at another rate than its music's is kept for music of its own")
    func fitsOwnRate() {
        let stream = AudioStream(
            request: OutputRequest(rate: 44100, channels: 2, bits: 16),
            format: DeviceFormat(rate: 48000, channels: 2, layout: .s16, significantBits: 16))
        let fits = [44100, 48000, 96000].map { rate in
            TrackFeed(serial: 1, codec: FakeCodec(frameCount: 10, rate: rate)).fits(stream)
        }
        #expect(fits == [true, true, false])
    }

    @Test("no more than four seconds are decoded ahead; a seek while paused finds room")
    func ahead() {
        let bench = RenderBench(["a": { FakeCodec(frameCount: 4_000_000) }])
        bench.feeder.load(serial: 1, item: RenderBench.item("a"), seconds: 0)
        bench.feed()
        #expect(bench.stream.ring.written == 4 * 44100)
        bench.feeder.seek(serial: 1, seconds: 20)
        bench.feed()
        #expect(bench.stream.ring.written > 5 * 44100)
        #expect(bench.feeder.isFlushPending)
        bench.render(10)
        #expect(!bench.feeder.isFlushPending)
    }

    static let situations: [SoundSettings] = [
        SoundSettings(), SoundSettings(volume: -12, loudness: .strong), ChainQualityTests.everything,
    ]

    @Test("rendering takes nothing from the heap and no lock, with all stages on as with none", arguments: situations)
    func realTime(settings: SoundSettings) {
        let loudness = TrackLoudness(trackGain: -3, trackPeak: 0.9)
        let bench = RenderBench(["a": { FakeCodec(frameCount: 40_000, loudness: loudness) }], settings: settings)
        bench.feeder.load(serial: 1, item: RenderBench.item("a"), seconds: 0)
        bench.feeder.setUpcoming(.lap)
        let words = UnsafeMutableRawPointer.allocate(byteCount: 1024 * 8, alignment: 16)
        defer { words.deallocate() }
        var rendered: Int64 = 0
        var count = HeapCount()
        for turn in 0..<10_000 {
            if turn % 40 == 0 { bench.feed() }
            if turn % 997 == 0 {
                var changed = turn % 2 == 0 ? settings : SoundSettings()
                changed.volume = settings.volume - Decibels(Double(turn % 3))
                bench.renderer.parameters.publish(ChainParameters(changed, rate: 44100))
            }
            if turn % 2003 == 0 { bench.feeder.seek(serial: 1, seconds: 0.25) }
            count.add {
                bench.renderer.render(into: words, frameCount: 441)
                rendered += 441
                bench.renderer.heard(deviceFrame: rendered - 300)
            }
            while bench.stream.heardMarks.pop() != nil {}
        }
        #expect(count.allocations == 0)
        #expect(count.locks == 0)
    }

    @Test("the counters of that test do count")
    func counters() {
        var count = HeapCount()
        count.add {
            let array = [Int](repeating: 1, count: 1000 + Int.random(in: 0...1))
            let monitor = Monitor(array.count)
            monitor.change { $0 += 1 }
        }
        #expect(count.allocations > 0)
        #expect(count.locks > 0)
    }
}
