// When a broken stream is asked for again. A value; main thread.

/// Waits that grow, and the end of patience.
struct ReconnectPolicy: Equatable, Sendable {
    /// Seconds before the first tries; the last is the wait of all that follow.
    static let waits = [0.5, 1, 2, 4, 8, 16, 30]
    /// Seconds of sound after which a stream counts as well again.
    static let recovery = 30.0
    /// A wait is up to this share shorter, so that the radios of a street do not all call at once.
    static let jitter = 0.2
    /// Refusals in a row that are believed of a stream that has sounded: a source that is started anew is not found for a
    /// while.
    static let mostRefusals = 8

    /// Tries since the stream was last well.
    private(set) var attempt = 0
    private var refusals = 0
    /// Sound has come of it since play was pressed.
    private(set) var hasSounded = false

    /// Play was pressed.
    mutating func begin() { self = ReconnectPolicy() }

    /// Sound of the station comes out of the loudspeaker.
    mutating func sounds() { hasSounded = true }

    /// The connection that ended has been heard for so many seconds.
    mutating func heard(seconds: Double) {
        guard seconds >= Self.recovery else { return }
        attempt = 0
        refusals = 0
    }

    /// The seconds until the next try; nil when there is none.
    /// - Parameter random: 0 ..< 1.
    mutating func wait(after end: StreamEnd, random: Double) -> Double? {
        if end.isComplete { return nil }
        if end.isFinal, !hasSounded { return nil }
        if Self.isRefusal(end) {
            refusals += 1
            if !hasSounded || refusals > Self.mostRefusals { return nil }
        }
        let wait = Self.waits[min(attempt, Self.waits.count - 1)]
        attempt += 1
        return wait * (1 - Self.jitter * random)
    }

    /// The server knows of no such stream, or not for us. That it is asked too often, or took too long, passes.
    private static func isRefusal(_ end: StreamEnd) -> Bool {
        if end.isFinal { return true }
        guard let status = end.status else { return false }
        return (400..<500).contains(status) && ![408, 425, 429].contains(status)
    }
}
