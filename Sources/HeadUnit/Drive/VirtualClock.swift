// The clock of a script: it moves when the script says so. Main thread.

/// Seconds that a script lets pass.
@MainActor
final class VirtualClock: MainClock {
    private(set) var now = 1000.0

    func advance(_ seconds: Double) { now += seconds }
}
