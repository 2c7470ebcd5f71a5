// One program at a time on a state folder. Taken at start, by main.

public import AudioCore
import Glibc

/// The hold on a state folder: an advisory lock (`flock`) on the folder itself, which also works read-only, and the
/// process number in the file `lock` for people. It ends with this value or with the process, whatever comes first.
public final class StateLock: Sendable {
    private let descriptor: Int32

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        // A child that is between `fork` and `exec` has the descriptor too: closing ours alone would leave the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Takes the folder, which must exist.
    /// - Returns: nil when the file system has no locks; the line is reported and the program can go on.
    /// - Throws: when another program has it (naming its process), or the folder cannot be opened.
    public static func take(_ folder: RawPath, report: (String) -> Void) throws(StateError) -> StateLock? {
        let descriptor = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw StateError("cannot be opened", code: errno, path: folder.shown) }
        let lock = StateLock(descriptor: descriptor)
        let note = folder.appending("lock")
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK:
                let owner = readOwner(note).map { "carillon with process number \($0)" } ?? "another carillon"
                throw StateError("is in use by \(owner)", code: 0, path: folder.shown)
            default:
                report(StateError("cannot be locked", code: errno, path: folder.shown).description)
                return nil
            }
        }
        writeOwner(note, report: report)
        return lock
    }

    private static func readOwner(_ note: RawPath) -> Int32? {
        guard let file = try? LinuxFileSystem().open(note, for: .read),
            let bytes = try? file.readAll(limit: 32, path: note)
        else { return nil }
        return Int32(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }

    /// The number only helps people, so failing to write it is no failure of the lock: the folder itself is locked. It
    /// is said, but not where nothing can be written at all, which the state files say.
    private static func writeOwner(_ note: RawPath, report: (String) -> Void) {
        do throws(StateError) {
            let file = try LinuxFileSystem().open(note, for: .create)
            try file.writeAll(Array("\(getpid())\n".utf8), at: 0, path: note)
        } catch {
            guard ![EROFS, ENOSPC, EDQUOT].contains(error.code) else { return }
            report("\(error.description); the folder is locked, but a second carillon cannot say by whom")
        }
    }
}
