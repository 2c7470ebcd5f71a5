// The built program as a child, for what only a process shows: exit status, output, two runs after each other.

import FoundationEssentials
import Glibc
import TestSupport

/// What a child said and how it ended.
struct ProgramRun {
    var status: Int32
    var output: String
    var errors: String

    /// The program beside the test bundle.
    static let path = BuiltProgram.path("carillon")

    static let isBuilt = path != nil

    /// Starts it with its output in `folder`.
    static func start(_ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:]) -> pid_t?
    {
        guard let path else { return nil }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, 1, folder.path + "/stdout", flags, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, folder.path + "/stderr", flags, 0o600)
        var variables = ProcessInfo.processInfo.environment
        variables.merge(environment) { _, new in new }
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        var settings: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var child = pid_t()
        return posix_spawn(&child, path, &actions, nil, &words, &settings) == 0 ? child : nil
    }

    /// Waits for the end of a child and reads what it said. One that does not end in ten minutes is killed.
    static func finish(_ child: pid_t, in folder: TemporaryFolder) -> ProgramRun {
        var status: Int32 = 0
        var looks = 0
        while waitpid(child, &status, WNOHANG) == 0 {
            looks += 1
            if looks == 120_000 { kill(child, SIGKILL) }
            usleep(5000)
        }
        func text(_ name: String) -> String {
            (try? String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)) ?? ""
        }
        let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
        return ProgramRun(status: code, output: text("stdout"), errors: text("stderr"))
    }

    /// `carillon drive` of a script.
    static func drive(_ script: String, _ arguments: [String], in folder: TemporaryFolder) throws -> ProgramRun {
        try folder.write(Array(script.utf8), to: "script.drive")
        guard let child = start(["drive", folder.path + "/script.drive"] + arguments, in: folder) else {
            throw TestFault(text: "the program does not start")
        }
        return finish(child, in: folder)
    }
}

struct TestFault: Error {
    var text: String
}
