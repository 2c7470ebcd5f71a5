// An X server without a screen, for the tests of windows.

import Glibc
import TestSupport

@testable import SDLDisplay

/// Runs Xvfb as long as it lives. Its picture is a file: no tool is needed to see it.
final class VirtualScreen {
    static let isInstalled = SmallFile.exists("/usr/bin/Xvfb") && SmallFile.exists("/usr/bin/xdotool")

    let name: String
    private let folder = TemporaryFolder()
    private var process: pid_t
    private let width: Int
    private let height: Int

    init?(width: Int = 640, height: Int = 400) {
        self.width = width
        self.height = height
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        // The server says its number through the pipe once it takes connections.
        let started = Child.start([
            "/usr/bin/Xvfb", "-displayfd", "\(ends[1])", "-screen", "0", "\(width)x\(height)x24", "-fbdir",
            folder.path, "-nolisten", "tcp", "-noreset",
        ])
        close(ends[1])
        defer { close(ends[0]) }
        guard let started else { return nil }
        process = started
        var digits: [UInt8] = []
        var byte: UInt8 = 0
        while read(ends[0], &byte, 1) == 1, byte != 10 { digits.append(byte) }
        guard !digits.isEmpty else { return nil }
        name = ":" + String(decoding: digits, as: UTF8.self)
        setenv("DISPLAY", name, 1)
        unsetenv("WAYLAND_DISPLAY")
        unsetenv("SDL_VIDEODRIVER")
    }

    deinit { stop() }

    /// Takes the screen away, as a crash of the server does.
    func stop() {
        guard process > 0 else { return }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        process = 0
    }

    /// Types and clicks; false when xdotool fails.
    func xdotool(_ arguments: String...) -> Bool {
        guard let child = Child.start(["/usr/bin/xdotool"] + arguments) else { return false }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        return status == 0
    }

    /// The screen now: an XWD file that the server keeps up to date (X11/XWDFile.h: big-endian words; the first is
    /// the header's length, the 13th the bytes of a row, the 20th the number of colours of 12 bytes each).
    func picture() -> Picture? {
        guard let bytes = SmallFile.read(folder.path + "/Xvfb_screen0", limit: 64 << 20), bytes.count > 100 else {
            return nil
        }
        func word(_ index: Int) -> Int { bytes[(index * 4)..<(index * 4 + 4)].reduce(0) { $0 << 8 | Int($1) } }
        let start = word(0) + word(19) * 12
        let stride = word(12)
        guard bytes.count >= start + stride * height else { return nil }
        var pixels: [UInt32] = []
        for y in 0..<height {
            for x in 0..<width {
                let place = start + y * stride + x * 4
                pixels.append(UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16)
            }
        }
        return Picture(width: width, height: height, pixels: pixels)
    }
}

/// A child process with its output thrown away.
enum Child {
    static func start(_ arguments: [String]) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        var child: pid_t = 0
        return posix_spawn(&child, arguments[0], &actions, nil, words, environ) == 0 ? child : nil
    }
}
