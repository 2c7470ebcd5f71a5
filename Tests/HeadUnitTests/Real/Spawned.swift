// Other programs, run and watched from outside as a shell would.

import AudioCore
import FoundationEssentials
import Glibc
import TestSupport

struct ToolFailure: Error, CustomStringConvertible {
    var description: String
}

/// A running program; what it says goes into files. It is killed when the value goes.
final class Spawned {
    let identifier: pid_t
    private let folder = TemporaryFolder()
    private var status: Int32?

    /// - Parameters:
    ///   - arguments: raw bytes; the first names the program, looked up in PATH.
    ///   - environment: the whole of it.
    init(_ arguments: [[UInt8]], environment: [String: String]) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, folder.path + "/out", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, folder.path + "/err", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Threads that run tests may have signals blocked; a child inherits that.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { word in
            RawPath(bytes: word).withCString { strdup($0) }
        }
        words.append(nil)
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") }
        variables.append(nil)
        defer { for text in words + variables { free(text) } }
        var child = pid_t()
        let code = posix_spawnp(&child, words[0]!, &actions, &attributes, words, variables)
        guard code == 0 else {
            throw ToolFailure(
                description: "\(String(decoding: arguments[0], as: UTF8.self)) does not start: code \(code)")
        }
        identifier = child
    }

    deinit {
        if status == nil {
            kill(identifier, SIGKILL)
            reap(0)
        }
    }

    /// Everything it has written to its standard output so far.
    var output: String { text("out") }
    /// Everything it has written to its standard error so far, but that there is no screen here, and that whoever runs
    /// the tests may give no real-time priority.
    var errors: String {
        let lines = text("err").split(separator: "\n", omittingEmptySubsequences: false)
        let ofTheMachine = ["carillon: no screen: ", "carillon: output: no real-time priority ("]
        return lines.filter { line in !ofTheMachine.contains { line.hasPrefix($0) } }.joined(separator: "\n")
    }
    var errorLines: [String] {
        errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    private func text(_ name: String) -> String {
        (try? Data(contentsOf: URL(filePath: folder.path + "/" + name))).map { String(decoding: $0, as: UTF8.self) }
            ?? ""
    }

    func signal(_ number: Int32) { if status == nil { kill(identifier, number) } }

    /// Nil while it runs; its exit status, or 256 and the signal that ended it.
    var exitStatus: Int32? {
        if status == nil { reap(WNOHANG) }
        return status
    }

    private func reap(_ flags: Int32) {
        var raw: Int32 = 0
        var got = waitpid(identifier, &raw, flags)
        while got < 0 && errno == EINTR { got = waitpid(identifier, &raw, flags) }
        guard got == identifier else { return }
        status = raw & 0x7F == 0 ? raw >> 8 & 0xFF : 256 + raw & 0x7F
    }

    /// Waits until it has ended by itself.
    @discardableResult
    func wait(seconds: Double = 300) async throws -> Int32 {
        guard await soon(within: seconds, { exitStatus != nil }), let status else {
            throw ToolFailure(description: "does not end; so far it said: \(output)\(errors)")
        }
        return status
    }

    /// The same, holding the thread: for tools that take milliseconds.
    func waitHere() -> Int32 {
        if status == nil { reap(0) }
        return status ?? -1
    }

    /// Ends it as power would.
    func killNow() {
        signal(SIGKILL)
        if status == nil { reap(0) }
    }
}

/// True as soon as `condition` holds; false when it does not within so many seconds.
/// Holds no thread meanwhile, so tests that wait run beside each other.
func soon(within seconds: Double = 300, _ condition: () async throws -> Bool) async rethrows -> Bool {
    let deadline = SteadyClock.now + .seconds(seconds)
    while try await !condition() {
        if SteadyClock.now > deadline { return false }
        try? await Task.sleep(for: .milliseconds(10))
    }
    return true
}

enum Tool {
    /// The environment of this process.
    static var environment: [String: String] {
        // Encoders take tags to be in the encoding of the locale.
        ProcessInfo.processInfo.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
    }

    /// Runs a program to its end.
    /// - Returns: its standard output.
    /// - Throws: when its status is not 0.
    @discardableResult
    static func run(_ arguments: [String], environment: [String: String] = environment) throws -> String {
        let program = try Spawned(arguments.map { Array($0.utf8) }, environment: environment)
        let status = program.waitHere()
        guard status == 0 else {
            throw ToolFailure(description: "\(arguments.joined(separator: " ")): status \(status): \(program.errors)")
        }
        return program.output
    }
}
