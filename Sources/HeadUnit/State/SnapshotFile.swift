// A snapshot on disk, loaded and saved in place of the caller: the thread that owns it waits for the medium.

public import AudioCore

/// A value kept in `NAME.json` with its previous generation. One owner at a time.
public struct SnapshotFile<Value: Codable & Sendable>: Sendable {
    /// Bytes a snapshot may have when it is read: 16 MiB.
    public static var sizeLimit: Int { 16 << 20 }

    private let version: Int
    private var loader: GenerationLoader
    private var isLoaded = false
    private var fault: FaultNote
    private let report: @Sendable (String) -> Void

    /// - Parameters:
    ///   - name: the file's name without `.json`.
    ///   - version: the version written and the newest that is understood; 1 or more.
    ///   - report: takes every problem as one line for people, from the thread that calls.
    public init(
        name: String, version: Int, folder: RawPath, files: any StateFileSystem,
        report: @escaping @Sendable (String) -> Void
    ) {
        precondition(version >= 1)
        self.version = version
        self.report = report
        let generations = GenerationFiles(folder: folder, name: name, files: files)
        loader = GenerationLoader(generations: generations, limit: Self.sizeLimit, report: report)
        fault = FaultNote(name: generations.fileName, report: report)
    }

    /// Nothing is written in this run: the file is of a newer version.
    public var isReadOnly: Bool { loader.isReadOnly }

    /// The last good value; nil when there is none. What is damaged is set aside and said.
    public mutating func load() -> Value? {
        isLoaded = true
        let version = version
        return loader.load { SnapshotText.read($0, as: Value.self, version: version) }?.content
    }

    /// Makes `value` the current generation.
    /// - Returns: false when that failed and is to be tried again; the first failure is said.
    public mutating func save(_ value: Value) -> Bool {
        // What is on disk must be known before it is replaced.
        if !isLoaded { _ = load() }
        if loader.isReadOnly { return true }
        guard let bytes = try? SnapshotText.bytes(of: value, version: version) else {
            report("\(loader.generations.fileName) is not saved: it holds a value that JSON cannot")
            return true
        }
        do throws(StateError) {
            try loader.clearTheWay()
            try loader.generations.replace(with: bytes)
            fault.worked()
            return true
        } catch {
            fault.failed(error.description)
            return false
        }
    }
}
