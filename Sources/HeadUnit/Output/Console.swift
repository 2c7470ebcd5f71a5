// Words go to stderr, machine output to stdout. A line is one `write`, so lines of several threads do not mix.

import AudioCore
import Glibc

/// Where the program speaks.
struct Console: Sendable {
    /// Errors and warnings still come; notes do not.
    var isQuiet = false
    /// Notes of interest to a builder come as well.
    var isVerbose = false

    /// Machine output, and the program's own texts: written as it is.
    func result(_ text: String) { Self.write(text + "\n", to: STDOUT_FILENO) }

    /// One line that was asked for, to people: what names and tags hold cannot harm the terminal.
    func words(_ line: String) { Self.write(line.harmless + "\n", to: STDOUT_FILENO) }

    func error(_ line: String) { Self.say(line) }

    func note(_ line: String) {
        if !isQuiet { Self.say(line) }
    }

    func detail(_ line: String) {
        if isVerbose { Self.say(line) }
    }

    private static func say(_ line: String) { write("carillon: \(line.harmless)\n", to: STDERR_FILENO) }

    /// An error for people, and for programs when `asJSON`.
    /// - Parameter line: what people read, when it is not the error's own line.
    func report(_ failure: AudioError, line: String? = nil, asJSON: Bool) {
        error(line ?? failure.description)
        guard asJSON else { return }
        result(
            JSON.object([
                ("kind", "error"), ("code", .string(failure.code.rawValue)), ("path", JSON(failure.path)),
                ("message", .string(failure.message)),
            ]).text)
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            var done = 0
            while done < bytes.count, let base = bytes.baseAddress {
                let wrote = Glibc.write(descriptor, base + done, bytes.count - done)
                if wrote < 0 && errno != EINTR {
                    if descriptor == STDOUT_FILENO { StandardOutput.note(errno) }
                    return
                }
                done += max(0, wrote)
            }
        }
    }
}
