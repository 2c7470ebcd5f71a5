// When a change is saved, on a clock of numbers.

import HeadUnit
import TestSupport
import Testing

private func seconds(_ value: Double) -> Duration { .milliseconds(Int(value * 1000)) }

@Suite("Debounce policy")
struct DebouncePolicyTests {
    @Test("nothing changed is nothing to save")
    func clean() {
        let policy = DebouncePolicy()
        #expect(policy.due == nil)
        #expect(!policy.isDirty)
    }

    @Test("a change waits for half a second of quiet, a stream of them for a second and a half")
    func quiet() {
        var policy = DebouncePolicy()
        policy.changed(at: seconds(10))
        #expect(policy.due == seconds(10.5))
        policy.changed(at: seconds(10.4))
        #expect(policy.due == seconds(10.9))
        for step in 1...100 { policy.changed(at: seconds(10.4 + Double(step) / 50)) }
        #expect(policy.due == seconds(11.5))
    }

    @Test("every change is on its way to the medium within 2 s", arguments: UInt64(1)...30)
    func bound(seed: UInt64) {
        var dice = SeededNumbers(seed: seed)
        var policy = DebouncePolicy()
        var oldest: Duration?
        for tick in 0..<2000 {
            let now = seconds(Double(tick) / 20)
            if let due = policy.due, due <= now {
                #expect(now - (oldest ?? now) <= seconds(2))
                policy.began()
                policy.worked()
                oldest = nil
            }
            if Int.random(in: 0..<7, using: &dice) == 0 {
                policy.changed(at: now)
                oldest = oldest ?? now
            }
        }
    }

    @Test("an urgent change is due at once and takes the waiting ones along")
    func urgent() {
        var policy = DebouncePolicy()
        policy.changed(at: seconds(1))
        policy.changed(at: seconds(1.1), urgently: true)
        #expect(policy.due ?? .seconds(99) <= seconds(1.1))
        policy.began()
        policy.changed(at: seconds(2))
        #expect(policy.due == seconds(2.5))
    }

    @Test("a change during a save is saved by the next one")
    func during() {
        var policy = DebouncePolicy()
        policy.changed(at: seconds(1))
        policy.began()
        policy.changed(at: seconds(1.2))
        policy.worked()
        #expect(policy.due == seconds(1.7))
    }

    @Test("failures are tried again after 5, 10, 20, 40, 60 and 60 s, whatever changes meanwhile")
    func retries() {
        var policy = DebouncePolicy()
        var now = seconds(0)
        policy.changed(at: now)
        for pause in [5.0, 10, 20, 40, 60, 60] {
            policy.began()
            policy.failed(at: now)
            policy.changed(at: now, urgently: true)
            #expect(policy.due == now + seconds(pause))
            now += seconds(pause)
        }
        policy.began()
        policy.worked()
        #expect(policy.due == nil)
        policy.changed(at: now)
        policy.began()
        policy.failed(at: now)
        #expect(policy.due == now + seconds(5))
    }

    @Test("a demand with nothing to save is forgotten: the next change waits for quiet")
    func demandedClean() {
        var policy = DebouncePolicy()
        policy.demand()
        policy.changed(at: seconds(3))
        #expect(policy.due == seconds(3.5))
        policy.began()
        policy.demand()
        policy.worked()
        policy.changed(at: seconds(5))
        #expect(policy.due == seconds(5.5))
    }

    @Test("at the end nothing waits, not even for a retry")
    func demanded() {
        var policy = DebouncePolicy()
        policy.demand()
        #expect(policy.due == nil)
        policy.changed(at: seconds(3))
        policy.began()
        policy.failed(at: seconds(3))
        policy.demand()
        #expect(policy.due ?? .seconds(99) <= seconds(3))
    }
}
