// SIGTERM and SIGINT become a ring of the main loop's bell. The handler is a file-scope function: it runs on whatever
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
    /// From now on both signals ring `bell` instead of killing the process.
    static func watch(ringing bell: Bell) {
        watchedBell.withLock { $0 = bell }
        ringDescriptor.store(bell.ringDescriptor, ordering: .releasing)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = noteSignal
        action.sa_flags = SA_RESTART
        sigaction(SIGTERM, &action, nil)
        sigaction(SIGINT, &action, nil)
        signal(SIGPIPE, SIG_IGN)
        // Whoever started us may have left them blocked.
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
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
