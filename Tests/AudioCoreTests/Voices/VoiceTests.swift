import Glibc
import TestSupport
import Testing

@testable import AudioCore

/// A clip of one value.
private func flat(_ value: Float, frames: Int, rate: Int = 44_100, channels: Int = 1) -> VoiceClip {
    VoiceClip(samples: [Float](repeating: value, count: frames * channels), rate: rate, channels: channels)
}

private let fullScale = 0x1p31

@Suite("Voices over the music")
@MainActor
struct VoiceMixingTests {
    private static let ceiling = pow(10, -9.0 / 20)

    @Test("a voice without music comes out as it is, in both channels, and then there is silence again")
    func alone() {
        let bench = RenderBench([:])
        let desk = VoiceDesk(bench.renderer.mixer)
        let ramp = VoiceClip(samples: (0..<300).map { Float($0) / 1000 }, rate: 44_100, channels: 1)
        #expect(desk.start(ramp, volume: 0.5, pace: 1) && desk.isSounding)
        bench.render(400)
        for frame in 0..<400 {
            let expected = frame < 300 ? Double(frame) / 2000 * fullScale : 0
            #expect(abs(Double(bench.output[2 * frame]) - expected) < 300, "\(frame)")
            // Equal but for the dither.
            #expect(abs(bench.output[2 * frame] - bench.output[2 * frame + 1]) < 4)
        }
        #expect(desk.takeEnded() && !desk.isSounding && !desk.takeEnded())
    }

    @Test("left and right stay left and right; a clip of another rate is as long as it was")
    func stereoAndRate() {
        let bench = RenderBench([:])
        let desk = VoiceDesk(bench.renderer.mixer)
        let samples = [[Float]](repeating: [0.1, -0.2], count: 1000).flatMap { $0 }
        #expect(desk.start(VoiceClip(samples: samples, rate: 22_050, channels: 2), volume: 1, pace: 1))
        bench.render(2100)
        #expect(abs(Double(bench.output[2 * 1000]) / fullScale - 0.1) < 1e-4)
        #expect(abs(Double(bench.output[2 * 1000 + 1]) / fullScale + 0.2) < 1e-4)
        #expect(bench.output[2 * 1990] > 1000 && abs(bench.output[2 * 2005]) < 4)
        // Twice as fast it takes half the time.
        bench.forgetOutput()
        #expect(desk.start(VoiceClip(samples: samples, rate: 22_050, channels: 2), volume: 1, pace: 2))
        bench.render(1100)
        #expect(bench.output[2 * 990] > 1000 && abs(bench.output[2 * 1005]) < 4)
    }

    @Test("a clip of another rate is drawn smoothly: a sine stays a sine")
    func interpolation() {
        let bench = RenderBench([:])
        let desk = VoiceDesk(bench.renderer.mixer)
        let sine = (0..<4000).map { Float(0.3 * sin(2 * Double.pi * 440 * Double($0) / 48_000)) }
        #expect(desk.start(VoiceClip(samples: sine, rate: 48_000, channels: 1), volume: 1, pace: 1))
        bench.render(3000)
        for frame in 0..<3000 {
            let expected = 0.3 * sin(2 * Double.pi * 440 * Double(frame) / 44_100)
            #expect(abs(Double(bench.output[2 * frame]) / fullScale - expected) < 1e-4)
        }
    }

