// The loop while nothing, or nothing serious, goes wrong.

import AudioCore
import Glibc
import Testing

@testable import ALSAOutput

@Suite("playing")
struct PlayingTests {
    @Test("an opened device waits, silent, for run")
    func waits() {
        let rig = Rig.opened()
        #expect(rig.log.names == ["opened 1"])
        #expect(rig.source.formats.count == 1)
        for _ in 0..<5 { rig.loop.turn() }
        #expect(rig.source.rendered == 0)
        #expect(rig.port.calls == ["open 48000"])
    }

    @Test("the buffer is filled before the device starts, and every frame sounds once, in order")
    func inOrder() {
        let rig = Rig.opened()
        rig.send(.run)
        #expect(rig.port.calls == ["open 48000", "start"])
        #expect(rig.port.bufferedFrameCount == 5760)
        rig.play(milliseconds: 2000)
        #expect(rig.port.sounded == rig.music(0..<rig.port.sounded.count))
        #expect(rig.port.sounded.count >= 95_000)
        #expect(rig.counters.underruns.load(ordering: .relaxed) == 0)
    }

    @Test("a device starts when the source has enough to fill it, and is not taken for stuck until then")
    func waitsForTheSource() {
        let rig = Rig.opened()
        rig.source.refusals = 1000
        rig.send(.run)
        rig.play(milliseconds: 20_000)
        #expect(rig.source.refusals < 1000 && rig.source.refusals > 0)
        #expect(rig.port.calls == ["open 48000"])
        #expect(rig.source.rendered == 0)
        rig.source.refusals = 0
        rig.play(milliseconds: 1000)
        #expect(rig.port.calls == ["open 48000", "start"])
        #expect(rig.port.sounded == rig.music(0..<rig.port.sounded.count))
        #expect(!rig.port.sounded.isEmpty)
    }

    @Test(
        "what was heard is what sounded, at every turn, with whatever lies behind the buffer",
        arguments: [0, 333, 4000])
    func heardIsExact(pipeline: Int) {
        let rig = Rig.opened { $0.pipeline = pipeline }
        rig.send(.run)
        for _ in 0..<200 {
            rig.loop.turn()
            #expect(rig.source.heard.last == Int64(rig.port.sounded.count))
        }
    }

    @Test("playing wakes up about once a period")
    func wakeUps() {
        let rig = Rig.opened()
        rig.send(.run)
        let before = rig.port.waits
        rig.play(milliseconds: 3000)
        #expect((95...105).contains(rig.port.waits - before))
    }

    /// A buffer of a quarter of a second, as without real-time priority.
    private func longBuffer() -> Rig {
        let rig = Rig.opened { port in
            port.configuration.bufferFrameCount = 12_000
            port.configuration.periodFrameCount = 1500
        }
        rig.send(.run)
        return rig
    }

    @Test("of a long buffer only 125 ms are filled: what is set is heard within 150, for one wake-up a period")
    func partlyFilled() {
        let rig = longBuffer()
        #expect(rig.port.bufferedFrameCount == 6000)
        let before = rig.port.waits
        var most = 0
        for _ in 0..<96 {
            rig.loop.turn()
            most = max(most, rig.source.rendered - rig.port.sounded.count)
        }
        #expect(most == 6000)
        #expect(rig.port.waits - before == 96)
        #expect((140_000...150_000).contains(rig.port.sounded.count))
        #expect(rig.port.sounded == rig.music(0..<rig.port.sounded.count))
    }

    @Test("a thread that was nearly too late, or was, fills the whole buffer from then on", arguments: [100, 200])
    func late(milliseconds: Int64) {
        let rig = longBuffer()
        rig.play(milliseconds: 500)
        rig.port.advance(milliseconds * 1_000_000)
        rig.play(milliseconds: 500)
        #expect(rig.counters.underruns.load(ordering: .relaxed) == (milliseconds == 100 ? 0 : 1))
        #expect(rig.port.bufferedFrameCount > 10_000)
        // What would have been an underrun before is none now.
        rig.port.advance(200_000_000)
        rig.play(milliseconds: 500)
        #expect(rig.counters.underruns.load(ordering: .relaxed) == (milliseconds == 100 ? 0 : 1))
        #expect(rig.port.sounded == rig.music(0..<rig.port.sounded.count))
    }

