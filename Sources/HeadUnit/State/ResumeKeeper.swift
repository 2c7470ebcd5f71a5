// Keeps the resume point while it changes: told on the main thread, saved by the state writer.

public import AudioCore
import Synchronization

/// The one that knows what was playing. Reading it is the first thing a start does.
public final class ResumeKeeper: Sendable {
    private final class Content: Sendable {
        let point: Mutex<ResumePoint?>
        let file: Mutex<ResumeFile>

        init(_ point: ResumePoint?, _ file: ResumeFile) {
            self.point = Mutex(point)
            self.file = Mutex(file)
        }

        func save() -> Bool {
            guard let point = point.withLock({ $0 }) else { return true }
            return file.withLock { $0.save(point) }
        }
    }

    /// What was kept by the run before; nil when nothing was.
    public let loaded: ResumePoint?
    private let content: Content
    private let policy: Mutex<ResumePolicy>
    private let writer: StateWriter
    private let job: StateWriter.Job

    /// Reads the file, which waits for the medium.
    /// - Parameter report: takes every problem as one line for people; on this thread now, on the writer's later.
    public init(
        folder: RawPath, files: any StateFileSystem = LinuxFileSystem(), writer: StateWriter,
        report: @escaping @Sendable (String) -> Void
    ) {
        var file = ResumeFile(folder: folder, files: files, report: report)
        loaded = file.load()
        let content = Content(loaded, file)
        self.content = content
        policy = Mutex(ResumePolicy(last: loaded))
        self.writer = writer
        job = writer.add { content.save() }
    }

    /// What plays now. To be called on every change and about once a second; never waits for the medium.
    /// Track, seek, pause and play are kept at once, other facts within 2 s, the position every 10 s at most.
    /// - Parameter wasSought: the position jumped by a command.
    public func note(_ point: ResumePoint, wasSought: Bool = false) {
        content.point.withLock { $0 = point }
        let now = SteadyClock.now
        switch policy.withLock({ $0.need(for: point, wasSought: wasSought, at: now) }) {
        case .nothing: break
        case .soon: writer.changed(job)
        case .now: writer.changed(job, urgently: true)
        }
    }

    /// Has the last point noted saved with the next `flush` or `shutDown` of the writer: for SIGTERM.
    public func noteEnd() {
        writer.changed(job, urgently: true)
    }
}
