// Makes the window and its renderer by `RendererChoice`. Main thread.

import CSDL2

enum WindowOpening {
    struct Opened {
        var window: WindowHandle
        /// Nil for software, which draws into a surface of ours.
        var renderer: RendererHandle?
        var width: Int
        var height: Int
    }

    @MainActor
    static func open(
        options: DisplayOptions, session: VideoSession, isConsole: Bool
    ) throws(DisplayError) -> Opened {
        let choice = RendererChoice.decide(
            requested: options.renderer, driver: session.driverName, hasRenderNode: RendererChoice.hasRenderNode())
        if choice.kind == .gles {
            do throws(DisplayError) {
                return try openGLES(options, session, isConsole: isConsole)
            } catch {
                guard choice.mayFallBack else { throw error }
            }
        }
        if choice.plainFramebuffer || session.driverName == "x11" {
            SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0")
        }
        let window = try makeWindow(options, session, isConsole: isConsole, flags: 0)
        return sized(window, nil)
    }

    private static func openGLES(
        _ options: DisplayOptions, _ session: VideoSession, isConsole: Bool
    ) throws(DisplayError) -> Opened {
        SDL_SetHint(SDL_HINT_RENDER_DRIVER, "opengles2")
        let window = try makeWindow(options, session, isConsole: isConsole, flags: SDL_WINDOW_OPENGL.rawValue)
        let flags = SDL_RENDERER_ACCELERATED.rawValue | SDL_RENDERER_PRESENTVSYNC.rawValue
        guard let made = SDL_CreateRenderer(window.pointer, -1, flags) else {
            throw DisplayError(.renderer, "OpenGL ES does not start: \(lastSDLError()) (--renderer software does)")
        }
        let renderer = RendererHandle(made, window: window, surface: nil)
        return sized(window, renderer)
    }

    private static func makeWindow(
        _ options: DisplayOptions, _ session: VideoSession, isConsole: Bool, flags: UInt32
    ) throws(DisplayError) -> WindowHandle {
        let size = (options.size ?? DisplayOptions.Size(width: 1024, height: 600)).clamped
        var flags = flags | SDL_WINDOW_SHOWN.rawValue
        if isConsole {
            // A size that was asked for chooses the panel's nearest mode; else the mode stays as it is.
            flags |=
                options.size == nil ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : SDL_WINDOW_FULLSCREEN.rawValue
        } else {
            flags |= SDL_WINDOW_RESIZABLE.rawValue
        }
        let centred = Int32(bitPattern: UInt32(SDL_WINDOWPOS_CENTERED_MASK))
        guard
            let made = SDL_CreateWindow(
                options.title, centred, centred, Int32(size.width), Int32(size.height), flags)
        else {
            throw DisplayError(.noDisplay, "a window can not be opened: \(lastSDLError())")
        }
        return WindowHandle(made, session: session)
    }

    private static func sized(_ window: WindowHandle, _ renderer: RendererHandle?) -> Opened {
        var width: Int32 = 0
        var height: Int32 = 0
        if let renderer { SDL_GetRendererOutputSize(renderer.pointer, &width, &height) }
        if width <= 0 || height <= 0 { SDL_GetWindowSizeInPixels(window.pointer, &width, &height) }
        let size = DisplayOptions.Size(width: Int(width), height: Int(height)).clamped
        return Opened(window: window, renderer: renderer, width: size.width, height: size.height)
    }

    @MainActor
    static func canvas(
        _ renderer: RendererHandle?, width: Int, height: Int, rotation: Rotation
    ) throws(DisplayError) -> Canvas {
        if let renderer {
            return try Canvas(renderer: renderer, panelWidth: width, panelHeight: height, rotation: rotation)
        }
        let picture = rotation.turned(width: width, height: height)
        return try Canvas(softwareWidth: picture.width, height: picture.height)
    }
}
