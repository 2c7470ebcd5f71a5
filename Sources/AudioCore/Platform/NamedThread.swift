// A thread of our own: a name that `top -H` shows, a body, and a join.

import Glibc
import Synchronization

/// One POSIX thread. The body is `@Sendable` and formed in a nonisolated file, so it carries no actor with it.
/// A thread that nobody joins runs to its end by itself and leaves nothing behind.
public final class NamedThread: @unchecked Sendable {
    // Unchecked: `handle` is written once in `init`, before anybody else can have the object, and read by `join`.
    private var handle = pthread_t()
    private let isJoined = Atomic<Bool>(false)

    /// Starts at once.
    /// - Parameter name: at most 15 bytes, shown by the kernel.
    public init(_ name: String, stackBytes: Int = 512 * 1024, body: @escaping @Sendable () -> Void) {
        precondition(name.utf8.count <= 15, "the kernel keeps 15 bytes of a thread's name")
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, stackBytes)
        let start = Unmanaged.passRetained(ThreadStart(name: name, body: body))
        let code = pthread_create(&handle, &attributes, threadEntry, start.toOpaque())
        pthread_attr_destroy(&attributes)
        precondition(code == 0, "the system gives no thread for \(name)")
    }

    deinit {
        // Its stack is kept for a join that cannot come any more.
        if !isJoined.load(ordering: .acquiring) { pthread_detach(handle) }
    }

    /// Waits until the body has returned. Once, from another thread.
    public func join() {
        pthread_join(handle, nil)
        isJoined.store(true, ordering: .releasing)
    }
}

private final class ThreadStart: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}

/// The C entry of every thread of ours: a file-scope function, so no actor's isolation is checked in it.
private func threadEntry(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let start = Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
    nameThisThread(start.name)
    // Signals are the main thread's business.
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    start.body()
    return nil
}

/// The kernel takes the name from a file of the thread's own, without an extension of the C library.
private func nameThisThread(_ name: String) {
    let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = name.withCString { write(file, $0, strlen($0)) }
    close(file)
}
