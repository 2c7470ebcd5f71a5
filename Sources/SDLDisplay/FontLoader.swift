// Opens large fonts on a thread of its own, which ends when nothing is left to open.

import Glibc
import Synchronization

/// Opens fonts away from the main thread. Any thread may call it.
final class FontLoader: Sendable {
    enum Wish: Hashable, Sendable {
        case file(FontFile)
        /// Whatever fontconfig knows for a character.
        case character(UInt32)
    }

    /// An opened font as an address, because a pointer may not cross threads; nil when there is none.
    struct Loaded: Sendable {
        var wish: Wish
        var file: FontFile?
        var address: UInt?
    }

    /// The size a loaded font starts with; it is changed before every use.
    static let openingSize = 24

    private struct State {
        var wishes: [Wish] = []
        var loaded: [Loaded] = []
        var isRunning = false
    }

    private let state = Mutex(State())
    private let isSomethingLoaded = Atomic<Bool>(false)
    private let onLoaded: @Sendable () -> Void

    /// `onLoaded` is called on the loader's thread after each font.
    init(onLoaded: @escaping @Sendable () -> Void) { self.onLoaded = onLoaded }

    func load(_ wish: Wish) {
        let mustStart = state.withLock { state in
            state.wishes.append(wish)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard mustStart else { return }
        var thread = pthread_t()
        let box = Unmanaged.passRetained(self)
        if pthread_create(&thread, nil, fontLoaderThread, box.toOpaque()) == 0 {
            pthread_detach(thread)
        } else {
            // Without a thread the main thread waits: late text is worse than a late frame.
            box.release()
            run()
        }
    }

    /// Takes a wish back that was not begun; one that was begun is opened all the same.
    func withdraw(_ wish: Wish) {
        state.withLock { $0.wishes.removeAll { $0 == wish } }
    }

    /// What was opened since the last call.
    func takeLoaded() -> [Loaded] {
        guard isSomethingLoaded.exchange(false, ordering: .acquiring) else { return [] }
        return state.withLock { state in
            defer { state.loaded.removeAll() }
            return state.loaded
        }
    }

    fileprivate func run() {
        while let wish = nextWish() {
            let loaded = Self.open(wish)
            state.withLock { $0.loaded.append(loaded) }
            isSomethingLoaded.store(true, ordering: .releasing)
            onLoaded()
        }
    }

    private func nextWish() -> Wish? {
        state.withLock { state in
            if state.wishes.isEmpty {
                state.isRunning = false
                return nil
            }
            return state.wishes.removeFirst()
        }
    }

    static func open(_ wish: Wish) -> Loaded {
        let file: FontFile? =
            switch wish {
            case .file(let file): file
            case .character(let scalar):
                Fontconfig.match("sans-serif:scalable=true:color=false:charset=" + String(scalar, radix: 16))
            }
        let pointer = file.flatMap { FontHandle.openPointer($0, size: openingSize) }
        return Loaded(wish: wish, file: file, address: pointer.map { UInt(bitPattern: $0) })
    }
}

/// The loader's thread; `context` is a retained `FontLoader`.
private func fontLoaderThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<FontLoader>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
