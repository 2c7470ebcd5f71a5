// The work of a collection, shared out over threads. Its state is behind one lock.

import AudioCore
import Synchronization

/// Jobs that do not depend on one another: a piece (or all pieces of an album in one file), a cover. The longest come
/// first; whoever finishes the last job of an album writes it.
final class Workshop: Sendable {
    private enum Job: Sendable {
        case cover(album: Int)
        case pieces(album: Int, Range<Int>)
    }

    private struct State {
        var jobs: ArraySlice<Job>
        var sounds: [[FinishedSound?]]
        var covers: [CoverFiles?]
        var files: [[DemoCollection.File]]
        var failure: AudioError?
    }

    private let albums: [Album]
    private let folder: RawPath
    private let progress: @Sendable (DemoCollection.Progress) -> Void
    private let total: Int
    private let state: Mutex<State>
    /// Things that are ready. A lock of its own: the report is somebody else's code.
    private let done = Mutex(0)

    init(_ albums: [Album], folder: RawPath, progress: @escaping @Sendable (DemoCollection.Progress) -> Void) {
        self.albums = albums
        self.folder = folder
        self.progress = progress
        total = albums.reduce(0) { $0 + $1.pieces.count + 1 }
        var jobs: [Job] = []
        for (index, album) in albums.enumerated() {
            jobs += Self.shares(of: album).map { .pieces(album: index, $0) }
        }
        jobs.sort { Self.cost($0, albums) > Self.cost($1, albums) }
        jobs += albums.indices.map { .cover(album: $0) }
        state = Mutex(
            State(
                jobs: jobs[...],
                sounds: albums.map { [FinishedSound?](repeating: nil, count: Self.shares(of: $0).count) },
                covers: [CoverFiles?](repeating: nil, count: albums.count),
                files: [[DemoCollection.File]](repeating: [], count: albums.count)))
    }

    /// All files, in the order of the albums.
    var files: [DemoCollection.File] { state.withLock { $0.files.flatMap { $0 } } }

    private static func shares(of album: Album) -> [Range<Int>] {
        album.isOneFile ? [album.pieces.indices] : album.pieces.indices.map { $0..<($0 + 1) }
    }

    /// Frames to be played, roughly: pieces are about equally long.
    private static func cost(_ job: Job, _ albums: [Album]) -> Int {
        switch job {
        case .cover: 0
        case .pieces(let album, let range): albums[album].rate * range.count
        }
    }

    /// Works until all is written, or until the first failure.
    func run(threads: Int) throws(AudioError) {
        let helpers = (1..<threads).map { index in
            NamedThread("demo-\(index)") { self.work() }
        }
        work()
        for helper in helpers { helper.join() }
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    private func work() {
        while let job = state.withLock({ $0.failure == nil ? $0.jobs.popFirst() : nil }) {
            do throws(AudioError) {
                try perform(job)
            } catch {
                state.withLock { if $0.failure == nil { $0.failure = error } }
            }
        }
    }

    private func perform(_ job: Job) throws(AudioError) {
        switch job {
        case .cover(let index):
            let album = albums[index]
            let cover = try CoverFiles(album.cover, isEmbedded: album.coverPlace == .embedded)
            state.withLock { $0.covers[index] = cover }
            ready(album.title)
            try writeIfWhole(index)
        case .pieces(let index, let range):
            let album = albums[index]
            let finisher = try SoundFinisher(album, seed: album.pieces[range.lowerBound].seed)
            let pieces = Array(album.pieces[range])
            let sound = try finisher.finish(pieces) { ready(pieces[$0].title) }
            let share = album.isOneFile ? 0 : range.lowerBound
            state.withLock { $0.sounds[index][share] = sound }
            try writeIfWhole(index)
        }
    }

    /// Writes an album once all of it is there; what was held for it is let go.
    private func writeIfWhole(_ index: Int) throws(AudioError) {
        let parts: ([FinishedSound], CoverFiles)? = state.withLock { state in
            let sounds = state.sounds[index].compactMap { $0 }
            guard let cover = state.covers[index], sounds.count == state.sounds[index].count, !sounds.isEmpty else {
                return nil
            }
            (state.sounds[index], state.covers[index]) = ([], nil)
            return (sounds, cover)
        }
        guard let (sounds, cover) = parts else { return }
        let files = try AlbumWriter(albums[index], in: folder).write(sounds, cover: cover)
        state.withLock { $0.files[index] = files }
    }

    private func ready(_ title: String) {
        done.withLock { done in
            done += 1
            progress(.init(done: done, total: total, title: title))
        }
    }
}
