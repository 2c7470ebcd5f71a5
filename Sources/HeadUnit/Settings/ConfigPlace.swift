// Where config.json lies, so that its folders hold from wherever the program is started. A value; workers.

import AudioCore
import Glibc

/// Turns the names of folders in the file into paths.
struct ConfigPlace: Sendable {
    /// Of the file; absolute.
    let folder: RawPath
    /// Nil when `HOME` is not set.
    let home: RawPath?

    init(of file: RawPath, _ environment: MusicFolders.Environment = StateFolders.processEnvironment) {
        folder = file.absolute.canonical.directory
        home = environment("HOME").map(RawPath.init(bytes:)).flatMap { $0.isAbsolute ? $0 : nil }
    }

    /// `~` and `~/…` are in the home folder, a relative name is beside the file; nil for another's home, and for ours
    /// when it is not known.
    func path(_ name: String) -> RawPath? {
        guard name.hasPrefix("~") else {
            return (name.hasPrefix("/") ? RawPath(name) : folder.appending(name)).canonical
        }
        let rest = name.dropFirst()
        guard rest.isEmpty || rest.hasPrefix("/") else { return nil }
        return home?.appending(String(rest.dropFirst())).canonical
    }

    /// What is wrong with a folder on the disk, for the middle of a line; nil when it is there.
    static func fault(_ folder: RawPath) -> String? {
        var status = stat()
        guard folder.withCString({ stat($0, &status) }) == 0 else { return SystemError.reason(errno) }
        return status.st_mode & S_IFMT == S_IFDIR ? nil : "no folder"
    }
}
