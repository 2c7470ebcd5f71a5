// The file in the cache that keeps the library between two runs. Workers; it blocks on the disk.

public import AudioCore
import Glibc

/// `library.index` in the cache folder. Losing it costs a scan and nothing else.
public struct LibraryStore: Sendable {
    public static let name = "library.index"
    /// Bytes that are read at most: a library of two million tracks.
    private static let maximumLength = 1 << 30
    /// Between the name and the process that writes.
    private static let freshMark = Array(".new-".utf8)

    let path: RawPath

    /// - Parameter folder: the cache folder; made when it is missing.
    public init(folder: RawPath) {
        path = folder.appending(Self.name)
    }

    /// The saved library; empty when there is none.
    /// - Parameter report: takes one line when there is one that cannot be used; it is then made again.
    public func load(report: (String) -> Void) -> LibraryContents {
        guard let bytes = read(report) else { return .empty }
        do throws(LibraryContents.Fault) {
            return try LibraryContents(bytes)
        } catch {
            report("\(path.shown) \(error.rawValue) and is made again")
            return .empty
        }
    }

    /// Puts `contents` in the place of what was saved. What cannot be written leaves the old file as it was.
    /// - Throws: `notSupported` naming the file and why.
    public func save(_ contents: LibraryContents) throws(AudioError) {
        let bytes = contents.encoded
        // Two programs may save at once; each writes a file of its own.
        let fresh = RawPath(bytes: path.bytes + Self.freshMark + Array("\(getpid())".utf8))
        do throws(RawPath.FolderRefusal) {
            try path.directory.makeFolders(mode: 0o700)
        } catch {
            throw AudioError(
                .notSupported, path: path.shown,
                "cannot be saved: \(error.path.shown) cannot be made: \(SystemError.reason(error.code))")
        }
        removeLeftovers()
        let descriptor = fresh.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw failure() }
        var isWritten = bytes.withUnsafeBytes { Self.writeAll($0, to: descriptor) }
        isWritten = isWritten && fsync(descriptor) == 0
        let reason = errno
        close(descriptor)
        errno = reason
        guard isWritten, fresh.withCString({ old in path.withCString { new in rename(old, new) } }) == 0 else {
            let failure = failure()
            _ = fresh.withCString { unlink($0) }
            throw failure
        }
    }

    /// Removes what programs left behind that ended while they saved.
    private func removeLeftovers() {
        let start = path.lastComponent + Self.freshMark
        for entry in (try? FolderListing.read(path.directory))?.entries ?? [] where entry.name.starts(with: start) {
            let process = Int32(String(decoding: entry.name[start.count...], as: UTF8.self))
            if let process, process > 0, kill(process, 0) == 0 || errno == EPERM { continue }
            _ = path.directory.appending(entry.name).withCString { unlink($0) }
        }
    }

    private func read(_ report: (String) -> Void) -> [UInt8]? {
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else {
            if errno != ENOENT {
                report("\(path.shown) cannot be opened: \(SystemError.reason(errno)); it is made again")
            }
            return nil
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            (0...Self.maximumLength).contains(Int(status.st_size))
        else {
            report("\(path.shown) is no library index and is made again")
            return nil
        }
        var isRead = true
        let length = Int(status.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            while count < length, let base = buffer.baseAddress {
                let got = Glibc.read(descriptor, base + count, length - count)
                if got < 0, errno == EINTR { continue }
                if got < 0 { isRead = false }
                if got <= 0 { return }
                count += got
            }
        }
        if !isRead { report("\(path.shown) cannot be read: \(SystemError.reason(errno)); it is made again") }
        return isRead ? bytes : nil
    }

    private func failure() -> AudioError {
        AudioError(.notSupported, path: path.shown, "cannot be saved: \(SystemError.reason(errno))")
    }

    private static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var done = 0
        while done < bytes.count, let base = bytes.baseAddress {
            let wrote = write(descriptor, base + done, bytes.count - done)
            if wrote < 0 && errno != EINTR { return false }
            done += max(0, wrote)
        }
        return true
    }
}
