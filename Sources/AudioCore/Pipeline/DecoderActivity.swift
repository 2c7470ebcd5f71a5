// Whether the decoder is at work, for threads that must not take its lock.

import Synchronization

/// Written by whoever commands the decoder and by its thread, under the lock of its inbox; read by any thread.
public final class DecoderActivity: Sendable {
    private let resting = Atomic<Bool>(false)
    private let replacing = Atomic<Bool>(false)

    /// The ring is full, or there is nothing to decode.
    public internal(set) var isResting: Bool {
        get { resting.load(ordering: .acquiring) }
        set { resting.store(newValue, ordering: .releasing) }
    }

    /// A load or a seek was commanded and is not carried out yet: what the ring holds belongs to the place before.
    public internal(set) var isReplacing: Bool {
        get { replacing.load(ordering: .acquiring) }
        set { replacing.store(newValue, ordering: .releasing) }
    }
}
