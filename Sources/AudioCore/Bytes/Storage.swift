// Volumes that are not there: a stick pulled out, as a script plays it. Any thread.

import Glibc
import Synchronization

private let removedFolders = Mutex<[RawPath]>([])
private let hasRemoved = Atomic<Bool>(false)

/// Whether what lies under a folder can be read at the moment. Costs one atomic load while nothing is removed.
public enum Storage {
    /// From now on opens and reads under `folder` fail as those of an unplugged stick do (ENODEV).
    public static func remove(_ folder: RawPath) {
        removedFolders.withLock { folders in
            if !folders.contains(folder) { folders.append(folder) }
            hasRemoved.store(true, ordering: .releasing)
        }
    }

    /// They work again.
    public static func restore(_ folder: RawPath) {
        removedFolders.withLock { folders in
            folders.removeAll { $0 == folder }
            // Under the lock: a removal that comes now is not undone by it.
            if folders.isEmpty { hasRemoved.store(false, ordering: .releasing) }
        }
    }

    /// The volume that `path` lies on is not there: removed, or its mount point is missing or empty. Only places where
    /// volumes come and go are looked at: what is missing elsewhere has been deleted.
    public static func isGone(_ path: RawPath) -> Bool {
        if isRemoved(path) { return true }
        guard let mount = mountPoint(of: path) else { return false }
        guard let handle = mount.withCString({ opendir($0) }) else { return true }
        defer { closedir(handle) }
        while let entry = readdir(handle) {
            let isDot = entry.pointee.d_name.0 == CChar(UInt8(ascii: "."))
            if !isDot || entry.pointee.d_name.1 != 0 && entry.pointee.d_name.1 != CChar(UInt8(ascii: ".")) {
                return false
            }
        }
        return true
    }

    /// `/media/X`, `/mnt/X`, `/media/USER/X` where that is a folder of mount points, `/run/media/USER/X`.
    static func mountPoint(of path: RawPath) -> RawPath? {
        let parts = path.bytes.split(separator: UInt8(ascii: "/"))
        let depth: Int
        switch parts.first.map(Array.init) {
        case Array("media".utf8)?, Array("mnt".utf8)?: depth = 2
        case Array("run".utf8)? where parts.count > 1 && Array(parts[1]) == Array("media".utf8): depth = 4
        default: return nil
        }
        guard parts.count > depth else { return nil }
        return RawPath(bytes: parts[..<depth].reduce(into: []) { $0 += [UInt8(ascii: "/")] + $1 })
    }

    /// The name of the volume that `path` lies on, as its mount point bears it; nil where volumes do not come and go.
    public static func volumeName(of path: RawPath) -> String? {
        let volume = removedFolder(of: path) ?? mountPoint(of: path)
        return volume.map { String(decoding: $0.lastComponent, as: UTF8.self) }
    }

    private static func removedFolder(of path: RawPath) -> RawPath? {
        guard hasRemoved.load(ordering: .acquiring) else { return nil }
        return removedFolders.withLock { folders in
            folders.first { path.isWithin($0) }
        }
    }

    /// `path` is a removed folder or lies under one.
    public static func isRemoved(_ path: RawPath) -> Bool { removedFolder(of: path) != nil }
}
