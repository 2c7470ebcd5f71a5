// The time by which a device without hardware is paced. The output thread asks and sleeps.

import AudioCore
import CALSA
import Glibc

/// A monotonic clock that can sleep.
protocol OutputClock {
    /// Nanoseconds since some fixed instant.
    func now() -> Int64
    /// Sleeps until the bell rings or `timeout` nanoseconds have passed (nil: never).
    /// - Returns: true when the bell rings.
    func sleep(_ timeout: Int64?, orUntil bell: Bell) -> Bool
}

/// The kernel's monotonic clock.
struct SystemClock: OutputClock {
    func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    func sleep(_ timeout: Int64?, orUntil bell: Bell) -> Bool {
        var waited = pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)
        _ = Self.poll(&waited, count: 1, timeout: timeout)
        return waited.revents != 0
    }

    /// `ppoll(2)` with a timeout in nanoseconds; nil sleeps without end.
    static func poll(_ descriptors: UnsafeMutablePointer<pollfd>, count: Int, timeout: Int64?) -> Int32 {
        guard let timeout else { return calsa_poll(descriptors, UInt(count), nil) }
        let bounded = max(timeout, 0)
        var time = timespec(tv_sec: Int(bounded / 1_000_000_000), tv_nsec: Int(bounded % 1_000_000_000))
        return calsa_poll(descriptors, UInt(count), &time)
    }
}
