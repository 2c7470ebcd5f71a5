// Which tracks of the library the lines of a playlist mean. One owner at a time; workers.

public import AudioCore

/// Finds tracks by the places that playlists name: relative to the playlist, absolute, with the separators and the drive
/// of another computer, in another encoding or case.
public struct PlaylistMatcher {
    private let roots: [RawPath]
    private var byPath: [RawPath: [Int32]] = [:]
    /// By the path in small letters; Swift compares texts by canonical equivalence, so accents may be composed or not.
    private var byText: [String: [Int32]] = [:]

    /// Parts of a path that are tried from its end; what lies deeper is another computer's business.
    private static let mostParts = 32

    /// - Parameter roots: the folders of music, tried in the place of a folder that is not here.
    public init(_ snapshot: LibrarySnapshot, roots: [RawPath]) {
        self.roots = roots
        // A file that a cue sheet cuts is all of its tracks, in their order.
        let tracks = snapshot.tracks.sorted { ($0.cueTrack ?? 0, $0.key) < ($1.cueTrack ?? 0, $1.key) }
        for track in tracks { byPath[track.path, default: []].append(track.key) }
        for (path, keys) in byPath { byText[Self.folded(LegacyText.decode(path.bytes))] = keys }
    }

    /// The tracks that a line names; empty when the library has none of them.
    /// - Parameter folder: where the playlist lies.
    public func tracks(_ entry: M3UPlaylist.Entry, in folder: RawPath) -> [Int32] {
        if let path = RawPath(uri: entry.text) { return byPath[path] ?? tracks(text: path.shown, in: folder) }
        guard !entry.text.contains("://") else { return [] }
        let named = RawPath(bytes: entry.bytes)
        if let keys = byPath[(named.isAbsolute ? named : folder.appending(entry.bytes)).canonical] { return keys }
        return tracks(text: entry.text, in: folder)
    }

    /// All tracks of a playlist in its order, and how many of its lines mean nothing here.
    public func tracks(_ playlist: M3UPlaylist, in folder: RawPath) -> (keys: [Int32], missingCount: Int) {
        var keys: [Int32] = []
        var missing = 0
        for entry in playlist.entries {
            let found = tracks(entry, in: folder)
            if found.isEmpty { missing += 1 }
            keys += found
        }
        return (keys, missing)
    }

    private func tracks(text: String, in folder: RawPath) -> [Int32] {
        var parts = text.split { $0 == "/" || $0 == "\\" }.map(String.init)
        let hasDrive = parts.first?.hasSuffix(":") == true
        if hasDrive { parts.removeFirst() }
        guard !parts.isEmpty else { return [] }
        let isAbsolute = hasDrive || text.hasPrefix("/") || text.hasPrefix("\\")
        if text.hasPrefix("/"), let keys = look(parts, under: nil) { return keys }
        if !isAbsolute, let keys = look(parts, under: folder) { return keys }
        // Another computer's folders: the longest end of the path that lies beside the playlist or in a folder of music.
        for start in max(0, parts.count - Self.mostParts)..<parts.count {
            let rest = Array(parts[start...])
            for place in [folder] + roots {
                if let keys = look(rest, under: place) { return keys }
            }
        }
        return []
    }

    private func look(_ parts: [String], under folder: RawPath?) -> [Int32]? {
        let name = Array(parts.joined(separator: "/").utf8)
        let path = (folder?.appending(name) ?? RawPath(bytes: [UInt8(ascii: "/")] + name)).canonical
        return byPath[path] ?? byText[Self.folded(LegacyText.decode(path.bytes))]
    }

    private static func folded(_ text: String) -> String { text.lowercased() }
}
