// Starts SDL's video part, and nothing else of SDL. Main thread.

import CSDL2
import Glibc

/// SDL's video part while it runs; windows keep it alive.
final class VideoSession {
    /// SDL's name: `x11`, `wayland`, `KMSDRM`.
    let driverName: String
    /// The descriptor of an X11 connection.
    var connection: Int32?
    private var wasLost = false

    /// The server behind the windows has gone: nothing of SDL's video may be called any more, not even to tidy up.
    var isLost: Bool {
        if wasLost { return true }
        if DisplayLoss.count != 0 {
            wasLost = true
        } else if let connection, DisplayLoss.isClosed(connection) {
            DisplayLoss.note()
            wasLost = true
        }
        return wasLost
    }

    /// Starts the driver for a window or for the console.
    init(isWindow: Bool) throws(DisplayError) {
        guard DisplayLoss.count == 0 else {
            // SDL keeps the broken connection, and ending its video part would talk to it.
            throw DisplayError(.noDisplay, "the display server went away; a new start of the program opens it again")
        }
        SDL_SetMainReady()
        // Our own SIGTERM handling fades the music out; SDL's would turn it into an event.
        SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1")
        // A finger is a finger and a mouse is a mouse: with both turned into each other a tap arrives twice.
        SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0")
        SDL_SetHint(SDL_HINT_MOUSE_TOUCH_EVENTS, "0")
        SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0")
        // Naming a render driver switches batching off unless this says otherwise.
        SDL_SetHint(SDL_HINT_RENDER_BATCHING, "1")
        SDL_SetHint(SDL_HINT_APP_NAME, "Carillon")
        // SDL would mute the console's keyboard, and a crash would leave it dead; our own reader grabs its devices.
        setenv("SDL_INPUT_LINUX_KEEP_KBD", "1", 0)
        let hasDesktop = Self.isSet("DISPLAY") || Self.isSet("WAYLAND_DISPLAY")
        let hasDriver = Self.isSet("SDL_VIDEODRIVER")
        if isWindow, !hasDesktop, !hasDriver {
            throw DisplayError(
                .noDisplay, "there is no desktop for a window: DISPLAY and WAYLAND_DISPLAY are empty")
        }
        let console = "the console (KMSDRM: /dev/dri and its permissions)"
        if !hasDriver, !hasDesktop, !Self.hasGraphicsCard() {
            // Asked first, since it costs nothing: a panel may come later, and is looked for again and again.
            throw DisplayError(.noDisplay, "\(console) can not be opened: there is no card in /dev/dri")
        }
        if !hasDriver {
            SDL_SetHint(SDL_HINT_VIDEODRIVER, hasDesktop ? Self.desktopDrivers() : "kmsdrm")
        }
        guard SDL_InitSubSystem(SDL_INIT_VIDEO) == 0, let name = SDL_GetCurrentVideoDriver() else {
            let place = hasDesktop ? "the desktop" : console
            throw DisplayError(.noDisplay, "\(place) can not be opened: \(lastSDLError())")
        }
        driverName = String(cString: name)
    }

    deinit { if !isLost { SDL_QuitSubSystem(SDL_INIT_VIDEO) } }

    /// X11 first: its window needs no GPU. Under Wayland alone, Wayland.
    private static func desktopDrivers() -> String {
        isSet("DISPLAY") ? "x11,wayland" : "wayland"
    }

    private static func hasGraphicsCard() -> Bool {
        guard let folder = opendir("/dev/dri") else { return false }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let isCard = withUnsafeBytes(of: &entry.pointee.d_name) { $0.starts(with: Array("card".utf8)) }
            if isCard { return true }
        }
        return false
    }

    private static func isSet(_ name: String) -> Bool {
        guard let value = getenv(name) else { return false }
        return value.pointee != 0
    }
}
