// The library of this run: the saved one first, then what a scan in the background finds. Main thread; the work is a
// worker's.

public import AudioCore
import Codecs
public import MusicLibrary
import Synchronization

/// Owns the snapshot that every screen reads.
@MainActor
public final class LibraryService {
    /// Has a body run on the main thread soon. Called from workers.
    public typealias Post = @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void

    /// The library as it is known now.
    public private(set) var snapshot = LibrarySnapshot.empty
    /// The saved library has been read, or there was none. Until then nothing is known.
    public private(set) var isLoaded = false
    public private(set) var isScanning = false
    /// A scan runs and nothing was saved before it: what is shown is not all there is.
    public var isFirstScan: Bool { isScanning && !hasSaved }
    /// How far the scan is; nil when none runs.
    public private(set) var progress: ScanProgress?
    /// What came of the last scan.
    public private(set) var report: ScanReport?
    /// Pictures for the keys that records carry.
    public nonisolated let covers = LibraryCovers()
    /// Finds what is typed.
    public let search: LibrarySearch

    /// Called when anything of the above has changed.
    public var onChange: @MainActor () -> Void = {}
    /// Called with a line about a saved library that cannot be used, or one that cannot be saved.
    public var onNote: @MainActor (String) -> Void = { _ in }

    /// What a scan has found so far can be played before it ends. Not so where the same run has to give the same twice:
    /// how far a scan is at an instant depends on the machine. Before `start`.
    public var publishesWhileScanning = true

    private let post: Post
    private var observers: [@MainActor () -> Void] = []
    private var waiting: [@MainActor () -> Void] = []
    private var work: LibraryWork?
    private var place: (roots: [RawPath], cache: RawPath)?
    private var hasSaved = false
    private var mustScanAgain = false

    public init(post: @escaping Post) {
        self.post = post
        search = LibrarySearch(post: post)
    }

    /// Reads the saved library and then scans the folders, both in the background. Once, after the first sound.
    /// - Parameters:
    ///   - roots: folders of music, absolute.
    ///   - cache: the cache folder.
    public func start(roots: [RawPath], cache: RawPath) {
        precondition(work == nil, "a library is started once")
        place = (roots, cache)
        work = makeWork(roots, cache)
        begin()
    }

    private func makeWork(_ roots: [RawPath], _ cache: RawPath) -> LibraryWork {
        var scanner = LibraryScanner.ofProgram(roots: roots)
        if !publishesWhileScanning { scanner.firstPublication = 1e6 }
        return LibraryWork(scanner: scanner, store: LibraryStore(folder: cache))
    }

    /// Looks for music in these folders from now on, and for what has changed in them. After `start`.
    public func use(roots: [RawPath]) {
        guard let place else { return }
        if roots != place.roots {
            self.place = (roots, place.cache)
            work?.cancel()
            work = makeWork(roots, place.cache)
        }
        rescan()
    }

    /// Looks for what has changed in the folders; during a scan, once more after it.
    public func rescan() {
        guard work != nil else { return }
        if isScanning { mustScanAgain = true } else { begin() }
    }

    /// Ends a scan as soon as it can be. What it found so far is kept.
    public func shutDown() {
        mustScanAgain = false
        work?.cancel()
    }

    /// Calls `body` after each new snapshot and each step of a scan, before `onChange`.
    func observe(_ body: @escaping @MainActor () -> Void) { observers.append(body) }

    /// Calls `body` once, when no scan runs any more.
    func afterScan(_ body: @escaping @MainActor () -> Void) { isScanning ? waiting.append(body) : body() }

    private func begin() {
        guard let work, !work.isCancelled else { return }
        isScanning = true
        progress = ScanProgress()
        changed()
        let post = post
        let needsSaved = !isLoaded
        work.start(showsSaved: needsSaved) { [weak self] event in
            post { self?.receive(event) }
        }
    }

    private func receive(_ event: LibraryWork.Event) {
        switch event {
        case .loaded(let saved):
            isLoaded = true
            hasSaved = saved.map { !$0.tracks.isEmpty } ?? false
            if let saved { show(saved) }
        case .progress(let progress): self.progress = progress
        case .snapshot(let snapshot): show(snapshot)
        case .note(let line): onNote(line)
        case .finished(let report):
            self.report = report
            if let failure = report.saveFailure { onNote(failure.description) }
            isScanning = false
            hasSaved = true
            progress = nil
            if mustScanAgain {
                mustScanAgain = false
                return begin()
            }
            let bodies = waiting
            waiting = []
            for body in bodies { body() }
        }
        changed()
    }

    private func show(_ snapshot: LibrarySnapshot) {
        self.snapshot = snapshot
        covers.use(snapshot)
    }

    private func changed() {
        for observer in observers { observer() }
        onChange()
    }
}
