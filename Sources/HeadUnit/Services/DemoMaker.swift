// The demo collection, written by the unit itself: no terminal is needed for it. Main thread; the work is a worker's.

import AudioCore
import DemoCollection
import Glibc

/// Writes the collection in the background and says how far it is.
@MainActor
final class DemoMaker {
    /// Writes the collection into a folder; called on the worker's thread.
    typealias Writing =
        @Sendable (RawPath, @escaping @Sendable (DemoCollection.Progress) -> Void) throws(AudioError) -> Void
    /// What is there to play when it is done, or why there is nothing.
    typealias Outcome = Result<MusicGathering, AudioError>

    private(set) var isRunning = false
    /// The last thing that became ready; nil until the first.
    private(set) var progress: DemoCollection.Progress?

    private let write: Writing
    private let post: LibraryService.Post

    init(post: @escaping LibraryService.Post, write: @escaping Writing = DemoMaker.compose) {
        self.post = post
        self.write = write
    }

    /// 0 to 100; nil while nothing runs.
    var percent: Int? {
        guard isRunning else { return nil }
        return progress.map { $0.done * 100 / max(1, $0.total) } ?? 0
    }

    /// Begins, unless it is at it. A collection that is there already is taken as it is; a new one is whole before it
    /// has its name.
    /// - Parameters:
    ///   - changed: called at each step.
    ///   - done: called once, after `isRunning` is false again.
    func start(
        in folder: RawPath, changed: @escaping @MainActor () -> Void, done: @escaping @MainActor (Outcome) -> Void
    ) {
        guard !isRunning else { return }
        isRunning = true
        progress = nil
        changed()
        let (post, write) = (post, write)
        let step: @MainActor @Sendable (DemoCollection.Progress) -> Void = { [weak self] progress in
            self?.progress = progress
            changed()
        }
        let end: @MainActor @Sendable (Outcome) -> Void = { [weak self] outcome in
            self?.isRunning = false
            done(outcome)
        }
        _ = NamedThread("demo", stackBytes: 1 << 20) {
            let outcome: Outcome
            do throws(AudioError) {
                let found = MusicGathering([folder])
                if found.items.isEmpty {
                    let unfinished = RawPath(bytes: folder.bytes + Array(".new".utf8))
                    try write(unfinished) { progress in post { step(progress) } }
                    try DemoMaker.rename(unfinished, folder)
                }
                outcome = .success(found.items.isEmpty ? MusicGathering([folder]) : found)
            } catch {
                outcome = .failure(error)
            }
            post { end(outcome) }
        }
    }

    private nonisolated static func rename(_ old: RawPath, _ new: RawPath) throws(AudioError) {
        let status = old.withCString { old in new.withCString { Glibc.rename(old, $0) } }
        guard status != 0 else { return }
        throw AudioError(.notSupported, path: new.shown, "cannot be renamed to: \(SystemError.reason(errno))")
    }

    /// A core is left for the screen.
    private static let compose: Writing = { folder, progress throws(AudioError) in
        let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        _ = try DemoCollection.write(to: folder, threads: max(1, min(cores - 1, 3)), progress: progress)
    }
}
