// The sound options that `play` and `render` share. Every stage is off unless it is named.

import AudioCore
import Glibc
import TemplateKit

/// Flags about the sound.
struct SoundOptions {
    private(set) var settings = SoundSettings()
    private var equalizerFile: RawPath?
    /// Hertz.
    private(set) var rate: Int?
    private(set) var words: OutputShape.Words?
    /// Where measured gains are looked for.
    private(set) var cache: RawPath?

    static let help = """
        Sound options:
          --volume DB             attenuate: 0 or negative; what loudness follows (default 0)
          --loudness STRENGTH     equal-loudness compensation: off, light, medium, strong (default off)
          --eq FILE.json|PRESET   equalizer: a curve of your own, or one of
                                  \(presets(0..<7)),
                                  \(presets(7..<EqualizerPreset.all.count))
          --subsonic off|HZ       high pass against what no loudspeaker plays, 15 to 40 Hz (default off)
          --crossfeed STRENGTH    for headphones: off, light, medium, strong (default off)
          --replaygain MODE       off, track, album, auto: the tags' gain, else what scan --gain has measured; auto is
                                  album's unless shuffled (default off)
          --preamp DB             added to it, and all there is for tracks without one; -24 to 24 (default 0)
          --cache DIR             where the library with what was measured is kept
          --limiter on|off        hold the true peak below -1 dBTP (default off)
        """

    private static func presets(_ range: Range<Int>) -> String {
        EqualizerPreset.all[range].map(\.name).joined(separator: ", ")
    }

    static let flags = [
        "--volume", "--loudness", "--eq", "--subsonic", "--crossfeed", "--replaygain", "--preamp", "--limiter",
        "--rate", "--bits", "--cache",
    ]

    /// Takes `flag` if it is one of ours.
    mutating func take(_ flag: String, _ reader: inout ArgumentReader) throws(UsageError) -> Bool {
        switch flag {
        case "--volume":
            settings.volume = Decibels(try reader.number(of: flag, in: -120...0, "decibels"))
        case "--loudness": settings.loudness = try word(flag, &reader) ?? .off
        case "--eq": try takeEqualizer(try reader.value(of: flag, "a file or a preset"))
        case "--subsonic": settings.stages.subsonic = try subsonic(&reader)
        case "--crossfeed": settings.stages.crossfeed = try word(flag, &reader) ?? .off
        case "--replaygain": settings.stages.replayGain.mode = try word(flag, &reader) ?? .off
        case "--preamp":
            settings.stages.replayGain.preamp = try reader.number(
                of: flag, in: ReplayGainSettings.preampRange, "decibels")
            settings.stages.replayGain.isPreampAlone = true
        case "--limiter": settings.stages.isLimiting = try reader.choice(of: flag, among: ["on", "off"]) == "on"
        case "--cache": cache = RawPath(bytes: try reader.value(of: flag, "a folder"))
        case "--rate": rate = try reader.whole(of: flag, in: 8000...768_000, "hertz")
        case "--bits": words = Self.words(try reader.choice(of: flag, among: ["16", "24", "32", "float"]))
        default: return false
        }
        return true
    }

    /// The settings, with the equalizer's file read.
    /// - Throws: when that file cannot be read or is wrong.
    func resolved() throws(AudioError) -> SoundSettings {
        guard let equalizerFile else { return settings }
        var settings = settings
        settings.stages.equalizer = try EqualizerFile.read(equalizerFile)
        return settings
    }

    private mutating func takeEqualizer(_ bytes: [UInt8]) throws(UsageError) {
        let path = RawPath(bytes: bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        if let preset = EqualizerPreset.named(text) {
            equalizerFile = nil
            settings.stages.equalizer = EqualizerSettings(isOn: true, curve: preset.curve)
        } else if text.hasSuffix(".json") || text.contains("/") || path.withCString({ access($0, F_OK) == 0 }) {
            equalizerFile = path
        } else {
            let names = EqualizerPreset.all.map(\.name)
            let hint = Nearest.question(for: text, among: names)
            throw UsageError("--eq takes FILE.json or \(names.joined(separator: ", ")), not “\(text)”\(hint)")
        }
    }

    private func subsonic(_ reader: inout ArgumentReader) throws(UsageError) -> Double? {
        let text = try reader.text(of: "--subsonic", "off or a number of hertz")
        if text == "off" { return nil }
        guard let frequency = Decimal.number(text), SubsonicFilter.range.contains(frequency) else {
            throw UsageError("--subsonic takes off, or 15 to 40 hertz (20 is usual), not “\(text)”")
        }
        return frequency
    }

    private func word<Word: RawRepresentable & CaseIterable>(
        _ flag: String, _ reader: inout ArgumentReader
    ) throws(UsageError) -> Word? where Word.RawValue == String {
        Word(rawValue: try reader.choice(of: flag, among: Word.allCases.map(\.rawValue)))
    }

    private static func words(_ word: String) -> OutputShape.Words {
        Int(word).map { .bits($0) } ?? .most
    }
}

extension UsageError {
    /// An option that nobody knows.
    static func unknown(_ flag: String, among flags: [String]) -> UsageError {
        UsageError("unknown option \(flag)\(Nearest.question(for: flag, among: flags))")
    }
}