    @Test("32 voices sound, another is refused, and together they stay at -9 dBFS")
    func many() {
        let bench = RenderBench([:])
        let desk = VoiceDesk(bench.renderer.mixer)
        for number in 0..<32 { #expect(desk.start(flat(number % 2 == 0 ? 1 : 0.9, frames: 4000), volume: 1, pace: 1)) }
        #expect(!desk.start(flat(0.1, frames: 10), volume: 1, pace: 1))
        bench.render(4000)
        let loudest = bench.output.map { abs(Double($0)) }.max() ?? 0
        #expect(loudest <= Self.ceiling * fullScale + 4)
        #expect(Double(bench.output[2 * 3000]) > 0.99 * Self.ceiling * fullScale, "it is not just turned off")
        #expect(desk.takeEnded())
        #expect(desk.start(flat(0.1, frames: 10), volume: 1, pace: 1))
    }

    @Test("a loud voice alone is turned down without being bent")
    func loudAlone() {
        let bench = RenderBench([:])
        let desk = VoiceDesk(bench.renderer.mixer)
        let saw = VoiceClip(samples: (0..<1000).map { Float($0) / 1000 }, rate: 44_100, channels: 1)
        #expect(desk.start(saw, volume: 1, pace: 1))
        bench.render(1000)
        for frame in stride(from: 0, to: 1000, by: 50) {
            let expected = Double(frame) / 999 * Self.ceiling
            #expect(abs(Double(bench.output[2 * frame]) / fullScale - expected) < 0.001)
        }
    }

    @Test("music is 6 dB down while a voice sounds, passes untouched again afterwards, and keeps its place")
    func ducking() {
        let bench = RenderBench(["a": { FakeCodec(frameCount: 100_000) }])
        let desk = VoiceDesk(bench.renderer.mixer)
        bench.feeder.load(serial: 1, item: RenderBench.item("a"), seconds: 0)
        bench.feed()
        bench.render(1000)
        // A voice of no volume: what is heard is the music alone.
        #expect(desk.start(flat(0.5, frames: 5000), volume: 0, pace: 1))
        bench.render(20_000)
        let music = RenderBench.words(track: 1, frames: 0..<21_000)
        #expect(bench.output.prefix(2000).elementsEqual(music.prefix(2000)))
        let half = pow(10, -6.0 / 20)
        for index in stride(from: 2 * 2500, to: 2 * 5500, by: 7) {
            #expect(abs(Double(bench.output[index]) - Double(music[index]) * half) < 0x1p16)
        }
        // Down in 20 ms, up in 200.
        let behind = 2 * (6000 + 44_100 / 5 + 1024)
        #expect(bench.output.dropFirst(behind).elementsEqual(music.dropFirst(behind)))
        #expect(bench.stream.heardFrame == 21_000)
    }

    @Test("the limiter stands behind the voices: nothing of one is lost in it")
    func limiter() {
        let bench = RenderBench([:], settings: SoundSettings(stages: StageSettings(isLimiting: true)))
        let desk = VoiceDesk(bench.renderer.mixer)
        #expect(desk.start(flat(0.25, frames: 1000), volume: 1, pace: 1))
        bench.render(4000)
        let sounding = (0..<4000).filter { abs(Double(bench.output[2 * $0])) > 0.2 * fullScale }
        #expect(sounding.count == 1000)
    }

    @Test("voices that are stopped are gone with the next frame, and their ends are told")
    func stopping() {
        let bench = RenderBench([:])
        let desk = VoiceDesk(bench.renderer.mixer)
        #expect(desk.start(flat(0.25, frames: 10_000), volume: 1, pace: 1))
        bench.render(500)
        #expect(desk.start(flat(0.25, frames: 10_000), volume: 1, pace: 1))
        desk.stopAll()
        #expect(!desk.isSounding)
        bench.forgetOutput()
        bench.render(500)
        #expect(bench.output.allSatisfy { $0 == 0 })
        #expect(!desk.takeEnded())
    }

    @Test("music that is held stands where it was heard, and goes on from there without a frame lost")
    func holding() {
        let bench = RenderBench(["a": { FakeCodec(frameCount: 100_000) }])
        let desk = VoiceDesk(bench.renderer.mixer)
        bench.feeder.load(serial: 1, item: RenderBench.item("a"), seconds: 0)
        bench.feed()
        #expect(desk.start(flat(0.25, frames: 3000), volume: 0.5, pace: 1))
        bench.render(3000, delay: 1000)
        #expect(bench.stream.heardFrame == 2000)
        // The device discards the thousand that were not heard; the voice in them comes again.
        bench.renderer.holdMusic(true)
        bench.forgetOutput()
        bench.render(2000)
        let voice = (0..<2000).filter { abs(Double(bench.output[2 * $0]) - 0.125 * fullScale) < 0x1p16 }
        #expect(voice.count == 1000 && voice.last == 999)
        #expect(bench.stream.heardFrame == 2000 && bench.renderer.isReady(frameCount: 100_000))
        bench.render(20_000)
        bench.renderer.holdMusic(false)
        bench.forgetOutput()
        bench.render(3000)
        let fade = 44_100 / 200
        let music = RenderBench.words(track: 1, frames: 2000..<5000)
        #expect(bench.output.dropFirst(2 * fade).elementsEqual(music.dropFirst(2 * fade)))
        #expect(bench.stream.heardFrame == 5000)
    }

    @Test("mixing takes nothing from the heap and no lock")
    func realTime() {
        let bench = RenderBench(["a": { FakeCodec(frameCount: 40_000) }])
        let desk = VoiceDesk(bench.renderer.mixer)
        bench.feeder.load(serial: 1, item: RenderBench.item("a"), seconds: 0)
        bench.feeder.setUpcoming(.lap)
        let words = UnsafeMutableRawPointer.allocate(byteCount: 1024 * 8, alignment: 16)
        defer { words.deallocate() }
        let clip = flat(0.4, frames: 700, rate: 48_000, channels: 2)
        var rendered: Int64 = 0
        var count = HeapCount()
        for turn in 0..<2000 {
            if turn % 40 == 0 { bench.feed() }
            if turn % 3 == 0 { _ = desk.start(clip, volume: 0.5, pace: 1.1) }
            if turn % 300 == 299 { desk.stopAll() }
            if turn % 500 == 250 { bench.renderer.holdMusic(true) }
            if turn % 500 == 300 { bench.renderer.holdMusic(false) }
            count.add {
                bench.renderer.render(into: words, frameCount: 441)
                rendered += 441
                bench.renderer.heard(deviceFrame: rendered - 300)
            }
            _ = desk.takeEnded()
            while bench.stream.heardMarks.pop() != nil {}
        }
        #expect(count.allocations == 0)
        #expect(count.locks == 0)
    }
}

@Suite("The player and the unit's own sounds")
@MainActor
struct PlayerVoiceTests {
    private static let second = PlayerBench.rate

