// The clock of the main thread, so that tests move it by hand.

import Glibc

/// Seconds that never go back.
@MainActor
protocol MainClock: AnyObject {
    /// Seconds since some fixed moment.
    var now: Double { get }
}

/// The kernel's monotonic clock.
@MainActor
final class SystemClock: MainClock {
    var now: Double { Self.seconds }

    nonisolated static var seconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
