// What goes wrong with devices, case by case.

import AudioCore
import Glibc
import Testing

@testable import ALSAOutput

@Suite("faults of the device")
struct FaultTests {
    private static let troubleTable: [(Int32, PortState, Trouble)] = [
        (EPIPE, PortState.underrun, Trouble.underrun), (EPIPE, .running, .underrun), (EPIPE, .suspended, .suspended),
        (ESTRPIPE, .suspended, .suspended), (ESTRPIPE, .running, .suspended), (ESTRPIPE, .underrun, .underrun),
        (EBADFD, .setup, .unprepared), (EBADFD, .paused, .unprepared), (EBADFD, .suspended, .suspended),
        (EBADFD, .underrun, .underrun), (EBADFD, .disconnected, .gone), (EBADFD, .open, .gone),
        (ENODEV, .running, .gone), (ENODEV, .setup, .gone), (ENOTTY, .running, .gone), (EAGAIN, .running, .notYet),
        (EINTR, .running, .notYet), (EIO, .running, .unknown), (EIO, .disconnected, .gone),
        (EINVAL, .prepared, .unknown),
    ]

    @Test(
        "the error number and the state together say what helps",
        arguments: Self.troubleTable)
    func table(number: Int32, state: PortState, expected: Trouble) {
        #expect(Trouble(code: -Int(number), state: state) == expected)
    }

    private func playing(_ prepare: (ModelPort) -> Void = { _ in }) -> Rig {
        let rig = Rig.opened(prepare)
        rig.send(.run)
        rig.play(milliseconds: 500)
        rig.port.forgetCalls()
        return rig
    }

    private func underruns(_ rig: Rig) -> Int { rig.counters.underruns.load(ordering: .relaxed) }

    @Test(
        "a late thread: the underrun is counted, all that was written counts as heard, and the music goes on with the next frame"
    )
    func underrun() {
        let rig = playing()
        rig.port.advance(200_000_000)
        let dry = rig.port.sounded.count
        rig.loop.turn()
        #expect(underruns(rig) == 1)
        #expect(rig.source.heard.last == Int64(dry))
        rig.play(milliseconds: 300)
        #expect(rig.port.sounded == rig.music(0..<rig.port.sounded.count))
        #expect(rig.port.sounded.count > dry + 10_000)
        #expect(rig.port.calls.prefix(3) == ["drop", "prepare", "start"])
        #expect(rig.log.names == ["opened 1"])
    }

    @Test("an underrun that a write reports loses no frame")
    func underrunInWrite() {
        let rig = playing()
        var once = true
        rig.port.onWrite = { [port = rig.port] _ in
            guard once else { return nil }
            once = false
            port.advance(500_000_000)
            return Int(-EPIPE)
        }
        rig.play(milliseconds: 1000)
        #expect(underruns(rig) == 1)
        #expect(rig.port.sounded == rig.music(0..<rig.port.sounded.count))
    }

    @Test("more space than buffer is an underrun that the driver did not notice")
    func unnoticed() {
        let rig = playing()
        var once = true
        rig.port.onAvailable = {
            defer { once = false }
            return once ? 99_999 : nil
        }
        rig.loop.turn()
        #expect(underruns(rig) == 1)
        rig.play(milliseconds: 100)
        #expect(rig.loop.phase == .playing)
        #expect(rig.log.names == ["opened 1"])
    }

    @Test("poll's fault is read from the state, and is no endless loop", arguments: [PortState.underrun, .setup])
    func pollFault(state: PortState) {
        let rig = playing()
        var once = true
        rig.port.onWait = { [port = rig.port] in
            guard once else { return nil }
            once = false
            port.current = state
            return .fault
        }
        rig.play(milliseconds: 300)
        #expect(rig.loop.phase == .playing)
        #expect(rig.port.calls.prefix(3) == ["drop", "prepare", "start"])
        #expect(underruns(rig) == (state == .underrun ? 1 : 0))
    }

