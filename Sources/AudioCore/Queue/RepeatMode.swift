// What happens at the end of a track and of the queue. Values; any thread.

/// The repeat button; the raw values are part of the JSON contract.
public enum RepeatMode: String, Codable, Hashable, Sendable, CaseIterable {
    /// The queue is played once.
    case off
    /// The queue begins again behind its last item; shuffled, in a new order.
    case all
    /// The track begins again at its end.
    case one
}

/// Why the queue moves on.
public enum QueueStep: Hashable, Sendable, CaseIterable {
    /// The track came to its end: `RepeatMode.one` begins it again.
    case trackEnded
    /// Next was pressed: it leaves the track in every mode, and wraps in `all` and `one`.
    case nextPressed
}
