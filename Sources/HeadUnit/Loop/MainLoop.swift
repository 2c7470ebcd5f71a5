// The main thread's loop: sleeps in `poll` until the bell rings or a timer is due. Synchronous by design: an `async`
// main resumes on another thread on Linux, and a blocked main thread never runs main-actor tasks.

import AudioCore
import Glibc

/// Sleeps, then calls its handler; nothing else.
@MainActor
final class MainLoop {
    let clock: any MainClock
    let timers: Timers
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

    /// Sleeps until the bell rings or the next timer is due; without timers there is no wake-up at all.
    private func wait() {
        var timeout: Int32 = -1
        if let due = timers.nextDue {
            timeout = Int32(min(max(0, ((due - clock.now) * 1000).rounded(.up)), 86_400_000))
        }
        var descriptor = pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&descriptor, 1, timeout)
    }
}
