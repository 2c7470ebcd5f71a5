// The main thread's loop: sleeps in `poll` until the bell rings or a timer is due. Synchronous by design: an `async`
// main resumes on another thread on Linux, and a blocked main thread never runs main-actor tasks.

import AudioCore
import Glibc

/// Sleeps, then calls its handler; nothing else.
@MainActor
final class MainLoop {
    let clock: any MainClock
    let timers: Timers
    /// A screen's next moment, in seconds of the clock; nil when only an input can change it.
    var nextWake: @MainActor () -> Double? = { nil }
    /// Descriptors that wake the loop besides the bell.
    var descriptors: @MainActor () -> [Int32] = { [] }
    /// Sleeps somewhere else than in `poll`, for so many seconds or for ever; false when it does not.
    var waitElsewhere: @MainActor (Double?) -> Bool = { _ in false }
    private let bell: Bell
    private var mustEnd = false

    init(bell: Bell, clock: any MainClock = SystemClock()) {
        self.bell = bell
        self.clock = clock
        timers = Timers(clock: clock)
    }

    /// Lets `run` return after the turn under way.
    func end() {
        mustEnd = true
    }

    /// Calls `turn` once, and again after every wake-up, until `end` is called.
    func run(turn: @MainActor () -> Void) {
        while true {
            bell.silence()
            timers.fire()
            turn()
            if mustEnd { return }
            wait()
        }
    }

    /// Sleeps until the bell rings, an input comes or something is due; without any of them there is no wake-up at all.
    private func wait() {
        let due = [timers.nextDue, nextWake()].compactMap { $0 }.min()
        let seconds = due.map { max(0, $0 - clock.now) }
        if waitElsewhere(seconds) { return }
        let timeout = seconds.map { Int32(min(($0 * 1000).rounded(.up), 86_400_000)) } ?? -1
        var watched = ([bell.descriptor] + descriptors()).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = poll(&watched, UInt(watched.count), timeout)
    }
}
