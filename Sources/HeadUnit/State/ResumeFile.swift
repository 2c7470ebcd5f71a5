// The resume point on disk, loaded and saved in place of the caller: the thread that owns it waits for the medium.

public import AudioCore

/// `resume.json`: rewritten as a whole when its facts change, in place when only the progress does.
/// One owner at a time.
public struct ResumeFile: Sendable {
    private var loader: GenerationLoader
    private let files: any StateFileSystem
    private let report: @Sendable (String) -> Void
    private var fault: FaultNote
    private var isLoaded = false
    /// What the current file says; nil when it must be rewritten before a slot is written.
    private var written: ResumeLayout.Content?
    /// The numbers of the last content seen anywhere: new ones go on from there.
    private var serial: UInt64 = 0
    private var sequence: UInt64 = 0
    private var open: (any StateFile)?
    /// The item last said to be left out.
    private var leftOut: QueueItem?

    /// - Parameter report: takes every problem as one line for people, from the thread that calls.
    public init(folder: RawPath, files: any StateFileSystem, report: @escaping @Sendable (String) -> Void) {
        self.files = files
        self.report = report
        let generations = GenerationFiles(folder: folder, name: "resume", files: files)
        loader = GenerationLoader(generations: generations, limit: 1 << 20, report: report)
        fault = FaultNote(name: generations.fileName, report: report)
    }

    /// Nothing is written in this run: the file is of a newer version.
    public var isReadOnly: Bool { loader.isReadOnly }

    /// The last point kept; nil when there is none. What is damaged is set aside and said.
    public mutating func load() -> ResumePoint? {
        isLoaded = true
        guard let (content, isCurrent) = loader.load(ResumeLayout.read) else { return nil }
        serial = content.serial
        sequence = content.sequence
        written = isCurrent ? content : nil
        return content.point
    }

    /// Keeps a point: by one slot when only position, status or who paused differ from what is on disk.
    /// - Returns: false when that failed and is to be tried again; the first failure is said.
    public mutating func save(_ point: ResumePoint) -> Bool {
        // What is on disk must be known before it is replaced.
        if !isLoaded { _ = load() }
        if loader.isReadOnly { return true }
        do throws(StateError) {
            if let written, written.point.hasSameFacts(as: point) {
                if written.point.progress == point.progress { return true }
                try writeSlot(point)
            } else {
                try rewrite(point)
            }
            fault.worked()
            return true
        } catch {
            open = nil
            fault.failed(error.description)
            return false
        }
    }

    /// The numbers go on only when the slot is on the medium: a failed one is written over by the next try, and the
    /// good one stays.
    private mutating func writeSlot(_ point: ResumePoint) throws(StateError) {
        let path = loader.generations.current
        let file: any StateFile
        if let open {
            file = open
        } else {
            file = try files.open(path, for: .update)
            open = file
        }
        let slot = PositionSlot(sequence: sequence &+ 1, serial: serial, progress: point.progress)
        let offset = ResumeLayout.slotOffsets[ResumeLayout.index(ofSlot: slot.sequence)]
        try file.writeAll(slot.bytes, at: offset, path: path)
        try file.synchronizeContent()
        sequence = slot.sequence
        written?.point = point
    }

    private mutating func rewrite(_ point: ResumePoint) throws(StateError) {
        let content = ResumeLayout.Content(point: point, serial: serial &+ 1, sequence: sequence &+ 1)
        guard let (bytes, isItemKept) = try? ResumeLayout.bytes(of: content) else {
            report("resume.json is not saved: it holds a value that JSON cannot")
            return
        }
        if !isItemKept, let item = point.item, item != leftOut {
            leftOut = item
            report("resume.json is without its track, whose path is too long: \(item.path.shown.prefix(80))…")
        }
        open = nil
        // From here on the file under the name may be either one.
        written = nil
        try loader.clearTheWay()
        try loader.generations.replace(with: bytes)
        serial = content.serial
        sequence = content.sequence
        written = content
    }
}
