// What a start reads before anything sounds: configuration, settings, resume point. Read by a worker, in this order
// and nothing else, so that the music is not kept waiting.

import AudioCore
import FoundationEssentials

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
            try LinuxFileSystem().makeFolders(folders.state)
            let lock = try StateLock.take(folders.state, report: report)
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
}
