// The clock that never goes back, for deadlines and waiting. Any thread.

import Glibc

/// A steady clock of the system (CLOCK_MONOTONIC), as the time since some fixed instant.
public enum SteadyClock {
    public static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
