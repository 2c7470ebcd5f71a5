// The worker of the library: reads the saved one, scans, saves. Its own thread, one scan at a time.

import AudioCore
import MusicLibrary
import Synchronization

/// What a library service has done for it.
final class LibraryWork: Sendable {
    enum Event: Sendable {
        /// The saved library; nil when it is of other folders, so that the scan has to say what is shown.
        case loaded(LibrarySnapshot?)
        case progress(ScanProgress)
        case snapshot(LibrarySnapshot)
        case note(String)
        case finished(ScanReport)
    }

    private let scanner: LibraryScanner
    private let store: LibraryStore
    private let cancelled = Atomic(false)
    /// Kept only while it could not be saved: else the file has it.
    private let unsaved = Mutex<LibraryContents?>(nil)

    init(scanner: LibraryScanner, store: LibraryStore) {
        self.scanner = scanner
        self.store = store
    }

    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    func cancel() { cancelled.store(true, ordering: .relaxed) }

    /// - Parameter report: called on the worker's thread.
    func start(showsSaved: Bool, report: @escaping @Sendable (Event) -> Void) {
        _ = NamedThread("library", stackBytes: 1 << 20) { [self] in run(showsSaved, report) }
    }

    private func run(_ showsSaved: Bool, _ report: @escaping @Sendable (Event) -> Void) {
        let kept = unsaved.withLock { contents in
            defer { contents = nil }
            return contents
        }
        var contents = kept ?? store.load { report(.note($0)) }
        if showsSaved { report(.loaded(contents.roots == scanner.roots ? contents.snapshot : nil)) }
        let result = scanner.scan(
            &contents, store: store, isCancelled: { isCancelled }, progress: { report(.progress($0)) },
            publish: { report(.snapshot($0)) })
        if result.saveFailure != nil {
            let rest = contents
            unsaved.withLock { $0 = rest }
        }
        report(.finished(result))
    }
}

extension LibraryScanner {
    /// A scanner with this program's codecs.
    static func ofProgram(roots: [RawPath]) -> LibraryScanner {
        LibraryScanner(roots: roots, extensions: MusicGathering.extensions) { path throws(AudioError) in
            try MusicFormats.open(try FileByteSource(path)).info
        }
    }
}
