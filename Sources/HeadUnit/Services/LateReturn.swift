// Waiting for a device or a stick that is not there yet, or not any more. A value; main thread.

import AudioCore

/// When to try again, and for how long.
struct LateReturn {
    /// What was away longer does not start the music by itself any more.
    static let patience = 600.0
    /// Seconds between two tries; opening what is missing costs well under a millisecond.
    static let interval = 1.0

    private var since: Double?
    private var isWaiting = false
    private var lastError: AudioError?

    /// Seconds until the next try; nil when one is scheduled already or the time is over.
    /// - Parameter now: seconds of the main clock.
    mutating func retryDelay(now: Double) -> Double? {
        guard !isWaiting else { return nil }
        let start = since ?? now
        since = start
        guard now - start < Self.patience else { return nil }
        isWaiting = true
        return Self.interval
    }

    /// The scheduled try is being made.
    mutating func tried() { isWaiting = false }

    /// It is there.
    mutating func succeeded() {
        since = nil
        isWaiting = false
        lastError = nil
    }

    /// The same error is said once, however often a try ends in it.
    mutating func isNews(_ error: AudioError) -> Bool {
        defer { lastError = error }
        return error != lastError
    }
}
