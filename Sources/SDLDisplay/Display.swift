// The screen: a window on a desktop, the whole panel on a console. Main thread, except `wake()`.

import CSDL2
import Glibc
import Scene
import Synchronization

/// What happens to the window itself.
public enum WindowEvent: Hashable, Sendable {
    /// The person closed it.
    case close
    /// It has a new size: `canvas` is another one, and everything is to be laid out again.
    case resized
    /// Its contents were lost: present again.
    case exposed
}

/// Owns SDL's video part. One at a time.
@MainActor
public final class Display {
    /// What frames are drawn on. It changes when a window is resized.
    public internal(set) var canvas: Canvas
    public private(set) var rotation: Rotation
    public let dpi: Int
    /// One line for the log when a dpi was not believed.
    public let dpiWarning: String?
    /// `software` or `gles`, and SDL's name of the video driver: for the log.
    public let rendererName: String
    public let driverName: String
    /// `present()` waits for the panel; else the loop keeps the time between frames itself.
    public var waitsForPanel: Bool { gles != nil }
    /// Letters become text instead of actions: a text field has the focus.
    public var takesText = false {
        didSet {
            guard takesText != oldValue, isWindow, !isLost else { return }
            takesText ? SDL_StartTextInput() : SDL_StopTextInput()
        }
    }
    public var keyMap = KeyMap.standard

    let window: WindowHandle
    let clock: @MainActor () -> Double
    var panelWidth: Int
    var panelHeight: Int
    var reader = WindowEventReader()
    private let isWindow: Bool
    private let gles: RendererHandle?
    let wakeType: UInt32
    /// A wake is in SDL's queue.
    let isWaking = Atomic<Bool>(false)
    /// `pollEvents` met a wake; who woke us may have work that came after the last look at the inbox.
    var wasWoken = false

    /// Opens the screen.
    /// - Parameter clock: seconds of the main clock, for the times of events
    /// - Throws: `.noDisplay` without a screen, `.renderer` when the one that was asked for does not start
    public init(
        options: DisplayOptions, clock: @escaping @MainActor () -> Double = Display.monotonicSeconds
    ) throws(DisplayError) {
        let session = try VideoSession(isWindow: options.isWindow)
        driverName = session.driverName
        let isConsole = RendererChoice.isConsole(driverName)
        let opened = try WindowOpening.open(options: options, session: session, isConsole: isConsole)
        window = opened.window
        gles = opened.renderer
        rendererName = opened.renderer == nil ? "software" : "gles"
        isWindow = !isConsole
        rotation = options.rotation
        panelWidth = opened.width
        panelHeight = opened.height
        canvas = try WindowOpening.canvas(
            opened.renderer, width: opened.width, height: opened.height, rotation: options.rotation)
        let size = DisplayOptions.Size(width: opened.width, height: opened.height)
        let connectors = isConsole && options.dpi == nil ? PanelConnector.all() : []
        let density = Density.resolve(
            requested: options.dpi, isWindow: !isConsole, connector: PanelConnector.showing(size, of: connectors),
            size: size)
        dpi = density.dpi
        dpiWarning = density.warning
        wakeType = SDL_RegisterEvents(1)
        self.clock = clock
        SDL_StopTextInput()
        if isWindow {
            session.connection = DisplayLoss.watch(window.pointer)
        } else {
            SDL_ShowCursor(0)
        }
    }

    /// Pixels of the upright picture.
    public var width: Int { canvas.width }
    public var height: Int { canvas.height }

    /// Whether the loop sleeps in `waitForEvent`; false on a console, where SDL would poll, and once the screen is lost.
    public var isWindowed: Bool { isWindow && !isLost }

    /// The screen went away while we ran. Nothing is drawn any more; the program goes on.
    public var isLost: Bool { window.session.isLost }

    /// Shows what was drawn on `canvas`.
    /// - Throws: `.displayLost` when the screen has gone
    public func present() throws(DisplayError) {
        guard !isLost else { throw lost }
        if gles != nil {
            canvas.presentGLES(rotation: rotation, panelWidth: panelWidth, panelHeight: panelHeight)
        } else {
            try presentSoftware()
        }
        if isLost { throw lost }
        // KMSDRM makes its surfaces with the first frame, and may take another mode than was asked for.
        if !isWindow, adoptSize() { reader.windowEvents.append(.resized) }
    }

    private var lost: DisplayError {
        DisplayError(.displayLost, "the \(driverName) display has gone; music plays on without a screen")
    }

