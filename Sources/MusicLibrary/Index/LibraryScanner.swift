// Brings the library up to date with its folders. Runs on the thread that calls it, a worker, with two more to read.

public import AudioCore
import Glibc

/// What a scan needs to know.
public struct LibraryScanner: Sendable {
    /// Absolute folders of music; files and cue sheets may be named too.
    public var roots: [RawPath]
    /// Lower-case extensions of audio files, the preferred first.
    public var extensions: [String]
    public var probe: StreamProbe
    /// Takes the lowest priority, so that music and screen are not disturbed.
    public var isIdle = true
    /// Seconds until what was found first is published; each further time takes twice as long.
    public var firstPublication = 0.3
    /// Files are read again of which an earlier form of the library has not kept whether they state gains.
    public var mustKnowGains = false
    var device: Volumes.DeviceOf = Volumes.device

    public init(roots: [RawPath], extensions: [String], probe: @escaping StreamProbe) {
        self.roots = roots.map(\.normalized)
        self.extensions = extensions
        self.probe = probe
    }

    /// Scans the folders. Files whose size and time are as they were are not opened.
    ///
    /// - Parameters:
    ///   - contents: what is known; brought up to date. Left as far as the scan came when it is cancelled.
    ///   - store: where the result is saved when anything has changed; nil saves nothing.
    ///   - isCancelled: asked often.
    ///   - progress: called at most ten times a second, and at the end.
    ///   - publish: takes what is known so far, while there is news, and at the end when there was any.
    public func scan(
        _ contents: inout LibraryContents, store: LibraryStore?, isCancelled: () -> Bool = { false },
        progress: (ScanProgress) -> Void = { _ in }, publish: (LibrarySnapshot) -> Void = { _ in }
    ) -> ScanReport {
        let run = ScanRun(self, contents.index)
        let start = SteadyClock.now
        if isIdle { LowPriority.take() }
        run.read(isCancelled: isCancelled, progress: progress) { index in
            publish(index.makeSnapshot())
        }
        run.settle()
        contents.index = run.index
        if run.hasNews {
            contents.snapshot = contents.index.makeSnapshot()
            publish(contents.snapshot)
        }
        var report = run.report
        if run.mustSave, let store {
            do throws(AudioError) {
                try store.save(contents)
            } catch {
                report.saveFailure = error
            }
        }
        report.tracks = contents.snapshot.tracks.count
        report.albums = contents.snapshot.albums.count
        report.unavailable = contents.snapshot.unavailableCount
        let seconds = (SteadyClock.now - start) / Duration.seconds(1)
        report.seconds = seconds
        return report
    }
}
