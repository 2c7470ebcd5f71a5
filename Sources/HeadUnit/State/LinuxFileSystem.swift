// The file system of the computer, by system calls.

public import AudioCore
import Glibc

/// The real file system.
public struct LinuxFileSystem: StateFileSystem {
    public init() {}

    public func open(_ path: RawPath, for use: StateFileUse) throws(StateError) -> any StateFile {
        let flags: Int32
        switch use {
        // A FIFO or a device under the name must not hold the program up.
        case .read: flags = O_RDONLY | O_NONBLOCK
        case .create: flags = O_WRONLY | O_CREAT | O_TRUNC
        case .update: flags = O_WRONLY
        }
        let opened = path.withCString { Glibc.open($0, flags | O_CLOEXEC | O_NOCTTY, 0o600) }
        guard opened >= 0 else { throw StateError("cannot be opened", code: errno, path: path.shown) }
        return LinuxFile(descriptor: opened, path: path)
    }

    public func rename(_ source: RawPath, to target: RawPath) throws(StateError) {
        let result = source.withCString { old in target.withCString { new in Glibc.rename(old, new) } }
        guard result == 0 else {
            throw StateError("cannot be renamed to \(target.shown)", code: errno, path: source.shown)
        }
    }

    public func remove(_ path: RawPath) throws(StateError) {
        guard path.withCString({ unlink($0) }) == 0 else {
            throw StateError("cannot be removed", code: errno, path: path.shown)
        }
    }

    public func mayExist(_ path: RawPath) -> Bool {
        var status = stat()
        return path.withCString { lstat($0, &status) } == 0 || errno != ENOENT
    }

    public func makeFolder(_ path: RawPath) throws(StateError) {
        guard path.withCString({ mkdir($0, 0o700) }) == 0 else {
            throw StateError("cannot be made", code: errno, path: path.shown)
        }
    }

    public func synchronizeFolder(_ path: RawPath) throws(StateError) {
        let folder = path.withCString { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard folder >= 0 else { throw StateError("cannot be opened", code: errno, path: path.shown) }
        defer { close(folder) }
        // Some file systems have no such thing for folders and say EINVAL: then there is nothing to wait for.
        guard fsync(folder) == 0 || errno == EINVAL || errno == EROFS else {
            throw StateError("cannot be synchronized", code: errno, path: path.shown)
        }
    }
}

/// An open file descriptor.
private final class LinuxFile: StateFile {
    private let descriptor: Int32
    private let path: RawPath

    init(descriptor: Int32, path: RawPath) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close(descriptor) }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(StateError) -> Int {
        try repeated("cannot be read") { pread(descriptor, buffer.baseAddress, buffer.count, offset) }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(StateError) -> Int {
        try repeated("cannot be written") { pwrite(descriptor, bytes.baseAddress, bytes.count, offset) }
    }

    func synchronize() throws(StateError) {
        _ = try repeated("cannot be synchronized") { Int(fsync(descriptor)) }
    }

    func synchronizeContent() throws(StateError) {
        _ = try repeated("cannot be synchronized") { Int(fdatasync(descriptor)) }
    }

    /// Does a system call again while signals interrupt it.
    private func repeated(_ operation: String, _ call: () -> Int) throws(StateError) -> Int {
        while true {
            let result = call()
            if result >= 0 { return result }
            if errno != EINTR { throw StateError(operation, code: errno, path: path.shown) }
        }
    }
}
