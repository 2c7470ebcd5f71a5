// A panel that comes seconds after us at a cold start. A value; main thread.

/// When to look for a screen again. Without one for a minute, this unit has none, and nothing wakes it up any more.
struct LateScreen {
    static let patience = 60.0
    /// Seconds between two tries: each keeps the main thread for some milliseconds, while only the music is at work.
    static let interval = 2.0

    private var since: Double?

    /// A try has failed before.
    var isAwaited: Bool { since != nil }

    /// Seconds until the next try, after one that failed; nil when the time is over.
    /// - Parameter now: seconds of the main clock.
    mutating func retryDelay(now: Double) -> Double? {
        let start = since ?? now
        since = start
        return now - start < Self.patience ? Self.interval : nil
    }
}
