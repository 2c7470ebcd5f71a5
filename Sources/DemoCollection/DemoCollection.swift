// The demo collection: three albums of own music with own covers, for a first start without any music.

public import AudioCore
import Glibc

/// Writes music that the program itself composes, plays, masters and draws covers for.
///
/// The same build writes the same bytes every time, with however many threads.
public enum DemoCollection {
    /// A file that was written.
    public struct File: Hashable, Sendable {
        public var path: RawPath
        /// Seconds of sound; nil for a cover or a cue sheet.
        public var seconds: Double?
        public var byteCount: Int
        /// LUFS; nil without sound.
        public var loudness: Double?
        /// dBTP; nil without sound.
        public var truePeak: Double?

        init(
            path: RawPath, seconds: Double? = nil, byteCount: Int, loudness: Double? = nil, truePeak: Double? = nil
        ) {
            self.path = path
            self.seconds = seconds
            self.byteCount = byteCount
            self.loudness = loudness
            self.truePeak = truePeak
        }
    }

    /// How far the work is.
    public struct Progress: Hashable, Sendable {
        /// Pieces and covers that are ready, and how many there will be.
        public var done: Int
        public var total: Int
        /// What has just become ready: a piece's or an album's title.
        public var title: String

        public init(done: Int, total: Int, title: String) {
            self.done = done
            self.total = total
            self.title = title
        }
    }

    /// Pieces of music in the collection.
    public static var pieceCount: Int { Album.all.reduce(0) { $0 + $1.pieces.count } }
    public static var albumCount: Int { Album.all.count }

    /// Writes the collection into `folder`, which is made when it is not there. Files of the collection are replaced,
    /// others are left alone.
    /// - Parameters:
    ///   - threads: how many pieces are played at once, at least 1; nil: as many as there are cores and memory for.
    ///   - progress: called on the working threads, one call at a time.
    /// - Returns: the files, in the order of the albums.
    /// - Throws: `notSupported` naming what cannot be written.
    public static func write(
        to folder: RawPath, threads: Int? = nil, progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) throws(AudioError) -> [File] {
        // What cannot be written is said before ten seconds of work, not after.
        try FileWriting.makeFolder(folder)
        for album in Album.all { try FileWriting.makeFolder(AlbumWriter(album, in: folder).folder) }
        let workshop = Workshop(Album.all, folder: folder, progress: progress)
        try workshop.run(threads: max(1, threads ?? usefulThreads()))
        return workshop.files
    }

    /// A core each, up to four, and 256 MB for each: a long piece at 96 kHz takes less than half of that.
    private static func usefulThreads() -> Int {
        let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        let memory = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        return max(1, min(cores, 4, memory / (256 << 20)))
    }
}
