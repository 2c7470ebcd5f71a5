// Folders and files of the collection. Any thread.

import AudioCore
import Glibc

/// Writes whole files: the new one takes the old one's place at once, or not at all.
enum FileWriting {
    /// Makes `folder` and what is above it, and sees that files can be made in it; one that is there is left as it is.
    static func makeFolder(_ folder: RawPath) throws(AudioError) {
        do throws(RawPath.FolderRefusal) {
            try folder.makeFolders(mode: 0o755)
        } catch {
            let why = error.code == EEXIST ? "\(error.path.shown) is no folder" : SystemError.reason(error.code)
            throw AudioError(.notSupported, path: folder.shown, "the folder cannot be made: \(why)")
        }
        guard folder.withCString({ access($0, W_OK | X_OK) }) == 0 else { throw failure(folder) }
    }

    /// Writes `parts` one behind the other as `path`.
    static func write(_ parts: [[UInt8]], to path: RawPath) throws(AudioError) {
        let temporary = RawPath(bytes: path.directory.appending(".carillon-\(getpid())-").bytes + path.lastComponent)
        let descriptor = temporary.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
        guard descriptor >= 0 else { throw failure(path) }
        var isWhole = true
        for part in parts where isWhole { isWhole = put(part, to: descriptor) }
        var problem = errno
        if close(descriptor) != 0, isWhole { (isWhole, problem) = (false, errno) }
        if isWhole {
            let status = temporary.withCString { old in path.withCString { rename(old, $0) } }
            if status == 0 { return }
            problem = errno
        }
        _ = temporary.withCString { unlink($0) }
        errno = problem
        throw failure(path)
    }

    private static func put(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count, let base = bytes.baseAddress {
                let wrote = Glibc.write(descriptor, base + done, bytes.count - done)
                if wrote < 0 && errno != EINTR { return false }
                done += max(0, wrote)
            }
            return true
        }
    }

    private static func failure(_ path: RawPath) -> AudioError {
        AudioError(.notSupported, path: path.shown, "cannot be written: \(SystemError.reason(errno))")
    }
}
