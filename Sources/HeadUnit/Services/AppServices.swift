// The composition root: one library, one player, one set of settings, shared by every front: the screen, the remote
// control, `carillon play`. Main thread.

import ALSAOutput
import Artwork
public import AudioCore
public import Radio

/// Makes the output for a device; a script's has no thread.
typealias OutputMaker =
    @MainActor (
        _ device: String?, _ renderer: AudioRenderer, _ inbox: Inbox<MainMessage>
    ) -> any AudioOutput

/// The services of the program. Whichever front comes first calls `ensureLoaded`; it is free to call it again.
@MainActor
public final class AppServices {
    public static let shared = AppServices()

    /// How far a start has come.
    public enum Phase: Equatable, Sendable {
        case idle
        /// What was playing is playing, or paused as it was.
        case resumed
        /// What there is to play is known.
        case ready
        case failed(String)

        /// As `state.phase` of the JSON contract says it.
        public var name: String {
            switch self {
            case .idle: "idle"
            case .resumed: "resumed"
            case .ready: "ready"
            case .failed: "failed"
            }
        }

        public var reason: String? {
            if case .failed(let reason) = self { reason } else { nil }
        }
    }

    public internal(set) var phase = Phase.idle {
        didSet { if phase != oldValue { onChange() } }
    }
    /// The player; nil until the first phase after `idle`.
    public internal(set) var player: Player?
    /// The player of stations; nil as long as the library's is.
    public internal(set) var radio: RadioPlayer?
    /// What Now Playing is about; nil while that is the library.
    var station: Station?
    /// A station that was pressed and is not heard yet.
    var stationWork: PendingWork?
    /// What the radio did when it was last looked at.
    var radioPhase = RadioState.Phase.stopped
    /// The stations as they were put together last.
    var shownStations: (revision: [Int], list: [ShownStation])?
    /// Called with what the radio does by itself.
    var onRadio: @MainActor (RadioNews) -> Void = { _ in }
    /// The words for what plays.
    public internal(set) var facts: TrackFacts?
    /// Errors since the start, oldest first; the last hundred.
    public internal(set) var errors: [AudioError] = []

    /// Called when something that can be seen has changed.
    public var onChange: @MainActor () -> Void = {}
    /// Called with each error that people should know of.
    public var onError: @MainActor (AudioError) -> Void = { _ in }
    /// Called with each line about what is wrong in a file or a folder of the owner's or the builder's.
    public var onFault: @MainActor (String) -> Void = { _ in }
    /// Called with each line that a builder should know of.
    public var onNote: @MainActor (String) -> Void = { _ in }
    /// Called when everything that was to be played has been heard.
    public var onEnd: @MainActor () -> Void = {}

    /// Called when the first screen may have to be another: the library has opened, music was found.
    var onRootChange: @MainActor () -> Void = {}
    /// Called when somebody else has moved the volume.
    var onVolumeMoved: @MainActor () -> Void = {}
    /// Called when a font has come late.
    var onFonts: @MainActor () -> Void = {}

    let inbox = Inbox<MainMessage>()
    let loop: MainLoop
    /// The music there is; empty until it has been opened, and in a transient run.
    let library: LibraryService
    /// Which track of the library a thing to play is.
    let lookup: TrackLookup
    /// The library by genre, folder and playlist file.
    let branches: LibraryBranches
    /// The playlists as they were put together last.
    var shownPlaylists: (revision: [Int], lists: [ShownPlaylist])?
    /// Writes the demo collection when it is asked for.
    let demo: DemoMaker
    /// Without any music the demo collection is to be written and played; until that has begun.
    var wantsDemo = false
    /// That no music was found, until it has been said.
    var lack: String?
    /// Likes and history; nil until they are loaded.
    var owner: OwnerFiles?
    /// Covers at the sizes drawn; nil in a transient run and until the folders are known.
    var thumbnails: ThumbnailStore?
    var config = BuilderConfig()
    /// All there is to play, for a start without a resume point.
    var everything: [QueueItem] = []
    let opening = TrackOpening()
    /// Clicks, errors, prompts.
    let sounds = UnitSounds()
    /// What loudness was asked of, so that nothing is asked twice.
    var askedLoudness: Set<QueueItem> = []
    /// Of what the run before left, not open yet when there was time to look whether it still holds.
    var doubtedLoudness: Set<QueueItem> = []
    var loudnessJobCount = 0
    var mustPlay = false
    let makeOutput: OutputMaker
    var options = ServiceOptions()
    var isLoading = false
    var isGathering = false
    /// What came of looking for music last; nil in a transient run.
    var lastGathering: GatheredQueue?
    /// Something has come or gone while music was being looked for.
    var mustGatherAgain = false
    /// The demo collection is among the folders of this run, wherever music is looked for.
    var demoInUse: RawPath?
    /// Sticks are to be noticed: not so in scripts. Before the first `ensureLoaded`.
    var watchesMounts = false
    /// Notices sticks; nil until the folders are looked up for the first time.
    var mounts: MountWatch?
    var keeper: StateKeeper?
    var words = KnownFacts()
    var lateReturn = LateReturn()
    /// The device that was taken in the place of an awaited one, for this run.
    var chosenWhileWaiting: String?
    /// Where music is looked for.
    var musicFolders: [RawPath] = []
    /// The devices there are; nil until somebody has asked.
    var devices: [OutputDevice]?
    var isLookingForDevices = false
    let listDevices: @Sendable () -> [OutputDevice]
    let findCodec: CodecFinder
    var codecInquiry = CodecInquiry()
    /// Another device was chosen and has not answered.
    var deviceSwitch: DeviceSwitch?
    /// What workers do for `work`, by the names of their threads.
    var jobs: [String] = []
    /// Called when what is awaited is late and there is something else to play, or to play on.
    var onLate: @MainActor (LateOffer) -> Void = { _ in }
    /// Called when the demo collection was asked for and cannot be written.
    var onDemoFailure: @MainActor (AudioError) -> Void = { _ in }
    var heard = HeardTracks()
    /// Grows when a like or the history has changed.
    var ownerRevision = 0
    var tick: Timers.Token?
    var wasScanning = false
    /// Who waits for the end of a look at the folders.
    var awaitingLook: [@MainActor () -> Void] = []

