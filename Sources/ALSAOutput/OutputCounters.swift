// The little that other threads may read of a running output. Atomics; any thread.

import Synchronization

final class OutputCounters: Sendable {
    /// Times a device ran dry.
    let underruns = Atomic<Int>(0)
    /// The kernel's number of the output thread; 0 before it runs.
    let threadID = Atomic<Int>(0)
    /// The output thread has real-time priority.
    let isRealtime = Atomic<Bool>(false)
}
