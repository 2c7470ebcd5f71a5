// What a scan has to read, and the threads that read it. The scanning thread puts in and takes out.

import AudioCore
import Glibc

/// Jobs for reader threads, and their results.
final class ScanQueue: Sendable {
    enum Job: Sendable {
        case read(MusicFolder.Entry)
        case cover(RawPath)
    }

    enum Result: Sendable {
        case entry(LibraryEntry)
        case vanished(RawPath)
        case cover(RawPath, CoverLocation?)
    }

    private struct State: Sendable {
        var jobs: [Job] = []
        var next = 0
        var results: [Result] = []
        /// Jobs put in whose results were not taken out.
        var openCount = 0
        var isClosed = false
    }

    private let state = Monitor(State())
    private let reading: EntryReading
    /// Taken by the scanning thread only.
    private let threads = Monitor<[NamedThread]>([])

    init(_ reading: EntryReading, threadCount: Int, isIdle: Bool) {
        self.reading = reading
        let made = (0..<threadCount).map { number in
            NamedThread("scan \(number + 1)", stackBytes: 1 << 20) { [self] in
                if isIdle { LowPriority.take() }
                work()
            }
        }
        threads.change { $0 = made }
    }

    func put(_ job: Job) {
        state.change {
            $0.jobs.append(job)
            $0.openCount += 1
        }
    }

    /// The results so far.
    func take() -> [Result] {
        state.withLock { state in
            let results = state.results
            state.results.removeAll(keepingCapacity: true)
            state.openCount -= results.count
            return results
        }
    }

    /// Waits for a result until `deadline`; true when no job is open any more.
    func wait(until deadline: Duration) -> Bool {
        state.wait { state in
            if state.openCount == 0 { return .done(true) }
            return state.results.isEmpty && SteadyClock.now < deadline ? .sleep(until: deadline) : .done(false)
        }
    }

    /// Lets the threads end; jobs that wait are dropped.
    func close() {
        state.change {
            $0.isClosed = true
            $0.jobs = []
            $0.next = 0
        }
        for thread in threads.change({ $0 }) { thread.join() }
    }

    private func work() {
        while let job = nextJob() {
            let result: Result
            switch job {
            case .read(let found): result = reading.read(found).map(Result.entry) ?? .vanished(found.path)
            case .cover(let folder): result = .cover(folder, EntryReading.folderCover(folder))
            }
            state.change { $0.results.append(result) }
        }
    }

    private func nextJob() -> Job? {
        state.wait { state in
            if state.isClosed { return .done(nil) }
            guard state.next < state.jobs.count else { return .sleep(until: nil) }
            defer { state.next += 1 }
            return .done(state.jobs[state.next])
        }
    }
}

/// The least of a claim on the processor, for the thread that takes it.
enum LowPriority {
    /// Not SCHED_IDLE: a thread that never runs would hold what others wait for.
    static func take() {
        // The kernel counts niceness by thread; 0 is the calling one.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
    }
}
