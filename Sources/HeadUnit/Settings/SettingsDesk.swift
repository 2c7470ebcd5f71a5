// Where settings are read and set: knows the services, the screen and the words. Main thread.

import AudioCore
import Glibc
import Scene
import TemplateKit

/// What the entries of the table work on.
@MainActor
final class SettingsDesk {
    let services: AppServices
    var strings: StringTable
    /// What the screen is set to; the front that draws adopts it.
    var screen = ScreenChoices()
    /// Called when the screen is to be another.
    var onScreen: @MainActor (ScreenChoices) -> Void = { _ in }
    /// The height of rows as they are drawn.
    var shownDensity: @MainActor () -> RowDensity = { .normal }
    /// The light behind the panel; nil where there is none.
    var backlight: Backlight?
    /// `equalizer.json` was there when it was last looked for.
    private(set) var hasEqualizerFile = false

    init(services: AppServices, strings: StringTable) {
        self.services = services
        self.strings = strings
    }

    /// What the listener has set about the sound; a change is heard at once and kept.
    var sound: SoundSettings {
        get { services.player?.settings ?? SoundSettings() }
        set { services.player?.settings = newValue }
    }

    // MARK: - Setting

    /// Sets one to a word it can be.
    func set(_ key: String, to word: String) -> SettingOutcome {
        guard let setting = SettingTable.setting(key) else { return .refused("“\(key)”") }
        switch setting.kind {
        case .toggle where word != true.word && word != false.word: return .unknown(word)
        case .choice where word == setting.word(self) && services.deviceSwitch == nil: return .done
        case .level(let scale, _):
            guard let value = Double(word), scale.range.contains(value) else { return .unknown(word) }
        default: break
        }
        return setting.apply(self, word)
    }

    /// Turns a switch over.
    func turnOver(_ setting: Setting) -> SettingOutcome {
        setting.apply(self, (setting.word(self) != true.word).word)
    }

    /// Moves a level by so many steps.
    func move(_ setting: Setting, by steps: Double) -> SettingOutcome {
        guard case .level(let scale, _) = setting.kind, let value = Double(setting.word(self)) else {
            return .refused("“\(setting.key)”")
        }
        let moved = scale.moved(value, by: steps)
        return moved == value ? .done : setting.apply(self, "\(moved)")
    }

    /// A word that has no place of its own in the owner's settings: kept, and the screen adopts it.
    func choose(_ key: String, _ word: String) -> SettingOutcome {
        guard screen.take(key, word) else { return .unknown(word) }
        services.keep(key, word)
        onScreen(screen)
        return .done
    }

    // MARK: - Words

    func title(of setting: Setting) -> String { setting.title?(self) ?? phrase("setting." + setting.key) }

    /// What more there is to say about it.
    func explanation(of key: String) -> String? {
        let phrase = "setting.\(key).how"
        return strings.phrase(phrase) == nil ? nil : self.phrase(phrase)
    }

    /// How it stands, for people.
    func shown(_ setting: Setting) -> String {
        if let shown = setting.shown { return shown(self) }
        let word = setting.word(self)
        switch setting.kind {
        case .choice: return setting.choices(self).first { $0.word == word }?.title ?? word
        case .toggle: return choice(setting.key, word).title
        case .level(let scale, _): return Double(word).map { scale.text($0, self) } ?? word
        case .screen: return word
        }
    }

    /// A word of a setting: its own phrase, else the common one (`word.off`).
    func choice(_ key: String, _ word: String) -> Setting.Choice {
        let own = "setting.\(key).\(word)"
        let title = strings.phrase(own) == nil ? phrase("word." + word) : phrase(own)
        return Setting.Choice(word: word, title: title, detail: explanation(of: "\(key).\(word)"))
    }

    func phrase(_ key: String) -> String { strings.string(for: .key(key)) }

    /// `+3 dB`.
    func decibels(_ number: Double) -> String {
        let sign = number > 0 ? "+" : ""
        let text = sign + strings.language.string(decimal: number)
        return strings.string(for: .key("unit.decibels", ["number": .text(text)]))
    }

    /// `63 Hz`, `1 kHz`.
    func hertz(_ number: Double) -> String {
        let isKilo = number >= 1000
        let text = strings.language.string(decimal: isKilo ? number / 1000 : number)
        return strings.string(for: .key(isKilo ? "unit.kilohertz" : "unit.hertz", ["number": .text(text)]))
    }

    // MARK: - Equalizer

    /// The name of the preset that a curve is; `own` for other octaves, `file` for bands, `off` for a flat one.
    func equalizerWord(of curve: EqualizerCurve) -> String {
        if curve == .flat { return "off" }
        guard curve.isGraphic else { return "file" }
        return EqualizerPreset.all.first { $0.curve == curve }?.name ?? "own"
    }

    /// Bands that are placed freely come from this file, beside the builder's `config.json`.
    var equalizerFile: RawPath? { services.equalizerFile }

    /// Reads the file's curve and switches it on; what is wrong in it is said with its line.
    func readEqualizerFile() -> SettingOutcome {
        guard let file = equalizerFile else { return .refused(phrase("setting.equalizer.file")) }
        let work = PendingWork()
        services.work("equalizer") {
            EqualizerFile.result(file)
        } then: { [weak self] result in
            guard !work.hasEnded else { return }
            switch result {
            case .success(let settings):
                self?.sound.stages.equalizer = EqualizerSettings(isOn: true, curve: settings.curve)
                work.end()
            case .failure(let error): work.end(error.description)
            }
        }
        return .working(work)
    }

    /// Looks whether the file is there.
    func lookForEqualizerFile() {
        guard let file = equalizerFile else { return }
        services.work("equalizer") {
            file.withCString { access($0, R_OK) == 0 }
        } then: { [weak self] isThere in
            guard let self, hasEqualizerFile != isThere else { return }
            hasEqualizerFile = isThere
            services.onChange()
        }
    }

    // MARK: - Light

    /// Looks for the light behind the panel, and sets it as the owner has chosen.
    func findBacklight(in root: RawPath = RawPath("/sys/class/backlight")) {
        let chosen = services.ownerSettings.chosen["brightness"].flatMap(Int.init)
        services.work("backlight") {
            guard var backlight = Backlight.find(in: root) else { return Backlight?.none }
            if let chosen, backlight.write(chosen) == nil { backlight.percent = chosen }
            return backlight
        } then: { [weak self] backlight in
            self?.backlight = backlight
            self?.services.onChange()
        }
    }

    /// Sets the light behind the panel; a worker writes the number.
    func setBrightness(_ percent: Int) -> SettingOutcome {
        guard var backlight else { return .refused(phrase("setting.brightness")) }
        let work = PendingWork()
        services.work("backlight") { [backlight] in
            backlight.write(percent)
        } then: { [weak self] failure in
            if failure == nil {
                backlight.percent = percent
                self?.backlight = backlight
                self?.services.keep("brightness", "\(percent)")
                self?.services.onChange()
            }
            work.end(failure?.description)
        }
        return .working(work)
    }
}
