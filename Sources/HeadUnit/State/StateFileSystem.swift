// The few things state files need of a file system, so that tests can take it away at any of them.

public import AudioCore

/// How a state file is opened.
public enum StateFileUse: Hashable, Sendable {
    case read
    /// Made new with mode 0600, or emptied.
    case create
    /// Written in place; it must exist.
    case update
}

/// An open file; closed with its last reference. Used by one thread at a time.
public protocol StateFile: AnyObject, Sendable {
    /// Reads up to `buffer.count` bytes at `offset`; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(StateError) -> Int
    /// Writes some of `bytes` at `offset`.
    /// - Returns: bytes written, which may be fewer than given.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(StateError) -> Int
    /// Returns when content and size are on the medium.
    func synchronize() throws(StateError)
    /// Returns when the content is on the medium; the size did not change.
    func synchronizeContent() throws(StateError)
}

/// A file system. Every call blocks, so none is made on the main thread once the program runs.
public protocol StateFileSystem: Sendable {
    func open(_ path: RawPath, for use: StateFileUse) throws(StateError) -> any StateFile
    /// Puts `source` in the place of `target`, at once.
    func rename(_ source: RawPath, to target: RawPath) throws(StateError)
    func remove(_ path: RawPath) throws(StateError)
    /// True when there is something under this name, or when that cannot be told.
    func mayExist(_ path: RawPath) -> Bool
    /// Makes one folder with mode 0700.
    func makeFolder(_ path: RawPath) throws(StateError)
    /// Returns when the names in the folder are on the medium.
    func synchronizeFolder(_ path: RawPath) throws(StateError)
}

extension StateFile {
    /// Writes all of `bytes` at `offset`, in as many steps as it takes.
    func writeAll(_ bytes: [UInt8], at offset: Int, path: RawPath) throws(StateError) {
        var written = 0
        while written < bytes.count {
            var failure: StateError?
            let count = bytes.withUnsafeBytes { all in
                do throws(StateError) {
                    return try write(UnsafeRawBufferPointer(rebasing: all[written...]), at: offset + written)
                } catch {
                    failure = error
                    return 0
                }
            }
            if let failure { throw failure }
            guard count > 0 else { throw StateError("takes no more bytes", code: 0, path: path.shown) }
            written += count
        }
    }

    /// Reads the whole file.
    /// - Throws: when it cannot be read, or is longer than `limit` bytes.
    func readAll(limit: Int, path: RawPath) throws(StateError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(limit + 1, 16_384))
        while true {
            var failure: StateError?
            let offset = bytes.count
            let count = chunk.withUnsafeMutableBytes { buffer in
                do throws(StateError) {
                    return try read(into: buffer, at: offset)
                } catch {
                    failure = error
                    return 0
                }
            }
            if let failure { throw failure }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= limit else {
                throw StateError("is longer than \(limit) bytes", code: 0, path: path.shown)
            }
        }
    }
}
