// A ByteSource over a file descriptor. Owned by one thread at a time.

import Glibc

/// The bytes of a regular file, read through a small buffer.
public final class FileByteSource: ByteSource {
    public let name: String
    public let size: Int64?
    public let isSeekable = true
    public private(set) var position: Int64 = 0
    private let descriptor: Int32
    private let path: RawPath

    /// Opens `path` for reading.
    /// - Throws: `notSupported` naming the path and why it cannot be read (missing, no permission, a folder, empty).
    public init(_ path: RawPath) throws(AudioError) {
        name = path.shown
        self.path = path
        if Storage.isRemoved(path) { throw Self.loss(path, ENODEV) }
        let opened = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
        guard opened >= 0 else {
            let code = errno
            if Storage.isGone(path) { throw Self.loss(path, code) }
            throw AudioError(.notSupported, path: path.shown, SystemError.reason(code))
        }
        var status = stat()
        guard fstat(opened, &status) == 0 else {
            let failure = AudioError(.notSupported, path: path.shown, SystemError.reason(errno))
            close(opened)
            throw failure
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(opened)
            let what = status.st_mode & S_IFMT == S_IFDIR ? "is a folder, not a file" : "is not a regular file"
            throw AudioError(.notSupported, path: path.shown, what)
        }
        guard status.st_size > 0 else {
            close(opened)
            throw AudioError(.notSupported, path: path.shown, "the file is empty")
        }
        descriptor = opened
        size = Int64(status.st_size)
    }

    deinit { close(descriptor) }

    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(AudioError) -> Int {
        guard let base = buffer.baseAddress, !buffer.isEmpty else { return 0 }
        if Storage.isRemoved(path) { throw Self.loss(path, ENODEV) }
        while true {
            let got = pread(descriptor, base, buffer.count, Int(position))
            if got >= 0 {
                position += Int64(got)
                return got
            }
            let code = errno
            if code == EINTR { continue }
            if code == ENODEV || Storage.isGone(path) { throw Self.loss(path, code) }
            throw AudioError(.decode, path: name, "cannot be read: \(SystemError.reason(code))")
        }
    }

    public func seek(to offset: Int64) throws(AudioError) {
        guard offset >= 0 else { throw AudioError(.decode, path: name, "seek in front of the start") }
        position = offset
    }

    private static func loss(_ path: RawPath, _ code: Int32) -> AudioError {
        AudioError(
            .notSupported, path: path.shown, "its volume is not there (\(SystemError.reason(code)))",
            isStorageLoss: true)
    }
}
