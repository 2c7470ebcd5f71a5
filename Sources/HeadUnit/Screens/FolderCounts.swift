// How many tracks each folder of music holds, and whether it is there. Main thread; a worker counts.

import AudioCore
import Glibc
import MusicLibrary

/// Counted anew when the library has changed and somebody looks.
@MainActor
final class FolderCounts {
    struct Folder: Equatable, Sendable {
        var path: RawPath
        var trackCount: Int
        var isThere: Bool
    }

    /// As it was counted last; before that the folders alone.
    private(set) var known: [Folder] = []
    private let services: AppServices
    private var counted: LibrarySnapshot?
    private var isCounting = false

    init(_ services: AppServices) { self.services = services }

    /// Counts if it has to; `onChange` of the services follows.
    func look() {
        let folders = services.musicFolders
        let snapshot = services.library.snapshot
        guard !isCounting, counted !== snapshot || known.map(\.path) != folders else { return }
        isCounting = true
        services.work("folders") {
            folders.map { folder in
                let prefix = folder.bytes + [UInt8(ascii: "/")]
                let count = snapshot.tracks.count { $0.path.bytes.starts(with: prefix) }
                return Folder(path: folder, trackCount: count, isThere: Self.isThere(folder))
            }
        } then: { [weak self] folders in
            guard let self else { return }
            isCounting = false
            counted = snapshot
            known = folders
            services.onChange()
        }
    }

    private nonisolated static func isThere(_ folder: RawPath) -> Bool {
        var status = stat()
        return !Storage.isGone(folder) && folder.withCString { stat($0, &status) } == 0
            && status.st_mode & S_IFMT == S_IFDIR
    }
}
