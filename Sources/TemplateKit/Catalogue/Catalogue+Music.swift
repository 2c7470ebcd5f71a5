// The words of a music player. A value; any thread.

extension Catalogue {
    /// Sources, records and actions of a head unit that plays a library. The program that has them adds its icons and
    /// strings, and provides the records.
    public static let music = Catalogue(
        sources: musicSources + branchSources + stationSources + settingSources,
        records: musicRecords + branchRecords + settingRecords, actions: musicActions + stationActions,
        programScreens: [
            "nowPlaying": [:], "queue": [:], "starting": [:], "scanning": [:], "noMusic": [:], "demo": [:],
            "demoFailed": ["reason": .text],
            "failed": ["reason": .text], "storageGone": ["name": .text], "storageBack": ["name": .text],
            "deviceGone": ["name": .text], "deviceBack": ["name": .text],
            "setting": ["setting": .text], "equalizer": ["setting": .text], "actionFailed": ["reason": .text],
            "playlistAdded": ["name": .text], "nothingToPlay": [:], "radioReconnecting": ["name": .text],
            "stationLost": ["name": .text],
            "deviceLate": ["name": .text, "other": .text, "device": .text], "storageLate": ["name": .text],
        ])

    private static let albumFields: [String: FieldType] = [
        "id": .key, "title": .text, "artist": .text, "artistID": .key, "year": .date, "cover": .image,
        "isPlaying": .flag, "trackCount": .count, "isAbsent": .flag,
    ]
    private static let artistFields: [String: FieldType] = [
        "id": .key, "name": .text, "albumCount": .count, "trackCount": .count, "cover": .image, "isPlaying": .flag,
    ]
    static let trackFields: [String: FieldType] = [
        "id": .key, "title": .text, "artist": .text, "album": .text, "duration": .duration, "cover": .image,
        "isPlaying": .flag, "number": .count, "isLiked": .flag, "albumID": .key, "artistID": .key,
        "isAbsent": .flag,
    ]
    private static let queueFields = trackFields.merging(["position": .count]) { field, _ in field }

    /// Of each kind those that it has: an artist has counts, an album artist and year, a track artist and album.
    private static let foundFields: [String: FieldType] = [
        "id": .key, "title": .text, "artist": .text, "album": .text, "year": .date, "albumCount": .count,
        "trackCount": .count, "duration": .duration, "cover": .image, "isPlaying": .flag, "isAbsent": .flag,
        "isArtist": .flag, "artistID": .key, "albumID": .key, "trackID": .key,
    ]

    private static let musicSources: [SourceDescription] = [
        SourceDescription(
            "albums", fields: albumFields, sorts: ["title", "artist", "year", "added"], about: "All albums."),
        SourceDescription("artists", fields: artistFields, sorts: ["name"], about: "All artists of albums."),
        SourceDescription(
            "tracks", fields: trackFields, sorts: ["title", "artist", "album"], about: "All tracks."),
        SourceDescription("queue", fields: queueFields, about: "What plays now and after it."),
        SourceDescription("recentAlbums", fields: albumFields, about: "Albums played last, the latest first."),
        SourceDescription("addedAlbums", fields: albumFields, about: "Albums added last, the newest first."),
        SourceDescription("likes", fields: trackFields, sorts: ["title"], about: "Liked tracks, the latest first."),
        SourceDescription("mostPlayed", fields: trackFields, about: "Tracks played most, the most played first."),
        SourceDescription(
            "tracksOf",
            arguments: ["album": .key, "artist": .key, "genre": .key, "folder": .key, "playlist": .key],
            fields: trackFields.merging(["position": .count, "isOwn": .flag]) { field, _ in field },
            about: "The tracks of one album, artist, genre, folder or playlist, in their order."),
        SourceDescription(
            "albumsOf", arguments: ["artist": .key, "genre": .key], fields: albumFields, sorts: ["title", "year"],
            about: "The albums of one artist, the newest first, or of one genre, by title."),
        SourceDescription("history", fields: trackFields, about: "Tracks heard, the latest first."),
        SourceDescription(
            "search", arguments: ["text": .text], fields: foundFields,
            about: "Artists, albums and tracks that match a text, each under its header, the best first."),
    ]

