// A device buffer that only exists as arithmetic: frames go in, time takes them out. A value; the output thread.

/// How many of the frames written have been played by an instant, at a fixed rate.
struct VirtualBuffer {
    /// Hertz.
    let rate: Int
    let frameCount: Int
    /// Frames written, less those rewound.
    private(set) var written = 0
    /// Frames played by `startedAt`.
    private var playedAtStart = 0
    /// Nanoseconds; nil while it stands.
    private var startedAt: Int64?

    init(rate: Int, frameCount: Int) {
        precondition(rate > 0 && frameCount > 0)
        self.rate = rate
        self.frameCount = frameCount
    }

    var isRunning: Bool { startedAt != nil }

    /// Frames that time would have played by `now`, were there enough.
    func due(at now: Int64) -> Int {
        guard let startedAt else { return playedAtStart }
        let elapsed = max(now - startedAt, 0)
        // Whole seconds apart, so that days at 192 kHz stay inside 64 bits.
        return playedAtStart + Int(elapsed / 1_000_000_000) * rate + Int(elapsed % 1_000_000_000) * rate / 1_000_000_000
    }

    func hasRunDry(at now: Int64) -> Bool { isRunning && due(at: now) >= written }

    /// Frames written and not yet played.
    func filled(at now: Int64) -> Int { max(written - due(at: now), 0) }

    func space(at now: Int64) -> Int { frameCount - filled(at: now) }

    /// Nanoseconds until `count` frames are free; nil while it stands and they are not.
    func time(untilFree count: Int, at now: Int64) -> Int64? {
        let missing = min(count, frameCount) - space(at: now)
        if missing <= 0 { return 0 }
        guard isRunning else { return nil }
        return (Int64(missing) * 1_000_000_000 + Int64(rate) - 1) / Int64(rate)
    }

    mutating func start(at now: Int64) {
        if startedAt == nil { startedAt = now }
    }

    mutating func write(_ count: Int) { written += count }

    mutating func takeBack(_ count: Int) { written -= count }

    /// Empties the buffer and stands.
    mutating func reset() {
        written = 0
        playedAtStart = 0
        startedAt = nil
    }

    /// Lets time lost to a late writer pass without playing: the buffer is empty and runs on from `now`.
    mutating func forgiveRunningDry(at now: Int64) {
        guard hasRunDry(at: now) else { return }
        playedAtStart = written
        startedAt = now
    }
}
