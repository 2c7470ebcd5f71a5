// Covers on their way to the screen: found, decoded and kept by workers, handed over when they are asked for again.

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

    private var arrived: [ImageRequest: PixelBuffer] = [:]
    private var asked: Set<ImageRequest> = []
    /// Keys without a picture, not asked for again.
    private var missing: Set<String> = []
    private var palettes: [String: CoverPalette] = [:]
    private let work: CoverWork

    /// - Parameters:
    ///   - store: thumbnails on disk; nil keeps none.
    ///   - post: brings a closure to the main thread.
    init(
        store: ThumbnailStore?, find: @escaping CoverFinding,
        post: @escaping @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void
    ) {
        work = CoverWork(store: store, find: find, post: post)
    }

    func pixels(for request: ImageRequest) -> PixelBuffer? {
        if let buffer = arrived.removeValue(forKey: request) {
            asked.remove(request)
            return buffer
        }
        guard case .cover(let key) = request.source, !missing.contains(key), asked.insert(request).inserted else {
            return nil
        }
        work.ask(request, key: key) { [weak self] answer in self?.receive(request, key, answer) }
        return nil
    }

    /// The colours of a cover; nil until it has been decoded once.
    func palette(for image: Image) -> CoverPalette? {
        guard case .cover(let key) = image else { return nil }
        return palettes[key]
    }

    /// It was looked for, and there is none.
    func isMissing(_ image: Image) -> Bool {
        guard case .cover(let key) = image else { return false }
        return missing.contains(key)
    }

    /// True when nothing is on its way.
    var isIdle: Bool { asked.allSatisfy { arrived[$0] != nil } }

    /// Music has come or gone: what was missing may be there now.
    func forgetMissing() { missing = [] }

    func shutDown() { work.shutDown() }

    private func receive(_ request: ImageRequest, _ key: String, _ answer: CoverWork.Answer?) {
        if let answer {
            arrived[request] = answer.pixels
            palettes[key] = answer.palette ?? palettes[key]
        } else {
            asked.remove(request)
            missing.insert(key)
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
        var key: String
        var done: @MainActor @Sendable (Answer?) -> Void
    }

    private struct Queue {
        var jobs: [Job] = []
        var mustEnd = false
    }

    private let queue = Monitor(Queue())
    private let thread: NamedThread

    init(
        store: ThumbnailStore?, find: @escaping CoverFinding,
        post: @escaping @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void
    ) {
        let queue = queue
        thread = NamedThread("covers", stackBytes: 2 << 20) {
            while let job = Self.next(queue) {
                let answer = Self.make(job, store, find)
                post { job.done(answer) }
            }
        }
    }

    func ask(_ request: ImageRequest, key: String, _ done: @escaping @MainActor @Sendable (Answer?) -> Void) {
        queue.change { $0.jobs.append(Job(request: request, key: key, done: done)) }
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

    private static func make(_ job: Job, _ store: ThumbnailStore?, _ find: CoverFinding) -> Answer? {
        guard let cover = find(job.key) else { return nil }
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
