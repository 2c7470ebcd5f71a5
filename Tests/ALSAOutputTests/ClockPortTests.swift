// The device `null:` on a clock that only moves when it is slept on.

import AudioCore
import Glibc
import Testing

@testable import ALSAOutput

final class HandClock: OutputClock {
    var instant: Int64 = 0
    func now() -> Int64 { instant }
    func sleep(_ timeout: Int64?, orUntil bell: Bell) -> Bool {
        instant += timeout ?? 0
        return false
    }
}

@Suite("the device paced by the clock")
struct ClockPortTests {
    let clock = HandClock()
    let port: ClockPort<HandClock>
    let frames = [UInt8](repeating: 0, count: 8 * 200_000)

    init() {
        port = ClockPort(clock: clock, bell: Bell())
    }

    private func write(_ count: Int) -> Int {
        frames.withUnsafeBytes { port.write($0.baseAddress!, frameCount: count) }
    }

    @Test(
        "it takes any rate, channels and word length",
        arguments: [(44_100, 2, 16, SampleLayout.s16), (384_000, 6, 32, .s32), (8_000, 1, 24, .s24in3)])
    func takesAll(rate: Int, channels: Int, bits: Int, layout: SampleLayout) throws {
        let configuration = try port.open(
            OutputRequest(rate: rate, channels: channels, bits: bits), bufferMilliseconds: 120)
        #expect(
            configuration.format
                == DeviceFormat(rate: rate, channels: channels, layout: layout, significantBits: layout.bits))
        #expect(configuration.bufferFrameCount == 4 * configuration.periodFrameCount)
        #expect(configuration.isDirect == false && configuration.indirectReason == nil)
    }

    @Test("it takes a buffer at once and then exactly its rate", arguments: [44_100, 48_000, 192_000])
    func pace(rate: Int) throws {
        let configuration = try port.open(OutputRequest(rate: rate, channels: 2, bits: 16), bufferMilliseconds: 120)
        #expect(write(200_000) == configuration.bufferFrameCount)
        #expect(write(1) == Int(-EAGAIN))
        #expect(port.start() == 0)
        var taken = configuration.bufferFrameCount
        while clock.instant < 10_000_000_000 {
            #expect(port.wait(forSpace: true, timeout: nil) == .space)
            taken += write(200_000)
        }
        #expect(taken - port.delay() == Int(clock.instant / 1000) * rate / 1_000_000)
    }

    @Test("a day at 192 kHz loses no frame")
    func day() {
        var buffer = VirtualBuffer(rate: 192_000, frameCount: 1000)
        buffer.start(at: 5)
        #expect(buffer.due(at: 5 + 86_400 * 1_000_000_000) == 86_400 * 192_000)
    }

    @Test("a late writer to a file does not catch up in a burst")
    func forgiveness() {
        var buffer = VirtualBuffer(rate: 1000, frameCount: 100)
        buffer.write(100)
        buffer.start(at: 0)
        buffer.forgiveRunningDry(at: 50_000_000)
        #expect(buffer.filled(at: 50_000_000) == 50)
        buffer.forgiveRunningDry(at: 900_000_000)
        buffer.write(100)
        #expect(buffer.space(at: 900_000_000) == 0)
        #expect(buffer.time(untilFree: 25, at: 900_000_000) == 25_000_000)
        #expect(buffer.filled(at: 940_000_000) == 60)
    }

    @Test("it runs dry when it is fed too late, and plays on after prepare")
    func underrun() throws {
        _ = try port.open(OutputRequest(rate: 48_000, channels: 2, bits: 16), bufferMilliseconds: 120)
        #expect(write(1000) == 1000)
        #expect(port.start() == 0)
        clock.instant += 30_000_000
        #expect(port.available(exact: false) == Int(-EPIPE))
        #expect(port.state() == .underrun)
        #expect(write(10) == Int(-EPIPE))
        #expect(port.prepare() == 0)
        #expect(write(10) == 10)
        #expect(port.delay() == 10)
    }

    @Test("what has not played can be taken back, and no more")
    func rewind() throws {
        _ = try port.open(OutputRequest(rate: 48_000, channels: 2, bits: 16), bufferMilliseconds: 120)
        #expect(write(5000) == 5000)
        #expect(port.start() == 0)
        clock.instant += 10_000_000
        #expect(port.rewindable() == 4520)
        #expect(port.rewind(9999) == 4520)
        #expect(port.delay() == 0)
    }

    @Test("what it cannot play is refused by name", arguments: [(0, 2), (48_000, 0), (2_000_000, 2)])
    func refuses(rate: Int, channels: Int) {
        do {
            _ = try port.open(OutputRequest(rate: rate, channels: channels, bits: 16), bufferMilliseconds: 120)
            Issue.record("opened")
        } catch {
            #expect(error.code == .device && error.path == "null:")
        }
    }
}
