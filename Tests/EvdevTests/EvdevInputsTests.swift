// The whole reader over real FIFOs and a real folder watch, on a clock that the test moves.

import FoundationEssentials
import Glibc
import Scene
import TestSupport
import Testing

@testable import Evdev

@Suite("Devices that come, speak and go")
struct EvdevInputsTests {
    private let bench = Bench()

    private func isReadable() -> Bool {
        var polled = bench.evdev.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        return poll(&polled, nfds_t(polled.count), 0) > 0
    }

    @Test("a turn of a configured knob wakes poll and comes out as ticks")
    func knob() {
        let fifo = bench.fifo("event0")
        bench.start(InputConfiguration(knobs: [KnobConfiguration(device: fifo.path, axis: .dial, reverse: true)]))
        #expect(!isReadable())
        fifo.send([Send.dial(1), Send.report])
        #expect(isReadable())
        #expect(bench.kinds() == [.rotate(-1)])
        #expect(!isReadable())
        #expect(bench.evdev.devices == [.init(path: fifo.path, name: "", use: .knob)])
        #expect(bench.evdev.deadline == nil)
    }

    @Test("two knobs, one for focus and one for volume, and a keyboard, in order of time")
    func several() {
        let (focus, volume, keyboard) = (bench.fifo("event0"), bench.fifo("event1"), bench.fifo("event2"))
        bench.start(
            InputConfiguration(knobs: [
                KnobConfiguration(device: focus.path),
                KnobConfiguration(device: bench.root + "/event[1]", role: .volume),
            ]))
        // The first stamp of each FIFO is now; the distances are kept.
        keyboard.send(Send.tap("KEY_LEFT").map { $0.at(900) } + [Send.key("KEY_RIGHT", 1).at(900.5)])
        volume.send([Send.dial(2).at(5), Send.dial(-1).at(5.25)])
        focus.send([Send.dial(1)])
        let events = bench.read()
        #expect(
            events.map(\.kind) == [.rotate(1), .volume(2), .nudge(.left), .volume(-1), .nudge(.right)])
        #expect(zip(events, [1000, 1000, 1000, 1000.25, 1000.5]).allSatisfy { abs($0.time - $1) < 1e-6 })
    }

    @Test("fingers come out in pixels of the turned picture, and follow when it is turned again")
    func touch() {
        let fifo = bench.fifo("event0")
        bench.start(
            InputConfiguration(touch: TouchConfiguration(device: fifo.path)),
            picture: PictureGeometry(width: 480, height: 800, rotation: 90))
        fifo.send(Send.down(0, id: 1, 699, 100))
        #expect(bench.kinds() == [.touch(finger: 0, phase: .began, x: 100, y: 100)])
        bench.evdev.picture = PictureGeometry(width: 800, height: 480)
        fifo.send(Send.up(0) + Send.down(0, id: 2, 699, 100))
        #expect(bench.kinds().last == .touch(finger: 0, phase: .began, x: 699, y: 100))
    }

    @Test("a digitiser that keeps its own orientation sends pixels of that orientation")
    func ownOrientation() {
        let fifo = bench.fifo("event0")
        bench.start(
            InputConfiguration(touch: TouchConfiguration(device: fifo.path, rotate: 0)),
            picture: PictureGeometry(width: 480, height: 800, rotation: 90))
        fifo.send(Send.down(0, id: 1, 100, 700))
        #expect(bench.kinds() == [.touch(finger: 0, phase: .began, x: 100, y: 700)])
    }

    @Test("a FIFO with its own coordinates is calibrated by the ranges given")
    func touchRange() {
        let fifo = bench.fifo("event0")
        bench.start(
            InputConfiguration(touch: TouchConfiguration(device: fifo.path, maximumX: 4095, maximumY: 4095)))
        fifo.send(Send.down(0, id: 1, 4095, 2048))
        #expect(bench.kinds() == [.touch(finger: 0, phase: .began, x: 799, y: 240)])
    }

    @Test("an event in pieces is put together")
    func pieces() {
        let fifo = bench.fifo("event0")
        bench.start()
        let bytes = Send.tap("KEY_N").flatMap(\.bytes)
        var kinds: [InputEvent.Kind] = []
        for byte in bytes {
            fifo.send(bytes: [byte])
            kinds += bench.kinds()
        }
        #expect(kinds == [.key(.next)])
    }

    @Test("pulled out, a device's finger is cancelled, its press is lost, its wire is unknown")
    func unplugged() {
        let (panel, keyboard) = (bench.fifo("event0"), bench.fifo("event1"))
        bench.start(
            InputConfiguration(
                touch: TouchConfiguration(device: panel.path),
                switches: [.headlights: .device(keyboard.path, code: "KEY_F1")]))
        panel.send(Send.down(0, id: 1, 50, 60))
        keyboard.send([Send.key("KEY_F1", 1), Send.key("KEY_ENTER", 1)])
        #expect(bench.read().count == 2)
        #expect(bench.evdev.switches == [.headlights: true])
        #expect(!bench.evdev.takePressCancellation())
        panel.hangUp()
        keyboard.hangUp()
        #expect(bench.kinds() == [.touch(finger: 0, phase: .cancelled, x: 50, y: 60)])
        #expect(bench.evdev.takePressCancellation() && !bench.evdev.takePressCancellation())
        #expect(bench.evdev.switches.isEmpty)
        // A FIFO that was left does not keep the loop awake, and may be written to again.
        #expect(!isReadable())
        keyboard.send(Send.tap("KEY_N"))
        #expect(bench.kinds() == [.key(.next)])
    }

    @Test("a writer that comes just after another left loses nothing")
    func writersInTurn() {
        let fifo = bench.fifo("event0")
        bench.start()
        var kinds: [InputEvent.Kind] = []
        for _ in 0..<20 {
            fifo.send(Send.tap("KEY_N"))
            fifo.hangUp()
            kinds += bench.kinds()
            fifo.send(Send.tap("KEY_V"))
            kinds += bench.kinds()
            fifo.hangUp()
            kinds += bench.kinds()
        }
        #expect(kinds == (0..<20).flatMap { _ in [.key(.next), .key(.previous)] as [InputEvent.Kind] })
    }

    @Test("a device plugged in later is found, one taken away is gone, one that returns is found again")
    func hotPlug() {
        bench.start(InputConfiguration(knobs: [KnobConfiguration(device: bench.root + "/event7")]))
        #expect(bench.evdev.devices.isEmpty)
        for _ in 0..<2 {
            let fifo = bench.fifo("event7")
            #expect(isReadable())
            #expect(bench.settle().isEmpty)
            #expect(bench.evdev.devices.map(\.use) == [.knob])
            fifo.send([Send.dial(3)])
            #expect(bench.kinds() == [.rotate(3)])
            fifo.send([Send.key("KEY_ENTER", 1)])
            _ = bench.read()
            #expect(unlink(fifo.path) == 0)
            #expect(bench.settle().isEmpty)
            #expect(bench.evdev.devices.isEmpty && bench.evdev.takePressCancellation())
        }
        #expect(bench.lines.filter { $0.contains("is open as a knob for focus") }.count == 2)
        #expect(bench.lines.filter { $0.hasSuffix("is gone") }.count == 2)
    }

    @Test("a device that another took the place of between two looks is opened anew")
    func replaced() {
        let first = bench.fifo("event0")
        bench.start()
        // Kept in place by another name, so that the second one cannot have its number.
        #expect(rename(first.path, bench.root + "/kept") == 0)
        let second = bench.fifo("event0")
        #expect(bench.settle().isEmpty)
        second.send(Send.tap("KEY_N"))
        #expect(bench.kinds() == [.key(.next)])
    }

    @Test("a device that is not allowed yet is opened when its permissions come", .enabled(if: geteuid() != 0))
    func permissions() {
        let fifo = bench.fifo("event0")
        #expect(chmod(fifo.path, 0) == 0)
        bench.start()
        #expect(bench.evdev.devices.isEmpty && bench.evdev.deadline != nil)
        #expect(bench.lines == ["input: \(fifo.path) cannot be opened yet: permission denied"])
        #expect(chmod(fifo.path, 0o600) == 0)
        #expect(isReadable())
        #expect(bench.settle().isEmpty)
        #expect(bench.evdev.devices.count == 1)
    }

    @Test("a folder that is not there yet is looked for again")
    func lateFolder() {
        let root = bench.root + "/input"
        bench.start(root: root)
        #expect(bench.evdev.deadline != nil)
        #expect(mkdir(root, 0o700) == 0)
        let fifo = bench.fifo("input/event0")
        bench.clock.time = bench.evdev.deadline ?? 0
        #expect(bench.read().isEmpty)
        fifo.send(Send.tap("KEY_N"))
        #expect(bench.kinds() == [.key(.next)])
        #expect(bench.evdev.deadline == nil)
    }

    @Test("a name by place that comes after the device gives it its role")
    func lateLink() {
        let fifo = bench.fifo("event0")
        #expect(mkdir(bench.root + "/by-path", 0o700) == 0)
        bench.start(InputConfiguration(knobs: [KnobConfiguration(device: bench.root + "/by-path/*rotary*")]))
        #expect(bench.evdev.devices.map(\.use) == [.keys])
        #expect(symlink("../event0", bench.root + "/by-path/platform-rotary@11-event") == 0)
        #expect(isReadable())
        #expect(bench.settle().isEmpty)
        #expect(bench.evdev.devices == [.init(path: fifo.path, name: "", use: .knob)])
        fifo.send([Send.dial(1)])
        #expect(bench.kinds() == [.rotate(1)])
    }

    @Test("a configured path need not be in the folder of devices")
    func elsewhere() {
        #expect(mkdir(bench.root + "/devices", 0o700) == 0)
        let fifo = bench.fifo("knob")
        bench.start(
            InputConfiguration(knobs: [KnobConfiguration(device: fifo.path, axis: .keys)]),
            root: bench.root + "/devices")
        fifo.send(Send.tap("KEY_VOLUMEUP"))
        #expect(bench.kinds() == [.rotate(1)])
    }

    @Test("after a gap no finger of a FIFO is left on the picture")
    func gap() {
        let fifo = bench.fifo("event0")
        bench.start(InputConfiguration(touch: TouchConfiguration(device: fifo.path)))
        fifo.send(Send.down(0, id: 1, 5, 5) + Send.down(1, id: 2, 9, 9) + [Send.dropped] + Send.up(0))
        #expect(
            bench.kinds().suffix(2) == [
                .touch(finger: 0, phase: .cancelled, x: 5, y: 5), .touch(finger: 1, phase: .cancelled, x: 9, y: 9),
            ])
        fifo.send(Send.place(7, 7) + [Send.report] + Send.down(0, id: 3, 8, 8))
        #expect(bench.kinds() == [.touch(finger: 0, phase: .began, x: 8, y: 8)])
    }

    @Test("a wire that is a file follows its content: written, replaced, removed")
    func switchFiles() throws {
        try bench.folder.write(Array("0\n".utf8), to: "wires/ignition")
        bench.start(
            InputConfiguration(switches: [
                .ignition: .file(bench.root + "/wires/ignition"), .call: .file(bench.root + "/wires/call"),
            ]))
        #expect(bench.evdev.switches == [.ignition: false])
        try bench.folder.write(Array("1".utf8), to: "wires/ignition")
        #expect(isReadable())
        #expect(bench.settle().isEmpty)
        #expect(bench.evdev.switches == [.ignition: true])
        try bench.folder.write(Array("1\n".utf8), to: "wires/call")
        try bench.folder.write(Array("on".utf8), to: "wires/ignition")
        #expect(bench.settle().isEmpty)
        #expect(bench.evdev.switches == [.call: true])
        // A file of sysfs tells nobody: it is read when the deadline comes.
        bench.clock.time = try #require(bench.evdev.deadline)
        #expect(bench.read().isEmpty)
        #expect(bench.evdev.deadline == bench.clock.time + 1)
    }

    @Test("a text field turns letters into text")
    func typing() {
        let fifo = bench.fifo("event0")
        bench.start()
        bench.evdev.isTextEntry = true
        fifo.send(Send.tap("KEY_N"))
        #expect(bench.kinds() == [.text("n")])
        bench.evdev.isTextEntry = false
        fifo.send(Send.tap("KEY_N"))
        #expect(bench.kinds() == [.key(.next)])
    }

    @Test("what makes no sense in the configuration is told once, and the rest works")
    func warnings() {
        let fifo = bench.fifo("event0")
        bench.start(
            InputConfiguration(
                knobs: [KnobConfiguration(device: fifo.path, stepsPerDetent: 0)],
                touch: TouchConfiguration(matrix: [1]),
                keys: ["KEY_ENTR": "press"], switches: [.mute: .device(fifo.path, code: "SW_NONE")]))
        fifo.send([Send.dial(1)])
        #expect(bench.kinds() == [.rotate(1)])
        fifo.hangUp()
        _ = bench.settle()
        for word in ["stepsPerDetent 0", "input.touch.matrix", "KEY_ENTR;", "input.switches.mute"] {
            #expect(bench.lines.filter { $0.contains(word) }.count == 1, "\(word)")
        }
    }

    @Test("a flood is taken in turns, none of it lost")
    func flood() {
        let fifo = bench.fifo("event0")
        bench.start(InputConfiguration(knobs: [KnobConfiguration(device: fifo.path)]))
        var total = 0
        for _ in 0..<5 {
            // As much as a pipe holds at once.
            fifo.send((0..<2700).map { _ in Send.dial(1) })
            while isReadable() {
                for kind in bench.kinds() {
                    if case .rotate(let ticks) = kind { total += ticks }
                }
            }
        }
        #expect(total == 13_500)
    }

    @Test("noise through a FIFO does no harm")
    func noise() {
        let fifo = bench.fifo("event0")
        bench.start(InputConfiguration(touch: TouchConfiguration(device: fifo.path)))
        var random = SeededNumbers(seed: 4)
        for _ in 0..<40 {
            fifo.send(
                bytes: Send.noise(50, &random).flatMap(\.bytes)
                    + [UInt8](repeating: 7, count: .random(in: 0...30, using: &random)))
            _ = bench.read()
        }
        fifo.hangUp()
        _ = bench.read()
        fifo.send(Send.down(0, id: 1, 3, 3))
        #expect(bench.kinds().last == .touch(finger: 0, phase: .began, x: 3, y: 3))
    }
}
