// A library in the making: tracks by a few words, folders of small FLAC files, a probe that counts.

import AudioCore
import Glibc
import Synchronization
import TestSupport

@testable import MusicLibrary

/// Counts the files that a scan opens.
final class CountingProbe: Sendable {
    private let opened = Mutex<[String]>([])
    private let broken: Set<String>

    /// - Parameter broken: names of files that are no music.
    init(broken: Set<String> = []) { self.broken = broken }

    /// The names of the files opened since the last call, sorted.
    func take() -> [String] {
        opened.withLock { names in
            defer { names = [] }
            return names.sorted()
        }
    }

    var probe: StreamProbe {
        { [self] path throws(AudioError) in
            let name = String(decoding: path.lastComponent, as: UTF8.self)
            opened.withLock { $0.append(name) }
            if broken.contains(name) { throw AudioError(.notSupported, path: path.shown, "is no music") }
            return streamInfo
        }
    }
}

/// Ten seconds of CD sound.
let streamInfo = StreamInfo(
    container: "flac", codec: "flac", rate: 44100, channels: 2, bits: 16, words: .int32, frameCount: 441_000,
    isLossless: true, bitrate: 700)

/// A library over a folder of the test's own.
final class Rig {
    let folder = TemporaryFolder()
    let probe: CountingProbe
    var contents = LibraryContents.empty
    /// Mount points the kernel is made to believe in.
    let mounted = Mounts()

    init(broken: Set<String> = []) { probe = CountingProbe(broken: broken) }

    var root: RawPath { folder.file("music") }
    var snapshot: LibrarySnapshot { contents.snapshot }

    /// Writes a FLAC file with these comments below the root.
    @discardableResult
    func add(_ name: String, _ comments: String...) throws -> RawPath {
        try folder.write(flacFile(comments), to: "music/" + name)
    }

    @discardableResult
    func scan(
        _ roots: [RawPath]? = nil, store: LibraryStore? = nil, isCancelled: () -> Bool = { false },
        mustKnowGains: Bool = false, publish: (LibrarySnapshot) -> Void = { _ in }
    ) -> ScanReport {
        var scanner = LibraryScanner(roots: roots ?? [root], extensions: ["flac", "wav"], probe: probe.probe)
        scanner.isIdle = false
        scanner.mustKnowGains = mustKnowGains
        let mounted = mounted
        scanner.device = { mounted.device($0) }
        return scanner.scan(&contents, store: store, isCancelled: isCancelled, publish: publish)
    }

    func track(_ title: String) -> LibraryTrack? { snapshot.tracks.first { $0.title == title } }

    /// Sets a file's time.
    func setTime(_ path: RawPath, seconds: Int, nanoseconds: Int = 0) {
        let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
        let times = [time, time]
        _ = path.withCString { utimensat(AT_FDCWD, $0, times, 0) }
    }
}

/// Devices as a test says.
final class Mounts: Sendable {
    private let points = Mutex<Set<RawPath>>([])

    func mount(_ path: RawPath) { points.withLock { _ = $0.insert(path) } }
    func unmount(_ path: RawPath) { points.withLock { _ = $0.remove(path) } }

    func device(_ path: RawPath) -> UInt64? {
        guard Volumes.device(path) != nil else { return nil }
        let point = points.withLock { points in points.first { path.isWithin($0) } }
        return point == nil ? 1 : 2
    }
}

/// A track without a file.
func track(
    _ path: String, _ title: String = "", album: String? = nil, artist: String? = nil, by albumArtist: String? = nil,
    number: Int? = nil, disc: Int? = nil, year: Int? = nil, isCompilation: Bool = false
) -> LibraryTrack {
    var track = LibraryTrack(
        path: RawPath(path), title: title.isEmpty ? path : title, format: TrackFormat(streamInfo), size: 1, modified: 1)
    track.albumTitle = album
    track.artists = artist.map { [$0] } ?? []
    track.albumArtists = albumArtist.map { [$0] } ?? []
    track.number = number
    track.disc = disc
    track.year = year
    track.isCompilation = isCompilation
    return track
}

/// The library of these tracks, each in an entry of its own.
func contents(_ tracks: [LibraryTrack]) -> LibraryContents {
    var index = LibraryIndex()
    for track in tracks {
        var entry = LibraryEntry(path: track.path, stamp: FileStamp(size: track.size, modified: track.modified))
        entry.tracks = [track]
        index.put(entry, added: track.added)
    }
    let snapshot = index.makeSnapshot()
    return LibraryContents(index: index, snapshot: snapshot)
}
