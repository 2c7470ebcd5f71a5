// Covers and picture files on their way to the screen: found, decoded and kept by workers, handed over when they are
// asked for again.

import Artwork
import AudioCore
import MusicLibrary
import SDLDisplay
import Scene
import Synchronization
import TemplateKit

/// A cover that was found: what it is known by, and how its bytes are read.
struct FoundCover: Sendable {
    var source: CoverSource
    var load: @Sendable () -> [UInt8]
}

/// Finds a cover by its key. Worker's thread.
typealias CoverFinding = @Sendable (_ key: String) -> FoundCover?

/// Gives the renderer its pictures and the layout their colours. Main thread; a worker does the work.
@MainActor
final class CoverDesk: ImageProviding {
    /// Called when a picture or its colours have come.
    var onArrival: @MainActor () -> Void = {}
    /// The files that documents can name.
    var pictures: [String: RawPath] = [:] { didSet { forgetMissing() } }

    private var arrived: [ImageRequest: PixelBuffer] = [:]
    private var asked: Set<ImageRequest> = []
    /// What is no picture, not asked for again.
    private var missing: Set<ImageRequest.Source> = []
    private var palettes: [ImageRequest.Source: CoverPalette] = [:]
    private let find: CoverFinding
    private let work: CoverWork

    /// - Parameters:
    ///   - store: thumbnails on disk; nil keeps none.
    ///   - post: brings a closure to the main thread.
    init(
        store: ThumbnailStore?, find: @escaping CoverFinding,
        post: @escaping @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void
    ) {
        self.find = find
        work = CoverWork(store: store, post: post)
    }

    func pixels(for request: ImageRequest) -> PixelBuffer? {
        if let buffer = arrived.removeValue(forKey: request) {
            asked.remove(request)
            return buffer
        }
        guard !missing.contains(request.source), let finding = finding(request.source), asked.insert(request).inserted
        else { return nil }
        work.ask(request, finding) { [weak self] answer in self?.receive(request, answer) }
        return nil
    }

    /// How a picture is found, by a worker; nil for what is none of ours.
    private func finding(_ source: ImageRequest.Source) -> (@Sendable () -> FoundCover?)? {
        switch source {
        case .icon: return nil
        case .cover(let key): return { [find] in find(key) }
        case .file(let name):
            guard let path = pictures[name] else { return nil }
            return { CoverFinder.found(path, nil) }
        }
    }

    /// The colours of a cover; nil until it has been decoded once.
    func palette(for image: Image) -> CoverPalette? { Self.source(of: image).flatMap { palettes[$0] } }

    /// It was looked for, and there is none; a file that is not beside the documents is never looked for.
    func isMissing(_ image: Image) -> Bool {
        if case .file(let name) = image, pictures[name] == nil { return true }
        return Self.source(of: image).map { missing.contains($0) } ?? false
    }

    private static func source(of image: Image) -> ImageRequest.Source? {
        switch image {
        case .icon: nil
        case .cover(let key): .cover(key)
        case .file(let name): .file(name)
        }
    }

    /// True when nothing is on its way.
    var isIdle: Bool { asked.allSatisfy { arrived[$0] != nil } }

    /// Music has come or gone: what was missing may be there now.
    func forgetMissing() { missing = [] }

    func shutDown() { work.shutDown() }

    private func receive(_ request: ImageRequest, _ answer: CoverWork.Answer?) {
        if let answer {
            arrived[request] = answer.pixels
            palettes[request.source] = answer.palette ?? palettes[request.source]
        } else {
            asked.remove(request)
            missing.insert(request.source)
        }
        onArrival()
    }
}

/// The worker behind the desk: the newest request first, since that is what is looked at.
final class CoverWork: Sendable {
    struct Answer: Sendable {
        var pixels: PixelBuffer
        var palette: CoverPalette?
    }

    private struct Job: Sendable {
        var request: ImageRequest
        var find: @Sendable () -> FoundCover?
        var done: @MainActor @Sendable (Answer?) -> Void
    }

    private struct Queue {
        var jobs: [Job] = []
        var mustEnd = false
    }

    private let queue = Monitor(Queue())
    private let thread: NamedThread

    init(
        store: ThumbnailStore?, post: @escaping @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void
    ) {
        let queue = queue
        thread = NamedThread("covers", stackBytes: 2 << 20) {
            while let job = Self.next(queue) {
                let answer = Self.make(job, store)
                post { job.done(answer) }
            }
        }
    }

    /// - Parameter find: called on the worker.
    func ask(
        _ request: ImageRequest, _ find: @escaping @Sendable () -> FoundCover?,
        _ done: @escaping @MainActor @Sendable (Answer?) -> Void
    ) {
        queue.change { $0.jobs.append(Job(request: request, find: find, done: done)) }
    }

    func shutDown() {
        queue.change { $0.mustEnd = true }
        thread.join()
    }

    private static func next(_ queue: Monitor<Queue>) -> Job? {
        queue.wait { state in
            if state.mustEnd { return .done(nil) }
            guard let job = state.jobs.popLast() else { return .sleep(until: nil) }
            return .done(job)
        }
    }

    private static func make(_ job: Job, _ store: ThumbnailStore?) -> Answer? {
        guard let cover = job.find() else { return nil }
        let request = job.request
        let key = ThumbnailKey(source: cover.source, width: request.width, height: request.height)
        do throws(ArtworkError) {
            let bitmap: Bitmap
            if let store {
                bitmap = try store.thumbnail(for: key) { cover.load() }
            } else {
                bitmap = try ImageDecoder.decode(
                    cover.load(), targetWidth: request.width, targetHeight: request.height)
            }
            guard let pixels = PixelBuffer(width: bitmap.width, height: bitmap.height, pixels: bitmap.pixels) else {
                return nil
            }
            return Answer(pixels: pixels, palette: CoverColors(of: bitmap).map(CoverPalette.init))
        } catch {
            return nil
        }
    }
}

extension CoverPalette {
    init(_ colors: CoverColors) {
        func top(_ light: Wash.Light) -> Color {
            Color(Wash(colors, light: light, themeAccent: colors.accent ?? colors.background).top)
        }
        self.init(night: top(.night), day: top(.day))
    }
}

extension Color {
    init(_ color: SRGBColor) {
        self.init(red: color.red, green: color.green, blue: color.blue)
    }
}