    @Test("a device that asks for samples in its own steps is filled to the brim")
    func ownSteps() {
        let rig = Rig.opened { port in
            port.configuration.bufferFrameCount = 12_000
            port.configuration.periodFrameCount = 1500
            port.configuration.wakesAtSpace = false
        }
        rig.send(.run)
        #expect(rig.port.bufferedFrameCount == 12_000)
    }

    @Test("short writes lose and double nothing", arguments: [1, 7, 479, 1000, 1439])
    func shortWrites(most: Int) {
        let rig = Rig.opened { port in port.onWrite = { min($0, most) } }
        rig.send(.run)
        rig.play(milliseconds: 1000)
        #expect(rig.port.sounded == rig.music(0..<rig.port.sounded.count))
        #expect(!rig.port.sounded.isEmpty)
    }

    @Test("a device that says there is space and takes nothing is not asked without pause")
    func noSpinning() {
        let rig = Rig.opened()
        rig.send(.run)
        rig.play(milliseconds: 200)
        rig.port.onWrite = { _ in Int(-EAGAIN) }
        rig.port.onAvailable = { 5760 }
        let (waits, start) = (rig.port.waits, rig.port.now())
        for _ in 0..<100 { rig.loop.turn() }
        // All but the first few of these turns slept half a period.
        #expect(rig.port.now() - start > 90 * 15_000_000)
        #expect(rig.port.waits - waits >= 100)
    }

    @Test("a device that cannot tell its delay is judged by its space")
    func delayErrors() {
        let rig = Rig.opened { port in port.onDelay = { Int.min } }
        rig.send(.run)
        rig.play(milliseconds: 1000)
        #expect(rig.source.heard.last == Int64(rig.port.sounded.count))
    }

    @Test("what still stands in the buffer is not heard, whatever a sound server says of a young stream")
    func youngStream() {
        let rig = Rig.opened { port in port.onDelay = { 0 } }
        rig.send(.run)
        for _ in 0..<100 {
            rig.loop.turn()
            #expect(rig.source.heard.last == Int64(rig.port.sounded.count))
        }
    }

    @Test("heard never falls, whatever the device says of its delay")
    func heardIsMonotone() {
        let rig = Rig.opened()
        var random = SystemRandomNumberGenerator()
        rig.port.onDelay = { Int.random(in: -20_000...20_000, using: &random) }
        rig.send(.run)
        for round in 0..<40 {
            rig.play(milliseconds: 100)
            if round % 3 == 0 { rig.send(.pause, .run) }
        }
        let heard = rig.source.heard
        #expect(zip(heard, heard.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(heard.allSatisfy { $0 <= Int64(rig.source.rendered) })
    }

    @Test("an equal request keeps the device, which falls silent; the source is prepared and its frames count from 0")
    func keeps() {
        let rig = Rig.opened()
        rig.send(.run)
        rig.play(milliseconds: 100)
        rig.send(.open(OutputRequest(rate: 48_000, channels: 2, bits: 24), serial: 2))
        #expect(rig.log.names == ["opened 1", "opened 2"])
        #expect(rig.loop.phase == .silent)
        let before = rig.port.sounded.count
        rig.send(.run)
        rig.play(milliseconds: 300)
        let sounded = rig.port.sounded[before...]
        #expect(Array(sounded.prefix(1000)) == rig.music(0..<1000))
        #expect(rig.source.heard.last == Int64(sounded.count))
        rig.send(.pause, .open(OutputRequest(rate: 48_000, channels: 2, bits: 24), serial: 3))
        #expect(rig.port.calls.filter { $0.hasPrefix("open") }.count == 1)
        #expect(rig.source.formats.count == 3)
        #expect(rig.source.heard == [])
    }

