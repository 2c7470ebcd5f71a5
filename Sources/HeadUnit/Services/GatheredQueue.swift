// What there is to play, looked up after the first sound. Worker's thread.

import AudioCore
import FoundationEssentials
import Glibc

/// The queue's source, read from the disk, and the file that describes it.
struct GatheredQueue: Sendable {
    var music: MusicGathering
    /// Where the items came from, to be written into the description.
    var source: QueueSource
    /// The folders of music of this run.
    var folders: [RawPath] = []
    /// Where the index is kept; nil in a transient run.
    var cache: RawPath?
    /// Nil in a transient run.
    var kept: Snapshot<QueueDescription>?
    /// Likes and history; nil in a transient run.
    var owner: OwnerFiles?
    /// The description of the run before; nil when there was none for this source, or not all of it is there.
    var described: QueueDescription?
    /// What the description is of, while a volume that holds a part of it is out.
    var awaited: QueueDescription?

    /// Looks up what was named on the command line.
    static func named(_ paths: [RawPath]) -> GatheredQueue {
        GatheredQueue(music: MusicGathering(paths), source: .files(paths), kept: nil, owner: nil, described: nil)
    }

    /// Reads `queue.json` and the folders of music of this run.
    static func folders(
        _ options: ServiceOptions, state: LoadedState, report: @escaping @Sendable (String) -> Void
    ) -> GatheredQueue {
        let empty = QueueDescription(source: .folders([]), sort: .path, order: QueueRecord(baseCount: 0))
        let kept = Snapshot(
            name: QueueDescription.name, version: QueueDescription.version, initial: empty,
            folder: state.folders.state, writer: state.writer, report: report)
        let described = kept.value
        let folders = MusicFolders.resolve(options, state.config, remembered: described.folders)
        let source = QueueSource.folders(folders)
        let owner = OwnerFiles.load(state, report: report)
        var gathered = GatheredQueue(
            music: MusicGathering(items: []), source: source, folders: folders, cache: state.folders.cache, kept: kept,
            owner: owner)
        if case .items(let items) = described.source, !items.isEmpty {
            gathered.music = MusicGathering(items: items)
            gathered.source = described.source
            gathered.described = described
            return gathered
        }
        gathered.lookUp(described)
        return gathered
    }

    /// The same folders again, or others that have come, for a queue that was described so.
    func again(_ folders: [RawPath], _ described: QueueDescription?) -> GatheredQueue {
        var gathered = self
        gathered.folders = folders
        gathered.source = .folders(folders)
        gathered.lookUp(described)
        return gathered
    }

    /// Reads the folders. A description holds for all that it was made of: as long as a volume is out and music is
    /// missing, it is kept for later.
    private mutating func lookUp(_ description: QueueDescription?) {
        music = MusicGathering(folders)
        described = nil
        awaited = nil
        guard let description, description.source == source, description.order.baseCount > 0 else { return }
        if music.items.count < description.order.baseCount, folders.contains(where: MusicFolders.isAbsent) {
            awaited = description
        } else {
            described = description
        }
    }

    /// Lines for people about what was found, and about what was not.
    func faults(isTransient: Bool) -> [String] {
        var lines = music.faults
        if isTransient {
            lines += music.emptyLines
        }
        return lines
    }

    /// A line for people when there is nothing to play; nil when there is something.
    /// - Parameters:
    ///   - places: where it was looked for, there or not.
    ///   - areNamed: somebody has said where; else it is said how.
    func lack(in places: [RawPath], areNamed: Bool) -> String? {
        guard music.items.isEmpty else { return nil }
        let line = "no music found in " + places.map(\.shown).joined(separator: ", ")
        return areNamed ? line : line + " (--music DIR names another folder, --demo plays the demo collection)"
    }

    /// Everything there is, the folder changed last first: what plays when nobody has chosen anything.
    var everything: [QueueItem] {
        var times: [RawPath: Int] = [:]
        func changed(_ folder: RawPath) -> Int {
            if let time = times[folder] { return time }
            var status = stat()
            let time = folder.withCString { stat($0, &status) } == 0 ? Int(status.st_mtim.tv_sec) : 0
            times[folder] = time
            return time
        }
        let dated = music.items.enumerated().map { (time: changed($0.element.path.directory), place: $0.offset) }
        return dated.sorted { $0.time != $1.time ? $0.time > $1.time : $0.place < $1.place }
            .map { music.items[$0.place] }
    }
}
