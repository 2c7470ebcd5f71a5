// Keeps the program alive when the X server goes away: Xlib would end it. Callbacks run on the thread that used Xlib,
// which is the main thread.

import CSDL2
import Glibc
import Synchronization

enum DisplayLoss {
    /// Connections that broke, counted. Only one window is open at a time.
    fileprivate static let broken = Atomic<Int>(0)

    static var count: Int { broken.load(ordering: .acquiring) }

    private typealias ExitHandler = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
    private typealias SetExitHandler =
        @convention(c) (UnsafeMutableRawPointer?, ExitHandler?, UnsafeMutableRawPointer?)
        -> Void
    private typealias Number = @convention(c) (UnsafeMutableRawPointer?) -> Int32
    private typealias ErrorHandler = @convention(c) (UnsafeMutableRawPointer?) -> Int32
    private typealias SetErrorHandler = @convention(c) (ErrorHandler?) -> UnsafeMutableRawPointer?

    /// Watches the connection of an X11 window. Libraries older than libX11 1.7 end the program instead.
    /// - Returns: the connection's descriptor; nil when the window is not an X11 one
    static func watch(_ window: OpaquePointer) -> Int32? {
        guard let connection = carillon_x11_connection(window),
            let library = dlopen("libX11.so.6", RTLD_NOW | RTLD_NOLOAD)
        else { return nil }
        defer { dlclose(library) }
        if let symbol = dlsym(library, "XSetIOErrorHandler") {
            _ = unsafeBitCast(symbol, to: SetErrorHandler.self)(connectionBroke)
        }
        if let symbol = dlsym(library, "XSetIOErrorExitHandler") {
            unsafeBitCast(symbol, to: SetExitHandler.self)(connection, connectionExits, nil)
        }
        return dlsym(library, "XConnectionNumber").map { unsafeBitCast($0, to: Number.self)(connection) }
    }

    /// Whether the other end of a connection has closed it. Asked before each use, because OpenGL's client library
    /// writes over freed memory when it meets a dead connection.
    static func isClosed(_ descriptor: Int32) -> Bool {
        var query = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&query, 1, 0) > 0 && Int32(query.revents) & (POLLHUP | POLLERR | POLLNVAL) != 0
    }

    /// Notes a connection that was found closed, as Xlib's handler does.
    static func note() {
        broken.add(1, ordering: .releasing)
    }
}

/// In place of Xlib's message on standard error; our own comes as a `DisplayError`.
private func connectionBroke(_ connection: UnsafeMutableRawPointer?) -> Int32 {
    DisplayLoss.broken.add(1, ordering: .releasing)
    return 0
}

/// In place of Xlib's `exit(1)`: the music plays on.
private func connectionExits(_ connection: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?) {}