    @Test("with nothing to play a voice opens a device, holds it for two seconds after its end, and it closes")
    func opensDevice() {
        let bench = PlayerBench([:])
        #expect(bench.player.play(flat(0.25, frames: 2000)) && bench.player.isMixingVoices)
        bench.turn()
        #expect(bench.openCount == 1 && bench.requests.last?.rate == 48_000)
        #expect(bench.takeCommands() == [.discard, .run])
        bench.output.turn(3000)
        bench.turn()
        #expect(abs(Int(bench.output.samples[2 * 1000]) - 8192) <= 2)
        #expect(!bench.player.isMixingVoices && bench.player.status == .stopped)
        bench.wait(1.9)
        #expect(bench.takeCommands() == [])
        bench.wait(0.2)
        #expect(bench.takeCommands() == [.pause, .discard])
        bench.wait(1.1)
        #expect(bench.takeCommands() == [.close])
        // Another one opens it again.
        bench.player.play(flat(0.25, frames: 2000))
        bench.turn()
        #expect(bench.openCount == 2)
    }

    @Test("a second voice keeps the device though the first one's hold would end")
    func secondVoice() {
        let bench = PlayerBench([:])
        bench.player.play(flat(0.25, frames: 100))
        bench.turn()
        bench.output.turn(200)
        bench.turn()
        bench.wait(1.5)
        bench.player.play(flat(0.25, frames: 100))
        bench.wait(1)
        #expect(bench.takeCommands() == [.discard, .run])
        bench.output.turn(200)
        bench.turn()
        bench.wait(2.1)
        #expect(bench.takeCommands() == [.pause, .discard])
    }

    @Test("over playing music nothing is opened, paused or lost")
    func overMusic() {
        let bench = PlayerBench([1: 60_000])
        bench.player.playQueue(PlayerBench.queue(1))
        bench.hear(2000)
        bench.player.play(flat(0.25, frames: 500))
        bench.hear(20_000)
        #expect(bench.openCount == 1 && bench.takeCommands() == [.run])
        #expect(bench.player.position == 22_000 / Double(Self.second))
        bench.wait(2.1)
        bench.hear(1000)
        #expect(bench.takeCommands() == [] && bench.player.status == .playing)
        #expect(bench.output.samples.suffix(2000).elementsEqual(PlayerBench.music(1, 22_000..<23_000)))
    }

    @Test("a pause while a voice sounds stops the music, not the voice; play goes on at the next frame")
    func pauseUnderVoice() {
        let bench = PlayerBench([1: 60_000])
        bench.player.playQueue(PlayerBench.queue(1))
        bench.hear(2000)
        bench.player.play(flat(0.25, frames: 4000))
        bench.hear(441)
        bench.player.pause()
        #expect(bench.takeCommands() == [.run, .pause, .discard, .run])
        #expect(bench.player.status == .paused)
        let before = bench.output.samples.count
        bench.output.turn(2000)
        bench.turn()
        #expect(abs(Int(bench.output.samples[before + 2000]) - 8192) <= 2, "the voice alone")
        #expect(bench.player.position == 2441 / Double(Self.second))
        // Play before the voice's hold is over neither opens nor closes anything.
        bench.player.play()
        bench.hear(20_000)
        #expect(bench.openCount == 1 && bench.takeCommands() == [.run])
        bench.wait(2.1)
        #expect(bench.takeCommands() == [] && bench.player.status == .playing)
        #expect(bench.output.samples.suffix(2000).elementsEqual(PlayerBench.music(1, 21_441..<22_441)))
    }

