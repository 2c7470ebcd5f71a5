// A value that is kept on disk while it changes: read and changed on any thread, saved by the state writer.

public import AudioCore
import Synchronization

/// Settings, likes, playlists …: in memory at once, on the medium within 2 s of a change.
public final class Snapshot<Value: Codable & Sendable>: Sendable {
    private final class Content: Sendable {
        let value: Mutex<Value>
        let file: Mutex<SnapshotFile<Value>>

        init(_ value: Value, _ file: SnapshotFile<Value>) {
            self.value = Mutex(value)
            self.file = Mutex(file)
        }

        func save() -> Bool {
            let value = value.withLock { $0 }
            return file.withLock { $0.save(value) }
        }
    }

    private let content: Content
    private let writer: StateWriter
    private let job: StateWriter.Job

    /// Loads the last good value, which waits for the medium.
    /// - Parameters:
    ///   - name: the file's name without `.json`.
    ///   - version: the version written and the newest that is understood; 1 or more.
    ///   - initial: the value when there is none on disk.
    ///   - report: takes every problem as one line for people; on this thread now, on the writer's later.
    public init(
        name: String, version: Int, initial: Value, folder: RawPath, files: any StateFileSystem = LinuxFileSystem(),
        writer: StateWriter, report: @escaping @Sendable (String) -> Void
    ) {
        var file = SnapshotFile<Value>(name: name, version: version, folder: folder, files: files, report: report)
        let loaded = file.load()
        let content = Content(loaded ?? initial, file)
        self.content = content
        self.writer = writer
        job = writer.add { content.save() }
    }

    /// The present value. Never waits for the medium.
    public var value: Value { content.value.withLock { $0 } }

    /// Changes the value and has it saved. Never waits for the medium.
    public func update(_ change: (inout Value) -> Void) {
        content.value.withLock { change(&$0) }
        writer.changed(job)
    }
}
