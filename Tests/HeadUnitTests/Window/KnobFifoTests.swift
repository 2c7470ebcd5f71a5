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

    @Test("ticks move the focus, a key pair presses, and a second knob is the volume")
    func knob() throws {
        let driver = try Driver(try MusicFixture())
        defer { driver.end() }
        try driver.run(
            "until ready\ntap \"Albums\"\nwait 400\nkey play\nuntil state.status == \"playing\"\nkey pause\nwait 1200")
        let folder = TemporaryFolder()
        let paths = ["focus", "volume"].map { folder.path + "/" + $0 }
        for path in paths { #expect(mkfifo(path, 0o600) == 0) }
        let inputs = EvdevInputs(
            configuration: InputConfiguration(knobs: [
                KnobConfiguration(device: paths[0]), KnobConfiguration(device: paths[1], role: .volume),
            ]), picture: PictureGeometry(width: 1024, height: 600), root: folder.path, now: { driver.drive.now })
        _ = inputs.read()
        let writers = paths.map { open($0, O_WRONLY | O_NONBLOCK | O_CLOEXEC) }
        defer { for writer in writers { close(writer) } }
        #expect(writers.allSatisfy { $0 >= 0 })

        /// Each event with the report that ends it, and time to be drawn.
        func deliver(_ type: UInt16, _ code: UInt16, _ values: [Int32], to writer: Int32) throws {
            for value in values {
                let now = driver.drive.now
                let bytes = event(type, code, value, at: now) + event(0, 0, 0, at: now)
                #expect(write(writer, bytes, bytes.count) == bytes.count)
                for event in inputs.read() { driver.drive.session.handle(event) }
                try driver.run("wait 200")
            }
        }
        // The first only shows the focus: it was a finger before.
        #expect(driver.tree.mode == .touch)
        try deliver(2, 7, [1], to: writers[0])
        #expect(driver.tree.mode == .knob)
        let start = try #require(driver.tree.focus?.row)
        try deliver(2, 7, [1, 1, -1, 1], to: writers[0])
        #expect(driver.tree.focus?.row == start + 2)
        // The knob's own key, down and up.
        try deliver(1, 28, [1, 0], to: writers[0])
        #expect(driver.tree.screen == "album")

        let before = try #require(driver.services.player).settings.volume.value
        let focus = driver.tree.focus
        try deliver(2, 7, [-1, -1, -1], to: writers[1])
        #expect(try #require(driver.services.player).settings.volume.value == before - 3)
        #expect(driver.tree.overlay == .volume)
        #expect(driver.tree.focus == focus, "the volume knob moves no focus")
    }
}
