// The thread "output": its birth, its priority, its entry. The entry is a file-scope function: C calls it.

import CALSA
import Glibc

/// What the thread does. Made by the owner, run once, by the thread.
protocol OutputWork: AnyObject {
    /// Returns when the thread is to end. `threadID` is the kernel's number for the thread.
    func run(threadID: Int)
}

/// A POSIX thread that runs one piece of work. Used by its owner only.
struct OutputThread {
    private let thread: pthread_t

    /// Starts the thread; nil when the system refuses one. The thread keeps `work` alive.
    init?(_ work: any OutputWork) {
        var started = pthread_t()
        let box = Unmanaged.passRetained(OutputWorkBox(work))
        guard pthread_create(&started, nil, runOutputWork, box.toOpaque()) == 0 else {
            box.release()
            return nil
        }
        thread = started
    }

    /// Returns when the thread is gone.
    func join() { pthread_join(thread, nil) }

    /// Lets the thread end by itself.
    func detach() { pthread_detach(thread) }
}

/// Carries an existential through a C pointer.
private final class OutputWorkBox {
    let work: any OutputWork

    init(_ work: any OutputWork) {
        self.work = work
    }
}

/// The entry of the output thread.
private func runOutputWork(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let box = Unmanaged<OutputWorkBox>.fromOpaque(argument).takeRetainedValue()
    // Signals are the main thread's business.
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    box.work.run(threadID: Int(calsa_name_thread("output")))
    return nil
}

enum RealtimePriority {
    /// Of 1 to 99; under the kernel's own interrupt threads at 50.
    static let level: Int32 = 40
    /// Children of this thread start without the priority (sched.h; the C macro is behind a feature test).
    private static let resetOnFork: Int32 = 0x4000_0000

    /// Gives the calling thread SCHED_FIFO. Returns 0 or the error number.
    static func request() -> Int32 {
        var parameter = sched_param()
        parameter.sched_priority = level
        return sched_setscheduler(0, SCHED_FIFO | resetOnFork, &parameter) == 0 ? 0 : errno
    }
}
