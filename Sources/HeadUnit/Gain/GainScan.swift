// `scan --gain`: measures what states no gain, album by album, and keeps it in the library. The thread that calls.

import Analysis
import AudioCore
import Glibc
import MusicLibrary

/// One run over a library.
struct GainScan {
    let store: LibraryStore
    var open: TrackOpener = { item throws(AudioError) in try TrackOpening.open(item) }
    /// Measures only when nothing else wants to run.
    var isIdle = true
    /// Tracks decoded at once.
    var threadCount = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    /// Seconds between two savings; longer where saving itself takes long.
    private static let savingInterval = Duration.seconds(30)

    /// Measures what `contents` lacks, and saves it there and then.
    /// - Parameters:
    ///   - isCancelled: asked ten times a second.
    ///   - progress: called ten times a second.
    func run(
        _ contents: LibraryContents, isCancelled: () -> Bool, progress: (GainProgress) -> Void
    ) -> GainReport {
        let start = SteadyClock.now
        let plan = contents.gainPlan
        var report = GainReport()
        report.tagged = plan.taggedCount
        report.known = plan.knownCount
        guard !plan.albums.isEmpty else { return report }
        let crew = GainCrew(plan, threadCount: threadCount, isIdle: isIdle, open: open)
        var measuring = GainMeasuring(plan)
        var unsaved = GainResults()
        var nextSaving = start + Self.savingInterval
        var done = 0
        while let outcomes = crew.take(until: SteadyClock.now + .milliseconds(100)) {
            for outcome in outcomes { measuring.take(outcome, &unsaved, &report) }
            done += outcomes.count
            if isCancelled() {
                report.wasInterrupted = true
                crew.stop()
            }
            let now = SteadyClock.now
            if now >= nextSaving, unsaved.count > 0 {
                save(&unsaved, &report)
                nextSaving = SteadyClock.now + max(Self.savingInterval, (SteadyClock.now - now) * 20)
            }
            progress(Self.progress(plan, crew, done: done, title: measuring.title, since: start))
        }
        report.wasInterrupted = report.wasInterrupted && done < crew.jobCount
        save(&unsaved, &report)
        report.seconds = (SteadyClock.now - start) / Duration.seconds(1)
        return report
    }

    /// Puts measurements into the library as it is on the disk now: another program may have brought it up to date.
    private func save(_ unsaved: inout GainResults, _ report: inout GainReport) {
        guard unsaved.count > 0 else { return }
        var contents = store.load { _ in }
        contents.take(unsaved)
        do throws(AudioError) {
            try store.save(contents)
            report.saveFailure = nil
            unsaved = GainResults()
        } catch {
            report.saveFailure = error
        }
    }

    private static func progress(
        _ plan: GainPlan, _ crew: GainCrew, done: Int, title: String, since start: Duration
    ) -> GainProgress {
        var progress = GainProgress(done: done, count: crew.jobCount, title: title)
        let elapsed = (SteadyClock.now - start) / Duration.seconds(1)
        progress.share = plan.seconds > 0 ? min(1, crew.seconds / plan.seconds) : 0
        if done == crew.jobCount { progress.share = 1 }
        // The first seconds tell nothing yet.
        if elapsed > 3, progress.share > 0 { progress.remaining = elapsed * (1 - progress.share) / progress.share }
        return progress
    }
}
