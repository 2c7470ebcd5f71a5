// The words of the radio. A value; any thread.

extension Catalogue {
    static let stationSources: [SourceDescription] = [
        SourceDescription(
            "stations",
            fields: [
                "id": .key, "name": .text, "detail": .text, "address": .text, "isOwn": .flag, "isPlaying": .flag,
            ],
            about: "The owner's stations as they were added, then those of the playlist stations.m3u among the music."),
        SourceDescription(
            "stationNames", arguments: ["text": .text], fields: ["id": .key, "name": .text],
            about: "What a text can be as a name: with capitals, and as it was typed."),
    ]

    static let stationActions: [ActionDescription] = {
        let station = ActionDescription.Argument("station", .field(.key), isRequired: true)
        return [
            ActionDescription("station", [station], about: "Plays a station."),
            ActionDescription(
                "renameStation", [station, .init("name", .field(.text), isRequired: true)],
                about: "Gives one of the owner's stations a name, and goes back."),
            ActionDescription("removeStation", [station], about: "Removes one of the owner's stations."),
        ]
    }()
}