    @Test("a device that runs wide enough is kept for fewer bits; for more it is opened again")
    func keepsForFewerBits() {
        let rig = Rig.opened()
        rig.port.otherFormat = DeviceFormat(rate: 48_000, channels: 2, layout: .s16, significantBits: 16)
        rig.send(.open(OutputRequest(rate: 48_000, channels: 2, bits: 16), serial: 2))
        #expect(rig.port.calls.filter { $0.hasPrefix("open") }.count == 1)
        rig.port.otherFormat = DeviceFormat(rate: 48_000, channels: 2, layout: .s24in4, significantBits: 24)
        rig.send(.open(OutputRequest(rate: 48_000, channels: 2, bits: 32), serial: 3))
        #expect(rig.port.calls.filter { $0.hasPrefix("open") }.count == 2)
        #expect(rig.log.names == ["opened 1", "opened 2", "opened 3"])
    }

    @Test("a device of two channels is kept for one, a device of one is opened again for two that it takes")
    func keepsForFewerChannels() {
        for (first, second, openCount) in [(2, 1, 1), (1, 2, 2)] {
            let rig = Rig()
            rig.port.offers = ListedSpace(channelCounts: [1, 2], rates: [48_000], layouts: [.s32])
            rig.send(.open(OutputRequest(rate: 48_000, channels: first, bits: 16), serial: 1))
            rig.send(.open(OutputRequest(rate: 48_000, channels: second, bits: 16), serial: 2))
            #expect(rig.port.calls.filter { $0.hasPrefix("open") }.count == openCount)
            #expect(rig.log.descriptions.map(\.format.channels) == [first, 2])
        }
    }

    @Test("another rate closes before it opens, and plays silence at the new rate before the music")
    func anotherRate() {
        let rig = Rig.opened()
        rig.send(.run)
        rig.play(milliseconds: 100)
        rig.port.forgetCalls()
        let before = rig.port.sounded.count
        rig.send(.open(OutputRequest(rate: 96_000, channels: 2, bits: 24), serial: 2), .run)
        #expect(rig.port.calls.filter { $0 != "rewind" } == ["drop", "close", "open 96000", "start"])
        let faded = rig.port.sounded.count
        rig.play(milliseconds: 400)
        let sounded = rig.port.sounded[faded...]
        #expect(faded > before)
        #expect(sounded.prefix(14_400).allSatisfy { $0 == 0 })
        #expect(Array(sounded.dropFirst(14_400).prefix(1000)) == rig.music(0..<1000))
        #expect(rig.source.heard.last == Int64(sounded.count - 14_400))
    }

    @Test("a refused open is answered by its error, and the next may succeed")
    func busy() {
        let rig = Rig()
        rig.port.refusal = AudioError(.device, path: "hw:CARD=DAC,DEV=0", "busy")
        rig.send(.open(OutputRequest(rate: 48_000, channels: 2, bits: 16), serial: 1), .run)
        #expect(rig.log.names == ["failed 1"])
        #expect(rig.log.errors.first?.code == .device)
        #expect(rig.loop.phase == .closed)
        rig.port.refusal = nil
        rig.send(.open(OutputRequest(rate: 48_000, channels: 2, bits: 16), serial: 2))
        #expect(rig.log.names == ["failed 1", "opened 2"])
    }

    @Test(
        "a request that no device can mean is refused",
        arguments: [(0, 2), (-1, 2), (Int.max, 2), (48_000, 0), (48_000, Int.max)])
    func absurd(rate: Int, channels: Int) {
        let rig = Rig()
        rig.send(.open(OutputRequest(rate: rate, channels: channels, bits: 16), serial: 9))
        #expect(rig.log.names == ["failed 9"])
        #expect(rig.port.calls.isEmpty)
    }

    @Test("close answers, also when nothing is open, and run on a closed device does nothing")
    func close() {
        let rig = Rig.opened()
        rig.send(.run)
        rig.play(milliseconds: 50)
        rig.send(.close)
        #expect(rig.log.names == ["opened 1", "closed 1"])
        #expect(rig.port.current == .open)
        rig.send(.run, .close)
        #expect(rig.loop.phase == .closed)
        #expect(rig.log.names == ["opened 1", "closed 1", "closed 1"])
    }
}
