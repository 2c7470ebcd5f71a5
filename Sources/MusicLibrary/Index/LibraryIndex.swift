// What the library knows of every file: the truth that snapshots are made of, and that is saved. Workers.

import AudioCore

/// A file and when it had that content.
struct StampedFile: Hashable, Sendable {
    var path: RawPath
    var stamp: FileStamp
}

/// What one file, or one cue sheet with its audio, gave.
struct LibraryEntry: Hashable, Sendable {
    enum Presence: UInt8, Sendable {
        case present
        /// On a volume that is absent: shown as not available.
        case absent
        /// In a folder that this run was not asked for: kept, not shown.
        case outside
    }

    /// The file or sheet.
    var path: RawPath
    var stamp: FileStamp
    /// The audio that a sheet stands for.
    var audio: [StampedFile] = []
    /// Why it cannot be read; its stamp tells whether to try again.
    var failure: String?
    var tracks: [LibraryTrack] = []
    var presence = Presence.present
    /// A sheet that names audio which is not there yet: looked at again in every scan.
    var isIncomplete = false

    /// Music files it stands for.
    var fileCount: Int { max(1, audio.count) }

    /// It is a cue sheet, has one in it, or is of a kind that has a block for one.
    var mayHoldSheet: Bool {
        path.lowercasedExtension == "cue" || tracks.contains { $0.cueTrack != nil || $0.format.container == "flac" }
    }
}

/// Entries by path, and the keys given out so far.
struct LibraryIndex: Sendable {
    var entries: [LibraryEntry] = []
    /// Made when a scan begins: loading alone does without.
    private(set) var places: [RawPath: Int] = [:]
    /// The folders of music of the scan that made it.
    var roots: [RawPath] = []
    /// Every folder of music there ever was.
    var knownRoots: Set<RawPath> = []
    /// Mount points that held music.
    var volumes: Set<RawPath> = []
    /// Pictures that stand for folders.
    var folderCovers: [RawPath: CoverLocation] = [:]
    /// By folded name.
    var artistKeys: [String: Int32] = [:]
    /// Keys are given out in ascending order and never again.
    var nextTrackKey: Int32 = 1
    var nextAlbumKey: Int32 = 1
    var nextArtistKey: Int32 = 1

    func entry(_ path: RawPath) -> LibraryEntry? { places[path].map { entries[$0] } }

    /// Puts an entry in the place of the one of its path. Tracks that were there before keep their keys and dates.
    /// - Parameter added: seconds since 1970, for tracks that are new.
    /// - Returns: tracks that are new, that were there, and that have gone.
    @discardableResult
    mutating func put(_ entry: LibraryEntry, added: Int64) -> (added: Int, changed: Int, removed: Int) {
        var entry = entry
        var old: [TrackIdentity: LibraryTrack] = [:]
        for track in self.entry(entry.path)?.tracks ?? [] { old[track.identity] = track }
        let before = old.count
        var isNew = 0
        for index in entry.tracks.indices {
            if let track = old.removeValue(forKey: entry.tracks[index].identity) {
                entry.tracks[index].key = track.key
                entry.tracks[index].added = track.added
                entry.tracks[index].albumKey = track.albumKey
                entry.tracks[index].keepMeasurement(of: track)
            } else {
                entry.tracks[index].key = Self.take(&nextTrackKey)
                entry.tracks[index].added = added
                isNew += 1
            }
        }
        if let place = places[entry.path] {
            entries[place] = entry
        } else {
            places[entry.path] = entries.count
            entries.append(entry)
        }
        return (isNew, before - old.count, old.count)
    }

    /// Forgets the entries of those paths.
    mutating func remove(_ paths: Set<RawPath>) {
        guard !paths.isEmpty else { return }
        entries.removeAll { paths.contains($0.path) }
        makePlaces()
    }

    /// Finds the entries by path again.
    mutating func makePlaces() {
        places = Dictionary(minimumCapacity: entries.count)
        for (place, entry) in entries.enumerated() { places[entry.path] = place }
    }

    /// The next key of a kind.
    static func take(_ next: inout Int32) -> Int32 {
        defer { next = next == .max ? next : next + 1 }
        return next
    }
}

extension LibraryTrack {
    /// What was measured holds as long as the same part of the same file is meant and its tags state nothing.
    fileprivate mutating func keepMeasurement(of old: LibraryTrack) {
        guard gainTags == .absent, region == old.region,
            FileStamp(size: old.size, modified: old.modified).matches(FileStamp(size: size, modified: modified))
        else { return }
        measured = old.measured
    }
}
