// Notices what is mounted and unmounted: a stick that is plugged in is found without anybody looking for it. Its own
// thread, which sleeps until the kernel says that the table of mounts has changed.

import AudioCore
import Glibc
import Synchronization

/// Watches `/proc/self/mountinfo` until it is released.
final class MountWatch: Sendable {
    private let stop = Bell()

    /// - Parameter report: takes the places where something has come or gone. Called on the watch's thread.
    init(report: @escaping @Sendable (Set<RawPath>) -> Void) {
        let stop = stop
        _ = NamedThread("mounts") { Self.run(until: stop, report) }
    }

    deinit { stop.ring() }

    private static func run(until stop: Bell, _ report: (Set<RawPath>) -> Void) {
        let table = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
        // Without /proc nothing can be watched; a press on "look again" still finds what has come.
        guard table >= 0 else { return }
        defer { close(table) }
        var known = places(in: contents(of: table))
        var waits = [
            pollfd(fd: table, events: Int16(POLLPRI), revents: 0),
            pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            guard poll(&waits, 2, -1) > 0 || errno == EINTR else { return }
            if waits[1].revents != 0 { return }
            let now = places(in: contents(of: table))
            let changed = now.symmetricDifference(known)
            known = now
            if !changed.isEmpty { report(changed) }
        }
    }

    private static func contents(of table: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16_384)
        lseek(table, 0, SEEK_SET)
        while true {
            let count = read(table, &piece, piece.count)
            guard count > 0 else { return bytes }
            bytes += piece[..<count]
        }
    }

    /// The mount points of a table: the fifth field of each line, with blanks and the like as three octal digits behind
    /// a backslash (proc_pid_mountinfo(5)).
    static func places(in table: [UInt8]) -> Set<RawPath> {
        var found: Set<RawPath> = []
        for line in table.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
            if fields.count > 4 { found.insert(RawPath(bytes: unescaped(fields[4]))) }
        }
        return found
    }

    private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3).map { Int($0) - 48 }
            if byte == UInt8(ascii: "\\"), digits.count == 3, digits.allSatisfy((0...7).contains), digits[0] < 4 {
                bytes.append(UInt8(digits[0] << 6 | digits[1] << 3 | digits[2]))
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}
