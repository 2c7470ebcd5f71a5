// The one way into the main thread: any thread posts, the main loop drains.

import AudioCore
import Synchronization

/// A queue of typed messages with a bell.
final class Inbox<Message: Sendable>: Sendable {
    /// Rung whenever something was posted; the output thread rings it for its own queue as well.
    let bell = Bell()
    private let messages = Mutex<[Message]>([])

    /// Any thread but the output thread.
    func post(_ message: Message) {
        messages.withLock { $0.append(message) }
        bell.ring()
    }

    /// Everything posted so far, oldest first. Main thread.
    func drain() -> [Message] {
        messages.withLock { queue in
            defer { queue.removeAll(keepingCapacity: true) }
            return queue
        }
    }

    /// Nothing waits to be drained. Any thread.
    var isEmpty: Bool { messages.withLock(\.isEmpty) }
}
