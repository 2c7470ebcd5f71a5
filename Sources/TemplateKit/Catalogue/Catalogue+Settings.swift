// The words of the settings. A value; any thread.

extension Catalogue {
    private static let settingFields: [String: FieldType] = [
        "id": .key, "setting": .text, "title": .text, "detail": .text, "value": .text, "isOn": .flag,
    ]

    /// What can be set, by the names that documents give to `set`.
    public static let settingNames: [String] = {
        let octaves = ["31", "63", "125", "250", "500", "1000", "2000", "4000", "8000", "16000"]
        return [
            "equalizer", "bands", "loudness", "subsonic", "replayGain", "preamp", "limiter", "crossfeed", "device",
            "uiSounds", "theme", "brightness", "density", "rotation", "driverSide", "reduceMotion", "language",
        ] + octaves.map { "octave." + $0 }
    }()

    /// Those that are on or off.
    public static let switchNames: Set<String> = ["limiter", "uiSounds", "reduceMotion"]

    /// Those that move by steps.
    public static let levelNames = Set(settingNames.filter { $0 == "preamp" || $0.hasPrefix("octave.") })

    /// What can be said of those that can be the same few things on every unit; the others are as the unit is.
    public static let settingWords: [String: [String]] = {
        let strengths = ["off", "light", "medium", "strong"]
        var words: [String: [String]] = [
            "loudness": strengths, "crossfeed": strengths, "replayGain": ["off", "track", "album", "auto"],
            "theme": ["day", "night", "auto"], "density": ["compact", "normal", "roomy"],
            "rotation": ["0", "90", "180", "270"], "driverSide": ["left", "right"],
            "language": Language.allCases.map(\.rawValue),
        ]
        for name in switchNames { words[name] = ["on", "off"] }
        return words
    }()

    /// Every setting whose name is one of a field, as it stands: a switch is a flag, any other a text.
    private static let states: [String: FieldType] = {
        let names = settingNames.filter { TextPattern.isName($0) && $0 != "bands" }
        return Dictionary(names.map { ($0, switchNames.contains($0) ? .flag : .text) }) { first, _ in first }
    }()

    static let settingSources: [SourceDescription] = [
        SourceDescription(
            "settings.sound", fields: settingFields, about: "What can be chosen about the sound, and how it stands."),
        SourceDescription(
            "settings.sound.switches", fields: settingFields, about: "What of the sound is on or off."),
        SourceDescription(
            "settings.display", fields: settingFields,
            about: "What can be chosen about the picture, and how it stands."),
        SourceDescription(
            "settings.display.switches", fields: settingFields, about: "What of the picture is on or off."),
        SourceDescription(
            "settings.choices", arguments: ["setting": .text],
            fields: [
                "id": .key, "setting": .text, "to": .text, "title": .text, "detail": .text, "isChosen": .flag,
                "mark": .image, "isEnabled": .flag,
            ], about: "What one setting can be; the present choice has a mark."),
        SourceDescription(
            "settings.levels", arguments: ["setting": .text],
            fields: [
                "id": .key, "setting": .text, "title": .text, "value": .text, "canFall": .flag, "canRise": .flag,
            ], about: "Numbers that belong to a setting and move by steps."),
        SourceDescription(
            "settings.bands", fields: ["id": .key, "title": .text, "value": .text],
            about: "The bands of an equalizer's curve that came from a file."),
        SourceDescription(
            "settings.folders",
            fields: [
                "id": .key, "title": .text, "trackCount": .count, "isAbsent": .flag, "isHere": .flag, "image": .image,
            ], about: "The folders of music, there or not."),
        SourceDescription(
            "settings.licences", fields: ["id": .key, "title": .text, "value": .text],
            about: "What the program stands on, and under which licence."),
    ]

    static let settingRecords: [SourceDescription] = [
        SourceDescription(
            "settings",
            fields: [
                "version": .text, "trackCount": .count, "albumCount": .count, "artistCount": .count,
                "folderCount": .count, "isScanning": .flag, "isGraphic": .flag, "sleepMinutes": .count,
            ].merging(states) { field, _ in field },
            about: "How the unit is set, each setting by its name (a switch is a flag), and what it is."),
        SourceDescription(
            "setting", arguments: ["setting": .text],
            fields: ["setting": .text, "title": .text, "detail": .text, "value": .text, "hasLevels": .flag],
            about: "One setting."),
    ]
}
