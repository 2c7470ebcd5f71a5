// A knob as a FIFO of the kernel's input events turns the focus of the shipped screens, as it does on a console.

import Evdev
import Glibc
import Scene
import TestSupport
import Testing

@testable import HeadUnit

@Suite("A knob through a FIFO", .serialized)
@MainActor
struct KnobFifoTests {
    /// `struct input_event` of a 64-bit kernel (linux/input.h): two words of time, type, code, value.
    private func event(_ type: UInt16, _ code: UInt16, _ value: Int32, at time: Double) -> [UInt8] {
        func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
            withUnsafeBytes(of: value.littleEndian) { Array($0) }
        }
        let whole = Int64(time)
        return little(whole) + little(Int64((time - Double(whole)) * 1e6)) + little(type) + little(code) + little(value)
    }

    /// Ticks, each with the report that ends it, 200 ms apart.
    private func ticks(_ values: [Int32], from time: inout Double, code: UInt16 = 7) -> [UInt8] {
        values.flatMap { value -> [UInt8] in
            time += 0.2
            return event(2, code, value, at: time) + event(0, 0, 0, at: time)
        }
    }

    @Test("ticks move the focus, a key pair presses, and a second knob is the volume")
    func knob() throws {
        let driver = try Driver(try MusicFixture())
        defer { driver.end() }
        try driver.run(
            "until ready\ntap \"Albums\"\nwait 400\nkey play\nuntil state.status == \"playing\"\nkey pause\nwait 1200")
        let folder = TemporaryFolder()
        let paths = ["focus", "volume"].map { folder.path + "/" + $0 }
        for path in paths { #expect(mkfifo(path, 0o600) == 0) }
        var time = driver.drive.now + 1
        let clock = Clock(time)
        let inputs = EvdevInputs(
            configuration: InputConfiguration(knobs: [
                KnobConfiguration(device: paths[0]), KnobConfiguration(device: paths[1], role: .volume),
            ]), picture: PictureGeometry(width: 1024, height: 600), root: folder.path, now: { clock.time })
        _ = inputs.read()
        let writers = paths.map { open($0, O_WRONLY | O_NONBLOCK | O_CLOEXEC) }
        defer { for writer in writers { close(writer) } }
        #expect(writers.allSatisfy { $0 >= 0 })

        func deliver(_ bytes: [UInt8], to writer: Int32) {
            #expect(write(writer, bytes, bytes.count) == bytes.count)
            clock.time = time
            for event in inputs.read() { driver.drive.session.handle(event) }
        }
        // The first only shows the focus: it was a finger before.
        deliver(ticks([1], from: &time), to: writers[0])
        #expect(driver.stage.tree(now: time).mode == .knob)
        let start = driver.stage.tree(now: time).focus?.row
        deliver(ticks([1, 1, -1, 1], from: &time), to: writers[0])
        #expect(driver.stage.tree(now: time).focus?.row == start.map { $0 + 2 })
        // The knob's own key.
        time += 0.3
        deliver(event(1, 28, 1, at: time) + event(0, 0, 0, at: time), to: writers[0])
        time += 0.1
        deliver(event(1, 28, 0, at: time) + event(0, 0, 0, at: time), to: writers[0])
        time += 0.5
        #expect(driver.stage.tree(now: time).screen == "album")

        let before = try #require(driver.services.player).settings.volume.value
        deliver(ticks([-1, -1, -1], from: &time), to: writers[1])
        #expect(try #require(driver.services.player).settings.volume.value == before - 3)
        #expect(driver.stage.tree(now: time).overlay == .volume)
        #expect(driver.stage.tree(now: time).screen == "album", "the volume knob moves no focus")
    }

    private final class Clock {
        var time: Double
        init(_ time: Double) { self.time = time }
    }
}