    init(
        clock: any MainClock = SystemClock(), makeOutput: @escaping OutputMaker = AppServices.deviceOutput,
        writeDemo: DemoMaker.Writing? = nil, listDevices: (@Sendable () -> [OutputDevice])? = nil,
        findCodec: CodecFinder? = nil
    ) {
        self.makeOutput = makeOutput
        self.listDevices = listDevices ?? { DeviceList.all() }
        self.findCodec = findCodec ?? Self.askBlueZ
        let inbox = inbox
        let post: LibraryService.Post = { inbox.post(.perform($0)) }
        library = LibraryService(post: post)
        let opening = opening
        lookup = TrackLookup(post: post) { opening.learn($0) }
        branches = LibraryBranches(post: post)
        demo = writeDemo.map { DemoMaker(post: post, write: $0) } ?? DemoMaker(post: post)
        loop = MainLoop(bell: inbox.bell, clock: clock)
    }

    /// The length of what is resumed, before its file is open; seconds.
    var resumedDuration: Double? { keeper?.resumedDuration(of: player?.item) }

    /// What is under way besides messages; nil when all is quiet. For scripts.
    var pendingJob: String? {
        if isLoading || isGathering { return "loading" }
        if words.isWaiting || loudnessJobCount > 0 { return "tags" }
        if library.isScanning { return "scan" }
        if library.search.isBusy { return "search" }
        if demo.isRunning { return "demo" }
        if lookup.isBusy || branches.isBusy { return "index" }
        if let job = jobs.first { return job }
        if player?.isResting == false { return "decoder" }
        return nil
    }

    /// What this run was asked for. Before the first `ensureLoaded`.
    public func configure(_ options: ServiceOptions) {
        precondition(phase == .idle && !isLoading, "options come before the start")
        self.options = options
        wantsDemo = options.wantsDemo
    }

    /// Where music is looked for in this run, there or not.
    var musicPlaces: [RawPath] { MusicFolders.places(options, config) }

    /// Where the demo collection of this run is, or would be.
    var demoFolder: RawPath? { options.demo ?? MusicFolders.demoFolder() }

    /// Saves, fades out and ends the threads. The last call.
    /// - Parameter time: how long saving may take; the power of a car that goes off does not wait longer. What is not
    ///   saved by then keeps the state folder taken until the program ends.
    public func shutDown(within time: Duration = .milliseconds(150)) {
        note()
        mounts = nil
        library.shutDown()
        let shutDownPlayers = { [self] in
            radio?.shutDown()
            player?.shutDown()
        }
        keeper?.end(within: time) { shutDownPlayers() }
        if keeper == nil { shutDownPlayers() }
    }

    /// Replaces the queue by what was chosen on the screen, and plays.
    func play(_ items: [QueueItem], from index: Int, isShuffled: Bool) {
        guard let player else { return }
        keeper?.chose(items, around: index)
        var queue = PlayQueue(items: items, startingAt: index)
        queue.repeatMode = player.queue.repeatMode
        if isShuffled { queue.setShuffled(true, seed: makeSeed()) }
        player.playQueue(queue)
    }

    /// Nobody can press play: everything there is plays, unless something does already.
    func playWithoutScreen() {
        mustPlay = true
        guard let player, player.item == nil, !hasRadio, !everything.isEmpty else { return }
        player.playQueue(PlayQueue(items: everything))
    }
}
