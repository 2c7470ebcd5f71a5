// The threads that decode and measure, at idle priority. Whoever runs the scan puts in and takes out.

import Analysis
import AudioCore
import MusicLibrary

/// Decodes the tracks of a plan in order, several at once.
final class GainCrew: Sendable {
    /// A track of the plan by its places.
    struct Job: Sendable {
        var album: Int
        var track: Int
        var item: QueueItem
    }

    /// One thread measures, another takes the result: never both at once.
    struct Outcome: @unchecked Sendable {
        var job: Job
        var result: Result<TrackMeasurement, AudioError>
    }

    private struct State {
        var next = 0
        var outcomes: [Outcome] = []
        var seconds = 0.0
        var runningCount: Int
        var mustEnd = false
    }

    private let jobs: [Job]
    private let state: Monitor<State>
    private let open: TrackOpener

    /// Starts at once.
    init(_ plan: GainPlan, threadCount: Int, isIdle: Bool, open: @escaping TrackOpener) {
        jobs = plan.albums.enumerated().flatMap { album, planned in
            planned.tracks.enumerated().map { Job(album: album, track: $0.offset, item: $0.element.item) }
        }
        state = Monitor(State(runningCount: threadCount))
        self.open = open
        for number in 1...max(1, threadCount) {
            // Codecs of FFmpeg want more than the usual stack.
            _ = NamedThread("gain \(number)", stackBytes: 2 << 20) { [self] in
                if isIdle { IdlePriority.take() }
                work()
            }
        }
    }

    /// Tracks to decode.
    var jobCount: Int { jobs.count }

    /// Seconds of music measured so far.
    var seconds: Double { state.withLock(\.seconds) }

    /// What has come since the last call; waits for it until `deadline`. Nil when all threads have ended and nothing is
    /// left to take.
    func take(until deadline: Duration) -> [Outcome]? {
        state.wait { state in
            if !state.outcomes.isEmpty {
                defer { state.outcomes = [] }
                return .done(state.outcomes)
            }
            if state.runningCount == 0 { return .done(nil) }
            return SteadyClock.now < deadline ? .sleep(until: deadline) : .done([])
        }
    }

    /// Lets the threads end within a block; what they were at is dropped.
    func stop() { state.change { $0.mustEnd = true } }

    private func work() {
        while let job = nextJob() {
            do throws(AudioError) {
                guard let measurement = try measure(job.item) else { break }
                state.change { $0.outcomes.append(Outcome(job: job, result: .success(measurement))) }
            } catch {
                state.change { $0.outcomes.append(Outcome(job: job, result: .failure(error))) }
            }
        }
        state.change { $0.runningCount -= 1 }
    }

    private func nextJob() -> Job? {
        state.change { state in
            guard !state.mustEnd, state.next < jobs.count else { return nil }
            defer { state.next += 1 }
            return jobs[state.next]
        }
    }

    private func measure(_ item: QueueItem) throws(AudioError) -> TrackMeasurement? {
        let codec = try open(item)
        let rate = Double(max(1, codec.info.rate))
        return try TrackMeasurement.measure(codec) { frames in
            state.withLock { state in
                state.seconds += Double(frames) / rate
                return !state.mustEnd
            }
        }
    }
}
