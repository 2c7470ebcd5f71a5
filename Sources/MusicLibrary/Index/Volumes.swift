// Which mounted file systems music lies on, so that a stick that is out is told from files that are gone. Workers.

import AudioCore
import Glibc

/// Asks for the devices of folders; remembers what it was told.
struct Volumes {
    /// The device a path is on; nil when there is nothing under it.
    typealias DeviceOf = @Sendable (RawPath) -> UInt64?

    private let device: DeviceOf
    private var mountPoints: [RawPath: RawPath?] = [:]

    init(_ device: @escaping DeviceOf = Volumes.device) {
        self.device = device
    }

    /// By the file system of the computer.
    static let device: DeviceOf = { path in
        var status = stat()
        return path.withCString { stat($0, &status) } == 0 ? UInt64(status.st_dev) : nil
    }

    /// Whether another file system is mounted on `folder` than its parent is on.
    func isMountPoint(_ folder: RawPath) -> Bool {
        guard let own = device(folder), folder.directory != folder else { return false }
        return device(folder.directory).map { $0 != own } ?? false
    }

    /// Where the file system of an absolute `folder` is mounted; nil for the one of `/`.
    mutating func mountPoint(of folder: RawPath) -> RawPath? {
        var trail: [RawPath] = []
        var current = folder
        var found: RawPath?
        while current.isAbsolute, current.directory != current {
            if let known = mountPoints[current] {
                found = known
                break
            }
            trail.append(current)
            if isMountPoint(current) {
                found = current
                break
            }
            current = current.directory
        }
        for step in trail { mountPoints[step] = .some(found) }
        return found
    }
}
