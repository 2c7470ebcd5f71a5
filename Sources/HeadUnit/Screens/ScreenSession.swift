// The program behind the screens: gives them their rows and pictures and does what they ask. Main thread.

import AudioCore
import MusicLibrary
import Scene
import TemplateKit

/// Joins the stage with the services. A window, a console and a script each make one.
@MainActor
final class ScreenSession {
    let services: AppServices
    let covers: CoverDesk
    let records: ScreenRecords
    let positions: PositionRecords
    /// Where the owner's settings are read and set.
    let settings: SettingsDesk
    private(set) var assets: ScreenAssets
    private(set) var stage: Stage!
    /// Called when a picture has come: the same commands draw another picture now.
    var onPicture: @MainActor () -> Void = {}
    let now: @MainActor () -> Double
    var performer: ActionPerformer
    /// What was pressed and goes on.
    var works: [ActionToken: PendingWork] = [:]
    private var lastRoot = ""
    /// What was said last of a fault in a file.
    var faultNotice: NoticeTemplate?
    /// Why the music was paused, and what was awaited, when it was last looked at.
    var last: (reason: PauseReason?, name: String, isAwaiting: Bool) = (nil, "", false)
    /// The library as it was when missing covers were last looked for.
    private var seen: (snapshot: LibrarySnapshot, isScanning: Bool)?

    /// - Parameter now: seconds of the clock that the stage is driven by.
    init(
        services: AppServices, assets: ScreenAssets, covers: CoverDesk, metrics: Metrics, theme: Theme,
        language: Language, measuring: any TextMeasuring, startsWithKnob: Bool, now: @escaping @MainActor () -> Double
    ) {
        self.services = services
        self.assets = assets
        self.covers = covers
        self.now = now
        let strings = assets.strings.table(for: language)
        settings = SettingsDesk(services: services, strings: strings)
        records = ScreenRecords(services: services, strings: strings, desk: settings)
        positions = PositionRecords(services: services, records: records)
        performer = ActionPerformer(services: services, records: records, settings: settings)
        stage = Stage(
            metrics: metrics, theme: theme, strings: strings, measuring: measuring, program: self,
            startsWithKnob: startsWithKnob)
        performer.open = { [weak self] in self?.notice($0, $1) }
        performer.back = { [weak self] in
            guard let self else { return }
            _ = stage.pop(at: self.now())
        }
        settings.shownDensity = { [weak self] in self?.stage.metrics.density ?? .normal }
        services.onLate = { [weak self] in self?.offer($0) }
        services.onRadio = { [weak self] in self?.tell($0) }
        services.onVolumeMoved = { [weak self] in
            guard let self else { return }
            self.stage.showVolume(at: self.now())
        }
        services.onDemoFailure = { [weak self] in
            self?.notice("demoFailed", ["reason": .text($0.description)])
        }
        covers.pictures = assets.pictures
        covers.onArrival = { [weak self] in
            self?.stage.palettesChanged()
            self?.onPicture()
        }
    }

    // MARK: - What the front calls

    /// An input from wherever; a volume knob needs no screen to know what it means.
    func handle(_ event: InputEvent) {
        if case .volume(let ticks) = event.kind { return turnVolume(by: ticks) }
        stage.handle(event)
    }

    /// Puts up the first screen: Now Playing when there is something to resume, else the root.
    func start() {
        // The first picture is there at once: nothing slides in.
        stage.reducesMotion = true
        defer { stage.reducesMotion = settings.screen.reducesMotion }
        showRoot()
        if services.player?.item != nil || services.hasRadio { stage.openNowPlaying(at: now()) }
    }

    /// Something in the services has changed.
    func servicesChanged() {
        noticeWhatHappened()
        let library = services.library
        if seen?.snapshot !== library.snapshot || seen?.isScanning == true && !library.isScanning {
            // Music has come or gone, and its covers with it.
            covers.forgetMissing()
        }
        seen = (library.snapshot, library.isScanning)
        records.refresh()
        positions.refresh()
        stage.invalidate()
    }

    /// The root is chosen again in place: the library has opened, music was found, or there is none.
    func showRoot() {
        let name = rootName
        guard let screen = screen(named: name, parameters: [:]) else { return }
        stage.setRoot(screen, at: now())
        // Who asked for the demo wants to see it play.
        if lastRoot == "demo", name == "root", services.player?.item != nil { stage.openNowPlaying(at: now()) }
        lastRoot = name
    }

    func setLanguage(_ language: Language) {
        let strings = assets.strings.table(for: language)
        records.strings = strings
        stage.setStrings(strings)
        servicesChanged()
    }

    /// Shows what was saved, in place: every list stays at its row, the focus where it is.
    func show(_ assets: ScreenAssets) {
        let isDay = stage.theme == self.assets.day
        let hasOtherWords = assets.strings != self.assets.strings
        let old = self.assets.faults
        self.assets = assets
        covers.pictures = assets.pictures
        // A picture may have come or gone.
        stage.palettesChanged()
        stage.setTheme(isDay ? assets.day : assets.night)
        if hasOtherWords { setLanguage(stage.strings.language) }
        servicesChanged()
        if assets.faults != old { noticeFaults() }
    }

    private var rootName: String {
        switch services.phase {
        case .idle: "starting"
        case .failed: "failed"
        // Stations are music as well.
        case .resumed, .ready: services.hasNoMusic && services.stations.isEmpty ? rootWithoutMusic : "root"
        }
    }

    private var rootWithoutMusic: String {
        if services.demo.isRunning { return "demo" }
        return services.isScanning ? "scanning" : "noMusic"
    }
}
