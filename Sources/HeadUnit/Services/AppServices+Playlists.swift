// The playlists: the owner's own, and those that lie as files among the music. Main thread.

import AudioCore
import MusicLibrary

/// A playlist as screens show it.
struct ShownPlaylist: Equatable {
    var key: Int32
    var name: String
    /// The owner's own; a file is only read.
    var isOwn: Bool
    /// What the library knows of it, by the place of each in the playlist.
    var tracks: [(place: Int, key: Int32)]

    /// The track at a place; nil where the library knows none.
    func track(at place: Int) -> Int32? {
        var low = 0
        var high = tracks.count
        while low < high {
            let middle = (low + high) / 2
            if tracks[middle].place < place { low = middle + 1 } else { high = middle }
        }
        return low < tracks.count && tracks[low].place == place ? tracks[low].key : nil
    }

    static func == (left: Self, right: Self) -> Bool {
        left.key == right.key && left.name == right.name && left.isOwn == right.isOwn
            && left.tracks.elementsEqual(right.tracks) { $0 == $1 }
    }
}

extension AppServices {
    /// The owner's, made last first, then the files by name.
    var playlists: [ShownPlaylist] {
        let revision = [ownerRevision, branches.revision]
        if let known = shownPlaylists, known.revision == revision { return known.lists }
        let own = owner?.playlists.value.lists.reversed().map { shown($0) } ?? []
        let lists = own + branches.value.playlists.map { Self.shown($0) }
        shownPlaylists = (revision, lists)
        return lists
    }

    var ownPlaylists: [ShownPlaylist] { playlists.filter(\.isOwn) }

    /// The playlist of that key; nil when it has gone.
    func playlist(_ key: Int32) -> ShownPlaylist? { playlists.first { $0.key == key } }

    private func shown(_ list: Playlists.Playlist) -> ShownPlaylist {
        let tracks = list.tracks.enumerated().compactMap { place, address in
            track(at: address).map { (place: place, key: $0.key) }
        }
        return ShownPlaylist(key: list.id, name: list.name, isOwn: true, tracks: tracks)
    }

    private static func shown(_ file: FilePlaylist) -> ShownPlaylist {
        ShownPlaylist(
            key: file.key, name: file.name, isOwn: false,
            tracks: file.trackKeys.enumerated().map { (place: $0, key: $1) })
    }

    /// Puts tracks into one of the owner's playlists.
    /// - Returns: its name; nil when there is none of that key.
    func add(_ items: [QueueItem], toPlaylist key: Int32) -> String? {
        guard let owner, let list = owner.playlists.value.list(key), !items.isEmpty else { return nil }
        owner.playlists.update { $0.add(items.map(TrackAddress.init), to: key) }
        ownerChanged()
        return list.name
    }

    /// Makes a playlist of tracks.
    /// - Returns: the name it got; nil in a transient run and without anything to put in.
    func makePlaylist(_ name: String, _ items: [QueueItem]) -> String? {
        guard let owner, !items.isEmpty, !name.isEmpty else { return nil }
        var made: String?
        owner.playlists.update { lists in
            let id = lists.make(name, items.map(TrackAddress.init))
            made = lists.list(id)?.name
        }
        ownerChanged()
        return made
    }

    /// Takes the track that stands at `place` out of one of the owner's playlists.
    func remove(at place: Int, fromPlaylist key: Int32) {
        guard let tracks = owner?.playlists.value.list(key)?.tracks, tracks.indices.contains(place) else { return }
        owner?.playlists.update { $0.remove(tracks[place], at: place, from: key) }
        ownerChanged()
    }

    func deletePlaylist(_ key: Int32) {
        owner?.playlists.update { $0.delete(key) }
        ownerChanged()
    }

    /// A name that no playlist has yet: `Playlist 3`.
    func newPlaylistName(_ name: (Int) -> String) -> String {
        name(owner?.playlists.value.freeNumber(name) ?? 1)
    }

    private func ownerChanged() {
        ownerRevision += 1
        onChange()
    }
}
