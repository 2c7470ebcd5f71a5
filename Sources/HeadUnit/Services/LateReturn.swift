// Waiting for a device or a stick that is not there yet, or not any more. A value; main thread.

import AudioCore

/// When to try again, for how long, and when to offer something else.
struct LateReturn {
    /// What was away longer does not start the music by itself any more.
    static let patience = 600.0
    /// Seconds between two tries; opening what is missing costs well under a millisecond.
    static let interval = 1.0
    /// Seconds after which another device, or other music, is offered.
    static let offerAfter = 20.0

    /// Counts the times of waiting, so that a timer of an earlier one is known.
    private(set) var round = 0
    private var since: Double?
    private var isWaiting = false
    private var hasOffer = false
    private var lastError: AudioError?

    /// Seconds until the next try, the last of which only ends the waiting; nil when one is scheduled already.
    /// - Parameter now: seconds of the main clock.
    mutating func retryDelay(now: Double) -> Double? {
        guard !isWaiting else { return nil }
        since = since ?? now
        isWaiting = true
        return Self.interval
    }

    /// What is missing has been away for too long.
    func isOver(now: Double) -> Bool {
        since.map { now - $0 >= Self.patience } ?? false
    }

    /// Seconds until something else is offered; nil when that is scheduled already: one offer for each time of waiting.
    mutating func offerDelay(now: Double) -> Double? {
        guard !hasOffer else { return nil }
        hasOffer = true
        return Self.offerAfter - (now - (since ?? now))
    }

    /// The try that was scheduled in `round` is being made; false when that time of waiting is over.
    mutating func tries(_ round: Int) -> Bool {
        guard round == self.round, isWaiting else { return false }
        isWaiting = false
        return true
    }

    /// It is there, or nobody waits for it any more.
    mutating func ended() {
        guard since != nil || lastError != nil else { return }
        round += 1
        since = nil
        isWaiting = false
        hasOffer = false
        lastError = nil
    }

    /// The same error is said once, however often a try ends in it.
    mutating func isNews(_ error: AudioError) -> Bool {
        defer { lastError = error }
        return error != lastError
    }
}
