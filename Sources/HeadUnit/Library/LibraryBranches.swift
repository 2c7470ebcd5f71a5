// The library by genre, by folder and by playlist file: made by a worker when the library has changed. Main thread.

import AudioCore
import MusicLibrary
import Radio

/// A playlist file, read.
struct FilePlaylist: Equatable, Sendable {
    var key: Int32
    var name: String
    var path: RawPath
    /// In its order; a track may be there more than once.
    var trackKeys: [Int32]
    /// Lines that mean nothing in this library.
    var missingCount: Int
}

/// What other ways lead to the tracks of a snapshot.
struct Branches: Sendable {
    var genres = GenreTable.empty
    var folders = FolderTree.empty
    /// By name.
    var playlists: [FilePlaylist] = []
    /// Of the playlists that are called after them, in their order.
    var stations: [ShownStation] = []

    /// Keys of playlist files have this bit, those of the owner's own have not.
    static let fileBit: Int32 = 0x4000_0000

    /// Worker's thread; looks at the disk.
    static func make(_ snapshot: LibrarySnapshot, roots: [RawPath], playlists files: [RawPath]) -> Branches {
        var branches = Branches(genres: GenreTable(snapshot), folders: FolderTree(snapshot, roots: roots))
        guard !files.isEmpty else { return branches }
        let matcher = PlaylistMatcher(snapshot, roots: roots)
        var keys = StableKeys(bits: 30)
        for file in files {
            if StationFinding.isStationList(file) {
                branches.add((try? StationFinding.stations(in: file)) ?? [], &keys)
                continue
            }
            // One that cannot be read is none; the next look may find it.
            guard let playlist = try? M3UPlaylist.read(file) else { continue }
            let (tracks, missing) = matcher.tracks(playlist, in: file.directory)
            let name = playlist.name ?? LegacyText.decode(Self.stem(file))
            branches.playlists.append(
                FilePlaylist(
                    key: keys.key(file.bytes) | fileBit, name: name, path: file, trackKeys: tracks,
                    missingCount: missing))
        }
        branches.playlists.sort { NaturalOrder(Array($0.name.utf8)) < NaturalOrder(Array($1.name.utf8)) }
        return branches
    }

    private mutating func add(_ found: [FoundStation], _ keys: inout StableKeys) {
        let known = Set(stations.map(\.station.address))
        for station in found.map(\.station) where !known.contains(station.address) && stations.count < Stations.limit {
            let key = keys.key(Array(station.address.utf8)) | Self.fileBit
            stations.append(ShownStation(key: key, station: station, isOwn: false))
        }
    }

    /// The name without its extension.
    private static func stem(_ path: RawPath) -> [UInt8] {
        let name = path.lastComponent
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name }
        return Array(name[..<dot])
    }
}

/// Makes the branches of each snapshot.
@MainActor
final class LibraryBranches {
    private(set) var value = Branches()
    /// Grows with each new value.
    private(set) var revision = 0
    private(set) var isBusy = false
    private let post: LibraryService.Post
    private var wanted: (snapshot: LibrarySnapshot, roots: [RawPath], looks: Bool)?
    private var made: LibrarySnapshot?
    /// As they were found last.
    private var files: [RawPath] = []

    init(post: @escaping LibraryService.Post) { self.post = post }

    /// Makes those of `snapshot`, then calls `done`; a snapshot that comes meanwhile is taken afterwards.
    /// - Parameter looks: playlist files are looked for on the disk; else those known are read again.
    func use(
        _ snapshot: LibrarySnapshot, roots: [RawPath], looks: Bool, done: @escaping @MainActor @Sendable () -> Void
    ) {
        guard snapshot !== made || looks else { return }
        wanted = (snapshot, roots, looks || wanted?.looks == true)
        if !isBusy { begin(done) }
    }

    private func begin(_ done: @escaping @MainActor @Sendable () -> Void) {
        guard let (snapshot, roots, looks) = wanted else { return }
        wanted = nil
        isBusy = true
        let post = post
        let known = files
        _ = NamedThread("branches", stackBytes: 1 << 20) { [weak self] in
            let files = looks ? PlaylistFinder.files(under: roots) : known
            let branches = Branches.make(snapshot, roots: roots, playlists: files)
            post {
                guard let self else { return }
                self.files = files
                self.value = branches
                self.revision += 1
                self.made = snapshot
                self.isBusy = false
                if self.wanted != nil { self.begin(done) }
                done()
            }
        }
    }
}
