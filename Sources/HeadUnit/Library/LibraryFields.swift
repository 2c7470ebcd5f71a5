// The fields that the catalogue declares for albums, artists and tracks, filled from a snapshot. Main thread.

import MusicLibrary
import TemplateKit

/// What beside the library decides about a record.
struct RecordContext {
    var snapshot: LibrarySnapshot
    /// The track that plays.
    var playing: LibraryTrack?
    var isLiked: @MainActor (LibraryTrack) -> Bool
    /// What different artists together are called.
    var variousArtists: String
}

@MainActor
extension RecordContext {
    func album(_ key: Int32) -> Record? { snapshot.album(key).map(fields) }

    /// For the screen of one album.
    func albumPage(_ key: Int32) -> Record? {
        guard let album = snapshot.album(key) else { return nil }
        var record = fields(album)
        record["minutes"] = .count(Int((album.duration / 60).rounded()))
        return record
    }

    func artist(_ key: Int32) -> Record? {
        guard let artist = snapshot.artist(key) else { return nil }
        let cover = artist.albumKeys.lazy.compactMap { snapshot.album($0) }.compactMap(LibraryCovers.key).first
        return [
            "id": .key(artist.key), "name": .text(artist.name), "albumCount": .count(artist.albumKeys.count),
            "trackCount": .count(artist.trackKeys.count), "cover": Self.cover(cover, else: "artist"),
            "isPlaying": .flag(playing.map { isBy(artist, $0) } ?? false),
        ]
    }

    func track(_ key: Int32) -> Record? {
        guard let track = snapshot.track(key) else { return nil }
        return [
            "id": .key(track.key), "title": .text(track.title),
            "artist": Self.text(track.artists.joined(separator: ", ")),
            "album": Self.text(snapshot.album(track.albumKey)?.title ?? track.albumTitle ?? ""),
            "duration": track.duration.map(FieldValue.duration) ?? .none,
            "cover": Self.cover(LibraryCovers.key(of: track, in: snapshot), else: "music"),
            "isPlaying": .flag(track.key == playing?.key),
            "number": track.number.map(FieldValue.count) ?? .none, "isLiked": .flag(isLiked(track)),
            "albumID": .key(track.albumKey), "artistID": track.artistKeys.first.map(FieldValue.key) ?? .none,
            "isAbsent": .flag(!track.isAvailable),
        ]
    }

    private func fields(_ album: LibraryAlbum) -> Record {
        [
            "id": .key(album.key), "title": .text(album.title),
            "artist": Self.text(album.artist ?? (album.isVarious ? variousArtists : "")),
            "artistID": album.artistKeys.first.map(FieldValue.key) ?? .none,
            "year": album.year.map { .date(CalendarDate(year: $0)) } ?? .none,
            "cover": Self.cover(LibraryCovers.key(of: album), else: "music"),
            "isPlaying": .flag(playing?.albumKey == album.key),
            "trackCount": .count(album.trackKeys.count), "isAbsent": .flag(!album.isAvailable),
        ]
    }

    /// The artist plays on the track, or the track is of the artist's album.
    private func isBy(_ artist: LibraryArtist, _ track: LibraryTrack) -> Bool {
        track.artistKeys.contains(artist.key) || artist.albumKeys.contains(track.albumKey)
    }

    /// A row without a cover stands under the others, with an icon in its place.
    private static func cover(_ key: String?, else icon: String) -> FieldValue {
        .image(key.map(Image.cover) ?? .icon(icon))
    }

    private static func text(_ text: String) -> FieldValue { text.isEmpty ? .none : .text(text) }
}
