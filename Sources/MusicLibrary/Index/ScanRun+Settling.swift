// What a scan makes of what it did not find: gone, or on a volume that is out. The scanning thread.

import AudioCore
import Glibc

extension ScanRun {
    /// Decides over everything that was known and was not found: gone, or not there at present.
    func settle() {
        report.absentRoots = scanner.roots.filter { FolderListing.kind(of: $0) == .other }
        report.failed = failures()
        if report.wasCancelled { return }
        var gone: Set<RawPath> = []
        let lost = index.volumes.filter { !volumes.isMountPoint($0) }
        for place in index.entries.indices {
            let entry = index.entries[place]
            // A stick pulled out during the scan takes with it what was seen on it.
            let isLost = report.absentRoots.contains { entry.path.isWithin($0) }
            if seen.contains(entry.path), !isLost { continue }
            guard let presence = fate(of: entry.path, lostVolumes: lost) else {
                gone.insert(entry.path)
                report.removed += entry.tracks.count
                note()
                continue
            }
            if presence != entry.presence {
                index.entries[place].presence = presence
                note()
            }
        }
        index.remove(gone)
        if !gone.isEmpty {
            let folders = Set(index.entries.flatMap { $0.tracks.map(\.path.directory) })
            index.folderCovers = index.folderCovers.filter { folders.contains($0.key) }
        }
        keepVolumes(lost)
        if index.roots != scanner.roots || !index.knownRoots.isSuperset(of: scanner.roots) {
            index.roots = scanner.roots
            index.knownRoots.formUnion(scanner.roots)
            mustSave = true
        }
    }

    /// What an entry that was not found is from now on; nil when it is gone.
    func fate(of path: RawPath, lostVolumes: Set<RawPath>) -> LibraryEntry.Presence? {
        if lostVolumes.contains(where: { path.isWithin($0) }) { return .absent }
        guard let root = scanner.roots.first(where: { path.isWithin($0) }) else {
            let known = index.knownRoots.filter { path.isWithin($0) }
            return known.contains { FolderListing.kind(of: $0) != .other } ? .outside : .absent
        }
        if FolderListing.kind(of: root) == .other { return .absent }
        if walk.unlisted.contains(where: { path.isWithin($0) }) { return .absent }
        var status = stat()
        guard path.withCString({ stat($0, &status) }) != 0 else { return nil }
        return errno == ENOENT || errno == ENOTDIR || errno == ELOOP ? nil : .absent
    }

    /// Remembers where file systems with music are mounted. One that is out stays remembered until music lies in its
    /// place on the file system below.
    private func keepVolumes(_ lost: Set<RawPath>) {
        var present: Set<RawPath> = []
        var folders: Set<RawPath> = []
        for entry in index.entries where entry.presence == .present { folders.insert(entry.path.directory) }
        for folder in folders {
            if let point = volumes.mountPoint(of: folder) { present.insert(point) }
        }
        let remembered = lost.filter { volume in !folders.contains { $0.isWithin(volume) } }
        let kept = present.union(remembered)
        if kept != index.volumes {
            index.volumes = kept
            mustSave = true
        }
    }

    private func failures() -> [ScanFailure] {
        var failures = index.entries.filter { $0.failure != nil && seen.contains($0.path) }
            .sorted { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
            .map { ScanFailure(path: $0.path.shown, reason: $0.failure ?? "") }
        for problem in walk.contents.problems {
            let failure = ScanFailure(path: problem.path ?? "", reason: problem.message)
            if !failures.contains(failure) { failures.append(failure) }
        }
        return failures
    }
}
