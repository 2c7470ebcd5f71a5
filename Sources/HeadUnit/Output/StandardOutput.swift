// What becomes of machine output that nobody can take. Any thread.

import AudioCore
import Glibc
import Synchronization

private let firstFailure = Atomic<Int32>(0)

/// Standard output, where results go: one that is lost must not look like a success.
enum StandardOutput {
    /// A descriptor that was closed at the start would be the next file's, and results would go into it. In its place is
    /// one that takes nothing. Before anything is opened.
    static func reserveDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free one is given.
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Writing has failed with this code of the system. A reader that has seen enough (`| head`) is no failure.
    static func note(_ code: Int32) {
        guard code != EPIPE else { return }
        _ = firstFailure.compareExchange(expected: 0, desired: code, ordering: .relaxed)
    }

    /// Why results were lost; nil when none was.
    static var failure: String? {
        let code = firstFailure.load(ordering: .relaxed)
        return code == 0 ? nil : SystemError.reason(code)
    }
}
