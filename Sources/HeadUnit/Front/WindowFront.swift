// The screen of a head unit: a window or the whole console. Main thread; made after the music has been started.

import Artwork
import AudioCore
import Evdev
import Glibc
import MusicLibrary
import SDLDisplay
import Scene
import TemplateKit

/// Display, fonts, session and inputs, joined to the main loop.
@MainActor
final class WindowFront {
    private let services: AppServices
    private let session: ScreenSession
    private let display: Display
    private let renderer: CommandRenderer
    private let fonts: FontBook
    private let inputs: EvdevInputs?
    private let console: Console
    private var isThemeAutomatic: Bool { session.settings.screen.theme == .auto }
    private var themeRule = ThemeRule()
    private var wires = SwitchEffects()
    private var lastFrame: SceneFrame?
    private var mustPresent = true
    private var isFading = false
    private var lastPresent = 0.0

    /// A software renderer keeps the time between two frames itself.
    private static let frameTime = 1.0 / 60

    /// Opens the screen.
    /// - Throws: a `DisplayError` when there is none; the caller goes on without.
    init(
        services: AppServices, assets: ScreenAssets, options: FrontOptions, console: Console
    ) throws(DisplayError) {
        self.services = services
        self.console = console
        let config = services.config
        let screen = ScreenChoices(options, services.ownerSettings, config, system: Self.systemLanguage)
        var displayOptions = options.display(config)
        displayOptions.rotation = screen.rotation
        let clock = services.loop.clock
        display = try Display(options: displayOptions, clock: { clock.now })
        let language = screen.language
        let inbox = services.inbox
        fonts = try FontBook(files: try FontFiles.find(), language: language.rawValue) { inbox.post(.fontsArrived) }
        let covers = CoverDesk(store: services.thumbnails, find: CoverFinder.finding(services.library)) { body in
            inbox.post(.perform(body))
        }
        renderer = CommandRenderer(
            canvas: display.canvas, fonts: fonts, iconFolders: assets.iconFolders, images: covers
        ) { line in console.error(line) }
        renderer.images.vectorFiles = assets.vectorFiles
        session = ScreenSession(
            services: services, assets: assets, covers: covers,
            metrics: screen.metrics(width: display.width, height: display.height, dpi: display.dpi),
            theme: screen.theme == .day ? assets.day : assets.night, language: language,
            measuring: FontMeasuring(fonts: fonts), startsWithKnob: false, now: { clock.now })
        session.stage.focusOptions = config.focusOptions
        session.settings.screen = screen
        if display.isWindowed {
            inputs = nil
            adoptKeys(config.input)
            BellForwarder.start(services.inbox.bell, display)
        } else {
            inputs = EvdevInputs(
                configuration: config.input,
                picture: PictureGeometry(
                    width: display.width, height: display.height, rotation: displayOptions.rotation.rawValue),
                log: { line in console.detail(line) })
        }
        if let warning = display.dpiWarning { console.note(warning) }
        console.detail("display: \(display.driverName), \(display.rendererName), \(display.width) × \(display.height)")
        session.onPicture = { [weak self] in self?.mustPresent = true }
        session.settings.onScreen = { [weak self] in self?.adopt($0) }
        session.settings.findBacklight()
        session.start()
        showClock()
    }

    /// The builder's keys count in a window too; knobs, fingers and switches are read on a console only.
    private func adoptKeys(_ input: InputConfiguration) {
        for (name, word) in input.keys.sorted(by: { $0.key < $1.key }) {
            guard let action = KeyAction(word: word), !display.keyMap.set(action, forKernelKey: name) else { continue }
            console.note("input.keys.\(name): a window is not told of this key; on a console it counts")
        }
        if let note = WindowInput.note(input) { console.note(note) }
    }

    private static var systemLanguage: Language {
        let name = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap {
            StateFolders.processEnvironment($0).map { String(decoding: $0, as: UTF8.self) }
        }
        .first { !$0.isEmpty }
        return name.flatMap(Language.init(localeName:)) ?? .en
    }

    // MARK: - The loop

    /// Descriptors that wake the loop besides the bell; only where it sleeps in `poll`.
    var descriptors: [Int32] { inputs?.descriptors ?? [] }

    /// When to wake up though nothing happens, in seconds of the main clock.
    var nextWake: Double? {
        guard !display.isLost else { return nil }
        let now = services.loop.clock.now
        var times = [session.stage.nextWake(after: now), inputs?.deadline].compactMap { $0 }
        if isFading || mustPresent { times.append(now) }
        guard let time = times.min() else { return nil }
        return display.waitsForPanel ? time : max(time, lastPresent + Self.frameTime)
    }

