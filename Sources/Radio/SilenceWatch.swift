// When a server that sends nothing is given up. A value; the fetching thread.

/// Watches the bytes of a transfer. Time in which nothing was asked of the server, because the buffer was full, is not
/// counted: the caller looks at it only between two waits for the network.
struct SilenceWatch {
    private let limits: FetchLimits
    private var lastByte: Duration
    private var windowStart: Duration
    private var windowBytes: Int64 = 0

    /// - Parameter now: counting starts here; may lie ahead.
    init(_ limits: FetchLimits, now: Duration) {
        self.limits = limits
        lastByte = now
        windowStart = now
    }

    /// - Parameters:
    ///   - byteCount: in all so far.
    ///   - hasNews: some of them came since the last look.
    mutating func isSilent(byteCount: Int64, hasNews: Bool, now: Duration) -> Bool {
        if hasNews { lastByte = now }
        if byteCount - windowBytes >= limits.leastBytes {
            windowBytes = byteCount
            windowStart = now
        }
        return now - lastByte > .seconds(limits.silentSeconds) || now - windowStart > .seconds(limits.dripSeconds)
    }
}
