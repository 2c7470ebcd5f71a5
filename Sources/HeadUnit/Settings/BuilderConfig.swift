// What the builder of the unit has set in `config.json`. Never written by us. Read by a worker at start.

import AudioCore
import Evdev
import FoundationEssentials
import Glibc

/// The builder's configuration; a nil member leaves the default.
struct BuilderConfig: Equatable, Sendable {
    /// Folders of music.
    var music: [RawPath]?
    /// The output device, an ALSA name.
    var audio: String?
    /// `fixed`: the amplifier has the knob, ours stays at 0 dB.
    var hasFixedVolume = false
    /// The loudest volume a start begins with, decibels.
    var startVolumeMax: Double?
    /// Knobs, fingers, keys and switches.
    var input = InputConfiguration()
    /// Attenuation behind us that loudness follows, decibels.
    var loudnessOffset: Double?

    /// Equal-loudness offset of a fixed volume, where the amplifier's knob is not known (sound.md, "loudness").
    static let fixedVolumeOffset = 15.0

    /// Reads the file; what is wrong in it is reported by a line each and left out, the rest holds.
    /// - Parameter path: may be missing: then everything is at its default.
    static func read(_ path: RawPath, report: @escaping (String) -> Void) -> BuilderConfig {
        guard let bytes = bytes(of: path, report) else { return BuilderConfig() }
        do {
            guard case .object(let root) = try JSONDecoder().decode(LooseJSON.self, from: Data(bytes)) else {
                report("\(path.shown): holds no object (right would be {\"music\": […], …}); it is left out")
                return BuilderConfig()
            }
            var reader = ConfigReader(file: path.shown, report: report)
            return reader.config(root)
        } catch {
            report("\(path.shown): is not JSON (\(brief(error))); it is left out")
            return BuilderConfig()
        }
    }

    private static func bytes(of path: RawPath, _ report: (String) -> Void) -> [UInt8]? {
        do throws(AudioError) {
            return try FileByteSource(path).readBytes(1 << 20)
        } catch {
            let isMissing = path.withCString { access($0, F_OK) != 0 }
            if !isMissing { report(error.description) }
            return nil
        }
    }

    private static func brief(_ error: any Error) -> String {
        guard case DecodingError.dataCorrupted(let context) = error else { return "not readable" }
        return context.debugDescription
    }
}

/// Takes the known keys out of the object and names the others.
private struct ConfigReader {
    let file: String
    let report: (String) -> Void

    /// Keys of the contract that belong to rooms this version does not have.
    private static let later: Set<String> = [
        "display", "input", "resumeAfterCall", "nowPlayingRotate", "rotateCrossesAreas", "templates",
        "sound.radioTrim",
    ]
    private static let known = ["music", "audio", "sound"]
    private static let knownOfSound = ["volume", "startVolumeMax", "loudness"]

    mutating func config(_ root: [String: LooseJSON]) -> BuilderConfig {
        var config = BuilderConfig()
        for (key, value) in root.sorted(by: { $0.key < $1.key }) {
            switch (key, value) {
            case ("music", .array(let names)): config.music = names.compactMap { folder($0) }
            case ("music", _): wrong(key, value, "a list of folders")
            case ("audio", .string(let name)): config.audio = name
            case ("audio", _): wrong(key, value, "the name of an ALSA device")
            case ("sound", .object(let sound)): read(sound, into: &config)
            case ("sound", _): wrong(key, value, "an object")
            default: unknown(key, among: Self.known)
            }
        }
        return config
    }

    private func read(_ sound: [String: LooseJSON], into config: inout BuilderConfig) {
        for (key, value) in sound.sorted(by: { $0.key < $1.key }) {
            switch (key, value) {
            case ("volume", .string("software")): config.hasFixedVolume = false
            case ("volume", .string("fixed")): config.hasFixedVolume = true
            case ("volume", .string("hardware")):
                report("\(file): sound.volume “hardware” is not in this version; the volume is ours")
            case ("volume", _): wrong("sound.volume", value, "software or fixed")
            case ("startVolumeMax", .number(let decibels)) where (-60...0).contains(decibels):
                config.startVolumeMax = decibels
            case ("startVolumeMax", _): wrong("sound.startVolumeMax", value, "-60 to 0 decibels")
            case ("loudness", .object(let loudness)):
                for (key, value) in loudness {
                    switch (key, value) {
                    case ("offset", .number(let decibels)) where (0...40).contains(decibels):
                        config.loudnessOffset = decibels
                    case ("offset", _): wrong("sound.loudness.offset", value, "0 to 40 decibels")
                    default: unknown("sound.loudness.\(key)", among: ["sound.loudness.offset"])
                    }
                }
            case ("loudness", _): wrong("sound.loudness", value, "an object")
            default: unknown("sound.\(key)", among: Self.knownOfSound.map { "sound.\($0)" })
            }
        }
    }

    private func folder(_ value: LooseJSON) -> RawPath? {
        guard case .string(let name) = value, !name.isEmpty else {
            wrong("music", value, "a list of folders")
            return nil
        }
        return RawPath(name)
    }

    private func wrong(_ key: String, _ value: LooseJSON, _ right: String) {
        report("\(file): \(key) is \(value.kind) that does not fit; right would be \(right)")
    }

    private func unknown(_ key: String, among choices: [String]) {
        if Self.later.contains(key) {
            report("\(file): \(key) is not in this version")
        } else {
            let hint = Nearest.word(to: key, among: choices).map { "; did you mean \($0)?" } ?? ""
            report("\(file): unknown key \(key)\(hint)")
        }
    }
}
