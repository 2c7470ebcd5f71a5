// From exec to the first samples handed to ALSA, seen from outside by a library preloaded into the player.

import AudioCore
import FoundationEssentials
import Glibc

/// Times one start of a player.
struct StartProbe {
    /// `libstartprobe.so`, built beside the program.
    private let library: String

    /// Nil when the library is not there: an installed program measures nothing.
    init?() {
        var path = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        guard count > 0 else { return nil }
        let bytes = path[..<count].map { UInt8(bitPattern: $0) }
        let library = RawPath(bytes: Array(bytes)).directory.appending("libstartprobe.so").shown
        guard access(library, R_OK) == 0 else { return nil }
        self.library = library
    }

    /// Milliseconds from just before the exec to the first call that hands samples to ALSA.
    /// - Returns: nil when the program cannot be started or gives no sample within five seconds.
    func milliseconds(_ words: [String]) -> Double? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let started = SystemClock.seconds
        let child = ChildProcess(
            words, environment: ["LD_PRELOAD": library, "CARILLON_START_PROBE": "\(ends[1])"], inherited: ends[1])
        close(ends[1])
        guard let child else { return nil }
        defer { child.end() }
        var ready = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        var time = timespec()
        guard poll(&ready, 1, 5000) > 0, read(ends[0], &time, MemoryLayout<timespec>.size) > 0 else { return nil }
        return (Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 - started) * 1000
    }
}
