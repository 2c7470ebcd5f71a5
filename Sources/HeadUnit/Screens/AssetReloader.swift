// Screens, strings and themes as they are saved, for `--watch`. A value; a worker's, or a script's own.

import AudioCore
import Glibc

/// Looks whether files have changed, and reads them again. What is broken leaves what was good before in its place.
struct AssetReloader: Sendable {
    private(set) var assets: ScreenAssets
    /// The files as they were when `assets` were read.
    private var read: AssetStamp
    /// Other files, which may still be being written.
    private var seen: AssetStamp?

    /// - Parameter assets: as they are shown now; what has been saved since they were read counts as a change.
    init(_ assets: ScreenAssets) {
        self.assets = assets
        read = assets.stamp
    }

    /// One of many looks, some tenths of a second apart. Many saves in between are one change, and a file that is still
    /// being written is not read: files are read when a look finds them as the look before did.
    /// - Returns: nil when nothing has changed, or not for long enough.
    mutating func look() -> ScreenAssets? {
        let now = AssetStamp(assets.folders)
        defer { seen = now }
        return now != read && now == seen ? reload(now) : nil
    }

    /// The only look for a while: a change counts at once.
    mutating func lookOnce() -> ScreenAssets? {
        let now = AssetStamp(assets.folders)
        return now != read ? reload(now) : nil
    }

    private mutating func reload(_ stamp: AssetStamp) -> ScreenAssets {
        read = stamp
        assets = ScreenAssets.read(assets.folders, keeping: assets)
        return assets
    }
}

/// What tells a saved file from the one before: whether an editor writes into it or puts another in its place.
struct AssetStamp: Hashable, Sendable {
    private struct File: Hashable {
        var path: RawPath
        var inode: UInt64
        var size: Int64
        /// Of the content and of the entry, nanoseconds.
        var times: [Int64]
    }

    private var files: [File] = []

    init(_ folders: DataFolders) {
        var templates = [folders.templates]
        if let shipped = folders.shippedTemplates, shipped != folders.templates { templates.append(shipped) }
        for folder in templates + ["Strings", "Themes"].map({ folders.assets.appending($0) }) {
            for name in ScreenAssets.names(in: folder, ending: ".json") { add(folder.appending(name)) }
        }
        for folder in templates {
            for path in ScreenAssets.pictures(in: folder) { add(path) }
        }
        let icons = folders.assets.appending("Icons")
        for name in ScreenAssets.names(in: icons, ending: ".svg") { add(icons.appending(name)) }
    }

    private mutating func add(_ path: RawPath) {
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else { return }
        let times = [status.st_mtim, status.st_ctim].map { Int64($0.tv_sec) &* 1_000_000_000 &+ Int64($0.tv_nsec) }
        files.append(
            File(path: path, inode: UInt64(status.st_ino), size: Int64(status.st_size), times: times))
    }
}

/// The thread that looks, for as long as the program runs.
enum AssetWatch {
    /// Microseconds from look to look.
    static let interval: UInt32 = 150_000

    /// - Parameter changed: takes what has been read anew; called on the worker.
    static func start(_ assets: ScreenAssets, changed: @escaping @Sendable (ScreenAssets) -> Void) {
        _ = NamedThread("watch", stackBytes: 2 << 20) {
            var reloader = AssetReloader(assets)
            while true {
                if let assets = reloader.look() { changed(assets) }
                usleep(interval)
            }
        }
    }
}
