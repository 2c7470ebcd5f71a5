// What the owner has made over time, loaded after the first sound. Snapshots may be read and changed on any thread.

import AudioCore

/// Likes, history, playlists and stations.
struct OwnerFiles: Sendable {
    let likes: Snapshot<Likes>
    let history: Snapshot<PlayHistory>
    let playlists: Snapshot<Playlists>
    let stations: Snapshot<Stations>

    /// Worker's thread.
    static func load(_ state: LoadedState, report: @escaping @Sendable (String) -> Void) -> OwnerFiles {
        OwnerFiles(
            likes: Snapshot(
                name: Likes.name, version: Likes.version, initial: Likes(), folder: state.folders.state,
                writer: state.writer, report: report),
            history: Snapshot(
                name: PlayHistory.name, version: PlayHistory.version, initial: PlayHistory(),
                folder: state.folders.state, writer: state.writer, report: report),
            playlists: Snapshot(
                name: Playlists.name, version: Playlists.version, initial: Playlists(),
                folder: state.folders.state, writer: state.writer, report: report),
            stations: Snapshot(
                name: Stations.name, version: Stations.version, initial: Stations(),
                folder: state.folders.state, writer: state.writer, report: report))
    }
}
