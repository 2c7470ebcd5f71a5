// What the network owes: for whoever moves time by hand, and must not let it pass while something is on its way. Main
// thread.

import AudioCore

extension RadioPlayer {
    /// How much has come by now, in a number that grows with all that comes; nil while nothing is waited for: no station
    /// is wanted, the next try has its time, or enough is decoded.
    public var awaitedProgress: Int64? {
        switch machine.link {
        case .idle, .waiting: return nil
        case .connecting: return Int64(machine.number) << 40
        case .open:
            guard decoder?.isResting == false, secondsAhead < Self.enoughAhead else { return nil }
            return Int64(machine.number) << 40 + (stream?.ring.written ?? 0) + 1
        }
    }

    /// Has the decoder look at the ring when less than `seconds` are decoded ahead of what is heard.
    public func refill(below seconds: Double) {
        if machine.isRunning, secondsAhead < seconds { decoder?.send(.refill) }
    }

    /// Seconds; more than the device waits for.
    private static let enoughAhead = 2.0
}
