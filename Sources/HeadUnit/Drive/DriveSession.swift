// The head unit without a screen, a device or a clock of its own: what a script drives. Main thread.

import ALSAOutput
import Artwork
import AudioCore
import Glibc
import MusicLibrary
import SDLDisplay
import Scene
import TemplateKit

/// Why a script stopped; exit status 1.
struct DriveFailure: Error {
    var message: String
}

/// Services, stage and renderer on a clock that is moved by hand.
@MainActor
final class DriveSession {
    let services: AppServices
    let session: ScreenSession
    let clock: VirtualClock
    let surface: SurfaceDisplay
    let renderer: CommandRenderer
    let fonts: FontBook
    private let covers: CoverDesk
    private let output: @MainActor () -> VirtualOutput?
    /// Seconds since midnight of the wall clock at the start of the script.
    let wallSeconds: Int
    let started: Double
    private let flags: FrontOptions
    private let config: BuilderConfig

    /// Files that are watched; nil without `--watch`.
    private var reloader: AssetReloader?
    /// How much had come of a station when something came last, and when that was.
    private var stream: (progress: Int64, since: Double)?

    /// One step of the virtual clock, seconds.
    private static let tick = 0.01
    /// Real seconds in which nothing comes of the pending work.
    private static let patience = 60.0
    /// Real seconds after which a station that sends nothing is not waited for any more: time passes for it too.
    private static let streamPatience = 8.0
    private static let defaultSize = DisplayOptions.Size(width: 1024, height: 600)
    private static let defaultDensity = 169

    /// - Parameters:
    ///   - devices: the outputs that settings offer.
    ///   - opening: those of them that open, the first choice in front; `silent` those that never answer.
    /// - Throws: a `DisplayError` when there are no fonts or no surface of that size.
    init(
        _ options: ServiceOptions, _ front: FrontOptions, _ config: BuilderConfig = BuilderConfig(),
        assets: ScreenAssets, wallSeconds: Int, devices: [OutputDevice] = VirtualOutput.devices,
        opening: [String] = VirtualOutput.devices.map(\.id), silent: [String] = []
    ) throws(DisplayError) {
        let clock = VirtualClock()
        self.clock = clock
        self.wallSeconds = wallSeconds
        started = clock.now
        flags = front
        self.config = config
        reloader = front.isWatching ? AssetReloader(assets) : nil
        let holder = OutputHolder()
        let services = AppServices(
            clock: clock,
            makeOutput: { _, renderer, inbox in
                let output = VirtualOutput(source: renderer, names: opening, silent: silent) { inbox.post(.output($0)) }
                holder.output = output
                return output
            }, listDevices: { devices })
        output = { holder.output }
        services.configure(options)
        services.library.publishesWhileScanning = false
        self.services = services
        var display = front.display(config)
        display.size = display.size ?? Self.defaultSize
        display.dpi = display.dpi ?? Self.defaultDensity
        surface = try SurfaceDisplay(options: display)
        let language = front.language ?? .en
        let inbox = services.inbox
        fonts = try FontBook(files: try FontFiles.find(), language: language.rawValue) { inbox.post(.fontsArrived) }
        let store = options.cache.map { folder in
            ThumbnailStore(folder: folder.appending("covers").bytes) { inbox.post(.fault($0)) }
        }
        covers = CoverDesk(store: store, find: CoverFinder.finding(services.library)) { inbox.post(.perform($0)) }
        renderer = CommandRenderer(
            canvas: surface.canvas, fonts: fonts, iconFolders: assets.iconFolders, images: covers)
        renderer.images.fadeDuration = 0
        renderer.images.vectorFiles = assets.vectorFiles
        session = ScreenSession(
            services: services, assets: assets, covers: covers,
            metrics: Metrics(
                width: surface.width, height: surface.height, dpi: surface.dpi,
                driverSide: config.display.driverSide ?? .left),
            theme: assets.night, language: language,
            measuring: FontMeasuring(fonts: fonts), startsWithKnob: true, now: { clock.now })
        session.stage.focusOptions = config.focusOptions
        session.settings.onScreen = { [weak self] in self?.adopt($0) }
        services.onChange = { [weak session] in session?.servicesChanged() }
        services.onRootChange = { [weak session] in session?.showRoot() }
        services.onFonts = { [weak session, fonts] in
            fonts.adoptLoadedFonts()
            session?.stage.fontsChanged()
        }
    }

