// Files and folders on the command line that have to be there. Main thread, before anything has started.

import AudioCore
import Glibc

extension ArgumentReader {
    /// The file behind `--config`: who names one means it, and not the defaults.
    mutating func configFile() throws(UsageError) -> RawPath {
        let path = RawPath(bytes: try value(of: "--config", "a file"))
        guard path.withCString({ access($0, R_OK) }) == 0 else {
            throw UsageError("--config \(path.shown): \(SystemError.reason(errno))")
        }
        guard NamedPath(path.bytes) != .folder else {
            throw UsageError("--config \(path.shown): a folder (the file config.json in it)")
        }
        return path
    }
}

/// What a word of the command line is on the disk.
enum NamedPath: Equatable {
    case file
    case folder
    case nothing

    init(_ word: [UInt8]) {
        var status = stat()
        guard RawPath(bytes: word).withCString({ stat($0, &status) }) == 0 else {
            self = .nothing
            return
        }
        self = status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
    }

    /// For somebody who gives music to the program without saying what to do with it; nil for what is no path.
    static func hint(for word: [UInt8]) -> UsageError? {
        let name = String(decoding: word, as: UTF8.self)
        switch NamedPath(word) {
        case .file: return UsageError("“\(name)” is a file: carillon play \(name) plays it")
        case .folder:
            return UsageError(
                "“\(name)” is a folder: carillon play \(name) plays it, carillon --music \(name) shows it on the screen"
            )
        case .nothing:
            guard name.contains("/") else { return nil }
            return UsageError("“\(name)”: no such file or folder (carillon --help lists the subcommands)")
        }
    }
}
