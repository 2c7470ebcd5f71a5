// How the driven screen looks: theme, hour, language, rotation. Main thread.

import Scene
import TemplateKit

extension DriveSession {
    /// The hour chooses the theme, until the script does.
    private var isThemeAutomatic: Bool { session.settings.screen.theme == .auto }

    func showClock() {
        let seconds = wallSeconds + Int(clock.now - started)
        let hour = seconds / 3600 % 24
        session.stage.clockText = WallClock.text(hour: hour, minute: seconds / 60 % 60)
        if isThemeAutomatic { adopt(day: ThemeRule(hour: hour).isDay) }
    }

    func setTheme(_ name: String) {
        session.settings.screen.theme = name == "day" ? .day : .night
        adopt(day: name == "day")
    }

    /// The owner has set the screen.
    func adopt(_ screen: ScreenChoices) {
        if isThemeAutomatic { showClock() } else { adopt(day: screen.theme == .day) }
        session.stage.reducesMotion = screen.reducesMotion
        // Out of memory it stays as it was, and is drawn so.
        try? surface.turn(to: screen.rotation)
        if renderer.canvas !== surface.canvas { renderer.canvas = surface.canvas }
        session.stage.setMetrics(screen.metrics(width: surface.width, height: surface.height, dpi: surface.dpi))
        if screen.language != session.stage.language { speak(screen.language) }
    }

    private func adopt(day isDay: Bool) {
        session.stage.setTheme(isDay ? session.assets.day : session.assets.night)
    }

    func setMoving(_ isMoving: Bool) { session.stage.setMoving(isMoving) }

    func setLanguage(_ language: Language) {
        session.settings.screen.language = language
        speak(language)
    }

    private func speak(_ language: Language) {
        fonts.setLanguage(language.rawValue)
        session.setLanguage(language)
    }
}
