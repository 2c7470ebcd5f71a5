// The keys of config.json: the outermost object, display and sound. A value; workers.

import AudioCore
import SDLDisplay
import TemplateKit

extension ConfigReader {
    /// Keys of the contract that belong to rooms this version does not have.
    private static let later = ["resumeAfterCall"]

    private static let known = [
        "music", "audio", "display", "input", "sound", "nowPlayingRotate", "rotateCrossesAreas", "templates",
    ]

    /// The whole file.
    mutating func config(_ root: JSONNode) -> BuilderConfig {
        var config = BuilderConfig()
        for member in members(root, "", known: Self.known, later: Self.later) {
            let node = member.node
            switch member.key {
            case "music":
                // One that is not there may be a stick that comes later.
                config.music = list(node, "music", "a list of folders")?.enumerated().compactMap { index, item in
                    folder(item, "music[\(index)]", "a folder")?.path
                }
            case "audio": config.audio = text(node, "audio", "an ALSA device, as carillon devices lists them")
            case "display": config.display = display(node)
            case "input": config.input = input(node)
            case "sound": sound(node, into: &config)
            case "nowPlayingRotate":
                config.nowPlayingTurnsVolume = word(node, "nowPlayingRotate", among: ["focus", "volume"])
                    .map { $0 == "volume" }
            case "rotateCrossesAreas": config.rotateCrossesAreas = flag(node, "rotateCrossesAreas")
            case "templates":
                let found = folder(node, "templates", "a folder of screen documents")
                config.templates = found.flatMap { $0.isThere ? $0.path : nil }
            default: preconditionFailure("\(member.key) is among the known keys without being read")
            }
        }
        return config
    }

    private mutating func display(_ node: JSONNode) -> BuilderConfig.Display {
        var display = BuilderConfig.Display()
        for member in members(node, "display", known: ["size", "dpi", "rotate", "driverSide", "renderer"]) {
            let node = member.node
            switch member.key {
            case "size":
                let right = "pixels as \"1024x600\", each side \(DisplayOptions.Size.sides.shown)"
                guard let text = text(node, "display.size", right) else { break }
                display.size = DisplayOptions.Size(text: text)
                if display.size == nil { add(node.offset, "display.size is \"\(text.prefix(40))\" (\(right))") }
            case "dpi": display.dpi = whole(node, "display.dpi", in: Density.believable, "dots per inch")
            case "rotate": display.rotation = angle(node, "display.rotate").flatMap(Rotation.init(rawValue:))
            case "driverSide": display.driverSide = choice(node, "display.driverSide")
            default: display.renderer = choice(node, "display.renderer")
            }
        }
        return display
    }

    /// A quarter turn or several.
    mutating func angle(_ node: JSONNode, _ path: String) -> Int? {
        guard case .number(let number) = node.value, let angle = Int(exactly: number),
            [0, 90, 180, 270].contains(angle)
        else {
            add(node.offset, "\(path) is \(node.shown) (0, 90, 180 or 270)")
            return nil
        }
        return angle
    }

    private mutating func sound(_ node: JSONNode, into config: inout BuilderConfig) {
        for member in members(
            node, "sound", known: ["volume", "startVolumeMax", "loudness", "radioTrim"])
        {
            let node = member.node
            switch member.key {
            case "volume":
                config.volume = choice(node, "sound.volume") ?? config.volume
            case "startVolumeMax":
                config.startVolumeMax = number(node, "sound.startVolumeMax", in: -60...0, "decibels")
            case "radioTrim":
                config.radioTrim = number(node, "sound.radioTrim", in: -24...0, "decibels")
            default:
                for member in members(node, "sound.loudness", known: ["offset"]) {
                    config.loudnessOffset = number(member.node, "sound.loudness.offset", in: 0...40, "decibels")
                }
            }
        }
    }
}

extension JSONNode {
    /// The value for a message: a number or a text as it is, anything else by its kind.
    var shown: String {
        switch value {
        case .number(let number): number == number.rounded() && number.magnitude < 1e9 ? "\(Int(number))" : "\(number)"
        default: value.name
        }
    }
}

extension DisplayOptions.Size {
    /// `1024x600`; nil for anything else, and for sides that no panel has.
    init?(text: String) {
        let words = text.split(separator: "x", omittingEmptySubsequences: false)
        let sides = words.map { word in word.allSatisfy(\.isASCII) && word.allSatisfy(\.isNumber) ? Int(word) : nil }
        guard sides.count == 2, let width = sides[0], let height = sides[1], Self.sides.contains(width),
            Self.sides.contains(height)
        else { return nil }
        self.init(width: width, height: height)
    }
}

extension ClosedRange<Int> {
    /// `64 to 8192`.
    fileprivate var shown: String { "\(lowerBound) to \(upperBound)" }
}
