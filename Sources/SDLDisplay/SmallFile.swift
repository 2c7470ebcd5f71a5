// Reads a whole small file, with a limit. Any thread.

import Glibc

enum SmallFile {
    /// The bytes of a file of at most `limit` bytes; nil when it is longer or can not be read.
    static func read(_ path: String, limit: Int) -> [UInt8]? {
        // A pipe is not waited for.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16384)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                return nil
            }
            if count == 0 { return bytes }
            bytes.append(contentsOf: chunk[..<count])
            if bytes.count > limit { return nil }
        }
    }

    static func text(_ path: String, limit: Int = 65536) -> String? {
        read(path, limit: limit).map { String(decoding: $0, as: UTF8.self) }
    }

    static func exists(_ path: String) -> Bool { access(path, R_OK) == 0 }
}
