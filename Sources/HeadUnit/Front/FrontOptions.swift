// What the command line says about the screen. Values.

import AudioCore
import SDLDisplay
import Scene
import TemplateKit

/// Options that a window, a console and a script share. A nil one leaves the choice to the owner's settings, then
/// to the builder's configuration, then to the default.
struct FrontOptions {
    enum ThemeChoice: String, CaseIterable { case day, night, auto }

    var size: DisplayOptions.Size?
    var dpi: Int?
    var rotation: Rotation?
    var renderer: DisplayOptions.Renderer?
    var isWindow = false
    var theme: ThemeChoice?
    var language: Language?
    var templates: RawPath?
    var assets: RawPath?
    /// Screens, strings and themes are shown as they are saved.
    var isWatching = false
    /// `--now`: the wall clock of a script, ISO 8601.
    var now: String?

    static let flags = [
        "--templates", "--assets", "--size", "--dpi", "--rotate", "--theme", "--language", "--now", "--renderer",
        "--window", "--watch",
    ]

    static let help = """
        Options of the screen:
          --size WxH              pixels of the panel or the window
          --dpi N                 dots per inch, instead of what the panel says
          --rotate DEGREES        0, 90, 180 or 270: picture and touch together
          --theme NAME            day, night, or auto: by the headlights' wire, else by the hour (default night)
          --language CODE         \(Language.allCases.map(\.rawValue).joined(separator: " ")) (default: the system's)
          --renderer NAME         auto, software or gles
          --window                a window, never the console
          --templates DIR         screen documents of your own
          --assets DIR            icons, themes and strings of your own
          --watch                 show screen documents, strings and themes as they are saved
        """

    /// The display: what the flags say, else what the builder has set.
    func display(_ config: BuilderConfig) -> DisplayOptions {
        DisplayOptions(
            size: size ?? config.display.size, dpi: dpi ?? config.display.dpi,
            rotation: rotation ?? config.display.rotation ?? .none,
            renderer: renderer ?? config.display.renderer ?? .auto, isWindow: isWindow)
    }

    /// Takes `flag` if it is one of ours.
    mutating func take(_ flag: String, _ reader: inout ArgumentReader) throws(UsageError) -> Bool {
        switch flag {
        case "--templates": templates = RawPath(bytes: try reader.value(of: flag, "a folder"))
        case "--assets": assets = RawPath(bytes: try reader.value(of: flag, "a folder"))
        case "--size": size = try size(try reader.text(of: flag, "WIDTHxHEIGHT"))
        case "--dpi": dpi = try reader.whole(of: flag, in: Density.believable, "dots per inch")
        case "--rotate":
            let word = try reader.choice(of: flag, among: ["0", "90", "180", "270"])
            rotation = Int(word).flatMap(Rotation.init(rawValue:))
        case "--theme":
            let word = try reader.choice(of: flag, among: ThemeChoice.allCases.map(\.rawValue))
            theme = ThemeChoice(rawValue: word)
        case "--language":
            let word = try reader.choice(of: flag, among: Language.allCases.map(\.rawValue))
            language = Language(rawValue: word)
        case "--now": now = try reader.text(of: flag, "a date such as 2024-05-01T14:32:00Z")
        case "--renderer":
            let word = try reader.choice(of: flag, among: DisplayOptions.Renderer.allCases.map(\.rawValue))
            renderer = DisplayOptions.Renderer(rawValue: word)
        case "--window": isWindow = true
        case "--watch": isWatching = true
        default: return false
        }
        return true
    }

    private func size(_ text: String) throws(UsageError) -> DisplayOptions.Size {
        guard let size = DisplayOptions.Size(text: text) else {
            throw UsageError("--size takes WIDTHxHEIGHT in pixels, such as 1024x600, not “\(text)”")
        }
        return size
    }
}
