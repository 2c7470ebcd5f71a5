// A lock with a condition, for threads that may wait: the decoder, the workers, the saver. Never the output thread.

import Glibc

/// State that is only seen under a lock, and a way to wait for it to change.
/// The C objects live at fixed addresses and end with this value, so it is safe to share though unchecked.
public final class Monitor<State>: @unchecked Sendable {
    /// What a waiting thread finds.
    public enum Wake<Result> {
        case done(Result)
        /// Sleep until something changes, or until this instant of the steady clock.
        case sleep(until: Duration?)
    }

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var state: State

    public init(_ state: State) {
        self.state = state
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Changes the state and wakes who waits. `body` does nothing slow.
    public func change<Result>(_ body: (inout State) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return body(&state)
    }

    /// Looks at the state, or changes it without waking anybody.
    public func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&state)
    }

    /// Asks `body` now and after every change, until it is done.
    public func wait<Result>(_ body: (inout State) -> Wake<Result>) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            switch body(&state) {
            case .done(let result): return result
            case .sleep(nil): pthread_cond_wait(condition, mutex)
            case .sleep(let deadline?):
                let parts = max(.zero, deadline).components
                var time = timespec(
                    tv_sec: Int(parts.seconds), tv_nsec: Int(parts.attoseconds / 1_000_000_000))
                pthread_cond_timedwait(condition, mutex, &time)
            }
        }
    }
}
