import AudioCore
import Glibc
import MusicLibrary
import TestSupport
import Testing

@testable import HeadUnit

@MainActor
@Suite struct LibraryServiceTests {
    @Test("a start reads the saved library first, then scans; the next start knows everything at once")
    func start() throws {
        let rig = LibraryRig()
        try rig.add("a/1.wav", ["TIT2": "One", "TALB": "A", "TPE1": "X"])
        #expect(!rig.library.isLoaded && !rig.library.isScanning)
        rig.start()
        #expect(rig.library.isScanning && rig.library.progress != nil)
        #expect(rig.queue.run { rig.library.isLoaded })
        #expect(rig.queue.run { !rig.library.isScanning })
        #expect(rig.library.snapshot.tracks.map(\.title) == ["One"] && rig.library.progress == nil)
        #expect(rig.library.report?.added == 1)

        let next = LibraryService(post: rig.queue.post)
        next.start(roots: [rig.root], cache: rig.folder.file("cache"))
        #expect(rig.queue.run { next.isLoaded })
        #expect(next.snapshot.tracks == rig.library.snapshot.tracks, "before its scan is done")
        #expect(rig.queue.run { !next.isScanning })
        #expect(next.report?.added == 0 && next.snapshot.tracks == rig.library.snapshot.tracks)
    }

    @Test("another scan brings what is new and keeps the keys; one asked for during a scan follows it")
    func rescan() throws {
        let rig = LibraryRig()
        try rig.add("a/1.wav", ["TIT2": "One"])
        rig.library.rescan()
        #expect(!rig.library.isScanning, "there is nothing to scan before the start")
        #expect(rig.load())
        let key = rig.library.snapshot.tracks[0].key
        try rig.add("a/2.wav", ["TIT2": "Two"])
        rig.library.rescan()
        rig.library.rescan()
        #expect(rig.queue.run { !rig.library.isScanning })
        #expect(rig.library.snapshot.tracks.map(\.title) == ["One", "Two"])
        #expect(rig.library.snapshot.tracks[0].key == key)
        #expect(rig.library.report?.added == 0, "the last report is of the scan that followed")
    }

    @Test("a damaged saved library costs a line and a scan")
    func damaged() throws {
        let rig = LibraryRig()
        try rig.add("a/1.wav", ["TIT2": "One"])
        try rig.folder.write(Array("CARLIB\r\n and no more".utf8), to: "cache/library.index")
        #expect(rig.load())
        #expect(rig.notes.count == 1 && rig.library.snapshot.tracks.count == 1)
    }

    @Test("without a cache to write to the library works, says so, and does not read everything again")
    func noCache() throws {
        let rig = LibraryRig()
        try rig.add("a/1.wav", ["TIT2": "One"])
        let file = try rig.folder.write([1], to: "plain")
        rig.library.start(roots: [rig.root], cache: file.appending("cache"))
        #expect(rig.queue.run { !rig.library.isScanning })
        #expect(rig.library.snapshot.tracks.count == 1 && rig.notes.contains { $0.contains("cannot be saved") })
        #expect(rig.rescan())
        #expect(rig.library.report?.added == 0)
    }

    @Test("the saved library of other folders is not shown; what is in both is not read again")
    func otherFolders() throws {
        let rig = LibraryRig()
        try rig.add("a/1.wav", ["TIT2": "One"])
        try rig.add("b/2.wav", ["TIT2": "Two"])
        #expect(rig.load())
        let next = LibraryService(post: rig.queue.post)
        next.start(roots: [rig.root.appending("b")], cache: rig.folder.file("cache"))
        #expect(rig.queue.run { next.isLoaded })
        #expect(next.snapshot.tracks.isEmpty)
        #expect(rig.queue.run { !next.isScanning })
        #expect(next.snapshot.tracks.map(\.title) == ["Two"] && next.report?.added == 0)
    }

    @Test("covers are found by key: inside the file, beside it, and not at all")
    func covers() throws {
        let rig = LibraryRig()
        let inside: [UInt8] = [0x89, 0x50, 1, 2, 3]
        let png = joined(
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13], Array("IHDR".utf8),
            [0, 0, 0, 8, 0, 0, 0, 8, 8, 2, 0, 0, 0, 0, 0, 0, 0])
        let first = try rig.add("in/1.wav", ["TIT2": "in", "TALB": "In"], cover: inside)
        try rig.add("out/1.wav", ["TIT2": "out", "TALB": "Out"])
        let image = try rig.folder.write(png, to: "music/out/cover.png")
        try rig.add("loose/1.wav", ["TIT2": "first"], cover: [1, 1])
        try rig.add("loose/2.wav", ["TIT2": "second"], cover: [2, 2])
        try rig.add("none/1.wav", ["TIT2": "none", "TALB": "None"])
        #expect(rig.load())
        let snapshot = rig.library.snapshot
        func key(_ title: String) -> String? {
            snapshot.tracks.first { $0.title == title }.flatMap { LibraryCovers.key(of: $0, in: snapshot) }
        }
        let inKey = try #require(key("in"))
        let found = try #require(try rig.library.covers.bytes(for: inKey))
        #expect(found.bytes == inside && found.source.path == first.bytes && found.source.offset > 0)
        #expect(rig.library.covers.source(for: inKey) == found.source)
        let outKey = try #require(key("out"))
        let outer = try #require(try rig.library.covers.bytes(for: outKey))
        #expect(outer.bytes == png && outer.source.path == image.bytes && outer.source.offset == 0)
        #expect(try rig.library.covers.bytes(for: try #require(key("second")))?.bytes == [2, 2])
        #expect(key("none") == nil)
        for nonsense in ["", "cover:", "cover:a", "cover:a99.0", "cover:x1.0", "icon:a1", "cover:a-1.0"] {
            #expect(try rig.library.covers.bytes(for: nonsense) == nil)
        }
        try rig.folder.write(png + [0], to: "music/out/cover.png")
        #expect(rig.rescan())
        let changed = rig.library.snapshot.albums.first { $0.title == "Out" }.flatMap(LibraryCovers.key)
        #expect(changed != nil && changed != outKey, "another picture has another key")
        unlink(image.shown)
        #expect(throws: AudioError.self) { try rig.library.covers.bytes(for: outKey) }
    }
}
