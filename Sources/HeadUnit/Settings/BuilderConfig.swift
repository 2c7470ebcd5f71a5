// What the builder of the unit has set in `config.json`. Never written by us. Read by a worker at start.

import AudioCore
import Evdev
import Glibc
import SDLDisplay
import Scene
import TemplateKit

/// The builder's configuration; a nil member leaves the default.
struct BuilderConfig: Equatable, Sendable {
    /// What is known of the panel and of the seat in front of it.
    struct Display: Equatable, Sendable {
        /// Pixels of the panel, or of the window.
        var size: DisplayOptions.Size?
        var dpi: Int?
        var rotation: Rotation?
        var driverSide: DriverSide?
        var renderer: DisplayOptions.Renderer?
    }

    /// Who turns the music down; raw values are words of the file.
    enum VolumePlace: String, CaseIterable, Sendable {
        case software
        /// The card's own mixer, where it has one.
        case hardware
        /// The amplifier has the knob, ours stays at 0 dB.
        case fixed
    }

    /// Folders of music.
    var music: [RawPath]?
    /// The output device, an ALSA name.
    var audio: String?
    var display = Display()
    /// Knobs, fingers, keys and switches.
    var input = InputConfiguration()
    /// Where the volume is set.
    var volume = VolumePlace.software
    /// The loudest volume a start begins with, decibels.
    var startVolumeMax: Double?
    /// Attenuation behind us that loudness follows, decibels.
    var loudnessOffset: Double?
    /// Attenuation of stations against the owner's music, decibels.
    var radioTrim: Double?
    /// The only knob is volume while Now Playing is shown.
    var nowPlayingTurnsVolume: Bool?
    /// Turning past the end of an area goes on to the next.
    var rotateCrossesAreas: Bool?
    /// Screen documents in the place of those that came with the program.
    var templates: RawPath?

    /// Equal-loudness offset of a fixed volume, where the amplifier's knob is not known (sound.md, "loudness").
    static let fixedVolumeOffset = 15.0

    var hasFixedVolume: Bool { volume == .fixed }

    /// How the focus moves, where the builder has a say.
    var focusOptions: FocusEngine.Options {
        var options = FocusEngine.Options()
        options.nowPlayingTurnsVolume = nowPlayingTurnsVolume ?? options.nowPlayingTurnsVolume
        options.rotateCrossesAreas = rotateCrossesAreas ?? options.rotateCrossesAreas
        return options
    }

    /// Reads the file; what is wrong in it is reported by a line each and left out, the rest holds.
    /// - Parameters:
    ///   - path: may be missing: then everything is at its default.
    ///   - isNamed: somebody named the file, so that it is reported when it is missing.
    static func read(_ path: RawPath, isNamed: Bool = false, report: (String) -> Void) -> BuilderConfig {
        guard let bytes = bytes(of: path, isNamed: isNamed, report) else { return BuilderConfig() }
        let (config, faults) = read(SourceText(file: path.shown, bytes: bytes), place: ConfigPlace(of: path))
        for fault in faults { report(fault.description) }
        return config
    }

    /// The configuration in a text, and what is wrong with it in the order of its lines.
    /// - Parameter place: where the file is; nil for a text alone, whose folders are not looked at.
    static func read(
        _ source: SourceText, place: ConfigPlace? = nil
    ) -> (config: BuilderConfig, faults: [DocumentFault]) {
        let (root, faults) = JSONParser.parse(source)
        var reader = ConfigReader(source, faults, place: place)
        let config = root.map { reader.config($0) } ?? BuilderConfig()
        return (config, reader.faults.sorted { ($0.line, $0.column) < ($1.line, $1.column) })
    }

    private static func bytes(of path: RawPath, isNamed: Bool, _ report: (String) -> Void) -> [UInt8]? {
        do throws(AudioError) {
            // One byte more than the parser takes, so that it says how much is right.
            return try FileByteSource(path).readBytes(JSONParser.largestFile + 1)
        } catch {
            let isMissing = path.withCString { access($0, F_OK) != 0 }
            if isNamed || !isMissing { report(error.description) }
            return nil
        }
    }
}
