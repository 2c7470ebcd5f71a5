// How often a scan tells and publishes. The scanning thread.

import AudioCore

/// When to tell and when to publish: by a clock that never goes back.
struct ScanPace {
    private var nextProgress = SteadyClock.now
    private var nextPublication: Duration
    private var interval: Duration

    init(firstPublication: Double) {
        interval = .seconds(firstPublication)
        nextPublication = SteadyClock.now + interval
    }

    /// At most ten times a second.
    mutating func isProgressDue() -> Bool {
        let now = SteadyClock.now
        guard now >= nextProgress else { return false }
        nextProgress = now + .milliseconds(100)
        return true
    }

    func isPublicationDue() -> Bool { SteadyClock.now >= nextPublication }

    mutating func published() {
        interval = interval * 2
        nextPublication = SteadyClock.now + interval
    }
}
