// What the screen is set to: flag before the owner's settings, before the builder's, before the default. A value.

import SDLDisplay
import Scene
import TemplateKit

/// Theme, density, rotation, driver's side, motion and language of a run. A word chosen on the screen holds at once,
/// also where a flag says otherwise; at the next start the flag is first again.
struct ScreenChoices: Equatable {
    var theme = FrontOptions.ThemeChoice.night
    /// Nil goes by the height of the panel.
    var density: RowDensity?
    var rotation = Rotation.none
    var driverSide = DriverSide.left
    var reducesMotion = false
    var language = Language.en

    init() {}

    /// - Parameter system: the language of the system's locale.
    init(_ flags: FrontOptions, _ owner: OwnerSettings, _ config: BuilderConfig, system: Language) {
        rotation = config.display.rotation ?? .none
        driverSide = config.display.driverSide ?? .left
        language = system
        // A word of a later version, or of nobody, leaves the builder's.
        for (key, word) in owner.chosen { _ = take(key, word) }
        theme = flags.theme ?? theme
        rotation = flags.rotation ?? rotation
        language = flags.language ?? language
    }

    /// Takes a setting of the screen by its key and word.
    /// - Returns: false for one that is none of these, and for a word it cannot be.
    mutating func take(_ key: String, _ word: String) -> Bool {
        func set<Value>(_ path: WritableKeyPath<ScreenChoices, Value>, _ value: Value?) -> Bool {
            guard let value else { return false }
            self[keyPath: path] = value
            return true
        }
        switch key {
        case "theme": return set(\.theme, FrontOptions.ThemeChoice(rawValue: word))
        case "density": return set(\.density, RowDensity(rawValue: word).map(Optional.some))
        case "rotation": return set(\.rotation, Int(word).flatMap(Rotation.init(rawValue:)))
        case "driverSide": return set(\.driverSide, DriverSide(rawValue: word))
        case "reduceMotion": return set(\.reducesMotion, [true.word: true, false.word: false][word])
        case "language": return set(\.language, Language(rawValue: word))
        default: return false
        }
    }

    /// What the layout has to know of a panel of that size.
    func metrics(width: Int, height: Int, dpi: Int) -> Metrics {
        Metrics(width: width, height: height, dpi: dpi, density: density, driverSide: driverSide)
    }
}
