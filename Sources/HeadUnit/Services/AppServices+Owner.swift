// What the owner likes and has heard, as the screens ask for it. Main thread.

import AudioCore
import MusicLibrary

extension AppServices {
    func isLiked(_ item: QueueItem) -> Bool { owner?.likes.value.contains(TrackAddress(item)) ?? false }

    func toggleLike(_ item: QueueItem) {
        owner?.likes.update { $0.toggle(TrackAddress(item)) }
        ownerRevision += 1
        onChange()
    }

    func noteHeard(_ item: QueueItem) {
        guard let owner else { return }
        owner.history.update { $0.heard(TrackAddress(item)) }
        ownerRevision += 1
        onChange()
    }

    /// The latest first.
    var likedTracks: [TrackAddress] { owner?.likes.value.tracks.reversed() ?? [] }

    /// The most played first; no more than a row of pictures needs.
    var mostPlayedTracks: [TrackAddress] { Array(owner?.history.value.byCount.prefix(100) ?? []) }

    /// What was heard, the latest first.
    var heardTracks: [TrackAddress] { Array(owner?.history.value.byTime.prefix(1000) ?? []) }

    /// Albums by when something of them was heard, the latest first.
    var recentAlbums: [Int32] {
        var seen: Set<Int32> = []
        var albums: [Int32] = []
        for address in owner?.history.value.byTime ?? [] {
            guard let album = track(at: address)?.albumKey, seen.insert(album).inserted else { continue }
            albums.append(album)
            if albums.count == 24 { break }
        }
        return albums
    }

    /// The track of the library that this is; nil while the library does not know it.
    func track(of item: QueueItem) -> LibraryTrack? {
        lookup.key(path: item.path, cueTrack: item.cueTrack).flatMap { library.snapshot.track($0) }
    }

    /// The words that the library has for it: also of a file that cannot be read because its stick is away.
    func libraryFacts(of item: QueueItem) -> TrackFacts? {
        guard let track = track(of: item) else { return nil }
        let album = library.snapshot.album(track.albumKey)?.title ?? track.albumTitle ?? ""
        return TrackFacts(title: track.title, artist: track.artists.joined(separator: ", "), album: album)
    }

    func track(at address: TrackAddress) -> LibraryTrack? {
        guard let path = RawPath(uri: address.uri) else { return nil }
        return lookup.key(path: path, cueTrack: address.cueTrack).flatMap { library.snapshot.track($0) }
    }
}
