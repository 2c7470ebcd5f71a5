// A file that is there whole or not at all: written beside its place and renamed. One owner; the thread that writes.

import AudioCore
import Glibc

/// A file that can be sought in. What stood in its place stays until the new one is complete, and nothing is left of one
/// that could not be completed. A device is written as it is.
final class OutputFile {
    private let descriptor: Int32
    /// As messages call it.
    private let name: String
    /// Nil for what is no file: nothing can stand beside a device.
    private let move: Move?
    private var isComplete = false

    private struct Move {
        /// Beside the place, hidden.
        var from: RawPath
        var to: RawPath
    }

    /// - Throws: `notSupported` naming the path when it cannot be written.
    init(_ path: RawPath) throws(AudioError) {
        name = path.shown
        let opened = Self.open(path)
        // Whole before anything is thrown, for `deinit` runs then.
        let file = try? opened.get()
        descriptor = file?.descriptor ?? -1
        move = file?.move
        if case .failure(let error) = opened { throw error }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if let move, !isComplete { move.from.withCString { _ = unlink($0) } }
    }

    // MARK: - Opening

    private static func open(_ path: RawPath) -> Result<(descriptor: Int32, move: Move?), AudioError> {
        func failure(_ code: Int32) -> AudioError {
            AudioError(.notSupported, path: path.shown, "cannot be written: \(SystemError.reason(code))")
        }
        var status = stat()
        let isThere = path.withCString { stat($0, &status) } == 0
        let kind = status.st_mode & S_IFMT
        // A FIFO would be waited for until somebody reads it.
        if isThere, [S_IFIFO, S_IFSOCK].contains(kind) { return .failure(Self.noFile(path)) }
        if isThere, kind == S_IFDIR { return .failure(failure(EISDIR)) }
        if isThere, kind == S_IFREG {
            // One that must not be written is not replaced either.
            guard path.withCString({ access($0, W_OK) }) == 0 else { return .failure(failure(errno)) }
            return beside(path.linkless, mode: status.st_mode & 0o777).mapError { failure($0.code) }
        }
        if !isThere, path.withCString({ lstat($0, &status) }) != 0 {
            return beside(path, mode: nil).mapError { failure($0.code) }
        }
        // A device, or a link to what is not there yet.
        let opened = path.withCString { Glibc.open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
        guard opened >= 0 else { return .failure(failure(errno)) }
        // A terminal.
        guard lseek(opened, 0, SEEK_CUR) >= 0 else {
            close(opened)
            return .failure(Self.noFile(path))
        }
        return .success((opened, nil))
    }

    private static func noFile(_ path: RawPath) -> AudioError {
        AudioError(
            .notSupported, path: path.shown, "is no file: a WAV file needs one, its header is written at the end")
    }

    private struct Refused: Error {
        var code: Int32
    }

    /// A new file in the folder of `place`, under a name that nothing has.
    /// - Parameter mode: of the file that is to be replaced; nil for a new one.
    private static func beside(_ place: RawPath, mode: mode_t?) -> Result<(descriptor: Int32, move: Move?), Refused> {
        // A name may have 255 bytes.
        let start = [UInt8(ascii: ".")] + place.lastComponent.prefix(200)
        for number in 0..<1000 {
            let from = place.directory.appending(start + Array(".\(getpid())-\(number).part".utf8))
            let opened = from.withCString {
                Glibc.open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode ?? 0o644)
            }
            if opened >= 0 {
                if let mode { fchmod(opened, mode) }
                return .success((opened, Move(from: from, to: place)))
            }
            guard errno == EEXIST else { break }
        }
        return .failure(Refused(code: errno))
    }

    // MARK: - Writing

    /// Appends bytes.
    /// - Throws: when the medium takes no more.
    func append(_ bytes: UnsafeRawBufferPointer) throws(AudioError) {
        var done = 0
        while done < bytes.count, let base = bytes.baseAddress {
            let wrote = write(descriptor, base + done, bytes.count - done)
            if wrote < 0 {
                if errno == EINTR { continue }
                throw failure()
            }
            done += wrote
        }
    }

    func append(_ bytes: [UInt8]) throws(AudioError) {
        var failure: AudioError?
        bytes.withUnsafeBytes { raw in
            do throws(AudioError) { try append(raw) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Writes over the first bytes.
    func replaceStart(with bytes: [UInt8]) throws(AudioError) {
        let written = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        guard written == bytes.count else { throw failure() }
    }

    /// The file is in its place after it.
    func complete() throws(AudioError) {
        if let move {
            // Only now does every medium say whether it has taken all of it.
            guard fsync(descriptor) == 0 else { throw failure() }
            let renamed = move.from.withCString { from in move.to.withCString { rename(from, $0) } }
            guard renamed == 0 else { throw failure() }
        }
        isComplete = true
    }

    private func failure() -> AudioError {
        AudioError(.notSupported, path: name, "cannot be written: \(SystemError.reason(errno))")
    }
}

extension RawPath {
    /// The file that a link leads to, else the path itself.
    fileprivate var linkless: RawPath {
        guard let resolved = withCString({ realpath($0, nil) }) else { return self }
        defer { free(resolved) }
        return RawPath(bytes: Array(UnsafeRawBufferPointer(start: UnsafeRawPointer(resolved), count: strlen(resolved))))
    }
}
