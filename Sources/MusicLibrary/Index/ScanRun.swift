// One scan: the walk, and the reading of what is new. The scanning thread.

import AudioCore
import Glibc

/// The state of a scan.
final class ScanRun {
    var index: LibraryIndex
    var report = ScanReport()
    /// Something that is shown has changed.
    private(set) var hasNews: Bool
    /// Something that is kept has changed.
    var mustSave = false

    let scanner: LibraryScanner
    var walk: FolderWalk
    var volumes: Volumes
    private let queue: ScanQueue
    private let knownRoots: Set<RawPath>
    private let now: Int64
    var seen: Set<RawPath> = []
    private var coverFolders: Set<RawPath> = []
    private var folderTimes: [RawPath: Int64] = [:]
    private var trackCount = 0
    private var jobCount = 0
    private var doneCount = 0
    private var isWalked = false
    /// News since the last publication.
    private var isFresh = false

    init(_ scanner: LibraryScanner, _ index: LibraryIndex) {
        self.scanner = scanner
        self.index = index
        walk = FolderWalk(extensions: scanner.extensions)
        volumes = Volumes(scanner.device)
        queue = ScanQueue(
            EntryReading(extensions: scanner.extensions, probe: scanner.probe), threadCount: 2,
            isIdle: scanner.isIdle)
        knownRoots = index.knownRoots
        hasNews = index.roots != scanner.roots
        now = Int64(time(nil))
        self.index.makePlaces()
        // What this run was not asked for is not shown from the first publication on.
        for place in index.entries.indices where !isAskedFor(index.entries[place].path) {
            let presence = fate(of: index.entries[place].path, lostVolumes: []) ?? .outside
            if presence == .outside { self.index.entries[place].presence = presence }
        }
    }

    func isAskedFor(_ path: RawPath) -> Bool { scanner.roots.contains { path.isWithin($0) } }

    // MARK: - Walking and reading

    /// Walks all roots and reads what is new.
    func read(
        isCancelled: () -> Bool, progress: (ScanProgress) -> Void, publish: (inout LibraryIndex) -> Void
    ) {
        var pace = ScanPace(firstPublication: scanner.firstPublication)
        func pause() -> Bool {
            for result in queue.take() { receive(result) }
            if pace.isProgressDue() { progress(self.progress) }
            if isFresh, pace.isPublicationDue() {
                publish(&index)
                isFresh = false
                pace.published()
            }
            return !isCancelled()
        }
        var goesOn = pause()
        for root in scanner.roots where goesOn {
            walk.begin(root)
            while goesOn, let found = walk.next() {
                meet(found)
                goesOn = pause()
            }
        }
        isWalked = goesOn
        while goesOn, !queue.wait(until: SteadyClock.now + .milliseconds(50)) { goesOn = pause() }
        queue.close()
        for result in queue.take() { receive(result) }
        report.wasCancelled = !goesOn
        progress(self.progress)
    }

    private var progress: ScanProgress {
        var progress = ScanProgress()
        progress.files = report.files
        progress.tracks = trackCount
        progress.folder = walk.folder
        if isWalked { progress.percent = jobCount == 0 ? 100 : doneCount * 100 / jobCount }
        return progress
    }

    /// A file or sheet that is there.
    private func meet(_ found: MusicFolder.Entry) {
        let path = found.path
        guard seen.insert(path).inserted, let stamp = FileStamp(of: path) else { return }
        guard let place = index.places[path], isUnchanged(index.entries[place], stamp) else {
            order(.read(found))
            return
        }
        let entry = index.entries[place]
        report.files += entry.fileCount
        trackCount += entry.tracks.count
        if entry.presence != .present {
            index.entries[place].presence = .present
            note()
        }
        wantCovers(of: entry)
    }

    private func isUnchanged(_ entry: LibraryEntry, _ stamp: FileStamp) -> Bool {
        guard entry.stamp.matches(stamp), !entry.isIncomplete else { return false }
        if scanner.mustKnowGains, entry.tracks.contains(where: { $0.gainTags == .unread }) { return false }
        return entry.audio.allSatisfy { file in FileStamp(of: file.path).map(file.stamp.matches) ?? false }
    }

    private func order(_ job: ScanQueue.Job) {
        jobCount += 1
        queue.put(job)
    }

    /// Pictures beside the music are looked up anew in each scan, once for a folder: that opens no music.
    private func wantCovers(of entry: LibraryEntry) {
        for track in entry.tracks where track.picture == nil {
            let folder = track.path.directory
            if coverFolders.insert(folder).inserted { order(.cover(folder)) }
        }
    }

    private func receive(_ result: ScanQueue.Result) {
        doneCount += 1
        switch result {
        case .entry(let entry):
            report.files += entry.fileCount
            trackCount += entry.tracks.count
            // An incomplete sheet that gave the same again is no news.
            if let old = index.entry(entry.path), entry.isIncomplete, old.isSame(as: entry) {
                wantCovers(of: entry)
                return
            }
            let counts = index.put(entry, added: addedTime(of: entry.path, knownAs: index.entry(entry.path)))
            report.added += counts.added
            report.changed += counts.changed
            report.removed += counts.removed
            note()
            wantCovers(of: entry)
        case .vanished(let path):
            // Whether it is gone or its volume is, the end of the scan decides.
            seen.remove(path)
        case .cover(let folder, let cover):
            guard index.folderCovers[folder] != cover, cover != nil || FileStamp(of: folder) != nil else { return }
            index.folderCovers[folder] = cover
            note()
        }
    }

    func note() {
        isFresh = true
        hasNews = true
        mustSave = true
    }

    /// When music came: now, or for a folder met for the first time, when it was last put into. What was there all along
    /// and is only read otherwise keeps its date.
    private func addedTime(of path: RawPath, knownAs old: LibraryEntry?) -> Int64 {
        if let old, old.stamp == .ofNothing, let time = old.tracks.map(\.added).min() { return time }
        let isKnown = knownRoots.contains { path.isWithin($0) }
        guard !isKnown else { return now }
        let folder = path.directory
        if let time = folderTimes[folder] { return time }
        let time = min(now, FileStamp(of: folder).map { $0.modified / 1_000_000_000 } ?? now)
        folderTimes[folder] = time
        return time
    }
}

extension LibraryEntry {
    /// Whether reading it again gave what is known; keys and dates are not read.
    fileprivate func isSame(as other: LibraryEntry) -> Bool {
        stamp == other.stamp && audio == other.audio && failure == other.failure && isIncomplete == other.isIncomplete
            && presence == other.presence && tracks.map(\.identity) == other.tracks.map(\.identity)
    }
}
