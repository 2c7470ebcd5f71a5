// What tells that a file has not changed since it was read. Values; any thread.

import AudioCore
import Glibc

/// Size and time of a file.
struct FileStamp: Hashable, Sendable {
    /// Bytes.
    var size: Int64
    /// Nanoseconds since 1970.
    var modified: Int64

    init(size: Int64, modified: Int64) {
        self.size = size
        self.modified = modified
    }

    /// That of no file there is: what was read with it is read again when its file is met.
    static let ofNothing = FileStamp(size: -1, modified: 0)

    /// Nil when there is no such file.
    init?(of path: RawPath) {
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
        size = Int64(status.st_size)
        let (seconds, nanoseconds) = (Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec))
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        modified = overflows ? 0 : product &+ nanoseconds
    }

    /// Whether a file with the stamp `now` is still the file this was taken of.
    ///
    /// FAT keeps local time in steps of two seconds (exFAT: 10 ms), so the same file may show another time by two
    /// seconds, and by an hour after the clocks went forward or back. Both times being whole steps of 10 ms is taken as
    /// the mark of such a file system; a finer time must be equal.
    func matches(_ now: FileStamp) -> Bool {
        guard size == now.size else { return false }
        if modified == now.modified { return true }
        guard modified % Self.coarseStep == 0, now.modified % Self.coarseStep == 0 else { return false }
        let (difference, overflows) = modified.subtractingReportingOverflow(now.modified)
        guard !overflows else { return false }
        let distance = difference.magnitude
        return distance <= Self.tolerance
            || (Self.hour - Self.tolerance...Self.hour + Self.tolerance).contains(distance)
    }

    private static let coarseStep: Int64 = 10_000_000
    private static let tolerance: UInt64 = 2_000_000_000
    private static let hour: UInt64 = 3_600_000_000_000
}
