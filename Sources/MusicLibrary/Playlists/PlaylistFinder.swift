// The playlist files in the folders of music. Workers.

public import AudioCore

/// Looks for `.m3u` and `.m3u8` below some folders.
public enum PlaylistFinder {
    /// So many are found at most: a folder that is all playlists is no folder of music.
    static let limit = 10_000

    /// Every playlist file in natural order, folder by folder. Hidden names are left out, a folder is visited once
    /// however many links lead to it, one that cannot be listed is passed over.
    /// - Parameter isCancelled: asked before each folder; true ends the walk.
    public static func files(under roots: [RawPath], isCancelled: () -> Bool = { false }) -> [RawPath] {
        var files: [RawPath] = []
        var visited: Set<FolderListing.Identity> = []
        var open = roots.reversed().map { (path: $0, depth: 0) }
        while let (folder, depth) = open.popLast(), files.count < limit, !isCancelled() {
            guard let listing = try? FolderListing.read(folder), visited.insert(listing.identity).inserted else {
                continue
            }
            let entries = listing.entries.filter { $0.name.first != UInt8(ascii: ".") }
                .map { (entry: $0, order: NaturalOrder($0.name)) }.sorted { $0.order < $1.order }.map(\.entry)
            for entry in entries where entry.kind == .file {
                let path = folder.appending(entry.name)
                if ["m3u", "m3u8"].contains(path.lowercasedExtension), files.count < limit { files.append(path) }
            }
            guard depth < MusicFolder.maximumDepth else { continue }
            open += entries.filter { $0.kind == .folder }.reversed().map { (folder.appending($0.name), depth + 1) }
        }
        return files
    }
}
