// Runs the encoders that make fixtures: flac, lame, sox, ffmpeg.

import Glibc

struct ToolFailure: Error, CustomStringConvertible {
    var description: String
}

/// Runs a program from PATH without input or output and waits for it.
/// - Throws: `ToolFailure` when it cannot be started or its status is not 0.
func runTool(_ arguments: [String]) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor: Int32 in 0...2 {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    defer { words.forEach { free($0) } }
    words.append(nil)
    var child: pid_t = 0
    let code = posix_spawnp(&child, arguments[0], &actions, nil, words, environ)
    guard code == 0 else { throw ToolFailure(description: "\(arguments[0]) does not start: code \(code)") }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
        guard errno == EINTR else { throw ToolFailure(description: "\(arguments[0]): waitpid failed") }
    }
    guard status == 0 else { throw ToolFailure(description: "\(arguments.joined(separator: " ")): status \(status)") }
}
