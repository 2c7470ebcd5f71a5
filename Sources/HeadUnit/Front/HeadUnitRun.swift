// One run of the head unit: music first, then the screen, until somebody ends it. Main thread.

import AudioCore
import Glibc
import SDLDisplay

/// The order of a start, and the loop.
@MainActor
final class HeadUnitRun {
    private let services = AppServices.shared
    private let options: FrontOptions
    private let console: Console
    private var front: WindowFront?
    private var assets: ScreenAssets?
    /// Which reading of the assets counts: the last that was begun.
    private var readings = 0
    private var areTemplatesKnown = false
    private var areAssetsMissing = false
    private var hasTriedScreen = false
    private var lateScreen = LateScreen()
    private var announced: TrackFacts?
    private var status: Int32 = 0

    /// Seconds that the screen waits for the music: SDL keeps the main thread busy for 30 ms.
    private static let musicFirst = 0.25

    init(_ services: ServiceOptions, _ options: FrontOptions, _ console: Console) {
        self.options = options
        self.console = console
        self.services.configure(services)
    }

    /// - Returns: the exit status.
    func run() -> Int32 {
        TerminationSignals.watch(ringing: services.inbox.bell)
        services.onError = { [console] in console.error($0.description) }
        services.onFault = { [console] in console.error($0) }
        services.onNote = { [console] in console.note($0) }
        services.onChange = { [weak self] in self?.front?.servicesChanged() }
        services.onRootChange = { [weak self] in self?.rootMayHaveChanged() }
        services.onFonts = { [weak self] in self?.front?.fontsChanged() }
        services.loop.nextWake = { [weak self] in self?.front?.nextWake }
        services.loop.descriptors = { [weak self] in self?.front?.descriptors ?? [] }
        services.loop.waitElsewhere = { [weak self] in self?.front?.waitInWindow($0) ?? false }
        services.watchesMounts = true
        services.ensureLoaded()
        readAssets(options.templates)
        services.loop.timers.schedule(after: Self.musicFirst) {}
        let started = services.loop.clock.now
        services.loop.run {
            services.turn()
            turn(since: started)
        }
        front?.shutDown()
        services.shutDown()
        return status
    }

    private func turn(since started: Double) {
        if case .failed(let reason) = services.phase {
            console.error(reason)
            status = 1
            return services.loop.end()
        }
        if TerminationSignals.received != nil { return services.loop.end() }
        if services.phase != .idle, !areTemplatesKnown { adoptTemplates() }
        if !hasTriedScreen, areTemplatesKnown, areAssetsMissing { goWithoutScreen() }
        if !hasTriedScreen, areTemplatesKnown, assets != nil,
            isMusicUnderWay || services.loop.clock.now - started >= Self.musicFirst
        {
            openScreen()
        }
        if front?.turn() == false { return services.loop.end() }
        announce()
    }

    /// The device runs, or nothing is going to sound by itself.
    private var isMusicUnderWay: Bool {
        guard services.phase != .idle, let player = services.player else { return false }
        return !player.wantsToPlay || player.isSounding
    }

    /// The configuration is read before the first sound by a worker, the assets at the same time by another: nearly
    /// always they are the right ones, and are there when the device is open.
    private func adoptTemplates() {
        areTemplatesKnown = true
        guard options.templates == nil, let templates = services.config.templates else { return }
        assets = nil
        areAssetsMissing = false
        readAssets(templates)
    }

    private func goWithoutScreen() {
        hasTriedScreen = true
        console.error("the folders Templates and Assets are not beside the program (--templates, --assets)")
        services.playWithoutScreen()
    }

    private func readAssets(_ templates: RawPath?) {
        readings += 1
        let reading = readings
        let options = options
        let inbox = services.inbox
        _ = NamedThread("assets", stackBytes: 2 << 20) { [weak self] in
            let folders = DataFolders.find(templates: templates, assets: options.assets)
            let assets = folders.map { ScreenAssets.read($0) }
            inbox.post(.perform { self?.received(assets, reading) })
        }
    }

    private func received(_ assets: ScreenAssets?, _ reading: Int) {
        guard reading == readings else { return }
        guard let assets else {
            areAssetsMissing = true
            return
        }
        for fault in assets.faults { console.error(fault.description) }
        self.assets = assets
    }

    private func openScreen() {
        guard let assets else { return }
        hasTriedScreen = true
        do throws(DisplayError) {
            front = try WindowFront(services: services, assets: assets, options: options, console: console)
            if lateScreen.isAwaited { console.note("the screen is there") }
            if options.isWatching { watch(assets) }
        } catch {
            if !lateScreen.isAwaited { console.note("no screen: \(error.message); playing without one") }
            services.playWithoutScreen()
            guard let delay = lateScreen.retryDelay(now: services.loop.clock.now) else { return }
            services.loop.timers.schedule(after: delay) { [weak self] in self?.openScreen() }
        }
    }

    /// Shows what is saved from now on; what was wrong before is on the screen as well, for whoever writes it.
    private func watch(_ assets: ScreenAssets) {
        front?.noticeFaults()
        let inbox = services.inbox
        AssetWatch.start(assets) { [weak self] assets in inbox.post(.perform { self?.saved(assets) }) }
    }

    private func saved(_ assets: ScreenAssets) {
        for fault in assets.faults { console.error(fault.description) }
        self.assets = assets
        front?.show(assets)
    }

    private func rootMayHaveChanged() {
        front?.rootMayHaveChanged()
        if hasTriedScreen, front == nil { services.playWithoutScreen() }
    }

    /// Says once what plays, for whoever reads the journal.
    private func announce() {
        guard let facts = services.facts, facts != announced, services.player?.wantsToPlay == true else { return }
        announced = facts
        console.detail([facts.artist, facts.title].filter { !$0.isEmpty }.joined(separator: " – "))
    }
}