    @Test("a voice while the music is paused leaves its place alone")
    func whilePaused() {
        let bench = PlayerBench([1: 60_000])
        bench.player.playQueue(PlayerBench.queue(1))
        bench.hear(3000)
        bench.player.pause()
        bench.wait(1.1)
        #expect(bench.takeCommands() == [.run, .pause, .close])
        bench.player.play(flat(0.25, frames: 1000))
        bench.turn()
        // As long as the music takes to come back from being ducked.
        for _ in 0..<6 { bench.output.turn(2000) }
        bench.turn()
        #expect(bench.player.position == 3000 / Double(Self.second) && bench.player.status == .paused)
        bench.wait(3.2)
        bench.wait(1.1)
        bench.player.play()
        bench.hear(1000)
        let fade = 221
        #expect(
            bench.output.samples.suffix(2 * (1000 - fade)).elementsEqual(PlayerBench.music(1, (3000 + fade)..<4000)))
    }

    @Test("a device that cannot be opened, or goes, takes its voices with it: none comes late")
    func deviceGone() {
        let bench = PlayerBench([1: 60_000])
        bench.keepDeviceWaiting()
        bench.player.play(flat(0.25, frames: 1000))
        bench.turn()
        bench.deviceFails()
        #expect(!bench.player.isMixingVoices)
        bench.player.playQueue(PlayerBench.queue(1))
        bench.until("the device is asked for") { bench.openCount == 2 }
        bench.deviceOpens()
        bench.hear(2000)
        #expect(bench.output.samples.elementsEqual(PlayerBench.music(1, 0..<2000)))
    }

    @Test("a wire may keep the music down without a voice")
    func heldDucking() {
        let bench = PlayerBench([1: 60_000])
        bench.player.playQueue(PlayerBench.queue(1))
        bench.hear(1000)
        bench.player.holdDucking(true)
        #expect(bench.player.isMixingVoices)
        bench.hear(3000)
        let half = pow(10, -6.0 / 20)
        let music = PlayerBench.music(1, 3500..<4000)
        for (heard, was) in zip(bench.output.samples.suffix(1000), music) {
            #expect(abs(Double(heard) - Double(was) * half) <= 2)
        }
        bench.player.holdDucking(false)
        bench.hear(20_000)
        #expect(bench.output.samples.suffix(2000).elementsEqual(PlayerBench.music(1, 23_000..<24_000)))
    }
}

@Suite("Clips")
struct VoiceClipTests {
    private static func clip(_ codec: FakeCodec, bytes: Int = 100) throws -> VoiceClip {
        let held = Held(codec)
        return try VoiceClip(MemoryByteSource([UInt8](repeating: 0, count: bytes))) { _ throws(AudioError) in held.codec
        }
    }

    private final class Held: @unchecked Sendable {
        let codec: FakeCodec
        init(_ codec: FakeCodec) { self.codec = codec }
    }

    @Test("a clip holds what its codec gives")
    func decoded() throws {
        let clip = try Self.clip(FakeCodec(frameCount: 3000))
        #expect(clip.frameCount == 3000 && clip.channels == 2 && clip.rate == 44_100 && !clip.isCut)
        let word = Int32(bitPattern: FakeCodec.word(track: 1, frame: 2999, channel: 1))
        #expect(clip.samples[2 * 2999 + 1] == Float(Double(word) * 0x1p-31))
    }

    @Test("of more than two channels it has the first two")
    func surround() throws {
        let clip = try Self.clip(FakeCodec(frameCount: 10, channels: 6))
        let word = Int32(bitPattern: FakeCodec.word(track: 1, frame: 9, channel: 1))
        #expect(clip.channels == 2 && clip.samples[2 * 9 + 1] == Float(Double(word) * 0x1p-31))
    }

    @Test("what is longer than five seconds is cut, and says so", arguments: [(220_500, false), (220_501, true)])
    func cut(frames: Int, isCut: Bool) throws {
        let clip = try Self.clip(FakeCodec(frameCount: Int64(frames)))
        #expect(clip.frameCount == 220_500 && clip.isCut == isCut && clip.duration == 5)
    }

    @Test("more than 8 MiB, nothing at all, and what cannot be decoded are refused in one line")
    func refused() throws {
        do {
            _ = try Self.clip(FakeCodec(frameCount: 10), bytes: (8 << 20) + 1)
            Issue.record("too large")
        } catch {
            #expect((error as? AudioError)?.message.contains("at most 8 MiB") == true)
        }
        #expect(throws: AudioError.self) { try Self.clip(FakeCodec(frameCount: 0)) }
        #expect(throws: AudioError.self) { try Self.clip(FakeCodec(frameCount: 10, failsAt: 0)) }
        #expect(try Self.clip(FakeCodec(frameCount: 5000, failsAt: 2000)).frameCount == 2000)
    }

