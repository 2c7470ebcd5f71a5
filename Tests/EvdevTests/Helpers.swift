// What several tests of inputs need.

import Glibc
import Scene
import TestSupport

@testable import Evdev

/// Events as a device sends them.
enum Send {
    static let report = RawInput(type: 0, code: 0, value: 0)
    static let dropped = RawInput(type: 0, code: 3, value: 0)

    static func key(_ name: String, _ value: Int32) -> RawInput {
        RawInput(type: 1, code: KeyNames.key(name)!, value: value)
    }

    static func tap(_ name: String) -> [RawInput] { [key(name, 1), report, key(name, 0), report] }
    static func dial(_ value: Int32) -> RawInput { RawInput(type: 2, code: 7, value: value) }
    static func relative(_ code: UInt16, _ value: Int32) -> RawInput { RawInput(type: 2, code: code, value: value) }
    static func slot(_ value: Int32) -> RawInput { RawInput(type: 3, code: 0x2F, value: value) }
    static func id(_ value: Int32) -> RawInput { RawInput(type: 3, code: 0x39, value: value) }
    static func place(_ x: Int32, _ y: Int32) -> [RawInput] {
        [RawInput(type: 3, code: 0x35, value: x), RawInput(type: 3, code: 0x36, value: y)]
    }
    static func down(_ slot: Int32, id: Int32, _ x: Int32, _ y: Int32) -> [RawInput] {
        [Send.slot(slot), Send.id(id)] + place(x, y) + [report]
    }
    static func up(_ slot: Int32) -> [RawInput] { [Send.slot(slot), Send.id(-1), report] }

    /// A stream such as a broken device sends: mostly codes that mean something, with values of every size.
    static func noise(_ count: Int, _ random: inout SeededNumbers) -> [RawInput] {
        (0..<count).map { _ in
            let value: Int32 =
                switch Int.random(in: 0..<4, using: &random) {
                case 0: .random(in: -2...4, using: &random)
                case 1: .random(in: 0...2000, using: &random)
                case 2: [.min, .max, -1, 0, 1, 64, 63].randomElement(using: &random)!
                default: .random(in: .min ... .max, using: &random)
                }
            let stamp = Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0..<63, using: &random)
            let kind = Int.random(in: 0..<12, using: &random)
            let (type, code): (UInt16, UInt16) =
                switch kind {
                case 0, 1, 2: (0, 0)
                case 3: (0, 3)
                case 4, 5, 6, 7: (3, [0x2F, 0x35, 0x36, 0x37, 0x39, 0, 1].randomElement(using: &random)!)
                case 8: (1, [28, 14, 57, 42, 0x14A, 16, 59].randomElement(using: &random)!)
                case 9: (2, UInt16.random(in: 0...11, using: &random))
                default: (UInt16.random(in: 0...6, using: &random), UInt16.random(in: 0...(.max), using: &random))
                }
            return RawInput(type: type, code: code, value: value, seconds: stamp, microseconds: stamp >> 3)
        }
    }
}

extension RawInput {
    func at(_ time: Double) -> RawInput {
        var copy = self
        copy.seconds = Int64(time)
        copy.microseconds = Int64((time - Double(copy.seconds)) * 1_000_000)
        return copy
    }
}

/// The writing end of a FIFO of input events.
final class Fifo {
    let path: String
    private var descriptor: Int32 = -1

    /// Makes the FIFO.
    init(_ path: String) {
        self.path = path
        precondition(mkfifo(path, 0o600) == 0, "no FIFO at \(path)")
    }

    deinit { hangUp() }

    /// Opens it; a reader must be there.
    func plug() -> Bool {
        descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        return descriptor >= 0
    }

    func send(_ events: [RawInput]) { send(bytes: events.flatMap(\.bytes)) }

    func send(bytes: [UInt8]) {
        if descriptor < 0 { precondition(plug(), "nobody reads \(path)") }
        precondition(write(descriptor, bytes, bytes.count) == bytes.count)
    }

    func hangUp() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}

/// A clock that stands until it is moved.
final class ManualClock {
    var time = 1000.0
}

/// Inputs over a folder of FIFOs, on a clock that the test moves.
final class Bench {
    let folder = TemporaryFolder()
    let clock = ManualClock()
    private(set) var lines: [String] = []
    private var inputs: EvdevInputs?

    var root: String { folder.path }
    var evdev: EvdevInputs { inputs! }

    func fifo(_ name: String) -> Fifo { Fifo(folder.path + "/" + name) }

    func start(
        _ configuration: InputConfiguration = InputConfiguration(),
        picture: PictureGeometry = PictureGeometry(width: 800, height: 480), root: String? = nil
    ) {
        inputs = EvdevInputs(
            configuration: configuration, picture: picture, root: root ?? folder.path, now: { [clock] in clock.time },
            log: { [unowned self] in lines.append($0) })
    }

    func read() -> [InputEvent] { evdev.read() }
    func kinds() -> [InputEvent.Kind] { read().map(\.kind) }

    /// Lets so much time pass that changes of the folder are looked at.
    func settle() -> [InputEvent] {
        clock.time += 0.2
        return read()
    }
}
