// Other programs, started and watched: for measuring ourselves and the peers from outside. One thread.

import FoundationEssentials
import Glibc

/// A running child, with what the kernel tells of it.
final class ChildProcess {
    /// What a finished child used.
    struct Usage {
        /// Seconds of processor time, user and system.
        var cpu: Double
        var exitStatus: Int32
    }

    let identifier: pid_t
    private var isReaped = false

    /// Starts `words[0]` from the PATH without input and without output.
    /// - Parameters:
    ///   - environment: variables added to ours.
    ///   - inherited: a descriptor that the child keeps under the same number.
    init?(_ words: [String], environment: [String: String] = [:], inherited: Int32? = nil) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        // Onto itself: the duplicate is open in the child though the original closes on exec.
        if let inherited { posix_spawn_file_actions_adddup2(&actions, inherited, inherited) }
        var variables = ProcessInfo.processInfo.environment
        variables.merge(environment) { _, new in new }
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var settings: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + settings { free(text) } }
        var child = pid_t()
        guard posix_spawnp(&child, words[0], &actions, nil, &arguments, &settings) == 0 else { return nil }
        identifier = child
    }

    deinit { if !isReaped { end() } }

    /// Asks the child to end and waits for it.
    @discardableResult
    func end(_ signal: Int32 = SIGKILL) -> Usage {
        kill(identifier, signal)
        return wait()
    }

    /// Waits until the child has ended.
    func wait() -> Usage {
        var status: Int32 = 0
        var usage = rusage()
        while wait4(identifier, &status, 0, &usage) < 0 && errno == EINTR {}
        isReaped = true
        let cpu = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
        return Usage(cpu: cpu, exitStatus: (status >> 8) & 0xFF)
    }

    /// Wake-ups of all its threads so far: the times they slept and were woken.
    var wakeUps: Int {
        let folder = "/proc/\(identifier)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return threads.reduce(0) { $0 + Self.wakeUps(identifier, thread: $1) }
    }

    /// Wake-ups of its main thread alone.
    var mainWakeUps: Int { Self.wakeUps(identifier, thread: "\(identifier)") }

    /// Bytes of memory that it has in use and that are in RAM.
    var residentBytes: Int {
        let text = (try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
    }

    private static func wakeUps(_ identifier: pid_t, thread: String) -> Int {
        let text = (try? String(contentsOfFile: "/proc/\(identifier)/task/\(thread)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
        return line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }
}
