// When a change is saved: rules without a clock or a thread. A value; times are those of any steady clock.

/// Collects changes that come together into one save, at the latest 1.5 s after the first of them, so that it is on
/// the medium within 2 s; tries again ever more rarely while saving fails.
public struct DebouncePolicy: Sendable {
    /// A save waits for so much quiet after a change.
    public var quiet = Duration.milliseconds(500)
    /// It waits no longer than this after the first change.
    public var longest = Duration.milliseconds(1500)
    /// The pause behind the first failure; it doubles with each.
    public var firstRetry = Duration.seconds(5)
    public var longestRetry = Duration.seconds(60)

    private var firstChange: Duration?
    private var lastChange = Duration.zero
    private var isUrgent = false
    private var isDemanded = false
    private var retry: (pause: Duration, at: Duration)?

    public init() {}

    /// There is something to save.
    public var isDirty: Bool { firstChange != nil }

    /// The value changed. An urgent change is saved at once, with everything that waits.
    public mutating func changed(at now: Duration, urgently: Bool = false) {
        firstChange = firstChange ?? now
        lastChange = now
        isUrgent = isUrgent || urgently
    }

    /// What waits is to be saved now, even while a failed save waits for its next try. Nothing waits: nothing is
    /// demanded, and the next change waits for its quiet time as ever.
    public mutating func demand() {
        isDemanded = isDirty
    }

    /// When to save: in the past means now, nil that there is nothing to save.
    public var due: Duration? {
        guard let firstChange else { return nil }
        if isDemanded { return firstChange }
        let wanted = isUrgent ? firstChange : min(lastChange + quiet, firstChange + longest)
        return retry.map { max($0.at, wanted) } ?? wanted
    }

    /// A save begins with the value as it is now; later changes are for the next one.
    public mutating func began() {
        firstChange = nil
        isUrgent = false
        isDemanded = false
    }

    public mutating func worked() {
        retry = nil
    }

    /// The save that began last failed.
    public mutating func failed(at now: Duration) {
        let pause = retry.map { min($0.pause * 2, longestRetry) } ?? firstRetry
        retry = (pause, now + pause)
        firstChange = firstChange ?? now
        lastChange = max(lastChange, now)
    }
}
