// Puts the queue of the run before around the track that plays already. Pure; main thread.

import AudioCore

/// Rebuilds a queue.
enum QueueRestoring {
    /// The queue that `gathered` means, with `item` current. What is not in it any more comes in front of it.
    static func queue(_ gathered: GatheredQueue, around item: QueueItem, repeatMode: RepeatMode) -> PlayQueue {
        var queue: PlayQueue
        if let described = gathered.described {
            queue = PlayQueue(items: gathered.music.items, record: described.order, current: item)
        } else {
            queue = PlayQueue(items: gathered.music.items)
            queue.repeatMode = repeatMode
        }
        if queue.current != item, let index = queue.items.firstIndex(of: item) { queue.jump(to: index) }
        guard queue.current != item else { return queue }
        var whole = PlayQueue(items: [item] + gathered.music.items)
        whole.repeatMode = repeatMode
        return whole
    }
}
