// Falling silent and sounding again.

import AudioCore
import Glibc
import Testing

@testable import ALSAOutput

@Suite("pause")
struct PauseTests {
    @Test(
        "a pause falls to silence over 10 ms and the next run rises over the same 10 ms: no frame is lost or doubled",
        arguments: [0, 100, 2000], [(true, true), (false, true), (false, false)])
    func roundTrip(pipeline: Int, device: (isCoarse: Bool, canRewind: Bool)) throws {
        let rig = Rig.opened { port in
            port.pipeline = pipeline
            port.configuration.isCoarse = device.isCoarse
            port.configuration.canRewind = device.canRewind
        }
        rig.send(.run)
        rig.play(milliseconds: 500)
        rig.send(.pause)
        let stop = Int(try #require(rig.source.heard.last))
        #expect(rig.music == rig.music(0..<stop) + rig.faded(stop..<(stop + 480), rises: false))
        rig.send(.run)
        rig.play(milliseconds: 500)
        let count = rig.music.count
        let expected =
            rig.music(0..<stop) + rig.faded(stop..<(stop + 480), rises: false)
            + rig.faded(stop..<(stop + 480), rises: true) + rig.music((stop + 480)..<(stop + 40_000))
        #expect(rig.music == Array(expected.prefix(count)))
        #expect(count > stop + 10_000)
    }

    @Test("a pause is heard within 150 ms", arguments: [0, 1440])
    func latency(pipeline: Int) {
        let rig = Rig.opened { port in
            port.pipeline = pipeline
            port.configuration.isCoarse = true
        }
        rig.send(.run)
        rig.play(milliseconds: 300)
        let start = rig.port.now()
        rig.send(.pause)
        #expect(rig.loop.phase == .silent)
        #expect(rig.port.now() - start <= 150_000_000)
    }

    @Test("a rewind keeps 15 ms clear of the play pointer, and one more period where the pointer is coarse")
    func clearance() throws {
        for isCoarse in [false, true] {
            let rig = Rig.opened { $0.configuration.isCoarse = isCoarse }
            rig.send(.run)
            rig.play(milliseconds: 500)
            let sounded = rig.port.sounded.count
            rig.send(.pause)
            let stop = Int(try #require(rig.source.heard.last))
            #expect(stop - sounded == 720 + (isCoarse ? 1440 : 0))
        }
    }

    @Test("where nothing can be rewound the buffer is played out, and the pause is heard right behind it")
    func withoutRewind() throws {
        let rig = Rig.opened { $0.configuration.canRewind = false }
        rig.send(.run)
        rig.play(milliseconds: 500)
        let (start, buffered) = (rig.port.now(), rig.port.bufferedFrameCount)
        let sounded = rig.port.sounded.count
        rig.send(.pause)
        #expect(Int(try #require(rig.source.heard.last)) == sounded + buffered)
        #expect(rig.port.now() - start <= Int64(buffered + 480 + 480) * 1_000_000_000 / 48_000)
        #expect(!rig.port.calls.contains("rewind"))
    }

    /// What sounded, from a cut at `stop` on, is the same frames again, rising.
    private func expectCut(_ rig: Rig, at stop: Int) {
        #expect(rig.source.heard.last == Int64(stop))
        rig.send(.run)
        rig.play(milliseconds: 300 + Int64(rig.port.pipeline) / 48)
        let expected =
            rig.music(0..<stop) + rig.faded(stop..<(stop + 480), rises: true)
            + rig.music((stop + 480)..<(stop + 40_000))
        #expect(rig.music == Array(expected.prefix(rig.music.count)))
        #expect(rig.music.count > stop + 5000)
    }

    /// A device that plays out what it was given, of so many frames, in front of a pipeline of so many.
    private func withoutRewind(buffer: Int, pipeline: Int) -> Rig {
        Rig.opened { port in
            port.configuration.canRewind = false
            port.configuration.bufferFrameCount = buffer
            port.configuration.wakesAtSpace = false
            port.pipeline = pipeline
        }
    }

    @Test("a buffer too long to be played out is dropped at once, and what was not heard plays again")
    func longBuffer() {
        let rig = withoutRewind(buffer: 19_200, pipeline: 700)
        rig.send(.run)
        rig.play(milliseconds: 900)
        let start = rig.port.now()
        rig.send(.pause)
        #expect(rig.port.now() == start)
        expectCut(rig, at: rig.port.sounded.count)
    }

    @Test("what a server holds back for longer than a pause may take is dropped, and plays again")
    func longPipeline() {
        let rig = withoutRewind(buffer: 13_440, pipeline: 26_000)
        rig.send(.run)
        rig.play(milliseconds: 1500)
        let start = rig.port.now()
        rig.send(.pause)
        #expect(rig.loop.phase == .silent)
        #expect(rig.port.now() - start <= 600_000_000)
        expectCut(rig, at: rig.port.sounded.count)
    }

    @Test("where a rewind fails the buffer is played out", arguments: [0, -Int(EPIPE), -Int(ENOSYS)])
    func rewindRefused(rewindable: Int) {
        let rig = Rig.opened { port in port.onRewindable = { rewindable } }
        rig.send(.run)
        rig.play(milliseconds: 500)
        let end = rig.port.sounded.count + rig.port.bufferedFrameCount
        rig.send(.pause)
        #expect(rig.source.heard.last == Int64(end))
        #expect(!rig.port.calls.contains("rewind"))
        #expect(rig.music == rig.music(0..<end) + rig.faded(end..<(end + 480), rises: false))
    }

    @Test("a rewind that reaches less far fades later")
    func shortRewind() {
        let rig = Rig.opened { port in port.onRewindable = { 2000 } }
        rig.send(.run)
        rig.play(milliseconds: 500)
        rig.send(.pause, .run)
        rig.play(milliseconds: 200)
        #expect(rig.faithfulFrameCount() != nil)
    }

    @Test("paused, the thread sleeps until it is called")
    func sleeps() {
        let rig = Rig.opened()
        rig.send(.run)
        rig.play(milliseconds: 100)
        rig.send(.pause)
        let (endless, waits) = (rig.port.endlessSleeps, rig.port.waits)
        for _ in 0..<10 { rig.loop.turn() }
        // The bell that brought the command may still ring once.
        #expect(rig.port.waits - waits == 10)
        #expect(rig.port.endlessSleeps - endless >= 9)
    }

    @Test("run right after pause neither opens nor closes")
    func pauseAndRun() {
        let rig = Rig.opened()
        rig.send(.run)
        rig.play(milliseconds: 100)
        rig.port.forgetCalls()
        rig.send(.pause, .run)
        rig.play(milliseconds: 200)
        #expect(Set(rig.port.calls) == ["rewind", "drop", "prepare", "start"])
        #expect(rig.loop.phase == .playing)
    }

    @Test("discard while paused: what was cut off does not play, and heard goes on behind it")
    func discardPaused() throws {
        let rig = Rig.opened()
        rig.send(.run)
        rig.play(milliseconds: 500)
        rig.send(.pause)
        let stop = Int(try #require(rig.source.heard.last))
        let rendered = rig.source.rendered
        rig.send(.discard, .run)
        rig.play(milliseconds: 300)
        let expected =
            rig.music(0..<stop) + rig.faded(stop..<(stop + 480), rises: false)
            + rig.music(rendered..<(rendered + 40_000))
        #expect(rig.music == Array(expected.prefix(rig.music.count)))
        #expect(rig.source.heard.last == Int64(rendered + rig.music.count - stop - 480))
    }

    @Test("discard while playing falls silent, drops what was rendered, and plays on")
    func discardPlaying() throws {
        let rig = Rig.opened()
        rig.send(.run)
        rig.play(milliseconds: 500)
        let rendered = rig.source.rendered
        rig.send(.discard)
        #expect(rig.loop.phase == .playing)
        rig.play(milliseconds: 300)
        let fresh = try #require(rig.music.firstIndex(of: CountingSource.value(of: rendered)))
        #expect(Array(rig.music[fresh...]) == rig.music(rendered..<(rendered + rig.music.count - fresh)))
    }

    @Test("another format while paused forgets what was cut off")
    func reopenPaused() {
        let rig = Rig.opened()
        rig.send(.run)
        rig.play(milliseconds: 500)
        rig.send(.pause, .open(OutputRequest(rate: 44_100, channels: 2, bits: 16), serial: 2), .run)
        let before = rig.music.count
        rig.play(milliseconds: 500)
        #expect(Array(rig.music[before...]) == rig.music(0..<(rig.music.count - before)))
    }

    @Test("a device that loses nothing stops without a fade and goes on at the next frame")
    func capture() {
        let rig = Rig.opened { $0.configuration.keepsWhatItTakes = true }
        rig.send(.run)
        rig.play(milliseconds: 500)
        rig.send(.pause)
        #expect(!rig.port.calls.contains("rewind"))
        #expect(rig.source.heard.last == Int64(rig.source.rendered))
    }

    @Test(
        "a device that lies about its delay holds up neither a pause nor the end",
        arguments: [OutputCommand.pause, .shutDown])
    func endlessDelay(command: OutputCommand) {
        let rig = Rig.opened()
        rig.send(.run)
        rig.play(milliseconds: 500)
        rig.port.onDelay = { 1 << 50 }
        let start = rig.port.now()
        rig.send(command)
        #expect(rig.loop.phase != .fading && rig.loop.phase != .playing)
        #expect(rig.port.now() - start <= (command == .pause ? 550_000_000 : 300_000_000))
    }

    @Test("the end falls over 50 ms where it can, and the handle is closed", arguments: [true, false])
    func farewell(canRewind: Bool) {
        let rig = Rig.opened { $0.configuration.canRewind = canRewind }
        rig.send(.run)
        rig.play(milliseconds: 500)
        let start = rig.port.now()
        rig.send(.shutDown)
        #expect(rig.loop.hasEnded)
        #expect(rig.port.current == .open)
        #expect(rig.port.now() - start <= 250_000_000)
        let music = rig.music
        let stop = music.count - 2400
        #expect(Array(music[stop...]) == rig.faded(stop..<music.count, rises: false))
        #expect(Array(music[..<stop]) == rig.music(0..<stop))
    }

    @Test(
        "a pause in the silence after a change of rate loses no frame", arguments: [10, 60, 100, 140, 200] as [Int64])
    func pauseInLeadIn(milliseconds: Int64) {
        let rig = Rig.opened()
        rig.send(.open(OutputRequest(rate: 44_100, channels: 2, bits: 24), serial: 2), .run)
        rig.play(milliseconds: milliseconds)
        rig.send(.pause)
        #expect(rig.loop.phase == .silent)
        rig.send(.run)
        rig.play(milliseconds: 500)
        #expect((rig.faithfulFrameCount() ?? 0) > 8000)
    }

    @Test("random pauses, short writes and pipelines lose and double nothing", arguments: 0..<12)
    func property(seed: UInt64) {
        var random = SplitMix(state: seed)
        let rig = Rig.opened { port in
            port.pipeline = random.next(below: 3000)
            port.configuration.isCoarse = seed % 2 == 0
            let most = 1 + random.next(below: 2000)
            port.onWrite = { min($0, most) }
        }
        for _ in 0..<12 {
            rig.send(.run)
            rig.play(milliseconds: Int64(200 + random.next(below: 300)))
            rig.send(.pause)
        }
        rig.send(.run)
        rig.play(milliseconds: 300)
        let count = rig.faithfulFrameCount() ?? 0
        #expect(count > 100_000)
    }
}

/// A small generator with a seed, so that a failure repeats.
struct SplitMix {
    var state: UInt64

    mutating func next(below bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }
}
