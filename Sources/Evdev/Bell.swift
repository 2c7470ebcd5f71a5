// How another thread wakes the main loop out of `poll`. Rung by any thread, awaited by the main thread.

import CLinux
import Glibc

/// An eventfd. It stays rung until it is silenced, however often it is rung.
public final class Bell: Sendable {
    /// Readable while rung. A thread that may not call Swift writes eight bytes of a number over 0 to it.
    public let descriptor: Int32

    /// Nil when the process has no descriptor left.
    public init?() {
        let opened = bell_open()
        guard opened >= 0 else { return nil }
        descriptor = opened
    }

    deinit { close(descriptor) }

    /// Any thread; neither blocks nor allocates.
    public func ring() { _ = bell_ring(descriptor) }

    /// Called before the messages are taken, so that one that comes meanwhile rings again.
    public func silence() { _ = bell_silence(descriptor) }
}
