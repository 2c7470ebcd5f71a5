// The clock of the main thread, so that tests move it by hand.

import AudioCore

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
        let parts = SteadyClock.now.components
        return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
    }
}
