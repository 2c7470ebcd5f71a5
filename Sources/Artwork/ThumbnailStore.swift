// Thumbnails kept on disk at the sizes they are drawn, corners included. Any number of workers at once.

import Glibc
import Synchronization

/// A folder of thumbnails with a budget: when it is full, those not used for longest go.
public final class ThumbnailStore: Sendable {
    private let folder: ThumbnailFolder
    private let budget: Int
    private let log: @Sendable (String) -> Void
    private let state = Mutex(State())

    private struct State {
        /// Uses this store has seen, by file name; later uses have larger stamps.
        var uses: [String: Int64] = [:]
        /// Sizes of all files; nil until the first write, because a start that only reads need not look through it.
        var sizes: [String: Int]?
        var totalSize = 0
        var latestStamp: Int64 = 0
        var temporaryCount = 0
        /// What was logged last, so that a full disk is told once until writing works again.
        var told: ArtworkError?
    }

    /// - Parameters:
    ///   - folder: raw path; made when the first thumbnail is written.
    ///   - budget: bytes the folder may hold.
    ///   - log: takes a line when thumbnails cannot be written.
    public init(
        folder: [UInt8], budget: Int = 256 << 20, log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        var path = folder
        while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
        self.folder = ThumbnailFolder(path: path)
        self.budget = max(0, budget)
        self.log = log
    }

    /// The thumbnail from disk; nil when it is not there, or damaged, in which case it is to be made again.
    public func thumbnail(for key: ThumbnailKey) -> Bitmap? {
        read(key.name, identity: key.identity)
    }

    /// The thumbnail whose file is `name`, as kept in the resume point; nil when it is gone or no such name exists.
    public func thumbnail(named name: String) -> Bitmap? {
        guard Self.isThumbnailName(name) else { return nil }
        return read(name, identity: nil)
    }

    /// The thumbnail from disk, else decoded from the cover's bytes and kept.
    ///
    /// A folder that cannot be written (full, read-only) is logged and costs only the time to decode again.
    /// - Parameter load: reads the cover's file; called only when the thumbnail is not there.
    /// - Throws: what `load` or `ImageDecoder.decode` throws.
    public func thumbnail(
        for key: ThumbnailKey, load: () throws(ArtworkError) -> [UInt8]
    ) throws(ArtworkError) -> Bitmap {
        if let kept = thumbnail(for: key) { return kept }
        let bytes = try load()
        let decoded = try ImageDecoder.decode(bytes, targetWidth: key.width, targetHeight: key.height)
        let bitmap = decoded.withCorners(radius: key.cornerRadius)
        do throws(ArtworkError) {
            try keep(bitmap, for: key)
        } catch {
            tellOnce(error)
        }
        return bitmap
    }

    /// Writes a thumbnail and removes the least recently used ones over the budget.
    /// - Throws: `storage` with the system's reason.
    public func keep(_ bitmap: Bitmap, for key: ThumbnailKey) throws(ArtworkError) {
        let identity = key.identity
        let size = ThumbnailFile.size(width: bitmap.width, height: bitmap.height, identityCount: identity.count)
        guard size <= budget else { return }
        let name = key.name
        scanOnce()
        let (temporary, stamp) = state.withLock { state in
            state.temporaryCount += 1
            return (".new-\(getpid())-\(state.temporaryCount)", Self.nextStamp(&state))
        }
        let failure = folder.write(
            name, temporary: temporary, modified: stamp, prefix: ThumbnailFile.prefix(of: bitmap, identity: identity),
            pixels: bitmap.pixels)
        guard failure == 0 else {
            throw ArtworkError(.storage, "thumbnails cannot be kept: \(Self.reason(failure))")
        }
        let removed = state.withLock { state in
            state.told = nil
            state.totalSize += size - (state.sizes?.updateValue(size, forKey: name) ?? 0)
            state.uses[name] = stamp
            return Self.overBudget(&state, budget: budget)
        }
        for name in removed { folder.remove(name) }
    }

    private func read(_ name: String, identity: [UInt8]?) -> Bitmap? {
        guard let file = folder.open(name) else { return nil }
        defer { close(file.descriptor) }
        guard let bitmap = ThumbnailFile.read(file.descriptor, size: file.size, identity: identity) else { return nil }
        let stamp = state.withLock { state in
            state.latestStamp = max(state.latestStamp, file.modified)
            let stamp = Self.nextStamp(&state)
            state.uses[name] = stamp
            return stamp
        }
        // Once a day is exact enough for the next start, and spares the card.
        if file.modified < stamp - Self.day { folder.setModified(file.descriptor, stamp) }
        return bitmap
    }

    /// Learns what the folder holds and removes what a power cut left half written.
    private func scanOnce() {
        if state.withLock({ $0.sizes != nil }) { return }
        let entries = folder.entries()
        let leftovers = state.withLock { state -> [String] in
            if state.sizes != nil { return [] }
            var sizes: [String: Int] = [:]
            var leftovers: [String] = []
            for entry in entries {
                if Self.isThumbnailName(entry.name) {
                    sizes[entry.name] = entry.size
                    state.totalSize += entry.size
                    state.uses[entry.name] = max(state.uses[entry.name] ?? .min, entry.modified)
                    state.latestStamp = max(state.latestStamp, entry.modified)
                } else if entry.name.hasPrefix(".new-") {
                    leftovers.append(entry.name)
                }
            }
            state.sizes = sizes
            return leftovers
        }
        for name in leftovers { folder.remove(name) }
    }

    private func tellOnce(_ error: ArtworkError) {
        let isNew = state.withLock { state in
            defer { state.told = error }
            return state.told != error
        }
        if isNew { log(error.description) }
    }

    private static let day: Int64 = 86_400_000_000_000

    /// The time in nanoseconds, but always later than any stamp before: a car's clock may jump back.
    private static func nextStamp(_ state: inout State) -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        state.latestStamp = max(Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec), state.latestStamp &+ 1)
        return state.latestStamp
    }

    /// Takes the least recently used files out of the account until nine tenths of the budget are left.
    private static func overBudget(_ state: inout State, budget: Int) -> [String] {
        guard state.totalSize > budget, let sizes = state.sizes else { return [] }
        var removed: [String] = []
        let oldestFirst = sizes.keys.sorted { (state.uses[$0] ?? .min, $0) < (state.uses[$1] ?? .min, $1) }
        // The last one was written just now.
        for name in oldestFirst.dropLast() {
            if state.totalSize <= budget - budget / 10 { break }
            state.totalSize -= state.sizes?.removeValue(forKey: name) ?? 0
            state.uses[name] = nil
            removed.append(name)
        }
        return removed
    }

    /// 16 lower-case hexadecimal digits and the suffix: no name leads out of the folder.
    private static func isThumbnailName(_ name: String) -> Bool {
        let digits = name.utf8.dropLast(ThumbnailFile.suffix.utf8.count)
        return name.hasSuffix(ThumbnailFile.suffix) && digits.count == 16
            && digits.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    private static func reason(_ code: Int32) -> String {
        let text = String(cString: strerror(code))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
