// Files of the tree, found from this file's own place.

import Glibc

enum TreeFile {
    struct Missing: Error { let path: String }

    /// The folder that holds `Package.swift`.
    static let root = String(#filePath.dropLast("Tests/SceneTests/TreeFile.swift".count))

    static func bytes(_ path: String) throws -> [UInt8] {
        guard let file = fopen(root + path, "r") else { throw Missing(path: path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    static func write(_ text: String, to path: String) throws {
        guard let file = fopen(root + path, "w") else { throw Missing(path: path) }
        defer { fclose(file) }
        let bytes = Array(text.utf8)
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Missing(path: path) }
    }
}
