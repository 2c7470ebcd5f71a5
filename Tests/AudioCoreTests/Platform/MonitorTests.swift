import Glibc
import Testing

@testable import AudioCore

@Suite("The monitor and the steady clock")
struct MonitorTests {
    @Test("many threads change one state and nothing is lost")
    func changes() {
        let count = Monitor(0)
        let threads = (0..<8).map { number in
            NamedThread("adder \(number)") { for _ in 0..<2000 { count.change { $0 += 1 } } }
        }
        for thread in threads { thread.join() }
        #expect(count.withLock { $0 } == 16_000)
    }

    @Test("a change wakes everybody who waits for it")
    func wakes() {
        struct State {
            var isOpen = false
            var through = 0
        }
        let gate = Monitor(State())
        let threads = (0..<4).map { number in
            NamedThread("waiter \(number)") {
                gate.wait { state in
                    guard state.isOpen else { return .sleep(until: nil) }
                    state.through += 1
                    return .done(())
                }
            }
        }
        #expect(gate.withLock { $0.through } == 0)
        gate.change { $0.isOpen = true }
        for thread in threads { thread.join() }
        #expect(gate.withLock { $0.through } == 4)
    }

    @Test("two threads hand a turn to and fro without missing one")
    func pingPong() {
        let turn = Monitor(0)
        let other = NamedThread("pong") {
            for round in 0..<1000 {
                turn.wait { $0 == 2 * round + 1 ? .done(()) : .sleep(until: nil) }
                turn.change { $0 += 1 }
            }
        }
        for round in 0..<1000 {
            turn.change { $0 += 1 }
            turn.wait { $0 == 2 * round + 2 ? .done(()) : .sleep(until: nil) }
        }
        other.join()
        #expect(turn.withLock { $0 } == 2000)
    }

    @Test("a wait with a deadline comes back at it, also when it has passed", arguments: [-1.0, 0, 0.02])
    func deadline(seconds: Double) {
        let nothing = Monitor(0)
        let due = max(.zero, SteadyClock.now + .seconds(seconds))
        let late = nothing.wait { _ in SteadyClock.now >= due ? .done(true) : .sleep(until: due) }
        #expect(late)
        #expect(SteadyClock.now >= due)
    }

    @Test("an answer that is there already needs no sleep, and gives what the body says")
    func atOnce() {
        let text = Monitor("ready")
        #expect(text.wait { .done($0.count) } == 5)
        #expect(
            text.change { state in
                defer { state = "" }; return state
            } == "ready")
        #expect(text.withLock { $0 } == "")
    }

    @Test("the steady clock never goes back")
    func clock() {
        var last = SteadyClock.now
        for _ in 0..<10_000 {
            let now = SteadyClock.now
            #expect(now >= last)
            last = now
        }
    }
}
