// What a snapshot survives.

import AudioCore
import FoundationEssentials
import Glibc
import HeadUnit
import TestSupport
import Testing

private let folder = RawPath("/state")
private let current = folder.appending("likes.json")
private let previous = folder.appending("likes.previous.json")

/// A stand-in for what snapshots hold.
struct Likes: Codable, Hashable, Sendable {
    var generation: Int
    var names: [String] = ["Kino", "Аквариум", "椎名林檎"]
}

private func likesFile(_ files: PowerCutFileSystem, version: Int = 1, _ lines: Lines = Lines()) -> SnapshotFile<Likes> {
    SnapshotFile(name: "likes", version: version, folder: folder, files: files, report: lines.report)
}

/// A folder in which generations 1 and 2 were saved.
private func twoGenerations() throws -> [RawPath: [UInt8]] {
    let files = PowerCutFileSystem()
    var file = likesFile(files)
    #expect(file.save(Likes(generation: 1)) == true)
    #expect(file.save(Likes(generation: 2)) == true)
    return files.files
}

@Suite("Snapshots")
struct SnapshotTests {
    @Test("a saved value is loaded again, and the one before is kept")
    func roundTrip() throws {
        let disk = try twoGenerations()
        #expect(Set(disk.keys) == [current, previous])
        var file = likesFile(PowerCutFileSystem(files: disk))
        #expect(file.load() == Likes(generation: 2))
        var old = likesFile(PowerCutFileSystem(files: [previous: try #require(disk[previous])]))
        #expect(old.load() == Likes(generation: 1))
    }

    @Test("an empty folder gives nothing and says nothing")
    func first() {
        let lines = Lines()
        var file = likesFile(PowerCutFileSystem(), lines)
        #expect(file.load() == nil)
        #expect(lines.all == [])
    }

    @Test("the file is a JSON object that other programs can read")
    func isJSON() throws {
        let bytes = try #require(try twoGenerations()[current])
        struct Whole: Decodable {
            var version: Int
            var value: Likes
        }
        let whole = try JSONDecoder().decode(Whole.self, from: Data(bytes))
        #expect(whole.version == 1)
        #expect(whole.value == Likes(generation: 2))
    }

    @Test("cut at any byte, it is set aside whole and the previous generation is used")
    func cutAnywhere() throws {
        let disk = try twoGenerations()
        let whole = try #require(disk[current])
        for length in whole.indices {
            let cut = Array(whole[..<length])
            var damaged = disk
            damaged[current] = cut
            let files = PowerCutFileSystem(files: damaged)
            let lines = Lines()
            var file = likesFile(files, lines)
            let loaded = file.load()
            // The line feed at the very end may go.
            let isHarmless = length == whole.count - 1
            #expect(loaded == Likes(generation: isHarmless ? 2 : 1), "cut at \(length)")
            #expect(lines.all.count == (isHarmless ? 0 : 1))
            #expect(file.save(Likes(generation: 3)) == true)
            #expect(file.save(Likes(generation: 4)) == true)
            if !isHarmless { #expect(files.files[folder.appending("likes.corrupt-1.json")] == cut) }
            var again = likesFile(files)
            #expect(again.load() == Likes(generation: 4))
        }
    }

    @Test("with bytes flipped it gives a generation that was saved, never another", arguments: UInt64(1)...8)
    func flipped(seed: UInt64) throws {
        let disk = try twoGenerations()
        var dice = SeededNumbers(seed: seed)
        for _ in 0..<60 {
            var damaged = disk
            var bytes = try #require(disk[current])
            for _ in 0..<Int.random(in: 1...3, using: &dice) {
                bytes[Int.random(in: bytes.indices, using: &dice)] ^= UInt8.random(in: 1...255, using: &dice)
            }
            damaged[current] = bytes
            let files = PowerCutFileSystem(files: damaged)
            var file = likesFile(files)
            let loaded = file.load()
            #expect(loaded == Likes(generation: 1) || loaded == Likes(generation: 2))
            _ = file.save(Likes(generation: 3))
            #expect(files.files.values.contains(bytes), "the damaged bytes are still somewhere")
        }
    }

    @Test("both generations damaged: both are set aside, and saving works")
    func bothDamaged() throws {
        let files = PowerCutFileSystem(files: [current: [0, 1], previous: Array("{}".utf8)])
        let lines = Lines()
        var file = likesFile(files, lines)
        #expect(file.load() == nil)
        #expect(files.files[folder.appending("likes.corrupt-1.json")] == [0, 1])
        #expect(files.files[folder.appending("likes.corrupt-2.json")] == Array("{}".utf8))
        #expect(lines.all.count == 1)
        #expect(lines.all.first?.contains("likes.corrupt-2.json") == true)
        #expect(file.save(Likes(generation: 1)) == true)
        #expect(files.state.withLock { $0.destroyed } == [])
    }

    @Test("a damaged file that cannot be set aside is not written over; later it is set aside first")
    func cannotSetAside() throws {
        var damaged = try twoGenerations()
        damaged[current] = [9, 9, 9]
        let files = PowerCutFileSystem(files: damaged)
        files.state.withLock { $0.faults = [.rename: EROFS] }
        let lines = Lines()
        var file = likesFile(files, lines)
        #expect(file.load() == Likes(generation: 1))
        #expect(file.save(Likes(generation: 3)) == false)
        #expect(files.files == damaged)
        files.state.withLock { $0.faults = [:] }
        #expect(file.save(Likes(generation: 3)) == true)
        #expect(files.files[folder.appending("likes.corrupt-1.json")] == [9, 9, 9])
        #expect(files.files[previous] == damaged[previous])
        #expect(lines.all.count == 4, "\(lines.all)")
    }

    @Test("a file that cannot be read stays until the next save and is then set aside")
    func unreadable() throws {
        let disk = try twoGenerations()
        let files = PowerCutFileSystem(files: disk)
        files.state.withLock { $0.faults = [.read: EIO] }
        var file = likesFile(files)
        #expect(file.load() == nil)
        #expect(files.files == disk)
        files.state.withLock { $0.faults = [:] }
        #expect(file.save(Likes(generation: 3)) == true)
        #expect(Set(files.files.values).isSuperset(of: Set(disk.values)))
        var again = likesFile(files)
        #expect(again.load() == Likes(generation: 3))
    }

    @Test("a folder, a FIFO and a file far too large in the place of one are set aside at once, in one line")
    func foreign() throws {
        for kind in ["folder", "fifo", "large"] {
            let place = TemporaryFolder()
            let path = place.file("likes.json")
            switch kind {
            case "folder": #expect(path.withCString { mkdir($0, 0o700) } == 0)
            case "fifo": #expect(path.withCString { mkfifo($0, 0o600) } == 0)
            default: try place.write([UInt8](repeating: 0x20, count: (16 << 20) + 1), to: "likes.json")
            }
            let lines = Lines()
            var file = SnapshotFile<Likes>(
                name: "likes", version: 1, folder: RawPath(place.path), files: LinuxFileSystem(),
                report: lines.report)
            #expect(file.load() == nil)
            #expect(file.save(Likes(generation: 1)) == true)
            #expect(lines.all.count == 1, "\(kind): \(lines.all)")
            #expect(lines.all.first?.contains("likes.corrupt-1.json") == true)
            #expect(access(place.path + "/likes.corrupt-1.json", F_OK) == 0)
            #expect(file.load() == Likes(generation: 1))
        }
    }

    @Test("a file of a newer version is left as it is, and that is said once")
    func newer() throws {
        let files = PowerCutFileSystem()
        var future = likesFile(files, version: 2)
        #expect(future.save(Likes(generation: 9)) == true)
        let disk = files.files
        let lines = Lines()
        var file = likesFile(files, lines)
        #expect(file.load() == nil)
        #expect(file.isReadOnly)
        #expect(file.save(Likes(generation: 1)) == true)
        #expect(file.save(Likes(generation: 2)) == true)
        #expect(files.files == disk)
        #expect(lines.all.count == 1)
        #expect(lines.all.first?.contains("version 2") == true)
    }

    @Test("a newer version above one of ours: ours is used, nothing is written")
    func newerAboveOurs() throws {
        let files = PowerCutFileSystem()
        var file = likesFile(files)
        #expect(file.save(Likes(generation: 1)) == true)
        var future = likesFile(files, version: 2)
        #expect(future.save(Likes(generation: 9)) == true)
        let disk = files.files
        var today = likesFile(files)
        #expect(today.load() == Likes(generation: 1))
        #expect(today.save(Likes(generation: 2)) == true)
        #expect(files.files == disk)
    }

    @Test("saving before loading looks first, so a newer file is safe even then")
    func saveFirst() throws {
        let files = PowerCutFileSystem()
        var future = likesFile(files, version: 2)
        #expect(future.save(Likes(generation: 9)) == true)
        let disk = files.files
        var file = likesFile(files)
        #expect(file.save(Likes(generation: 1)) == true)
        #expect(files.files == disk)
    }

    @Test("edited by hand, without the checksum, it is taken")
    func byHand() {
        let text = #"{ "value": {"generation": 5, "names": []}, "version": 1 }"#
        var file = likesFile(PowerCutFileSystem(files: [current: Array(text.utf8)]))
        #expect(file.load() == Likes(generation: 5, names: []))
    }

    @Test("a power cut at any call leaves the old or the new value, and saving works again", arguments: [4096, 7])
    func powerCut(largestWrite: Int) throws {
        let disk = try twoGenerations()
        for calls in 0..<100 {
            let files = PowerCutFileSystem(files: disk)
            var file = likesFile(files)
            #expect(file.load() == Likes(generation: 2))
            files.state.withLock {
                $0.callsLeft = calls
                $0.largestWrite = largestWrite
            }
            let isSaved = file.save(Likes(generation: 3))
            for world in files.worlds() {
                let lines = Lines()
                var restarted = likesFile(world, lines)
                let found = restarted.load()
                let loaded = try #require(found, "cut at call \(calls)")
                #expect(loaded.generation == 3 || (!isSaved && loaded.generation == 2), "cut at call \(calls)")
                #expect(!lines.all.contains { $0.contains("damaged") }, "\(lines.all)")
                #expect(restarted.save(Likes(generation: 4)) == true)
                var again = likesFile(world)
                #expect(again.load() == Likes(generation: 4))
            }
            if isSaved { return }
        }
        Issue.record("the save never ended")
    }

    @Test("a power cut while a damaged file is set aside loses neither it nor the previous generation")
    func powerCutAside() throws {
        var disk = try twoGenerations()
        disk[current] = [7, 7, 7]
        for calls in 0..<60 {
            let files = PowerCutFileSystem(files: disk)
            files.state.withLock { $0.callsLeft = calls }
            var file = likesFile(files)
            _ = file.load()
            let isSaved = file.save(Likes(generation: 3))
            for world in files.worlds() {
                var restarted = likesFile(world)
                let loaded = restarted.load()
                #expect(loaded == Likes(generation: 3) || (!isSaved && loaded == Likes(generation: 1)))
                #expect(world.files.values.contains([7, 7, 7]))
            }
            if isSaved { return }
        }
        Issue.record("the save never ended")
    }

    @Test(
        "an error at any operation is said once, loses nothing, and its end is said",
        arguments: [
            PowerCutFileSystem.Call.open, .write, .synchronize, .rename, .synchronizeFolder,
        ], [EROFS, ENOSPC, EIO])
    func errors(call: PowerCutFileSystem.Call, code: Int32) throws {
        let files = PowerCutFileSystem(files: try twoGenerations())
        let lines = Lines()
        var file = likesFile(files, lines)
        _ = file.load()
        files.state.withLock { $0.faults = [call: code] }
        for _ in 0..<3 { #expect(file.save(Likes(generation: 3)) == false) }
        #expect(lines.all.count == 1)
        files.state.withLock { $0.faults = [:] }
        var restarted = likesFile(files)
        let generation = restarted.load()?.generation
        #expect(generation == 2 || generation == 3)
        #expect(file.save(Likes(generation: 4)) == true)
        #expect(lines.all.count == 2)
        #expect(lines.all.last == "likes.json is saved again")
        var again = likesFile(files)
        #expect(again.load() == Likes(generation: 4))
    }

    @Test("no space: the half-written file does not stay in the way")
    func noSpace() throws {
        let disk = try twoGenerations()
        let files = PowerCutFileSystem(files: disk)
        var file = likesFile(files)
        files.state.withLock { $0.faults = [.synchronize: ENOSPC] }
        #expect(file.save(Likes(generation: 3)) == false)
        #expect(files.files == disk)
    }

    @Test("a folder that has gone is made again")
    func noFolder() {
        let files = PowerCutFileSystem()
        files.state.withLock { $0.folders = [RawPath("/")] }
        var file = likesFile(files)
        #expect(file.save(Likes(generation: 1)) == true)
        var again = likesFile(files)
        #expect(again.load() == Likes(generation: 1))
    }

    @Test("a value that JSON cannot hold is said and not tried again")
    func notJSON() {
        let lines = Lines()
        let files = PowerCutFileSystem()
        var file = SnapshotFile<Double>(name: "x", version: 1, folder: folder, files: files, report: lines.report)
        #expect(file.save(.nan) == true)
        #expect(lines.all.count == 1)
        #expect(files.files.isEmpty)
    }
}
