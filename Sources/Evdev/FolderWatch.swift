// Tells that devices came, went or got their permissions. Main thread.

import CLinux
import Glibc

/// Owner of one inotify descriptor. It says that something changed; what, is found by looking.
final class FolderWatch {
    /// Readable after a change; -1 when the system has no watch left, and looking at intervals has to do.
    let descriptor: Int32

    init() { descriptor = folder_watch_open() }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Watches a folder; watching it again changes nothing, and a folder that is not there is passed over.
    func add(_ path: String) {
        if descriptor >= 0 { _ = path.withCString { folder_watch_add(descriptor, $0) } }
    }

    /// Whether anything changed since the last call.
    func takeChange() -> Bool {
        guard descriptor >= 0 else { return false }
        var hasChanged = false
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            // A bound, so that a folder in uproar does not hold the main thread; the rest is taken next time.
            for _ in 0..<16 {
                guard read(descriptor, buffer.baseAddress, buffer.count) > 0 else { return }
                hasChanged = true
            }
        }
        return hasChanged
    }
}
