// The words already known for things to play. A value; main thread.

import AudioCore

/// Remembers facts and what has been asked for.
struct KnownFacts {
    private var known: [QueueItem: TrackFacts] = [:]
    private var asked: Set<QueueItem> = []

    /// What is known of `item`; its file's name while nothing is.
    func facts(of item: QueueItem) -> TrackFacts {
        known[item] ?? TrackFacts(title: TrackFacts.stem(of: item.path), artist: "", album: "")
    }

    func isKnown(_ item: QueueItem) -> Bool { known[item] != nil }

    /// Somebody is reading words.
    var isWaiting: Bool { asked.contains { known[$0] == nil } }

    mutating func learn(_ facts: TrackFacts, of item: QueueItem) {
        known[item] = facts
        asked.remove(item)
    }

    mutating func learn(_ facts: [QueueItem: TrackFacts]) { known.merge(facts) { _, new in new } }

    /// True once for each thing that nothing is known of.
    mutating func mustAsk(for item: QueueItem) -> Bool {
        known[item] == nil && asked.insert(item).inserted
    }
}