    private func presentSoftware() throws(DisplayError) {
        guard let target = SDL_GetWindowSurface(window.pointer), let picture = canvas.surface,
            let source = picture.pixels
        else {
            if isLost { throw lost }
            throw DisplayError(.displayLost, "the window can not be drawn: \(lastSDLError())")
        }
        canvas.endFrame()
        let format = target.pointee.format.pointee.format
        let isPlain =
            format == SDL_PIXELFORMAT_RGB888.rawValue || format == SDL_PIXELFORMAT_ARGB8888.rawValue
        let size = rotation.turned(width: canvas.width, height: canvas.height)
        if isPlain, Int(target.pointee.w) == size.width, Int(target.pointee.h) == size.height,
            let pixels = target.pointee.pixels
        {
            Rotation.copy(
                picture: source, width: canvas.width, height: canvas.height, stride: picture.stride,
                to: pixels.assumingMemoryBound(to: UInt32.self), panelStride: Int(target.pointee.pitch) / 4,
                rotation: rotation)
            if format == SDL_PIXELFORMAT_ARGB8888.rawValue { Self.makeOpaque(target) }
        } else {
            try presentConverted(picture, to: target, size)
        }
        SDL_UpdateWindowSurface(window.pointer)
    }

    /// A panel that mixes planes by alpha would show nothing of pixels without it.
    private static func makeOpaque(_ target: UnsafeMutablePointer<SDL_Surface>) {
        guard let pixels = target.pointee.pixels?.assumingMemoryBound(to: UInt32.self) else { return }
        let count = Int(target.pointee.pitch) / 4 * Int(target.pointee.h)
        for index in 0..<count { pixels[index] |= 0xFF00_0000 }
    }

    /// A window of 16 bits, or one whose new size has not been told yet.
    private func presentConverted(
        _ picture: SurfaceHandle, to target: UnsafeMutablePointer<SDL_Surface>, _ size: (width: Int, height: Int)
    ) throws(DisplayError) {
        guard let turned = SurfaceHandle(width: size.width, height: size.height, hasAlpha: false),
            let pixels = turned.pixels, let source = picture.pixels
        else { throw DisplayError(.displayLost, "the window can not be drawn: out of memory") }
        Rotation.copy(
            picture: source, width: canvas.width, height: canvas.height, stride: picture.stride, to: pixels,
            panelStride: turned.stride, rotation: rotation)
        SDL_UpperBlit(turned.pointer, nil, target, nil)
    }

    /// Takes over a new size of the window, and says whether it has one.
    func adoptSize() -> Bool {
        var width: Int32 = 0
        var height: Int32 = 0
        if let gles {
            SDL_GetRendererOutputSize(gles.pointer, &width, &height)
        } else {
            SDL_GetWindowSizeInPixels(window.pointer, &width, &height)
        }
        let size = DisplayOptions.Size(width: Int(width), height: Int(height)).clamped
        guard width > 0, height > 0, size.width != panelWidth || size.height != panelHeight else { return false }
        do throws(DisplayError) {
            canvas = try WindowOpening.canvas(gles, width: size.width, height: size.height, rotation: rotation)
            panelWidth = size.width
            panelHeight = size.height
            return true
        } catch {
            // The old canvas stays and is shown cut.
            return false
        }
    }

    /// Turns picture and touch; `canvas` is another one, and everything is to be laid out again.
    /// - Throws: `.renderer` when there is no memory for it; the picture stays as it was.
    public func turn(to rotation: Rotation) throws(DisplayError) {
        guard rotation != self.rotation else { return }
        canvas = try WindowOpening.canvas(gles, width: panelWidth, height: panelHeight, rotation: rotation)
        self.rotation = rotation
    }

    // MARK: Sleeping

    /// Sleeps until something happens in the window, `wake()` is called, or the time is over. Only when `isWindowed`.
    /// After it returns the caller looks at its inbox.
    /// - Parameter timeout: seconds; nil waits for ever
    public func waitForEvent(timeout: Double?) {
        guard isWindowed else { return }
        if wasWoken {
            wasWoken = false
            return
        }
        if let timeout {
            SDL_WaitEventTimeout(nil, Int32(clamping: Int(max(0, min(timeout, 86400)) * 1000)))
        } else {
            SDL_WaitEvent(nil)
        }
        // In this order: a wake between the two leaves its work where the caller now looks.
        SDL_FlushEvent(wakeType)
        isWaking.store(false, ordering: .releasing)
    }

    /// Ends `waitForEvent`. Any thread; many calls before the next sleep are one.
    public nonisolated func wake() {
        guard !isWaking.exchange(true, ordering: .acquiringAndReleasing) else { return }
        var event = SDL_Event()
        event.type = wakeType
        if SDL_PushEvent(&event) != 1 { isWaking.store(false, ordering: .releasing) }
    }

    /// Seconds of the monotonic clock.
    public nonisolated static func monotonicSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
