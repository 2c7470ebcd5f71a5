// `stations.json` for a command: read, changed and written in one go, with nobody else at it. Main thread of a command.

import AudioCore

/// The kept stations, and the hold on the folder they are in.
@MainActor
final class StationFile {
    let stations: Stations
    private var file: SnapshotFile<Stations>
    private let folder: RawPath
    private let lock: StateLock?

    /// - Parameters:
    ///   - state: the flag's folder.
    ///   - isChanging: the folder is taken, and made where it is not there.
    ///   - report: takes a line about what is wrong in the file.
    /// - Throws: `notSupported` when the folder cannot be used, or a running head unit has it.
    init(
        _ state: RawPath?, isChanging: Bool, report: @escaping @Sendable (String) -> Void
    ) throws(AudioError) {
        do throws(StateError) {
            folder = try StateFolders(flags: StateFolders.Flags(state: state), report: report).state
            if isChanging {
                try LinuxFileSystem().makeFolders(folder)
                lock = try StateLock.take(folder, report: report)
            } else {
                lock = nil
            }
        } catch {
            throw AudioError(.notSupported, error.description)
        }
        file = SnapshotFile(
            name: Stations.name, version: Stations.version, folder: folder, files: LinuxFileSystem(), report: report)
        stations = file.load() ?? Stations()
    }

    /// - Throws: `notSupported` when it cannot be written; the reason has been reported.
    func save(_ stations: Stations) throws(AudioError) {
        let path = folder.appending("\(Stations.name).json").shown
        guard !file.isReadOnly else {
            throw AudioError(.notSupported, path: path, "is of a newer version of the program: nothing is changed")
        }
        guard file.save(stations) else { throw AudioError(.notSupported, path: path, "is not saved") }
    }
}
