// The system calls of the thumbnail folder, each with its answer as a value. Workers.

import Glibc

/// A folder of small files, by raw path.
struct ThumbnailFolder: Sendable {
    /// The path without a slash at its end.
    let path: [UInt8]

    struct Entry {
        var name: String
        var size: Int
        /// Nanoseconds since 1970.
        var modified: Int64
    }

    /// Opens a file for reading; nil when there is none.
    func open(_ name: String) -> (descriptor: Int32, size: Int, modified: Int64)? {
        let descriptor = withPath(of: name) { Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        return (descriptor, status.st_size, Self.nanoseconds(status.st_mtim))
    }

    /// Marks a file as used at `time`. That it may fail (a read-only disk) changes nothing but the order of removal.
    func setModified(_ descriptor: Int32, _ time: Int64) {
        let stamp = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
        _ = futimens(descriptor, [stamp, stamp])
    }

    /// Writes `name` whole: a reader sees the old file or the new one. Not synced: what a power cut leaves of it, the
    /// checksum finds out, and it is made again.
    /// - Returns: 0, or the error number.
    func write(_ name: String, temporary: String, modified: Int64, prefix: [UInt8], pixels: [UInt32]) -> Int32 {
        var descriptor = create(temporary)
        if descriptor < 0, errno == ENOENT, makeFolders() { descriptor = create(temporary) }
        guard descriptor >= 0 else { return errno }
        var failure = prefix.withUnsafeBytes { Self.writeFully(descriptor, $0) }
        if failure == 0 { failure = pixels.withUnsafeBytes { Self.writeFully(descriptor, $0) } }
        if failure == 0 { setModified(descriptor, modified) }
        close(descriptor)
        if failure == 0 {
            let result = withPath(of: temporary) { from in withPath(of: name) { to in rename(from, to) } }
            if result != 0 { failure = errno }
        }
        if failure != 0 { remove(temporary) }
        return failure
    }

    func remove(_ name: String) {
        _ = withPath(of: name) { unlink($0) }
    }

    /// Every regular file in the folder.
    func entries() -> [Entry] {
        guard let folder = withPath(of: nil, { opendir($0) }) else { return [] }
        defer { closedir(folder) }
        var found: [Entry] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            var status = stat()
            let result = name.withCString { fstatat(dirfd(folder), $0, &status, AT_SYMLINK_NOFOLLOW) }
            guard result == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            found.append(Entry(name: name, size: status.st_size, modified: Self.nanoseconds(status.st_mtim)))
        }
        return found
    }

    private func create(_ name: String) -> Int32 {
        withPath(of: name) { Glibc.open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600) }
    }

    /// Makes the folder and what is missing above it.
    private func makeFolders() -> Bool {
        var end = 1
        while end <= path.count {
            if end == path.count || path[end] == UInt8(ascii: "/") {
                let result = Self.withCString(Array(path[..<end])) { mkdir($0, 0o700) }
                if result != 0, errno != EEXIST { return false }
            }
            end += 1
        }
        return true
    }

    private func withPath<Result>(of name: String?, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        Self.withCString(name.map { path + [UInt8(ascii: "/")] + Array($0.utf8) } ?? path, body)
    }

    private static func withCString<Result>(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        let terminated = bytes.map { CChar(truncatingIfNeeded: $0) } + [0]
        return terminated.withUnsafeBufferPointer { buffer in
            // The array holds at least the terminator, so it has a base address.
            body(buffer.baseAddress.unsafelyUnwrapped)
        }
    }

    private static func writeFully(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int32 {
        guard let base = bytes.baseAddress else { return 0 }
        var written = 0
        while written < bytes.count {
            let count = Glibc.write(descriptor, base + written, bytes.count - written)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return count == 0 ? EIO : errno }
            written += count
        }
        return 0
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ Int64(time.tv_nsec)
    }
}
