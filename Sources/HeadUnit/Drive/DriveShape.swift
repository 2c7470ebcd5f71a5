// The keys of `state` and `tree`, so that a wrong one is named when a script is read. Data; any thread.

import TemplateKit

/// What a place of the JSON holds.
indirect enum DriveShape: Equatable, Sendable {
    /// A text, a number, a flag.
    case value
    case list(of: DriveShape)
    case object([String: DriveShape])

    private static func object(_ values: String, _ others: [String: DriveShape] = [:]) -> DriveShape {
        let names = values.split(separator: " ").map { (String($0), DriveShape.value) }
        return .object(others.merging(names) { other, _ in other })
    }

    /// Of each root of a path.
    static let roots: [String: DriveShape] = [
        "state": object(
            "kind phase phaseReason source status pausedBy title artist album position duration shuffle repeat liked "
                + "loudness volume muted queueIndex queueCount sleepTimer",
            [
                "track": object("path uri cueTrack"), "buttons": .list(of: .value), "quality": quality,
                "errors": .list(of: object("code path message")),
            ]),
        "tree": object(
            "kind screen template title depth tab mode overlay theme language rowCount focus loading moving",
            [
                "elements": .list(
                    of: object(
                        "id role label detail value key focused enabled selected playing progress",
                        ["frame": .list(of: .value)]))
            ]),
    ]

    private static let quality = object(
        "bitPerfect reason underruns",
        [
            "source": object("codec rate bits channels lossless"), "stages": .list(of: .value),
            "resampled": object("from to by"),
            "output": object("device format bits rate link codec hardwareVolumeDb"),
        ])

    /// - Throws: a line about the first part of the path that can never be there.
    static func check(_ path: DrivePath) throws(UsageError) {
        guard var shape = roots[path.root] else { return }
        var place = path.root
        for part in path.parts {
            shape = try shape.part(part, at: place)
            place += part.description
        }
    }

    private func part(_ part: DrivePath.Part, at place: String) throws(UsageError) -> DriveShape {
        switch (self, part) {
        case (.object(let members), .key(let key)):
            if let member = members[key] { return member }
            guard key == "count" else { throw UsageError("\(place) has no “\(key)”\(Self.hint(key, members))") }
            return .value
        case (.list, .key("count")): return .value
        case (.list(let item), .index): return item
        case (.list(.object(let members)), .match(let key, _)):
            guard members[key] == nil else { return .object(members) }
            throw UsageError("the items of \(place) have no “\(key)”\(Self.hint(key, members))")
        case (.list, _): throw UsageError("\(place) is a list (right would be [0], [key=text] or .count behind it)")
        case (.object(let members), _):
            throw UsageError("\(place) is an object (right would be one of \(Self.names(members)) behind a dot)")
        case (.value, _): throw UsageError("\(place) is one value (nothing can stand behind it)")
        }
    }

    private static func hint(_ key: String, _ members: [String: DriveShape]) -> String {
        let question = Nearest.question(for: key, among: members.keys)
        return question.isEmpty ? " (\(names(members)))" : question
    }

    private static func names(_ members: [String: DriveShape]) -> String {
        members.keys.sorted().joined(separator: ", ")
    }
}

extension DrivePath.Part: CustomStringConvertible {
    /// As it is written in a path.
    var description: String {
        switch self {
        case .key(let key): ".\(key)"
        case .index(let index): "[\(index)]"
        case .match(let key, let text): "[\(key)=\(text)]"
        }
    }
}
