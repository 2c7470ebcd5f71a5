// What a scan tells while it runs and when it is done. Values; any thread.

public import AudioCore

/// How far a scan is.
public struct ScanProgress: Hashable, Sendable {
    /// Music files seen so far.
    public var files = 0
    /// Tracks known so far.
    public var tracks = 0
    /// The folder looked into last.
    public var folder: RawPath?
    /// Per cent, 0 to 100; nil until all folders have been walked.
    public var percent: Int?

    public init() {}
}

/// A file that cannot be used.
public struct ScanFailure: Hashable, Sendable {
    /// For people.
    public var path: String
    /// A short phrase without the path.
    public var reason: String

    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }
}

/// The result of a scan.
public struct ScanReport: Sendable {
    /// Music files under the folders.
    public var files = 0
    /// Tracks in the library, those not available included.
    public var tracks = 0
    public var albums = 0
    /// Tracks that are new.
    public var added = 0
    /// Tracks of files that were read again.
    public var changed = 0
    /// Tracks that have gone.
    public var removed = 0
    /// Tracks whose volume is absent.
    public var unavailable = 0
    public var failed: [ScanFailure] = []
    /// Folders of music that are not there.
    public var absentRoots: [RawPath] = []
    public var seconds = 0.0
    /// It was told to stop before the end; nothing was taken for gone.
    public var wasCancelled = false
    /// Why the library could not be saved.
    public var saveFailure: AudioError?

    public init() {}
}
