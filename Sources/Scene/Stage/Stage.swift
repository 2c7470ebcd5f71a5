// Everything between an input and a picture. Main thread; no clock of its own: each call brings its time.

public import TemplateKit

/// Screens on their stacks, the focus, touches and motion. The program hands it inputs and asks it for frames.
@MainActor
public final class Stage {
    // What it is given.
    public internal(set) var metrics: Metrics
    public internal(set) var theme: Theme
    public internal(set) var strings: StringTable
    let fitter: TextFitter
    weak var program: (any StageProgram)?
    /// The program's answers about pictures, made once.
    private let palette: @MainActor (Image) -> CoverPalette?
    private let isMissing: @MainActor (Image) -> Bool

    /// "14:32"; nil until the time is known.
    public var clockText: String? { didSet { if clockText != oldValue { isDirty = true } } }
    /// Cuts every animation.
    public var reducesMotion = false
    /// The car moves: screens hold less, and no keyboard is shown.
    public private(set) var isMoving = false
    /// What screens may hold now.
    public var limits: TemplateLimits { isMoving ? .driving : .standard }
    public var focusOptions: FocusEngine.Options {
        get { focus.options }
        set { focus.options = newValue }
    }

    // Screens.
    var rootScreen: (any Screen)?
    var tabBar: TabBarTemplate?
    /// One for each tab, by the name of its root screen; without tabs the one under `""`.
    var stacks: [String: ScreenStack] = [:]
    var selectedTab = 0
    /// What the mini player shows and Now Playing is.
    var nowPlaying: StackEntry?
    var modals: [Modal] = []
    var notice: (template: NoticeTemplate, end: Double)?
    var pendingPush: (entry: StackEntry, deadline: Double)?

    /// An alert or a sheet.
    struct Modal {
        let entry: StackEntry
        let placeBefore: FocusEngine.Place
        let appears: Motion
    }

    // Inputs.
    var focus = FocusEngine()
    var touch = TouchState.idle
    var busy: Busy?
    var nextToken = 1
    var volumeOverlay = VolumeOverlay.hidden
    var pendingSeek: PendingSeek?
    /// Where the list was before the tick that may be taken back.
    var scrollBeforeTick: (entry: StackEntry, scroll: Motion, sideways: [Int: Motion])?

    /// An action that is not done yet.
    struct Busy {
        let token: ActionToken
        let id: ElementID
        /// The screen it was started from; nil for an alert's.
        let entry: StackEntry?
        let since: Double
    }

    enum VolumeOverlay: Hashable {
        case hidden
        /// Only shown.
        case passive(end: Double)
        case interactive(end: Double)
    }

    /// Where a drag or the knob wants to be, shown in the place of where the music is.
    struct PendingSeek: Hashable {
        var seconds: Double
        /// When it is sent; nil while a finger holds it.
        var due: Double?
        /// When it was sent; it is shown until the player is there, or a second has passed.
        var sent: Double?
    }

    // The picture.
    var isDirty = true
    var needsTemplates = true
    var drawn = Drawn()
    var transition: Transition?
    var ring: (from: Frame, radius: Int, motion: Motion)?

    /// - Parameters:
    ///   - startsWithKnob: whether the focus is seen before anything was touched
    public init(
        metrics: Metrics, theme: Theme, strings: StringTable, measuring: any TextMeasuring,
        program: any StageProgram, startsWithKnob: Bool = true
    ) {
        self.metrics = metrics
        self.theme = theme
        self.strings = strings
        self.fitter = TextFitter(measuring)
        self.program = program
        palette = { [weak program] in program?.palette(for: $0) }
        isMissing = { [weak program] in program?.isMissing($0) ?? false }
        if !startsWithKnob { _ = focus.touched(nil) }
    }

    // MARK: - Changes from outside

    /// Something that templates show may have changed: they are asked for once, at the next frame or input.
    public func invalidate() {
        needsTemplates = true
        for stack in stacks.values {
            for entry in stack.entries { entry.needsTemplate = true }
        }
        nowPlaying?.needsTemplate = true
        for modal in modals { modal.entry.needsTemplate = true }
    }

    /// The car sets out, or stands again: every screen is made anew within the limits that hold then, and keeps its
    /// place.
    public func setMoving(_ isMoving: Bool) {
        guard isMoving != self.isMoving else { return }
        self.isMoving = isMoving
        invalidate()
        // The keys of a search come and go with it.
        if let top, top.template.kind == .search {
            rebuildModel(of: top, keepingPlace: true, at: drawn.time)
            settleFocus(at: drawn.time)
        }
    }

    public func setTheme(_ theme: Theme) {
        guard theme != self.theme else { return }
        self.theme = theme
        forgetRows()
        isDirty = true
    }

    /// The language it is written in.
    public var language: Language { strings.language }

    /// Another language: the same templates, written anew.
    public func setStrings(_ strings: StringTable) {
        self.strings = strings
        relayout()
    }

    /// Another size, density or driver's side. Every list stays at the row it showed first.
    public func setMetrics(_ metrics: Metrics) {
        guard metrics != self.metrics else { return }
        self.metrics = metrics
        touch = .idle
        transition = nil
        relayout()
    }

    /// Fonts have come: everything is measured anew.
    public func fontsChanged() { relayout() }

    /// A palette that was not known has come, or it is known now that a picture is none.
    public func palettesChanged() {
        forgetRows()
        isDirty = true
    }

    /// Every row is drawn anew.
    private func forgetRows() {
        for stack in stacks.values {
            for entry in stack.entries { entry.pictures.forget() }
        }
    }

    private func relayout() {
        fitter.forget()
        for stack in stacks.values {
            for entry in stack.entries { rebuildModel(of: entry, keepingPlace: true, at: drawn.time) }
        }
        resetRing()
        isDirty = true
    }

    var environment: LayoutEnvironment {
        LayoutEnvironment(
            metrics: metrics, type: Typography(metrics), theme: theme, strings: strings, fitter: fitter,
            palette: palette, isMissing: isMissing)
    }

    func duration(_ seconds: Double) -> Double { reducesMotion ? 0 : seconds }

    // MARK: - What is where

    var stackName: String { tabBar?.tabs[selectedTab].screen ?? "" }
    var stack: ScreenStack? { stacks[stackName] }
    var top: StackEntry? { stack?.top }

    var panes: Panes {
        guard let top, top.template.kind == .search else {
            return Panes(metrics, hasTabs: tabBar != nil, hasMiniPlayer: miniTemplate != nil)
        }
        var panes = Panes(metrics, hasTabs: false, hasMiniPlayer: false)
        let parts = searchParts(top)
        panes.titleBar = parts.bar
        panes.content = parts.results
        return panes
    }

    /// Where the content of a screen is seen, also before it is on top.
    func contentPane(of entry: StackEntry) -> Frame {
        if entry.template.kind == .search { return searchParts(entry).results }
        guard top?.isFullScreen == true, case .nowPlaying = nowPlaying?.template else { return panes.content }
        return Panes(metrics, hasTabs: tabBar != nil, hasMiniPlayer: true).content
    }

    /// What the mini player shows; nil on Now Playing and when nothing can play.
    var miniTemplate: NowPlayingTemplate? {
        guard let nowPlaying, case .nowPlaying(let template) = nowPlaying.template, top?.isFullScreen == false,
            tabBar != nil || stack.map({ $0.depth > 1 || $0.top.template.listed != nil }) ?? false
        else { return nil }
        return template
    }
}
