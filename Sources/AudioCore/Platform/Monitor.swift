// A lock with a condition, for threads that may wait: the decoder and the workers. Never the output thread.

import Glibc

/// State guarded by a lock that a thread can wait on.
public final class Monitor<State>: @unchecked Sendable {
    // Unchecked: `state` is touched only while `mutex` is held.
    private var state: State
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

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

    /// Changes the state and wakes every waiter.
    public func update<Result>(_ body: (inout State) -> Result) -> Result {
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

    /// Waits until `body` gives a value or `seconds` have passed.
    /// - Parameter seconds: nil waits for ever.
    /// - Returns: the value, or nil when the time is over.
    public func wait<Result>(seconds: Double? = nil, until body: (inout State) -> Result?) -> Result? {
        var deadline = timespec()
        if let seconds {
            clock_gettime(CLOCK_MONOTONIC, &deadline)
            let whole = deadline.tv_nsec + Int(seconds * 1e9)
            deadline.tv_sec += whole / 1_000_000_000
            deadline.tv_nsec = whole % 1_000_000_000
        }
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            if seconds == nil {
                pthread_cond_wait(condition, mutex)
            } else if pthread_cond_timedwait(condition, mutex, &deadline) != 0 {
                return body(&state)
            }
        }
    }
}