    @Test("a fault that poll repeats while the device plays on does not stop the music")
    func harmlessFault() {
        let rig = playing()
        let before = rig.port.sounded.count
        rig.port.onWait = { [port = rig.port] in
            port.advance(10_000_000)
            return .fault
        }
        for _ in 0..<200 { rig.loop.turn() }
        #expect(rig.log.names == ["opened 1"])
        #expect(rig.port.sounded == rig.music(0..<rig.port.sounded.count))
        #expect(rig.port.sounded.count > before + 90_000)
    }

    @Test(
        "unplugged in write, in prepare, in poll, in the delay's place: closed and told once, and never tried again",
        arguments: 0..<5)
    func unplugged(place: Int) {
        let rig = playing()
        switch place {
        case 0: rig.port.onWrite = { _ in Int(-ENODEV) }
        case 1:
            rig.port.current = .underrun
            rig.port.onPrepare = { Int(-ENODEV) }
        case 2:
            rig.port.onWait = { [port = rig.port] in
                port.current = .disconnected
                return .fault
            }
        case 3: rig.port.onAvailable = { Int(-ENODEV) }
        default: rig.port.current = .disconnected
        }
        rig.play(milliseconds: 200)
        #expect(rig.log.names == ["opened 1", "lost 1"])
        #expect(rig.loop.phase == .closed)
        #expect(rig.log.errors == [AudioError(.device, path: "model", "the device is gone")])
        let waits = rig.port.endlessSleeps
        rig.port.onWait = { nil }
        for _ in 0..<5 { rig.loop.turn() }
        #expect(rig.port.endlessSleeps - waits >= 4)
        #expect(rig.log.names.count == 2)
    }

    @Test("unplugged while it is told to pause, close or play on", arguments: [OutputCommand.pause, .close, .discard])
    func unpluggedInCommand(command: OutputCommand) {
        let rig = playing()
        rig.port.current = .disconnected
        rig.send(command)
        #expect(rig.log.names.prefix(2) == ["opened 1", "lost 1"])
        #expect(rig.log.names.filter { $0.hasPrefix("lost") }.count == 1)
        #expect(rig.loop.phase == .closed)
    }

    @Test("unplugged while paused is found at the next run")
    func unpluggedPaused() {
        let rig = playing()
        rig.send(.pause)
        rig.port.onPrepare = { Int(-ENODEV) }
        rig.send(.run)
        #expect(rig.log.names == ["opened 1", "lost 1"])
    }

    @Test("after it was lost the same device can be opened again, and numbering begins anew")
    func reopenAfterLoss() {
        let rig = playing()
        rig.port.onWrite = { _ in Int(-ENODEV) }
        rig.play(milliseconds: 100)
        rig.port.onWrite = { _ in nil }
        let before = rig.port.sounded.count
        rig.send(.open(OutputRequest(rate: 48_000, channels: 2, bits: 24), serial: 2), .run)
        rig.play(milliseconds: 200)
        #expect(rig.log.names == ["opened 1", "lost 1", "opened 2"])
        #expect(Array(rig.port.sounded[before...]) == rig.music(0..<(rig.port.sounded.count - before)))
    }

    @Test("a computer that slept: resumed by a timer, and nothing is lost", arguments: [0, 1, 20])
    func suspend(tries: Int) {
        let rig = playing()
        rig.port.current = .suspended
        var left = tries
        rig.port.onResume = {
            left -= 1
            return left >= 0 ? Int(-EAGAIN) : nil
        }
        let start = rig.port.now()
        for _ in 0...(tries + 1) { rig.loop.turn() }
        #expect(rig.port.calls.filter { $0 == "resume" }.count == tries + 1)
        #expect(rig.port.now() - start >= Int64(tries) * 100_000_000)
        rig.play(milliseconds: 300)
        #expect(rig.port.sounded == rig.music(0..<rig.port.sounded.count))
        #expect(rig.loop.phase == .playing)
        #expect(underruns(rig) == 0)
    }