    @Test("samples that are no numbers are silence")
    func notNumbers() {
        let clip = VoiceClip(samples: [.nan, .infinity, 0.5], rate: 8000, channels: 1)
        #expect(clip.samples[0] == 0 && clip.samples[1] == 0 && clip.peak == 0.5)
    }
}

@Suite("Loudness that becomes known late")
struct LateLoudnessTests {
    private static var settings: SoundSettings {
        var settings = SoundSettings()
        settings.stages.replayGain.mode = .track
        return settings
    }

    private static func bench(_ settings: SoundSettings = settings) -> RenderBench {
        let bench = RenderBench(
            ["a": { FakeCodec(frameCount: 20_000) }, "b": { FakeCodec(track: 2, frameCount: 20_000) }],
            settings: settings)
        bench.feeder.load(serial: 1, item: RenderBench.item("a"), seconds: 0)
        bench.feeder.setUpcoming(.track(serial: 2, RenderBench.item("b")))
        bench.feed()
        return bench
    }

    @Test("the gain of the track that plays is walked to in 20 ms, never in a step")
    func current() {
        let bench = Self.bench()
        bench.render(1000)
        bench.renderer.learn(TrackLoudness(trackGain: -6), ofSerial: 1)
        bench.render(4000)
        let music = RenderBench.words(track: 1, frames: 0..<5000)
        #expect(bench.output.prefix(2000).elementsEqual(music.prefix(2000)))
        let half = pow(10, -6.0 / 20)
        for index in 2 * 1000..<2 * 5000 where abs(Double(music[index])) > 0x1p28 {
            let factor = Double(bench.output[index]) / Double(music[index])
            let frames = Double(index / 2 - 1000)
            let expected = frames < 882 ? 1 - (1 - half) * frames / 882 : half
            #expect(abs(factor - expected) < 0.01)
        }
    }

    @Test(
        "the gain of a track that waits in the ring holds from its first frame, and so after a device that was reopened"
    )
    func upcoming() {
        let bench = Self.bench()
        bench.render(1000)
        bench.renderer.learn(TrackLoudness(trackGain: -6), ofSerial: 2)
        bench.render(20_000)
        let half = pow(10, -6.0 / 20)
        let (last, first) = (bench.output[2 * 19_998], bench.output[2 * 20_001])
        #expect(last == RenderBench.words(track: 1, frames: 19_998..<19_999)[0])
        #expect(abs(Double(first) - half * Double(RenderBench.words(track: 2, frames: 1..<2)[0])) < 0x1p16)
        bench.reopen(Self.settings)
        bench.forgetOutput()
        bench.render(1000)
        let word = Double(RenderBench.words(track: 2, frames: 1900..<1901)[0])
        #expect(abs(Double(bench.output[2 * 900]) - half * word) < 0x1p16)
    }

    @Test("while ReplayGain is off what is learned changes nothing, and the samples stay untouched")
    func off() {
        let bench = Self.bench(SoundSettings())
        bench.render(1000)
        bench.renderer.learn(TrackLoudness(trackGain: -6), ofSerial: 1)
        bench.render(3000)
        #expect(bench.output.elementsEqual(RenderBench.words(track: 1, frames: 0..<4000)))
    }

    @Test("the player hands it to the track that plays and to the next one, by what they are")
    @MainActor func player() {
        let bench = PlayerBench([1: 3000, 2: 3000])
        bench.player.settings.stages.replayGain.mode = .track
        bench.player.playQueue(PlayerBench.queue(1, 2))
        bench.hear(1000)
        bench.until("both are open") { bench.player.openLoudness.count == 2 }
        bench.player.learn(TrackLoudness(trackGain: -6), of: PlayerBench.item(1))
        bench.player.learn(TrackLoudness(trackGain: -12), of: PlayerBench.item(2))
        bench.player.learn(TrackLoudness(trackGain: -24), of: PlayerBench.item(3))
        #expect(bench.player.activeStages == [.replayGain])
        #expect(bench.player.openLoudness[PlayerBench.item(2)]?.trackGain == -12)
        bench.hear(3000)
        let word = Double(PlayerBench.music(2, 900..<901)[0])
        #expect(abs(Double(bench.output.samples[2 * 3900]) - word * pow(10, -12.0 / 20)) <= 2)
    }
}
