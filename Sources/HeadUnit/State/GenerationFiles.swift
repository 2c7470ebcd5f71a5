// A state file and its previous generation on disk. Used by one thread at a time: the one that loads, then the writer.

import AudioCore
import Glibc

/// `NAME.json`, `NAME.previous.json`, `NAME.new.json` while one is written, and `NAME.corrupt-1.json` and so on.
///
/// A new generation is written beside the current one, synchronized, and renamed into place after the current one
/// has become the previous one. Whatever the power takes away, one of the two is whole.
struct GenerationFiles: Sendable {
    let folder: RawPath
    let name: String
    let files: any StateFileSystem

    var fileName: String { "\(name).json" }
    var current: RawPath { folder.appending(fileName) }
    var previous: RawPath { folder.appending("\(name).previous.json") }
    private var fresh: RawPath { folder.appending("\(name).new.json") }

    /// The bytes of a generation.
    /// - Returns: nil when there is no such file.
    /// - Throws: when it is there and cannot be read, or is longer than `limit`.
    func read(_ path: RawPath, limit: Int) throws(StateError) -> [UInt8]? {
        do throws(StateError) {
            return try files.open(path, for: .read).readAll(limit: limit, path: path)
        } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }

    /// Makes `bytes` the current generation, and what was current the previous one.
    func replace(with bytes: [UInt8]) throws(StateError) {
        do throws(StateError) {
            try writeFresh(bytes)
        } catch {
            // Half a file holds space that the next try may need.
            try? files.remove(fresh)
            throw error
        }
        do throws(StateError) {
            try files.rename(current, to: previous)
        } catch {
            if error.code != ENOENT { throw error }
        }
        try files.rename(fresh, to: current)
        try files.synchronizeFolder(folder)
    }

    private func writeFresh(_ bytes: [UInt8]) throws(StateError) {
        let file = try openFresh()
        try file.writeAll(bytes, at: 0, path: fresh)
        try file.synchronize()
    }

    /// Makes the folder when it has gone or could not be made at start.
    private func openFresh() throws(StateError) -> any StateFile {
        do throws(StateError) {
            return try files.open(fresh, for: .create)
        } catch {
            guard error.code == ENOENT else { throw error }
            try files.makeFolders(folder)
            return try files.open(fresh, for: .create)
        }
    }

    /// Keeps a damaged generation under a free name.
    /// - Returns: that name.
    func setAside(_ path: RawPath) throws(StateError) -> String {
        for number in 1...9999 {
            let name = "\(name).corrupt-\(number).json"
            let target = folder.appending(name)
            if files.mayExist(target) { continue }
            try files.rename(path, to: target)
            try files.synchronizeFolder(folder)
            return name
        }
        throw StateError("cannot be set aside: 9999 damaged files are kept already", code: 0, path: path.shown)
    }
}
