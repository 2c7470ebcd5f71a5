// An X server without a screen of its own for tests of windows, with fingers, keys and eyes.

import FoundationEssentials
import Glibc

/// Runs Xvfb as long as it lives. Its picture is a file that the server keeps up to date.
public final class XServer {
    public static let isInstalled =
        access("/usr/bin/Xvfb", X_OK) == 0 && access("/usr/bin/xdotool", X_OK) == 0

    /// For `DISPLAY`.
    public let name: String
    private let folder = TemporaryFolder()
    private var process: pid_t
    private let width: Int
    private let height: Int

    public init?(width: Int, height: Int) {
        self.width = width
        self.height = height
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        // The server says its number through the pipe once it takes connections.
        let started = Self.start([
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
        name = ":" + String(decoding: digits, as: UTF8.self)
        guard !digits.isEmpty else { return nil }
    }

    deinit { stop() }

    /// Takes the screen away, as a crash of the server does.
    public func stop() {
        guard process > 0 else { return }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        process = 0
    }

    /// Moves, clicks and types; false when xdotool fails.
    @discardableResult
    public func xdotool(_ arguments: String...) -> Bool { xdotool(arguments) }

    @discardableResult
    public func xdotool(_ arguments: [String]) -> Bool {
        guard let child = Self.start(["/usr/bin/xdotool"] + arguments, display: name) else { return false }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        return status == 0
    }

    public func click(_ x: Int, _ y: Int) {
        xdotool("mousemove", "\(x)", "\(y)", "click", "1")
    }

    /// The screen now, `0xRRGGBB` row by row: XWD (X11/XWDFile.h: big-endian words; the first is the header's length,
    /// the 13th the bytes of a row, the 20th the number of colours of 12 bytes each).
    public func picture() -> [UInt32]? {
        guard let data = try? Data(contentsOf: URL(filePath: folder.path + "/Xvfb_screen0")), data.count > 100 else {
            return nil
        }
        return data.withUnsafeBytes { bytes in
            func word(_ index: Int) -> Int {
                Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)))
            }
            let start = word(0) + word(19) * 12
            let stride = word(12)
            guard bytes.count >= start + stride * height else { return nil }
            return [UInt32](unsafeUninitializedCapacity: width * height) { pixels, count in
                for y in 0..<height {
                    for x in 0..<width {
                        let place = start + y * stride + x * 4
                        let word = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
                        pixels[y * width + x] = word & 0xFF_FFFF
                    }
                }
                count = width * height
            }
        }
    }

    /// Waits for a picture that is as wanted and stays the same for so many looks, 50 ms apart; nil after 600 looks.
    public func picture(staying looks: Int = 4, where isWanted: ([UInt32]) -> Bool) -> [UInt32]? {
        var last: [UInt32]?
        var equal = 0
        for _ in 0..<600 {
            let now = picture()
            equal = now == last ? equal + 1 : 0
            if equal >= looks, let now, isWanted(now) { return now }
            last = now
            usleep(50_000)
        }
        return nil
    }

    private static func start(_ arguments: [String], display: String? = nil) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var variables = ProcessInfo.processInfo.environment
        variables["DISPLAY"] = display
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var settings: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var child: pid_t = 0
        return posix_spawn(&child, arguments[0], &actions, nil, &words, &settings) == 0 ? child : nil
    }
}