    var now: Double { clock.now }

    /// Everything that is known at once is known; the first screen is up.
    func start() throws(DriveFailure) {
        services.ensureLoaded()
        try settle()
        // What the owner has set is known now; a script speaks English unless somebody says otherwise.
        session.settings.screen = ScreenChoices(flags, services.ownerSettings, config, system: .en)
        adopt(session.settings.screen)
        session.start()
        showClock()
    }

    func end() {
        // No car goes off here: what the script has changed is kept, however busy the machine.
        services.shutDown(within: .seconds(60))
        covers.shutDown()
    }

    // MARK: - Time

    /// Lets virtual time pass. The music of that time is rendered here.
    func advance(_ seconds: Double) throws(DriveFailure) {
        let end = clock.now + seconds
        while clock.now < end - 1e-9 {
            services.player?.refill(below: 1)
            services.radio?.refill(below: 1)
            try settle()
            let step = min(Self.tick, end - clock.now)
            clock.advance(step)
            services.loop.timers.fire()
            output()?.advance(step)
        }
        showClock()
        try settle()
    }

    /// Waits, really, until nothing is pending. A picture is made only when all that was asked for has come, so that
    /// what is seen does not go by how fast the threads are.
    func settle() throws(DriveFailure) {
        var limit = SystemClock.seconds + Self.patience
        while true {
            if !services.inbox.isEmpty { limit = SystemClock.seconds + Self.patience }
            services.turn()
            if pending == nil {
                // It may ask for rows and covers.
                _ = session.stage.frame(now: clock.now)
                if pending == nil { return }
            }
            guard SystemClock.seconds < limit else {
                let seconds = Int(Self.patience)
                throw DriveFailure(message: "after \(seconds) s still busy with: \(pending ?? "nothing")")
            }
            usleep(300)
        }
    }

    /// What is under way; nil when all is quiet.
    private var pending: String? {
        if !services.inbox.isEmpty { return "messages" }
        if let job = services.pendingJob { return job }
        if isStreamAwaited { return "stream" }
        if !covers.isIdle { return "covers" }
        if fonts.isAwaited { return "fonts" }
        return nil
    }

    /// A station is on its way, or what it sends. The network keeps real time.
    private var isStreamAwaited: Bool {
        guard let progress = services.radio?.awaitedProgress else {
            stream = nil
            return false
        }
        let now = SystemClock.seconds
        if stream?.progress != progress { stream = (progress, now) }
        return now - (stream?.since ?? now) < Self.streamPatience
    }

    // MARK: - Saved files

    /// Shows what has been saved since the last look; nothing without `--watch`.
    /// - Returns: what is wrong in the files, when there was something new.
    func lookForSaved() throws(DriveFailure) -> [DocumentFault] {
        guard let assets = reloader?.lookOnce() else { return [] }
        renderer.images.forgetFiles()
        renderer.images.vectorFiles = assets.vectorFiles
        session.show(assets)
        try settle()
        return assets.faults
    }

    // MARK: - Inputs

    func send(_ kind: InputEvent.Kind) throws(DriveFailure) {
        session.handle(InputEvent(kind, time: clock.now))
        try settle()
    }

    // MARK: - What can be seen

    func shoot(_ path: String) throws(DriveFailure) {
        // Covers are asked for by drawing, come from a worker and are uploaded one a frame.
        for _ in 0..<200 {
            try settle()
            let frame = session.stage.wholeFrame(now: clock.now)
            let needsMore = renderer.draw(frame.commands, now: clock.now)
            if !needsMore, pending == nil { break }
        }
        do throws(DisplayError) {
            try surface.writePNG(path)
        } catch {
            throw DriveFailure(message: error.message)
        }
    }

    var tree: SceneTree { session.stage.tree(now: clock.now) }
}

/// Keeps the output that the services make late.
@MainActor
private final class OutputHolder {
    var output: VirtualOutput?
}
