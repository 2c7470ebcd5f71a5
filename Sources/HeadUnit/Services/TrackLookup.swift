// From a file and cue track to the library's key. Main thread; the table is made by a worker.

import AudioCore
import MusicLibrary

/// The table behind `AppServices.track(of:)`, made anew for each snapshot.
@MainActor
final class TrackLookup {
    private struct Place: Hashable, Sendable {
        var path: RawPath
        var cueTrack: Int?
    }

    private let post: LibraryService.Post
    private let learn: @Sendable (MeasuredGains) -> Void
    private var keys: [Place: Int32] = [:]
    private var snapshot: LibrarySnapshot?
    private var isWorking = false

    /// - Parameter learn: takes what was measured of each new snapshot. Worker's thread.
    init(post: @escaping LibraryService.Post, learn: @escaping @Sendable (MeasuredGains) -> Void) {
        self.post = post
        self.learn = learn
    }

    /// A table is being made.
    var isBusy: Bool { isWorking }

    func key(path: RawPath, cueTrack: Int?) -> Int32? { keys[Place(path: path, cueTrack: cueTrack)] }

    /// Makes the table of `snapshot`, then calls `done`; a snapshot that comes meanwhile is taken afterwards.
    func use(_ snapshot: LibrarySnapshot, done: @escaping @MainActor @Sendable () -> Void) {
        guard snapshot !== self.snapshot else { return }
        self.snapshot = snapshot
        guard !isWorking else { return }
        isWorking = true
        let (post, learn) = (post, learn)
        _ = NamedThread("lookup") { [weak self] in
            learn(MeasuredGains(snapshot))
            var table: [Place: Int32] = [:]
            table.reserveCapacity(snapshot.tracks.count)
            for track in snapshot.tracks { table[Place(path: track.path, cueTrack: track.cueTrack)] = track.key }
            let finished = table
            post {
                guard let self else { return }
                self.keys = finished
                self.isWorking = false
                if let newer = self.snapshot, newer !== snapshot {
                    self.snapshot = nil
                    self.use(newer, done: done)
                }
                done()
            }
        }
    }
}
