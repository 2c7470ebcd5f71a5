// When the resume point is kept: rules without a clock or a thread. A value; times are those of any steady clock.

/// Decides from one resume point to the next how soon it has to be on the medium.
public struct ResumePolicy: Sendable {
    public enum Need: Hashable, Sendable {
        case nothing
        /// With the next debounced save.
        case soon
        case now
    }

    /// Told once a second, it loses at most 10 s of position: this, a second, and the time to write.
    public var interval = Duration.seconds(8)

    private var last: (point: ResumePoint, at: Duration)?

    /// - Parameter last: what is on disk at start.
    public init(last: ResumePoint?) {
        self.last = last.map { ($0, .zero) }
    }

    /// - Parameters:
    ///   - wasSought: the position jumped by a command.
    ///   - now: never falls from call to call.
    public mutating func need(for point: ResumePoint, wasSought: Bool, at now: Duration) -> Need {
        let need = needed(point, wasSought, now)
        if need != .nothing { last = (point, now) }
        return need
    }

    private func needed(_ point: ResumePoint, _ wasSought: Bool, _ now: Duration) -> Need {
        guard let last else { return .now }
        if wasSought || point.item != last.point.item || point.status != last.point.status
            || point.pausedBy != last.point.pausedBy || point.station != last.point.station
        {
            return .now
        }
        if !point.hasSameFacts(as: last.point) { return .soon }
        return point.position != last.point.position && now - last.at >= interval ? .now : .nothing
    }
}
