// What a start reads before anything sounds: configuration, settings, resume point. Read by a worker, in this order
// and nothing else, so that the music is not kept waiting.

import AudioCore
import FoundationEssentials
import Glibc

/// The state folder, opened.
struct LoadedState: Sendable {
    var folders: StateFolders
    var config: BuilderConfig
    var writer: StateWriter
    var resume: ResumeKeeper
    var settings: Snapshot<OwnerSettings>
    /// Held as long as the program runs.
    var lock: StateLock?

    /// Worker's thread.
    /// - Parameter report: takes a line for people for everything that is damaged; nothing damaged is overwritten.
    static func load(
        _ options: ServiceOptions, report: @escaping @Sendable (String) -> Void
    ) -> Result<LoadedState, LoadFailure> {
        do throws(StateError) {
            let flags = StateFolders.Flags(state: options.state, cache: options.cache, config: options.config)
            let folders = try StateFolders(flags: flags, report: report)
            let lock = try open(folders.state, isNamed: options.state != nil, report: report)
            let writer = StateWriter(report: report)
            let resume = ResumeKeeper(folder: folders.state, writer: writer, report: report)
            let settings = Snapshot(
                name: OwnerSettings.name, version: OwnerSettings.version, initial: OwnerSettings(),
                folder: folders.state, writer: writer, report: report)
            let config = BuilderConfig.read(
                folders.configFile, isNamed: options.config != nil && !options.isConfigOptional, report: report)
            return .success(
                LoadedState(
                    folders: folders, config: config, writer: writer, resume: resume, settings: settings, lock: lock))
        } catch {
            return .failure(LoadFailure(message: error.description))
        }
    }

    /// Makes the state folder where there is none, and takes it. A folder that nobody named must not keep the music from
    /// playing: on a read-only medium nothing is remembered, which is said.
    /// - Returns: nil when there is nothing to hold.
    private static func open(
        _ folder: RawPath, isNamed: Bool, report: (String) -> Void
    ) throws(StateError) -> StateLock? {
        do throws(StateError) {
            try LinuxFileSystem().makeFolders(folder)
        } catch {
            guard !isNamed, [EROFS, EACCES, EPERM, ENOSPC, EDQUOT].contains(error.code) else { throw error }
            report("\(error.description); nothing is remembered until the next start: --state names another folder")
            return nil
        }
        return try StateLock.take(folder, report: report)
    }
}
