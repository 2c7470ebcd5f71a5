// When a track counts as played: for "Continue" and "Most played". A value; main thread.

import AudioCore

/// Watches what plays, once a second.
struct HeardTracks {
    /// Seconds of a track that make it heard; of a shorter one, half.
    static let enough = 30.0

    private var counted: (item: QueueItem, lap: Int)?

    /// - Returns: true once for each time that a track is heard.
    mutating func isHeard(_ item: QueueItem, position: Double, duration: Double?, lap: Int) -> Bool {
        guard position >= min(Self.enough, (duration ?? .infinity) / 2) else {
            // From its start again.
            if counted?.item == item { counted = nil }
            return false
        }
        if let counted, counted.item == item, counted.lap == lap { return false }
        counted = (item, lap)
        return true
    }
}