    private static let musicRecords: [SourceDescription] = [
        SourceDescription(
            "album", arguments: ["album": .key],
            fields: albumFields.merging(["minutes": .count]) { field, _ in field }, about: "One album."),
        SourceDescription("artist", arguments: ["artist": .key], fields: artistFields, about: "One artist."),
        SourceDescription(
            "player",
            fields: [
                "title": .text, "artist": .text, "album": .text, "cover": .image, "trackID": .key, "albumID": .key,
                "artistID": .key, "position": .duration, "duration": .duration, "isSeekable": .flag,
                "status": .text, "isPlaying": .flag, "hasPrevious": .flag, "hasNext": .flag, "isStream": .flag,
                "isShuffled": .flag, "isRepeating": .flag, "repeatIcon": .image, "isLiked": .flag,
                "loudness": .count, "isVolumeFixed": .flag, "queueCount": .count,
            ], about: "What is playing, and how."),
        SourceDescription(
            "library",
            fields: [
                "trackCount": .count, "albumCount": .count, "percent": .count, "folder": .text, "isFilling": .flag,
                "isScanning": .flag, "rootFolder": .key,
                "places": .text,
            ], about: "The music library: what is in it, how far a scan is, and where music is looked for."),
        SourceDescription(
            "demo", fields: ["percent": .count, "title": .text],
            about: "The demo collection while it is written: how far, and what has become ready."),
        SourceDescription(
            "quality",
            fields: [
                "verdict": .text, "isBitPerfect": .flag, "reason": .text, "file": .text, "stream": .text,
                "stages": .text,
                "resampling": .text,
                "device": .text, "link": .text, "hardwareVolume": .text, "underruns": .count,
            ], about: "What happens to the sound between file and device."),
    ]

    private static let musicActions: [ActionDescription] = {
        typealias Argument = ActionDescription.Argument
        let track = Argument("track", .field(.key))
        let from = Argument("from", .source)
        return [
            ActionDescription(
                "play", [track, Argument("position", .field(.count)), from],
                about: "Plays a track and goes on with the rows it stands among (\"from\"), or the place in the queue."),
            ActionDescription(
                "show",
                [
                    Argument("artist", .field(.key)), Argument("album", .field(.key)), track,
                ], oneOf: ["artist", "album", "track"],
                about: "Opens the artist or the album that a row has, or plays its track and the album from there on."),
            ActionDescription("playAll", [from], about: "Plays all rows of a source, in order."),
            ActionDescription("shuffleAll", [from], about: "Plays all rows of a source, mixed."),
            ActionDescription(
                "playNext", [track, Argument("album", .field(.key)), Argument("playlist", .field(.key))],
                oneOf: ["track", "album", "playlist"],
                about: "Puts it behind what is playing."),
            ActionDescription(
                "enqueue", [track, Argument("album", .field(.key)), Argument("playlist", .field(.key))],
                oneOf: ["track", "album", "playlist"],
                about: "Puts it at the end of the queue."),
            ActionDescription(
                "remove", [Argument("position", .field(.count), isRequired: true)],
                about: "Takes a row out of the queue."),
            ActionDescription(
                "addToPlaylist",
                [
                    track, Argument("album", .field(.key)), Argument("playlist", .field(.key)),
                    Argument("name", .field(.text)),
                ], oneOf: ["track", "album"],
                about:
                    "Puts a track or an album into one of the owner's playlists, or into a new one of that name, and "
                    + "goes back."),
            ActionDescription(
                "removeFromPlaylist",
                [
                    Argument("playlist", .field(.key), isRequired: true),
                    Argument("position", .field(.count), isRequired: true),
                ], about: "Takes a row out of one of the owner's playlists."),
            ActionDescription(
                "deletePlaylist", [Argument("playlist", .field(.key), isRequired: true)],
                about: "Deletes one of the owner's playlists, and goes back."),
            ActionDescription("like", [track], about: "Likes a track, or no longer; what is playing without one."),
            ActionDescription("playPause", about: "Plays or pauses."),
            ActionDescription("previous", about: "Goes to the start, or to the track before."),
            ActionDescription("next", about: "Goes to the next track."),
            ActionDescription(
                "loudness", [Argument("to", .word(["off", "light", "medium", "strong"]))],
                about: "Sets the loudness, or takes the next strength."),
            ActionDescription(
                "shuffle", [Argument("to", .word(["on", "off"]))], about: "Mixes the queue, or no longer."),
            ActionDescription(
                "repeat", [Argument("to", .word(["off", "all", "one"]))],
                about: "Sets repeat, or takes the next of off, all and one."),
            ActionDescription(
                "volume", [Argument("to", .number(-60...0))],
                about: "Sets the volume in dB; without a number, shows the slider."),
            ActionDescription(
                "seek", [Argument("to", .number(0...3_600_000), isRequired: true)],
                about: "Goes to a second of the track."),
            ActionDescription(
                "sleep", [Argument("minutes", .number(0...720))],
                about: "Stops the music after so many minutes; 0 is never."),
            ActionDescription(
                "output", [Argument("device", .field(.text), isRequired: true)],
                about: "Plays on that device until the next start."),
            ActionDescription("scan", about: "Looks for new music in the folders."),
            ActionDescription("demo", about: "Writes the demo collection, beside the owner's music, and plays it."),
            ActionDescription(
                "set",
                [
                    Argument("setting", .textOf(settingNames), isRequired: true),
                    Argument("to", .wordOf(argument: "setting", settingWords)),
                    Argument("by", .number(-100...100), onlyWith: .init("setting", levelNames)),
                ],
                about:
                    "Sets a setting to one of its words, or moves a level by so many steps. Without either a switch is "
                    + "turned over, and of any other setting the screen is opened."),
            ActionDescription(
                "signal", [Argument("name", .name, isRequired: true)], isLater: true,
                about: "Emits a D-Bus signal of that name; nothing is executed."),
        ]
    }()
}
