// A screen to measure on: the desktop's, else an X server of our own in memory, else none that shows anything.

import FoundationEssentials
import Glibc

/// Where a measured head unit opens its window.
final class BenchScreen {
    /// For the report.
    let name: String
    /// What a program needs to find it.
    let environment: [String: String]
    private let server: ChildProcess?

    init() {
        let display = ProcessInfo.processInfo.environment["DISPLAY"] ?? ""
        if !display.isEmpty {
            (name, environment, server) = ("the X display \(display)", [:], nil)
        } else if let (server, number) = Self.startServer() {
            (name, environment, self.server) = ("Xvfb, 1024 × 600", ["DISPLAY": ":\(number)"], server)
        } else {
            (name, environment, server) = ("no screen (SDL's dummy driver)", ["SDL_VIDEODRIVER": "dummy"], nil)
        }
    }

    deinit { server?.end(SIGTERM) }

    /// Xvfb, once it takes connections; nil when it is not installed or does not start within five seconds.
    private static func startServer() -> (ChildProcess, Int)? {
        guard let ends = BenchPipe.open() else { return nil }
        defer { close(ends[0]) }
        let words = [
            "Xvfb", "-displayfd", "\(ends[1])", "-screen", "0", "1024x600x24", "-nolisten", "tcp", "-noreset",
        ]
        let server = ChildProcess(words, inherited: ends[1])
        close(ends[1])
        guard let server else { return nil }
        var text: [UInt8] = []
        var ready = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        while text.last != UInt8(ascii: "\n"), poll(&ready, 1, 5000) > 0 {
            var byte: UInt8 = 0
            guard read(ends[0], &byte, 1) == 1 else { break }
            text.append(byte)
        }
        guard let number = Int(String(decoding: text.dropLast(), as: UTF8.self)) else { return nil }
        return (server, number)
    }
}
