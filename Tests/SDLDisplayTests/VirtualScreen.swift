// The X server that windows of these tests open on: SDL finds it by the environment of this process.

import Glibc
import TestSupport

@testable import SDLDisplay

/// An X server whose display is this process's, with its picture as the tests compare pictures.
final class VirtualScreen {
    static let isInstalled = XServer.isInstalled

    private let server: XServer
    private let width: Int
    private let height: Int

    init?(width: Int = 640, height: Int = 400) {
        guard let server = XServer(width: width, height: height) else { return nil }
        self.server = server
        self.width = width
        self.height = height
        setenv("DISPLAY", server.name, 1)
        unsetenv("WAYLAND_DISPLAY")
        unsetenv("SDL_VIDEODRIVER")
    }

    var name: String { server.name }

    func stop() { server.stop() }

    /// Types and clicks; false when xdotool fails.
    func xdotool(_ arguments: String...) -> Bool { server.xdotool(arguments) }

    /// The screen now.
    func picture() -> Picture? {
        server.picture().map { Picture(width: width, height: height, pixels: $0) }
    }
}