    /// Sleeps in SDL; false where the loop is to sleep in `poll`.
    func waitInWindow(_ seconds: Double?) -> Bool {
        guard display.isWindowed else { return false }
        display.waitForEvent(timeout: seconds)
        return true
    }

    /// Fonts that came late change every width.
    func fontsChanged() {
        session.stage.fontsChanged()
        mustPresent = true
    }

    func servicesChanged() { session.servicesChanged() }

    /// Screens, strings and themes that have been saved.
    func show(_ assets: ScreenAssets) {
        renderer.images.forgetFiles()
        renderer.images.vectorFiles = assets.vectorFiles
        session.show(assets)
        mustPresent = true
    }

    func noticeFaults() { session.noticeFaults() }

    func rootMayHaveChanged() { session.showRoot() }

    /// Inputs, then a frame when the picture is another.
    /// - Returns: false when the person closed the window.
    func turn() -> Bool {
        display.takesText = session.stage.takesText
        inputs?.isTextEntry = session.stage.takesText
        for event in display.pollEvents() { session.handle(event) }
        for event in inputs?.read() ?? [] { session.handle(event) }
        for effect in wires.take(inputs?.switches ?? [:]) { perform(effect) }
        for event in display.takeWindowEvents() {
            switch event {
            case .close: return false
            case .exposed: mustPresent = true
            case .resized: resized()
            }
        }
        present()
        return true
    }

    private func perform(_ effect: SwitchEffects.Effect) {
        switch effect {
        case .headlights(let areOn):
            themeRule.areHeadlightsOn = areOn
            adoptTheme()
        case .mute(let isOn): services.setMutedByWire(isOn)
        case .moving(let isOn): session.stage.setMoving(isOn)
        case .prompt(let isOn): services.sounds.setPrompt(isOn, on: services.player)
        }
    }

    private func adoptTheme() {
        guard isThemeAutomatic else { return }
        session.stage.setTheme(themeRule.isDay ? session.assets.day : session.assets.night)
    }

    /// The owner has set the screen.
    private func adopt(_ screen: ScreenChoices) {
        if isThemeAutomatic {
            adoptTheme()
        } else {
            session.stage.setTheme(screen.theme == .day ? session.assets.day : session.assets.night)
        }
        session.stage.reducesMotion = screen.reducesMotion
        do throws(DisplayError) {
            try display.turn(to: screen.rotation)
        } catch {
            console.error("the picture is not turned: \(error.message)")
        }
        inputs?.picture = PictureGeometry(
            width: display.width, height: display.height, rotation: display.rotation.rawValue)
        if screen.language != session.stage.language {
            fonts.setLanguage(screen.language.rawValue)
            session.setLanguage(screen.language)
        }
        resized()
    }

    func shutDown() { session.covers.shutDown() }

    private func resized() {
        if renderer.canvas !== display.canvas { renderer.canvas = display.canvas }
        session.stage.setMetrics(
            session.settings.screen.metrics(width: display.width, height: display.height, dpi: display.dpi))
        mustPresent = true
    }

    private func present() {
        guard !display.isLost else { return }
        let now = services.loop.clock.now
        if let frame = session.stage.frame(now: now) {
            lastFrame = frame
        } else if lastFrame == nil {
            lastFrame = session.stage.wholeFrame(now: now)
        } else if !mustPresent, !isFading {
            return
        }
        guard let frame = lastFrame else { return }
        mustPresent = false
        isFading = renderer.draw(frame.commands, now: now)
        lastPresent = now
        do throws(DisplayError) {
            try display.present()
        } catch {
            console.error("the display is gone: \(error.message); the music goes on")
        }
    }

    /// Hours and minutes, once the kernel's clock can be believed; again at the next full minute.
    private func showClock() {
        var seconds = Glibc.time(nil)
        var parts = tm()
        localtime_r(&seconds, &parts)
        // A Pi without a battery starts in the past.
        if parts.tm_year >= 124 {
            session.stage.clockText = WallClock.text(hour: Int(parts.tm_hour), minute: Int(parts.tm_min))
            themeRule.hour = Int(parts.tm_hour)
            adoptTheme()
        }
        services.loop.timers.schedule(after: Double(60 - parts.tm_sec)) { [weak self] in self?.showClock() }
    }
}
