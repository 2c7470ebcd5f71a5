// The one thread that writes state. Other threads only tell it what changed, which never blocks.

import AudioCore
import Glibc

/// Saves what changed, one file at a time, off the main thread. Each job writes the value as it is when its turn
/// comes, so many changes become one save. The thread lives until `shutDown`.
public final class StateWriter: Sendable {
    /// One thing that is saved.
    public struct Job: Hashable, Sendable {
        fileprivate let index: Int
    }

    /// Saves the present value; runs on the writer's thread.
    /// - Returns: false when it failed and is to be tried again.
    public typealias Save = @Sendable () -> Bool

    private struct Entry {
        let save: Save
        var policy = DebouncePolicy()
        var isRunning = false
        var failureCount = 0
    }

    private struct Work {
        var entries: [Entry] = []
        var isEnding = false
        var hasThread = false
    }

    private let work = Monitor(Work())

    /// Starts the thread.
    /// - Parameter report: takes a line when the system gives no thread; `flush` saves by itself then.
    public init(report: @Sendable (String) -> Void) {
        // Set before the thread can end: it is the thread that clears it.
        work.change { $0.hasThread = true }
        let result = startStateWriterThread(self)
        if result != 0 {
            work.change { $0.hasThread = false }
            report("the thread that saves cannot be started (system error \(result)): saving waits for the end")
        }
    }

    /// Adds a job. Any thread.
    public func add(_ save: @escaping Save) -> Job {
        work.change { work in
            work.entries.append(Entry(save: save))
            return Job(index: work.entries.count - 1)
        }
    }

    /// What the job saves has changed. Any thread; returns at once.
    /// - Parameter urgently: save now, not after the quiet time.
    public func changed(_ job: Job, urgently: Bool = false) {
        let now = SteadyClock.now
        work.change { $0.entries[job.index].policy.changed(at: now, urgently: urgently) }
    }

    /// Saves everything that waits and returns when that is done, or when the time is over. Any thread but the writer.
    /// - Returns: true when nothing is left to save.
    @discardableResult
    public func flush(within time: Duration) -> Bool {
        let deadline = SteadyClock.now + time
        let (failures, hasThread) = work.change { work in
            for index in work.entries.indices { work.entries[index].policy.demand() }
            return (work.entries.map(\.failureCount), work.hasThread)
        }
        if !hasThread {
            while SteadyClock.now < deadline, let (index, save) = work.change({ Self.takeDue(&$0) }) {
                finish(index, worked: save())
            }
        }
        return work.wait { work in
            let open = work.entries.indices.filter { index in
                work.entries[index].policy.isDirty || work.entries[index].isRunning
            }
            if open.isEmpty { return .done(true) }
            let failed = open.allSatisfy { index in
                index < failures.count && work.entries[index].failureCount > failures[index]
                    && !work.entries[index].isRunning
            }
            if failed || !work.hasThread || SteadyClock.now >= deadline { return .done(false) }
            return .sleep(until: deadline)
        }
    }

    /// Flushes, and ends the thread. At the end of the program; a medium that hangs holds it no longer than `time`.
    /// - Returns: true when nothing is left to save.
    @discardableResult
    public func shutDown(within time: Duration) -> Bool {
        let isSaved = flush(within: time)
        work.change { $0.isEnding = true }
        return isSaved
    }

    /// The life of the thread.
    fileprivate func run() {
        while let (index, save) = work.wait({ Self.nextTurn(&$0) }) {
            finish(index, worked: save())
        }
        work.change { $0.hasThread = false }
    }

    private static func nextTurn(_ work: inout Work) -> Monitor<Work>.Wake<(Int, Save)?> {
        if work.isEnding { return .done(nil) }
        if let turn = takeDue(&work) { return .done(turn) }
        return .sleep(until: work.entries.compactMap(\.policy.due).min())
    }

    /// Takes the job that has waited longest, if one is due.
    private static func takeDue(_ work: inout Work) -> (Int, Save)? {
        let now = SteadyClock.now
        let waiting = work.entries.indices.compactMap { index in
            work.entries[index].policy.due.map { (due: $0, index: index) }
        }
        guard let first = waiting.min(by: { $0.due < $1.due }), first.due <= now else { return nil }
        work.entries[first.index].policy.began()
        work.entries[first.index].isRunning = true
        return (first.index, work.entries[first.index].save)
    }

    private func finish(_ index: Int, worked: Bool) {
        let now = SteadyClock.now
        work.change { work in
            work.entries[index].isRunning = false
            if worked {
                work.entries[index].policy.worked()
            } else {
                work.entries[index].policy.failed(at: now)
                work.entries[index].failureCount += 1
            }
        }
    }
}

/// Starts the thread with every signal blocked, so that SIGTERM finds the main thread.
/// - Returns: 0 or the error of the system.
private func startStateWriterThread(_ writer: StateWriter) -> Int32 {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let held = Unmanaged.passRetained(writer)
    var thread = pthread_t()
    let result = pthread_create(&thread, nil, stateWriterThread, held.toOpaque())
    if result == 0 {
        pthread_detach(thread)
    } else {
        held.release()
    }
    return result
}

private func stateWriterThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<StateWriter>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}
