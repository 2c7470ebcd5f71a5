// What can be set about the sound: the stages of the chain and the device. Everything is off until it is asked for.
// Main thread; the chain itself goes over to what is set within a ramp, without a click.

import AudioCore

extension SettingTable {
    static let sound: [Setting] =
        [
            equalizer, equalizerBands,
            strength("loudness", \.loudness),
            numbers("subsonic", ["15", "20", "25", "30", "35", "40"]),
            strength("replayGain", \.stages.replayGain.mode), preamp,
            toggle("limiter", \.stages.isLimiting),
            strength("crossfeed", \.stages.crossfeed),
            device, unitSounds,
        ] + octaves

    // MARK: - Kinds

    /// One of the cases of an enumeration of the chain.
    private static func strength<Word: CaseIterable & RawRepresentable<String>>(
        _ key: String, _ path: WritableKeyPath<SoundSettings, Word>
    ) -> Setting {
        Setting(
            key: key, group: .sound, kind: .choice,
            choices: { desk in Word.allCases.map { desk.choice(key, $0.rawValue) } },
            word: { desk in desk.sound[keyPath: path].rawValue },
            apply: { desk, word in
                guard let value = Word(rawValue: word) else { return .unknown(word) }
                desk.sound[keyPath: path] = value
                return .done
            })
    }

    private static func toggle(_ key: String, _ path: WritableKeyPath<SoundSettings, Bool>) -> Setting {
        Setting(
            key: key, group: .sound, kind: .toggle, word: { $0.sound[keyPath: path].word },
            apply: { desk, word in
                desk.sound[keyPath: path] = word == true.word
                return .done
            })
    }

    /// The corner of the subsonic filter.
    private static func numbers(_ key: String, _ words: [String]) -> Setting {
        Setting(
            key: key, group: .sound, kind: .choice,
            choices: { desk in
                [desk.choice(key, "off")]
                    + words.map { Setting.Choice(word: $0, title: desk.hertz(Double($0) ?? 0)) }
            },
            word: { $0.sound.stages.subsonic.map { "\(Int($0.rounded()))" } ?? "off" },
            shown: { desk in desk.sound.stages.subsonic.map { desk.hertz($0) } ?? desk.choice(key, "off").title },
            apply: { desk, word in
                if word == "off" {
                    desk.sound.stages.subsonic = nil
                    return .done
                }
                guard let hertz = Double(word), SubsonicFilter.range.contains(hertz) else { return .unknown(word) }
                desk.sound.stages.subsonic = hertz
                return .done
            })
    }

    private static let preamp = Setting(
        key: "preamp", group: .sound,
        kind: .level(
            LevelScale(range: ReplayGainSettings.preampRange, step: 1) { $1.decibels($0) }, under: "replayGain"),
        word: { "\($0.sound.stages.replayGain.preamp)" },
        apply: { desk, word in
            guard let decibels = Double(word) else { return .unknown(word) }
            desk.sound.stages.replayGain.preamp = decibels
            return .done
        })

    /// Presses and failures are heard.
    private static let unitSounds = Setting(
        key: UnitSounds.setting, group: .sound, kind: .toggle, word: { $0.services.hasUnitSounds.word },
        apply: { desk, word in
            desk.services.hasUnitSounds = word == true.word
            return .done
        })

    // MARK: - Equalizer

    /// Off, a preset, the owner's own octaves, or the curve of `equalizer.json`.
    private static let equalizer = Setting(
        key: "equalizer", group: .sound, kind: .choice,
        choices: { desk in
            var words = ["off"] + EqualizerPreset.all.map(\.name).filter { $0 != "flat" }
            let kept = desk.sound.stages.equalizer.curve
            if desk.equalizerWord(of: kept) == "own" { words.append("own") }
            var choices = words.map { desk.choice("equalizer", $0) }
            if desk.hasEqualizerFile || !kept.isGraphic {
                choices.append(
                    Setting.Choice(
                        word: "file", title: desk.phrase("setting.equalizer.file"), detail: desk.equalizerFile?.shown))
            }
            return choices
        },
        word: { desk in
            let equalizer = desk.sound.stages.equalizer
            return equalizer.isOn ? desk.equalizerWord(of: equalizer.curve) : "off"
        },
        apply: { desk, word in
            switch word {
            case "off": desk.sound.stages.equalizer.isOn = false
            case "own": desk.sound.stages.equalizer.isOn = true
            case "file": return desk.readEqualizerFile()
            default:
                guard let preset = EqualizerPreset.named(word) else { return .unknown(word) }
                desk.sound.stages.equalizer = EqualizerSettings(isOn: true, curve: preset.curve)
            }
            return .done
        })

    /// Leads to the ten octaves.
    private static let equalizerBands = Setting(
        key: "bands", group: .sound, kind: .screen("equalizer"), word: { _ in "" }, apply: { _, _ in .done })

    /// One for each octave, `octave.31` to `octave.16000`, under `bands`.
    private static let octaves: [Setting] = EqualizerCurve.octaves.enumerated().map { index, frequency in
        Setting(
            key: "octave.\(Int(frequency))", group: .sound,
            kind: .level(LevelScale(range: EqualizerCurve.graphicRange, step: 1) { $1.decibels($0) }, under: "bands"),
            isShown: { $0.sound.stages.equalizer.curve.isGraphic }, title: { $0.hertz(frequency) },
            word: { desk in "\(desk.sound.stages.equalizer.curve.graphicGains?[index] ?? 0)" },
            apply: { desk, word in
                guard let decibels = Double(word), EqualizerCurve.graphicRange.contains(decibels) else {
                    return .unknown(word)
                }
                // Whoever moves a slider wants to hear it. Switched off, it starts from what is heard: nothing.
                let before = desk.sound.stages.equalizer
                var gains = before.isOn ? before.curve.graphicGains : nil
                gains = gains ?? [Double](repeating: 0, count: EqualizerCurve.octaves.count)
                gains?[index] = decibels
                guard let curve = gains.flatMap(EqualizerCurve.init(graphic:)) else { return .unknown(word) }
                desk.sound.stages.equalizer = EqualizerSettings(isOn: true, curve: curve)
                return .done
            })
    }

    // MARK: - Device

    private static let device = Setting(
        key: "device", group: .sound, kind: .choice, choices: { $0.deviceChoices }, word: { $0.deviceWord },
        shown: { $0.deviceName }, apply: { desk, word in .working(desk.services.choose(device: word)) })
}

extension SettingOutcome {
    /// A word that the setting cannot be.
    static func unknown(_ word: String) -> SettingOutcome { .refused("it cannot be “\(word)”") }
}

extension Bool {
    /// As settings say it.
    var word: String { self ? "on" : "off" }
}
