// The thumbnail folder: kept, found again, remade when damaged, never larger than its budget.

import FoundationEssentials
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Artwork

@Suite("Thumbnails")
struct ThumbnailStoreTests {
    private let folder = TemporaryFolder()

    private func key(_ number: Int, side: Int = 16, radius: Int = 0) -> ThumbnailKey {
        ThumbnailKey(
            source: CoverSource(
                path: [0x2F, 0xFF, UInt8(number & 255)], modified: 1_700_000_000, size: 900, offset: 42),
            width: side, height: side, cornerRadius: radius)
    }

    private func store(budget: Int = 1 << 20) -> ThumbnailStore {
        ThumbnailStore(folder: Array((folder.path + "/cache/thumbnails").utf8), budget: budget)
    }

    private func path(_ name: String) -> String { folder.path + "/cache/thumbnails/" + name }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache/thumbnails").sorted()
    }

    private var cover: [UInt8] { JPEGFixture(width: 32, height: 32, color: quarters(32, 32)).bytes }

    @Test("a cover is decoded once; the next start reads its thumbnail, corners included")
    func keptAndFound() throws {
        let made = try store().thumbnail(for: key(1, side: 24, radius: 6)) { () throws(ArtworkError) in self.cover }
        #expect(made[x: 0, y: 0] == 0 && made[x: 12, y: 12] >> 24 == 255)
        let next = store()
        let found = try next.thumbnail(for: key(1, side: 24, radius: 6)) { () throws(ArtworkError) in
            throw ArtworkError(.damaged, "the cover is not read again")
        }
        #expect(found == made)
        #expect(next.thumbnail(named: key(1, side: 24, radius: 6).name) == made)
    }

    @Test("another size, radius, file, time, length or place is another thumbnail")
    func keys() throws {
        let base = key(1)
        var others = [key(2), key(1, side: 17), key(1, radius: 3)]
        for change in [\CoverSource.modified, \.size, \.offset] {
            var other = base
            other.source[keyPath: change] += 1
            others.append(other)
        }
        let store = store()
        try store.keep(Bitmap(width: 16, height: 16, filledWith: 0xFFFF_FFFF), for: base)
        #expect(Set((others + [base]).map(\.name)).count == 7)
        for other in others { #expect(store.thumbnail(for: other) == nil) }
        #expect(store.thumbnail(for: base) != nil)
    }

    @Test("two keys that share a file name are not mistaken for each other")
    func nameCollision() throws {
        let store = store()
        try store.keep(Bitmap(width: 16, height: 16, filledWith: 0xFF11_1111), for: key(1))
        #expect(rename(path(key(1).name), path(key(2).name)) == 0)
        #expect(store.thumbnail(for: key(2)) == nil)
    }

    @Test("a thumbnail with any byte changed, or cut anywhere, is made again")
    func damage() throws {
        let store = store()
        let key = key(3, side: 6)
        let bitmap = Bitmap(width: 6, height: 6, pixels: (0..<36).map { 0xFF00_0000 | $0 })
        try store.keep(bitmap, for: key)
        let whole = [UInt8](try Data(contentsOf: URL(filePath: path(key.name))))
        for index in whole.indices {
            var damaged = whole
            damaged[index] ^= 0x10
            try Data(damaged).write(to: URL(filePath: path(key.name)))
            #expect(store.thumbnail(for: key) == nil, "byte \(index)")
            try Data(whole[..<index]).write(to: URL(filePath: path(key.name)))
            #expect(store.thumbnail(for: key) == nil, "cut at \(index)")
        }
        let remade = try store.thumbnail(for: key) { () throws(ArtworkError) in self.cover }
        #expect(store.thumbnail(for: key) == remade)
    }

    @Test("the folder stays within its budget, and what was used last stays")
    func budget() throws {
        let size = ThumbnailFile.size(width: 16, height: 16, identityCount: key(0).identity.count)
        let store = store(budget: 10 * size)
        let bitmap = Bitmap(width: 16, height: 16)
        for number in 0..<10 { try store.keep(bitmap, for: key(number)) }
        #expect(store.thumbnail(for: key(0)) != nil)
        try store.keep(bitmap, for: key(10))
        #expect(try files().count == 9)
        #expect(store.thumbnail(for: key(0)) != nil && store.thumbnail(for: key(10)) != nil)
        #expect(store.thumbnail(for: key(1)) == nil && store.thumbnail(for: key(2)) == nil)
        #expect(store.thumbnail(for: key(3)) != nil)
    }

    @Test("what was used before the last start counts too, and so does a clock that jumped back")
    func budgetAcrossStarts() throws {
        let size = ThumbnailFile.size(width: 16, height: 16, identityCount: key(0).identity.count)
        let bitmap = Bitmap(width: 16, height: 16)
        let first = store(budget: 10 * size)
        for number in 0..<4 { try first.keep(bitmap, for: key(number)) }
        // Files 0 ... 3 from long ago, in this order; file 2 from a future that a wrong clock made.
        for (number, time) in [(0, 1_000_000_000), (1, 1_000_000_001), (2, 4_000_000_000), (3, 1_000_000_002)] {
            let stamp = timespec(tv_sec: time, tv_nsec: 0)
            #expect(utimensat(AT_FDCWD, path(key(number).name), [stamp, stamp], 0) == 0)
        }
        #expect(store().thumbnail(for: key(0)) != nil)
        let next = store(budget: 4 * size)
        try next.keep(bitmap, for: key(4))
        #expect(next.thumbnail(for: key(1)) == nil && next.thumbnail(for: key(3)) == nil)
        #expect(next.thumbnail(for: key(0)) != nil && next.thumbnail(for: key(2)) != nil)
        #expect(next.thumbnail(for: key(4)) != nil)
    }

    @Test("half-written files of a power cut go, files of others stay")
    func leftovers() throws {
        try folder.write([1], to: "cache/thumbnails/.new-1-1")
        try folder.write([1], to: "cache/thumbnails/README")
        try store().keep(Bitmap(width: 16, height: 16), for: key(1))
        #expect(try files() == ["README", key(1).name].sorted())
    }

    @Test("a folder that cannot be made costs the thumbnail, not the picture, and is told once")
    func unwritable() throws {
        let told = Told()
        // A file where the folder should be.
        try folder.write([1], to: "cache")
        let store = ThumbnailStore(folder: Array((folder.path + "/cache/thumbnails").utf8)) { line in
            told.lines.withLock { $0.append(line) }
        }
        for number in 0..<3 {
            let bitmap = try store.thumbnail(for: key(number)) { () throws(ArtworkError) in self.cover }
            #expect(bitmap.width == 16)
        }
        #expect(told.lines.withLock { $0 } == ["thumbnails cannot be kept: not a directory"])
        #expect(
            failure { () throws(ArtworkError) in try store.keep(Bitmap(width: 1, height: 1), for: self.key(1)) }
                == .storage)
    }

    @Test(
        "a name that is not one of ours opens nothing",
        arguments: ["", "../x", "0123456789abcdef.thumb/..", "0123456789ABCDEF.thumb"])
    func names(name: String) {
        #expect(store().thumbnail(named: name) == nil)
    }

    @Test("many workers at once lose nothing")
    func concurrency() async throws {
        let store = store()
        let cover = cover
        let keys = (0..<12).map { key($0, side: 8) }
        await withTaskGroup(of: Bool.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    keys.indices.allSatisfy { index in
                        let key = keys[(index + worker * 3) % keys.count]
                        return (try? store.thumbnail(for: key) { () throws(ArtworkError) in cover }) != nil
                    }
                }
            }
            for await isFine in group { #expect(isFine) }
        }
        #expect(try files().count == 12)
        #expect(keys.allSatisfy { store.thumbnail(for: $0) != nil })
    }

    @Test("the checksum is the one of the standard, at any length")
    func checksum() {
        var crc = CRC32()
        Array("123456789".utf8).withUnsafeBytes { crc.update($0) }
        #expect(crc.value == 0xCBF4_3926)
        let bytes = (0..<100).map { UInt8($0 &* 37 & 255) }
        for count in bytes.indices {
            var crc = CRC32()
            bytes[..<(count / 2)].withUnsafeBytes { crc.update($0) }
            bytes[(count / 2)..<count].withUnsafeBytes { crc.update($0) }
            #expect(crc.value == PNGFixture.crc(Array(bytes[..<count])))
        }
    }

    private final class Told: Sendable {
        let lines = Mutex<[String]>([])
    }
}
