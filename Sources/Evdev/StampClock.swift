// When an event happened, in seconds of the main clock. A value; main thread.

/// Brings the stamps of one device onto the main clock, without ever going back.
struct StampClock: Sendable {
    /// The device stamps by the main clock itself.
    let isMainClock: Bool
    private var offset: Double?
    private var last = -Double.infinity

    /// Further from now than this, a stamp is of another recording or another clock.
    private static let tolerance = 2.0

    init(isMainClock: Bool) { self.isMainClock = isMainClock }

    /// - Parameters:
    ///   - stamp: as the event carries it; 0 stands for now.
    ///   - now: the main clock.
    mutating func time(stamp: Double, now: Double) -> Double {
        var time = now
        if isMainClock {
            time = min(stamp, now)
        } else if stamp != 0 {
            // A FIFO may carry any clock: the first stamp is now, and the distances count from there.
            time = stamp + (offset ?? .infinity)
            if !(abs(time - now) <= Self.tolerance) {
                offset = now - stamp
                time = now
            }
        }
        last = max(last, time)
        return last
    }
}
