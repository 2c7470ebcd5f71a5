// SIGTERM, SIGINT and SIGHUP become a ring of the main loop's bell. The handler is a file-scope function: it runs on whatever
// thread the kernel picks and touches two atomics and a descriptor.

import AudioCore
import Glibc
import Synchronization

private let pendingSignal = Atomic<Int32>(0)
/// Keeps the bell alive; the handler itself must not look behind a lock.
private let watchedBell = Mutex<Bell?>(nil)
private let ringDescriptor = Atomic<Int32>(-1)

/// Asks the program to end in order.
enum TerminationSignals {
    /// From now on the signals ring `bell` instead of killing the process. A terminal that closes (SIGHUP) ends the
    /// program in order as well, unless whoever started it wants it to outlive that (`nohup`).
    static func watch(ringing bell: Bell) {
        watchedBell.withLock { $0 = bell }
        ringDescriptor.store(bell.ringDescriptor, ordering: .releasing)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = noteSignal
        action.sa_flags = SA_RESTART
        sigaction(SIGTERM, &action, nil)
        sigaction(SIGINT, &action, nil)
        if !isIgnored(SIGHUP) { sigaction(SIGHUP, &action, nil) }
        signal(SIGPIPE, SIG_IGN)
        // Whoever started us may have left them blocked.
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGHUP)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var current = sigaction()
        guard sigaction(number, nil, &current) == 0 else { return false }
        return unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// The signal received since `watch`; nil when none was.
    static var received: Int32? {
        let number = pendingSignal.load(ordering: .acquiring)
        return number == 0 ? nil : number
    }
}

/// The C handler: async-signal-safe, one store and one `write`.
private func noteSignal(_ number: Int32) {
    pendingSignal.store(number, ordering: .releasing)
    Bell.ring(ringDescriptor.load(ordering: .acquiring))
}
