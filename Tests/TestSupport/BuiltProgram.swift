// The programs of this package, as they were built beside the tests.

import FoundationEssentials
import Glibc

/// A program beside the test bundle.
public enum BuiltProgram {
    /// Nil when it has not been built.
    public static func path(_ name: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { readlink("/proc/self/exe", $0.assumingMemoryBound(to: CChar.self), bytes.count) }
                ?? 0
        }
        guard count > 0 else { return nil }
        let own = String(decoding: buffer[..<count], as: UTF8.self)
        let program = String(own[..<(own.lastIndex(of: "/") ?? own.startIndex)]) + "/" + name
        return access(program, X_OK) == 0 ? program : nil
    }

    /// Runs it to its end.
    /// - Returns: its exit status, -1 for a signal, and what it wrote to its standard output; nil when it does not start.
    public static func run(_ name: String, _ arguments: [String], in folder: TemporaryFolder) -> (Int32, String)? {
        guard let path = path(name) else { return nil }
        let output = folder.path + "/output-of-" + name
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child = pid_t()
        guard posix_spawn(&child, path, &actions, nil, &words, environ) == 0 else { return nil }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
        return (status & 0x7F == 0 ? status >> 8 & 0xFF : -1, text)
    }
}
