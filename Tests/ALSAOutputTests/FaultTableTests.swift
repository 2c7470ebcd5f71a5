// Every fault a device can have, and what becomes of the music: one table.

import AudioCore
import Glibc
import Testing

@testable import ALSAOutput

@Suite("the faults of a device, in one table")
struct FaultTableTests {
    enum End: Sendable {
        case playsOn
        /// Closed and told once; never tried again by itself.
        case givenUp
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        var what: String
        var end = End.playsOn
        var underruns = 0
        /// Every frame sounds once and in order.
        var losesNothing = true
        /// Makes it happen to music that plays.
        var happens: @Sendable (Rig) -> Void
        var testDescription: String { what }
    }

    /// Gives `value` at the first call and nothing after that.
    private static func once<Value>(_ value: Value, _ also: @escaping () -> Void = {}) -> () -> Value? {
        var isLeft = true
        return {
            guard isLeft else { return nil }
            isLeft = false
            also()
            return value
        }
    }

    private static func inWrite(_ rig: Rig, _ code: Int32, _ also: @escaping () -> Void = {}) {
        let fault = once(Int(-code), also)
        rig.port.onWrite = { _ in fault() }
    }

    private static let faults: [Fault] = [
        Fault(what: "short writes") { rig in rig.port.onWrite = { min($0, 7) } },
        Fault(what: "-EAGAIN in write") { rig in inWrite(rig, EAGAIN) },
        Fault(what: "-EINTR in write") { rig in inWrite(rig, EINTR) },
        Fault(what: "-EPIPE in write", underruns: 1) { rig in
            inWrite(rig, EPIPE) { [port = rig.port] in port.advance(500_000_000) }
        },
        Fault(what: "-ESTRPIPE in write, then resume says -EAGAIN three times") { rig in
            inWrite(rig, ESTRPIPE) { [port = rig.port] in port.current = .suspended }
            var left = 3
            rig.port.onResume = {
                left -= 1
                return left >= 0 ? Int(-EAGAIN) : nil
            }
        },
        Fault(what: "-ESTRPIPE in write, and a card that cannot resume", losesNothing: false) { rig in
            inWrite(rig, ESTRPIPE) { [port = rig.port] in port.current = .suspended }
            rig.port.onResume = { Int(-ENOSYS) }
        },
        Fault(what: "-ENODEV in write", end: .givenUp) { rig in rig.port.onWrite = { _ in Int(-ENODEV) } },
        Fault(what: "-ENODEV in prepare, after an underrun", end: .givenUp, underruns: 1) { rig in
            rig.port.current = .underrun
            rig.port.onPrepare = { Int(-ENODEV) }
        },
        Fault(what: "POLLERR and an underrun", underruns: 1, losesNothing: false) { rig in
            rig.port.onWait = once(.fault) { [port = rig.port] in port.current = .underrun }
        },
        Fault(what: "POLLERR for ever while the device plays on") { rig in
            rig.port.onWait = { [port = rig.port] in
                port.advance(10_000_000)
                return .fault
            }
        },
        Fault(what: "POLLERR and no device", end: .givenUp) { rig in
            rig.port.onWait = once(.fault) { [port = rig.port] in port.current = .disconnected }
        },
        Fault(what: "more space than there is buffer", underruns: 1, losesNothing: false) { rig in
            rig.port.onAvailable = once(1 << 40)
        },
        Fault(what: "another program's drop", losesNothing: false) { rig in _ = rig.port.drop() },
        Fault(what: "the computer sleeps while the music is paused") { rig in
            rig.send(.pause)
            rig.port.onPrepare = once(Int(-ESTRPIPE)) { [port = rig.port] in port.current = .suspended }
            rig.port.onResume = { Int(-EBADFD) }
            rig.send(.run)
        },
        Fault(what: "unplugged while the music is paused", end: .givenUp) { rig in
            rig.send(.pause)
            rig.port.onPrepare = { Int(-ENODEV) }
            rig.send(.run)
        },
    ]

    @Test("what becomes of the music", arguments: faults)
    func fault(_ fault: Fault) {
        let rig = Rig.opened()
        rig.send(.run)
        rig.play(milliseconds: 500)
        let before = rig.port.sounded.count
        fault.happens(rig)
        rig.play(milliseconds: 2000)
        #expect(rig.counters.underruns.load(ordering: .relaxed) == fault.underruns)
        switch fault.end {
        case .playsOn:
            #expect(rig.loop.phase == .playing)
            #expect(rig.log.names == ["opened 1"])
            #expect(rig.port.sounded.count > before + 40_000)
            if fault.losesNothing { #expect(rig.faithfulFrameCount() != nil) }
        case .givenUp:
            #expect(rig.loop.phase == .closed)
            #expect(rig.log.names == ["opened 1", "lost 1"])
            #expect(rig.log.errors == [AudioError(.device, path: "model", "the device is gone")])
            rig.port.onWait = { nil }
            let sleeps = rig.port.endlessSleeps
            for _ in 0..<5 { rig.loop.turn() }
            #expect(rig.port.endlessSleeps >= sleeps + 4)
        }
    }

    @Test("a device that was unplugged plays again when it is opened, and one that is held is told of by its holder")
    func returns() {
        let rig = Rig.opened()
        rig.send(.run)
        rig.port.onWrite = { _ in Int(-ENODEV) }
        rig.play(milliseconds: 500)
        rig.port.onWrite = { _ in nil }
        let request = OutputRequest(rate: 48_000, channels: 2, bits: 24)
        let busy = AudioError(.device, path: "hw:CARD=DAC,DEV=0", "busy: process 812 (mpd) holds it")
        rig.port.refusal = busy
        rig.send(.open(request, serial: 2))
        rig.port.refusal = nil
        let before = rig.port.sounded.count
        rig.send(.open(request, serial: 3), .run)
        rig.play(milliseconds: 500)
        #expect(rig.log.names == ["opened 1", "lost 1", "failed 2", "opened 3"])
        #expect(rig.log.errors.last == busy)
        #expect(Array(rig.port.sounded[before...]) == rig.music(0..<(rig.port.sounded.count - before)))
        #expect(rig.port.sounded.count > before + 10_000)
    }
}
