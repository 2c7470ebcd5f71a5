// The library by folder, as it lies on the disks. A value; made by a worker from a snapshot.

public import AudioCore

/// A folder that holds music, or folders that do.
public struct LibraryFolder: Hashable, Sendable {
    /// Stays the same over scans and runs.
    public var key: Int32
    public var path: RawPath
    /// Its last part, for people.
    public var name: String
    /// In natural order.
    public var folderKeys: [Int32] = []
    /// What lies in it itself, in natural order; a cue sheet's tracks in theirs.
    public var trackKeys: [Int32] = []
    /// Tracks in it and below it.
    public var trackCount = 0
    /// Something in it or below it can be played now.
    public var isAvailable = false
}

/// The folders of music with all below them.
public struct FolderTree: Sendable {
    /// The configured folders that hold anything, in their order.
    public let rootKeys: [Int32]
    private let folders: [Int32: LibraryFolder]

    public static let empty = FolderTree(rootKeys: [], folders: [:])

    private init(rootKeys: [Int32], folders: [Int32: LibraryFolder]) {
        self.rootKeys = rootKeys
        self.folders = folders
    }

    /// - Parameter roots: the configured folders; a track that lies under none of them is left out.
    public init(_ snapshot: LibrarySnapshot, roots: [RawPath]) {
        var builder = Builder(roots: roots)
        for track in snapshot.tracks { builder.add(track) }
        (rootKeys, folders) = builder.sorted(snapshot)
    }

    /// The folder of that key; nil when it has gone.
    public func folder(_ key: Int32) -> LibraryFolder? { folders[key] }

    /// Every track in a folder and below it: what lies in it first, then folder by folder.
    public func tracks(under key: Int32) -> [Int32] {
        var tracks: [Int32] = []
        var open = [key]
        while let next = open.popLast(), let folder = folders[next] {
            tracks += folder.trackKeys
            open += folder.folderKeys.reversed()
        }
        return tracks
    }

    private struct Builder {
        private let roots: [RawPath]
        private var keys: [RawPath: Int32] = [:]
        private var folders: [Int32: LibraryFolder] = [:]
        private var parents: [Int32: Int32] = [:]
        private var stable = StableKeys()

        init(roots: [RawPath]) { self.roots = roots }

        mutating func add(_ track: LibraryTrack) {
            guard let key = folder(track.path.directory) else { return }
            folders[key]?.trackKeys.append(track.key)
            var above: Int32? = key
            while let place = above {
                folders[place]?.trackCount += 1
                if track.isAvailable { folders[place]?.isAvailable = true }
                above = parents[place]
            }
        }

        /// The key of a folder under a root; those between are made with it.
        private mutating func folder(_ path: RawPath) -> Int32? {
            if let known = keys[path] { return known }
            // Of roots inside each other the outer one: a folder is there once.
            let around = roots.filter { path.isWithin($0) }
            guard let root = around.min(by: { $0.bytes.count < $1.bytes.count }) else { return nil }
            var missing: [RawPath] = []
            var place = path
            while keys[place] == nil {
                missing.append(place)
                if place == root { break }
                place = place.directory
            }
            var parent = keys[place]
            for path in missing.reversed() {
                let key = stable.key(path.bytes)
                keys[path] = key
                folders[key] = LibraryFolder(key: key, path: path, name: LegacyText.decode(path.lastComponent))
                if let parent {
                    folders[parent]?.folderKeys.append(key)
                    parents[key] = parent
                }
                parent = key
            }
            return parent
        }

        private func inNaturalOrder(_ keys: [Int32]) -> [Int32] {
            var named: [(key: Int32, order: NaturalOrder)] = []
            for key in keys { named.append((key, NaturalOrder(folders[key]?.path.lastComponent ?? []))) }
            named.sort { $0.order < $1.order }
            return named.map(\.key)
        }

        /// By path; a cue sheet's tracks, which share one, by their numbers.
        private static func inNaturalOrder(_ tracks: [LibraryTrack]) -> [Int32] {
            var named: [(track: LibraryTrack, order: NaturalOrder)] = []
            for track in tracks { named.append((track, NaturalOrder(track.path))) }
            named.sort { first, second in
                if first.order != second.order { return first.order < second.order }
                let (one, other) = (first.track.cueTrack ?? 0, second.track.cueTrack ?? 0)
                return one == other ? first.track.key < second.track.key : one < other
            }
            return named.map(\.track.key)
        }

        func sorted(_ snapshot: LibrarySnapshot) -> (roots: [Int32], folders: [Int32: LibraryFolder]) {
            var result = folders
            for (key, folder) in folders {
                result[key]?.folderKeys = inNaturalOrder(folder.folderKeys)
                let tracks = folder.trackKeys.compactMap { snapshot.track($0) }
                result[key]?.trackKeys = Self.inNaturalOrder(tracks)
            }
            var seen: Set<Int32> = []
            let rootKeys = roots.compactMap { keys[$0] }.filter { parents[$0] == nil && seen.insert($0).inserted }
            return (rootKeys, result)
        }
    }
}
