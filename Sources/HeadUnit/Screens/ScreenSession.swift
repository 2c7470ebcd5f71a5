// The program behind the screens: gives them their rows and pictures and does what they ask. Main thread.

import AudioCore
import MusicLibrary
import Scene
import TemplateKit

/// Joins the stage with the services. A window, a console and a script each make one.
@MainActor
final class ScreenSession: StageProgram {
    let services: AppServices
    let covers: CoverDesk
    let records: ScreenRecords
    /// Where the owner's settings are read and set.
    let settings: SettingsDesk
    private(set) var assets: ScreenAssets
    private(set) var stage: Stage!
    /// Called when a picture has come: the same commands draw another picture now.
    var onPicture: @MainActor () -> Void = {}
    private let now: @MainActor () -> Double
    private var performer: ActionPerformer
    /// What was pressed and goes on.
    private var works: [ActionToken: PendingWork] = [:]
    private var lastRoot = ""
    /// Why the music was paused, and what was awaited, when it was last looked at.
    private var last: (reason: PauseReason?, name: String, isAwaiting: Bool) = (nil, "", false)
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

    /// The first of what is wrong in the files, for whoever is writing them.
    func noticeFaults() {
        guard let fault = assets.faults.first else { return }
        let more = assets.faults.count > 1 ? " (+\(assets.faults.count - 1))" : ""
        let line = "\(fault.fileName):\(fault.line):\(fault.column): \(fault.message)\(more)"
        let text = String(line.prefix(TemplateLimits.standard.textCharacters.upperBound))
        guard let notice = try? NoticeTemplate(text: .literal(text), icon: .icon("warning")) else { return }
        stage.show(notice, at: now())
    }

    /// Opens a screen of that name, whatever its template is: a line over the mini player about what happened by itself,
    /// an alert.
    func notice(_ name: String, _ parameters: Record = [:]) {
        stage.open(name, parameters: parameters, at: now())
    }

    /// What happens by itself says so: a device or a stick that went or came back. What was pressed is no news.
    private func noticeWhatHappened() {
        let name = services.awaited ?? records.strings.someDevice
        let reason = services.pausedBy
        let before = last
        last = (reason, name, services.isAwaiting)
        if before.isAwaiting, !services.isAwaiting { dismissOffer() }
        guard reason != before.reason else { return }
        if before.isAwaiting { dismissOffer() }
        switch (before.reason, reason) {
        case (_, .device?): notice("deviceGone", ["name": .text(name)])
        case (_, .storage?): notice("storageGone", ["name": .text(name)])
        case (.device?, nil) where services.isSounding: notice("deviceBack", ["name": .text(before.name)])
        case (.storage?, nil) where services.isSounding: notice("storageBack", ["name": .text(before.name)])
        default: break
        }
    }

    /// What the radio does by itself.
    private func tell(_ news: RadioNews) {
        switch news {
        case .reconnecting(let name): notice("radioReconnecting", ["name": .text(name)])
        case .lost(let name): notice("stationLost", ["name": .text(name)])
        }
    }

    // MARK: - Late parts

    /// A question that only a press answers, so that the music never goes elsewhere by itself.
    private func offer(_ offer: LateOffer) {
        let name = services.awaited ?? records.strings.someDevice
        switch offer {
        case .device(let id, let other):
            stage.open(
                "deviceLate", parameters: ["name": .text(name), "other": .text(other), "device": .text(id)], at: now())
        case .music: stage.open("storageLate", parameters: ["name": .text(name)], at: now())
        }
    }

    private func dismissOffer() {
        for name in ["deviceLate", "storageLate"] { stage.dismissModal(named: name, at: now()) }
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

    // MARK: - StageProgram

    func screen(named name: String, parameters: [String: FieldValue]) -> (any Screen)? {
        guard assets.documents.screens[name] != nil || assets.documents.names.contains(name) else { return nil }
        var parameters = parameters
        if Self.failures.contains(name) { services.sounds.play(.error, on: services.player) }
        if name == "failed", let reason = services.phase.reason { parameters["reason"] = .text(reason) }
        return DocumentScreen(name, parameters: parameters, provider: records) { [weak self] in
            self?.assets.documents.screens[name]
        } fault: { [weak self] in
            (self?.assets.documents ?? DocumentSet()).faultMessage(for: name)
        }
    }

    func perform(_ action: Action, token: ActionToken) -> ActionOutcome {
        guard let work = performer.perform(action) else { return .done }
        guard !work.hasEnded else {
            tell(work.failure)
            return .done
        }
        works[token] = work
        work.onEnd = { [weak self] failure in self?.finish(token, failure) }
        return .pending
    }

    func cancel(_ token: ActionToken) { works.removeValue(forKey: token)?.cancel() }

    /// What was pressed has ended: it is there to be seen, or it is said why not.
    private func finish(_ token: ActionToken, _ failure: String?) {
        guard works.removeValue(forKey: token) != nil else { return }
        stage.finish(token, at: now())
        tell(failure)
        servicesChanged()
    }

    private func tell(_ failure: String?) {
        if let failure { notice("actionFailed", ["reason": .text(failure)]) }
    }

    /// What says that something went wrong is heard as well.
    private static let failures: Set = ["actionFailed", "demoFailed"]

    func pressed() { services.sounds.play(.click, on: services.player) }

    func request(_ request: StageRequest) {
        guard let player = services.player else { return }
        switch request {
        // A stream has one place, now.
        case .seek(let seconds): if !services.hasRadio { player.seek(to: seconds) }
        case .volume(let decibels):
            player.settings.isMuted = false
            player.settings.volume = decibels <= VolumeLevel.range.lowerBound ? .silence : Decibels(decibels)
        case .key(let key): press(key, player)
        }
    }

    private func press(_ key: InputEvent.Key, _ player: Player) {
        switch key {
        case .play: performer.play()
        case .pause: services.pausePlaying()
        case .playpause: performer.playPause()
        case .next: services.skipForward()
        case .previous: services.skipBack()
        case .volumeup: turnVolume(by: 1)
        case .volumedown: turnVolume(by: -1)
        case .mute:
            player.settings.isMuted.toggle()
            stage.showVolume(at: now())
        case .home, .nowplaying: break
        }
    }

    /// One decibel a step; the overlay shows it.
    func turnVolume(by steps: Int) {
        guard !services.isVolumeFixed, let player = services.player else { return }
        let level = VolumeLevel(decibels: player.settings.volume.value)
        request(.volume(to: min(0, max(VolumeLevel.range.lowerBound, level.decibels.rounded() + Double(steps)))))
        stage.showVolume(at: now())
    }

    var position: PlaybackPosition? {
        guard !services.hasRadio, let player = services.player, player.item != nil else { return nil }
        return PlaybackPosition(
            seconds: player.position, duration: player.duration ?? services.resumedDuration,
            isMoving: player.status == .playing)
    }

    var volume: VolumeLevel? {
        guard !services.isVolumeFixed, let settings = services.player?.settings else { return nil }
        return VolumeLevel(decibels: settings.volume.value, isMuted: settings.isMuted)
    }

    func palette(for image: Image) -> CoverPalette? { covers.palette(for: image) }
    func isMissing(_ image: Image) -> Bool { covers.isMissing(image) }
}
