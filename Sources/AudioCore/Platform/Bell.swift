// The bell of a sleeping loop: any thread rings it, one loop polls it. Ringing neither blocks nor allocates.

import Glibc

/// A wake-up that a `poll` loop can wait on: a non-blocking pipe that holds at most a few bytes.
public final class Bell: Sendable {
    /// Readable once the bell was rung; poll it for `POLLIN`.
    public let descriptor: Int32
    /// What is written to; for a signal handler, which can hold no object.
    public let ringDescriptor: Int32

    public init() {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0, "no descriptors left for a bell")
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        descriptor = ends[0]
        ringDescriptor = ends[1]
    }

    deinit {
        close(descriptor)
        close(ringDescriptor)
    }

    /// Wakes the loop. Any thread, the output thread too: one system call; a bell that rings already stays as it is.
    public func ring() {
        Self.ring(ringDescriptor)
    }

    /// Rings the bell with this `ringDescriptor`; async-signal-safe.
    public static func ring(_ ringDescriptor: Int32) {
        var one: UInt8 = 1
        _ = write(ringDescriptor, &one, 1)
    }

    /// Makes the bell silent again. The loop's thread, before it looks at what the bell stands for.
    public func silence() {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            guard let base = buffer.baseAddress else { return }
            while read(descriptor, base, 64) == 64 {}
        }
    }
}