    @Test("hardware that cannot resume is prepared, and plays on from the last frame known to be heard")
    func suspendWithoutResume() throws {
        let rig = playing()
        let heard = Int(try #require(rig.source.heard.last))
        rig.port.current = .suspended
        rig.port.onResume = { Int(-ENOSYS) }
        let before = rig.port.sounded.count
        rig.play(milliseconds: 300)
        let after = Array(rig.port.sounded[before...])
        #expect(Array(after.prefix(480)) == rig.faded(heard..<(heard + 480), rises: true))
        #expect(Array(after.dropFirst(480)) == rig.music((heard + 480)..<(heard + after.count)))
    }

    @Test("asking to resume ends after ten seconds")
    func resumeForever() {
        let rig = playing()
        rig.port.current = .suspended
        rig.port.onResume = { Int(-EAGAIN) }
        let start = rig.port.now()
        rig.play(milliseconds: 12_000)
        #expect(rig.loop.phase == .playing)
        #expect(rig.port.calls.contains("prepare"))
        #expect(rig.port.now() - start < 13_000_000_000)
    }

    @Test("paused while suspended, and run after the computer woke")
    func pauseSuspended() {
        let rig = playing()
        rig.port.current = .suspended
        rig.port.onResume = { Int(-EAGAIN) }
        rig.loop.turn()
        rig.send(.pause)
        #expect(rig.loop.phase == .silent)
        rig.send(.run)
        rig.play(milliseconds: 300)
        #expect(rig.loop.phase == .playing)
        #expect(rig.log.names == ["opened 1"])
    }

    @Test("suspended while paused: the first prepare fails, the resume fails, the second prepare plays")
    func suspendedPaused() {
        let rig = playing()
        rig.send(.pause)
        var once = true
        rig.port.onPrepare = { [port = rig.port] in
            guard once else { return nil }
            once = false
            port.current = .suspended
            return Int(-ESTRPIPE)
        }
        rig.port.onResume = { Int(-EBADFD) }
        rig.send(.run)
        rig.play(milliseconds: 300)
        #expect(rig.loop.phase == .playing)
        #expect(rig.faithfulFrameCount() != nil)
    }

    @Test("a device that fails again at once is given up after ten recoveries")
    func hopeless() {
        let rig = playing()
        rig.port.onStart = { [port = rig.port] in
            port.current = .underrun
            return Int(-EPIPE)
        }
        rig.port.current = .underrun
        var turns = 0
        while rig.loop.phase != .closed, turns < 1000 {
            rig.loop.turn()
            turns += 1
        }
        #expect(turns < 100)
        #expect(rig.log.names == ["opened 1", "lost 1"])
        #expect(rig.port.calls.filter { $0 == "prepare" }.count == 10)
    }

    @Test("underruns with music between them are never a reason to give up")
    func manyUnderruns() {
        let rig = playing()
        for _ in 0..<40 {
            rig.port.advance(200_000_000)
            rig.play(milliseconds: 400)
        }
        #expect(underruns(rig) == 40)
        #expect(rig.loop.phase == .playing)
        #expect(rig.port.sounded == rig.music(0..<rig.port.sounded.count))
    }

    @Test("a device that stands still is restarted, and given up when that does not help")
    func stuck() {
        let rig = playing()
        rig.port.onAvailable = { 0 }
        rig.port.onWait = { [port = rig.port] in
            port.advance(30_000_000)
            port.current = .running
            return []
        }
        var turns = 0
        while rig.loop.phase != .closed, turns < 100_000 {
            rig.loop.turn()
            turns += 1
        }
        #expect(rig.log.names == ["opened 1", "lost 1"])
        #expect(rig.log.errors.first?.message == "the device takes no more sound")
        #expect(rig.port.now() < 60_000_000_000)
    }

    @Test("unprepared in the middle, as after another's drop: prepared before the next write, and nothing is lost")
    func unprepared() {
        let rig = playing()
        _ = rig.port.drop()
        rig.play(milliseconds: 300)
        #expect(rig.loop.phase == .playing)
        #expect(rig.port.calls.prefix(4) == ["drop", "drop", "prepare", "start"])
    }

    @Test("an underrun while the pause fades is the end of the fade, and not counted")
    func underrunInFade() {
        let rig = playing()
        rig.commands.send(.pause)
        rig.loop.turn()
        rig.port.onWrite = { _ in Int(-EPIPE) }
        rig.port.current = .underrun
        rig.finishFade()
        #expect(rig.loop.phase == .silent)
        #expect(underruns(rig) == 0)
    }
}
