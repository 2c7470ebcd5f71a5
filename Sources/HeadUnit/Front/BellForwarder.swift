// Wakes a windowed loop. Its own thread.

import AudioCore
import Glibc
import SDLDisplay

/// Turns a ring of the main loop's bell into an SDL event, since a windowed loop sleeps in SDL. A thread in `poll`, for
/// as long as the program runs.
enum BellForwarder {
    @MainActor
    static func start(_ bell: Bell, _ display: Display) {
        let wake: @Sendable () -> Void = { [weak display] in display?.wake() }
        _ = NamedThread("forwarder") { forward(bell, wake) }
    }

    private static func forward(_ bell: Bell, _ wake: @Sendable () -> Void) {
        var descriptor = pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            guard poll(&descriptor, 1, -1) > 0 else { continue }
            bell.silence()
            wake()
        }
    }
}
