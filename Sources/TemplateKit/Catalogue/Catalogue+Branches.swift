// The words of genres, folders and playlists. A value; any thread.

extension Catalogue {
    private static let genreFields: [String: FieldType] = [
        "id": .key, "name": .text, "albumCount": .count, "trackCount": .count,
    ]
    private static let folderFields: [String: FieldType] = [
        "id": .key, "name": .text, "path": .text, "trackCount": .count, "isAbsent": .flag,
    ]
    private static let playlistFields: [String: FieldType] = [
        "id": .key, "name": .text, "trackCount": .count, "isOwn": .flag, "isFile": .flag, "isEmpty": .flag,
        "cover": .image,
    ]

    static let branchSources: [SourceDescription] = [
        SourceDescription("genres", fields: genreFields, about: "All genres, by name."),
        SourceDescription("folders", fields: folderFields, about: "The folders of music that hold any."),
        SourceDescription(
            "foldersOf", arguments: ["folder": .key], fields: folderFields, about: "The folders in one folder."),
        SourceDescription(
            "tracksUnder", arguments: ["folder": .key], fields: trackFields,
            about: "The tracks in one folder and below it."),
        SourceDescription(
            "playlists", fields: playlistFields, about: "The owner's playlists, then the playlist files by name."),
        SourceDescription("playlists.own", fields: playlistFields, about: "The owner's own playlists."),
    ]

    static let branchRecords: [SourceDescription] = [
        SourceDescription("genre", arguments: ["genre": .key], fields: genreFields, about: "One genre."),
        SourceDescription("folder", arguments: ["folder": .key], fields: folderFields, about: "One folder."),
        SourceDescription(
            "playlist", arguments: ["playlist": .key], fields: playlistFields, about: "One playlist."),
        SourceDescription(
            "newPlaylist", arguments: ["track": .key, "album": .key],
            fields: ["id": .key, "numbered": .text, "albumName": .text, "artistName": .text],
            about: "Names for a playlist that is to be made of a track or an album."),
    ]
}
