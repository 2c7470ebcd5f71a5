// What there is one of on the sound side: the output lease and the active source. Main thread.

/// A player that shares the output device with others.
@MainActor
public protocol AudioSourcePlayer: AnyObject {
    var kind: AudioSourceKind { get }
    /// The grace after the last release is over: close the device if it is yours.
    func leaseExpired()
    /// Another source starts, or it is time to sleep: stop sounding, as a listener's pause would.
    func yield()
    /// Another source opens the device: it is not yours any more, whatever it was.
    func outputTaken()
    /// Another source has stopped.
    func othersReleased()
    /// The device runs for you.
    var isSounding: Bool { get }
}

/// Decides which source sounds and when the device closes. Sources register; they do not know each other.
@MainActor
public final class AudioCoordinator {
    /// The source that sounded last, or sounds; nil before the first.
    public private(set) var activeSource: AudioSourceKind?
    private var players: [AudioSourceKind: any AudioSourcePlayer] = [:]
    private var lease = OutputLease()
    private var sleepsAt: Double?
    private let now: @MainActor () -> Double
    private let schedule: @MainActor (Double, @escaping @MainActor () -> Void) -> Void

    /// - Parameters:
    ///   - now: seconds of the main clock.
    ///   - schedule: runs an action on the main thread after so many seconds.
    public init(
        now: @escaping @MainActor () -> Double,
        schedule: @escaping @MainActor (Double, @escaping @MainActor () -> Void) -> Void
    ) {
        self.now = now
        self.schedule = schedule
    }

    public func register(_ player: any AudioSourcePlayer) {
        players[player.kind] = player
    }

    /// The device is held by somebody.
    public var isHeld: Bool { lease.isHeld }

    /// `source` starts to sound. Another one yields after the new hold stands, so the device never closes in between.
    /// - Parameter isSounding: false when only the device is wanted, for a while: nobody yields to that.
    public func hold(_ source: AudioSourceKind, isSounding: Bool = true) {
        lease.hold(source)
        guard source != .voice, isSounding else { return }
        if let before = activeSource, before != source { players[before]?.yield() }
        activeSource = source
    }

    /// `source` has stopped; the device closes a second later unless somebody takes hold of it.
    public func release(_ source: AudioSourceKind) {
        lease.release(source, now: now())
        awaitExpiry()
        guard source != .voice else { return }
        for player in players.values where player.kind != source { player.othersReleased() }
    }

    /// `source` is about to open the device: no other one has it any more.
    public func opens(_ source: AudioSourceKind) {
        for player in players.values where player.kind != source { player.outputTaken() }
    }

    /// The device runs for another source than this.
    public func isSounding(besides source: AudioSourceKind) -> Bool {
        players.values.contains { $0.kind != source && $0.isSounding }
    }

    /// The device was opened ahead of need.
    public func openedUnheld() {
        lease.openedUnheld(now: now())
        awaitExpiry()
    }

    /// Runs `action` on the main thread after so many seconds.
    func after(seconds: Double, _ action: @escaping @MainActor () -> Void) { schedule(seconds, action) }

    // MARK: - Sleep timer

    /// Stops whatever sounds after `seconds`; nil never. It holds across sources and tracks.
    public func setSleepTimer(seconds: Double?) {
        guard let seconds, seconds > 0 else { return sleepsAt = nil }
        let due = now() + seconds
        sleepsAt = due
        schedule(seconds) { [weak self] in
            // A later setting has taken the place of this one.
            guard let self, self.sleepsAt == due else { return }
            self.sleepsAt = nil
            if let active = self.activeSource { self.players[active]?.yield() }
        }
    }

    /// Seconds until the sleep timer stops the music; nil when it is not set.
    public var sleepRemaining: Double? { sleepsAt.map { max(0, $0 - now()) } }

    private func awaitExpiry() {
        guard let due = lease.closesAt else { return }
        schedule(max(0, due - now())) { [weak self] in
            guard let self, self.lease.expires(now: self.now()) else { return }
            for player in self.players.values { player.leaseExpired() }
        }
    }
}
