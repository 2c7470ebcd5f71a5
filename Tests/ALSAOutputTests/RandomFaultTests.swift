// Devices that do anything at any time: whatever happens, the loop neither traps nor spins nor loses count.

import AudioCore
import Glibc
import Testing

@testable import ALSAOutput

@Suite("random faults")
struct RandomFaultTests {
    private static let codes = [EPIPE, ESTRPIPE, EBADFD, EAGAIN, EIO, ENODEV, EINTR, EINVAL, ENOSYS].map { -Int($0) }

    @Test("any answers in any order", arguments: 0..<40)
    func anything(seed: UInt64) {
        var random = SplitMix(state: seed)
        // Returns a fault once in `odds` calls.
        func fault(_ odds: Int) -> Int? {
            random.next(below: odds) == 0 ? Self.codes[random.next(below: Self.codes.count)] : nil
        }
        let rig = Rig()
        let port = rig.port
        port.configuration.canRewind = seed % 3 != 0
        port.configuration.isCoarse = seed % 2 == 0
        port.configuration.keepsWhatItTakes = seed % 7 == 0
        port.pipeline = random.next(below: 9000)
        port.onWrite = { count in fault(40) ?? (random.next(below: 4) == 0 ? 1 + random.next(below: count + 1) : nil) }
        port.onPrepare = { fault(30) }
        port.onStart = { fault(20) }
        port.onResume = { fault(2) }
        port.onAvailable = { fault(60) ?? (random.next(below: 200) == 0 ? random.next(below: 1 << 40) : nil) }
        port.onDelay = { random.next(below: 10) == 0 ? random.next(below: 1 << 40) - (1 << 39) : nil }
        port.onRewindable = { random.next(below: 3) == 0 ? random.next(below: 20_000) - 5000 : nil }
        port.onWait = {
            switch random.next(below: 60) {
            case 0 where port.current != .open:
                port.current = [.suspended, .underrun, .setup, .disconnected][random.next(below: 4)]
            case 1: return .fault
            case 2: port.advance(Int64(random.next(below: 300_000_000)))
            default: break
            }
            return nil
        }
        var serial = 0
        for _ in 0..<1000 {
            switch random.next(below: 60) {
            case 0: rig.commands.send(.pause)
            case 1: rig.commands.send(.discard)
            case 2: rig.commands.send(.close)
            case 3...6: rig.commands.send(.run)
            case 7...9:
                serial += 1
                let rate = [44_100, 48_000, 96_000][random.next(below: 3)]
                rig.commands.send(.open(OutputRequest(rate: rate, channels: 2, bits: 24), serial: serial))
            default: break
            }
            rig.loop.turn()
            let loop = rig.loop
            if loop.heard > loop.written || loop.written > loop.rendered
                || loop.rendered - loop.written > loop.history.frameCount
            {
                Issue.record("heard \(loop.heard), written \(loop.written), rendered \(loop.rendered)")
                return
            }
        }
        let heard = rig.source.heard
        #expect(zip(heard, heard.dropFirst()).allSatisfy { $0 <= $1 })
        rig.commands.send(.shutDown)
        for _ in 0..<2000 where !rig.loop.hasEnded { rig.loop.turn() }
        #expect(rig.loop.hasEnded)
        #expect(port.current == .open)
        // One answer for each open; a loss for each opening at most.
        let names = rig.log.names
        #expect(names.filter { $0.hasPrefix("opened") || $0.hasPrefix("failed") }.count == serial)
        let openings = port.calls.filter { $0.hasPrefix("open") }.count
        #expect(names.filter { $0.hasPrefix("lost") }.count <= openings)
    }
}
