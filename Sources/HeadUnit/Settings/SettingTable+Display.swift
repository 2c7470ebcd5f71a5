// What can be set about the picture, and the language. Main thread.

import SDLDisplay
import Scene
import TemplateKit

extension SettingTable {
    static let display: [Setting] = [
        screen("theme", FrontOptions.ThemeChoice.allCases.map(\.rawValue)) { $0.theme.rawValue },
        brightness,
        screen("density", RowDensity.allCases.map(\.rawValue)) { _ in "" },
        screen("rotation", Rotation.allCases.map { "\($0.rawValue)" }, title: { "\($0)°" }) {
            "\($0.rotation.rawValue)"
        },
        screen("driverSide", DriverSide.allCases.map(\.rawValue)) { $0.driverSide.rawValue },
        Setting(
            key: "reduceMotion", group: .display, kind: .toggle, word: { $0.screen.reducesMotion.word },
            apply: { desk, word in desk.choose("reduceMotion", word) }),
    ]

    /// Each called by its own name, so that whoever cannot read the present one finds theirs.
    static let language = Setting(
        key: "language", group: .language, kind: .choice,
        choices: { _ in Language.allCases.map { Setting.Choice(word: $0.rawValue, title: $0.name) } },
        word: { $0.screen.language.rawValue },
        apply: { desk, word in desk.choose("language", word) })

    /// A word of `ScreenChoices`.
    private static func screen(
        _ key: String, _ words: [String], title: (@MainActor (String) -> String)? = nil,
        _ word: @escaping @MainActor (ScreenChoices) -> String
    ) -> Setting {
        Setting(
            key: key, group: .display, kind: .choice,
            choices: { desk in
                words.map { word in
                    title.map { Setting.Choice(word: word, title: $0(word)) } ?? desk.choice(key, word)
                }
            },
            // Rows have a height even while nobody has chosen one.
            word: { desk in key == "density" ? desk.shownDensity().rawValue : word(desk.screen) },
            apply: { desk, word in desk.choose(key, word) })
    }

    /// Of the light behind the panel; tenths, never dark.
    private static let brightness = Setting(
        key: "brightness", group: .display, kind: .choice, isShown: { $0.backlight != nil },
        choices: { desk in
            stride(from: 100, through: Backlight.least, by: -10).map { percent in
                Setting.Choice(word: "\(percent)", title: desk.strings.language.string(percent: percent))
            }
        },
        word: { $0.backlight.map { "\(($0.percent + 5) / 10 * 10)" } ?? "" },
        apply: { desk, word in
            guard let percent = Int(word), (Backlight.least...100).contains(percent) else { return .unknown(word) }
            return desk.setBrightness(percent)
        })
}
