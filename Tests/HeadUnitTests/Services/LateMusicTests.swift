// Folders and volumes of music that are not there when the unit starts.

import AudioCore
import Glibc
import TestSupport
import Testing

@testable import HeadUnit

@Suite("Music that comes late")
@MainActor
struct LateMusicTests {
    /// Two volumes, of four and of three tracks.
    private static func volumes() throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        for (name, count) in [("disk", 4), ("stick", 3)] {
            for number in 1...count {
                let tags = ["TITLE=\(name) \(number)", "ARTIST=A", "ALBUM=\(name)", "TRACKNUMBER=\(number)"]
                try folder.write(SilentFLAC.bytes(seconds: 30, tags: tags), to: "\(name)/\(number).flac")
            }
        }
        return folder
    }

    private static func bench(_ folder: TemporaryFolder) -> ServiceBench {
        let bench = ServiceBench(in: folder) { $0.music = [folder.file("disk"), folder.file("stick")] }
        bench.services.ensureLoaded()
        return bench
    }

    private static func isQuiet(_ services: AppServices) -> Bool {
        services.phase == .ready && services.pendingJob == nil
    }

    private static func move(_ folder: TemporaryFolder, _ old: String, _ new: String) {
        #expect(rename(folder.path + "/" + old, folder.path + "/" + new) == 0)
    }

    /// A run that plays everything shuffled from a track of the disk.
    private static func firstRun(_ folder: TemporaryFolder) throws -> PlayQueue {
        let bench = bench(folder)
        defer { bench.services.shutDown(within: .patient) }
        #expect(bench.until { isQuiet(bench.services) })
        bench.services.playWithoutScreen()
        let player = try #require(bench.services.player)
        player.setShuffled(true, seed: 7)
        #expect(bench.until { isQuiet(bench.services) })
        #expect(player.queue.count == 7)
        return player.queue
    }

    /// A run with what is there; the state folder is free behind it.
    private static func runToQuiet(_ folder: TemporaryFolder) {
        let bench = bench(folder)
        #expect(bench.until { isQuiet(bench.services) })
        bench.services.shutDown(within: .patient)
    }

    @Test("a queue of which a part is on a stick that comes late is whole again when it is there")
    func queue() throws {
        let folder = try Self.volumes()
        let before = try Self.firstRun(folder)
        Self.move(folder, "stick", "out")
        let bench = Self.bench(folder)
        defer { bench.services.shutDown(within: .patient) }
        #expect(bench.until { Self.isQuiet(bench.services) })
        let player = try #require(bench.services.player)
        #expect(player.item == before.current)
        #expect(player.queue.count < 7)
        Self.move(folder, "out", "stick")
        bench.services.lookForMusic()
        #expect(bench.until { Self.isQuiet(bench.services) })
        #expect(player.queue == before)
        #expect(bench.services.library.snapshot.tracks.count == 7)
    }

    @Test("a run that ends before the stick came leaves the queue for the next one")
    func unfinished() throws {
        let folder = try Self.volumes()
        let before = try Self.firstRun(folder)
        Self.move(folder, "stick", "out")
        Self.runToQuiet(folder)
        Self.move(folder, "out", "stick")
        let bench = Self.bench(folder)
        defer { bench.services.shutDown(within: .patient) }
        #expect(bench.until { Self.isQuiet(bench.services) })
        #expect(try #require(bench.services.player).queue == before)
    }

    @Test("what was chosen while the stick was out stays when it comes")
    func chosen() throws {
        let folder = try Self.volumes()
        _ = try Self.firstRun(folder)
        Self.move(folder, "stick", "out")
        let bench = Self.bench(folder)
        defer { bench.services.shutDown(within: .patient) }
        #expect(bench.until { Self.isQuiet(bench.services) })
        let item = QueueItem(path: folder.file("disk/2.flac"))
        bench.services.play([item], from: 0, isShuffled: false)
        #expect(bench.until { Self.isQuiet(bench.services) })
        Self.move(folder, "out", "stick")
        bench.services.lookForMusic()
        #expect(bench.until { Self.isQuiet(bench.services) })
        #expect(try #require(bench.services.player).queue.items == [item])
        #expect(bench.services.library.snapshot.tracks.count == 7, "the library has it all the same")
    }

    @Test("a folder that is made after the start is found by looking again, and its music can be played")
    func firstMusic() throws {
        let folder = TemporaryFolder()
        let bench = ServiceBench(in: folder)
        bench.services.ensureLoaded()
        defer { bench.services.shutDown(within: .patient) }
        #expect(bench.until { Self.isQuiet(bench.services) })
        #expect(bench.services.hasNoMusic)
        try folder.write(SilentFLAC.bytes(seconds: 30, tags: ["TITLE=New"]), to: "music/1.flac")
        bench.services.scan()
        #expect(bench.until { Self.isQuiet(bench.services) })
        #expect(!bench.services.hasNoMusic)
        bench.services.playWithoutScreen()
        #expect(try #require(bench.services.player).item == QueueItem(path: folder.file("music/1.flac")))
    }

    @Test("a volume that was there the last time keeps its place among the usual ones; other folders do not")
    func remembered() {
        let home: MusicFolders.Environment = { _ in nil }
        let volume = RawPath("/media/A volume that is out")
        let places = MusicFolders.usualPlaces(home, remembered: [volume, RawPath("/srv/elsewhere"), RawPath("/media")])
        #expect(places.contains(volume))
        #expect(!places.contains(RawPath("/srv/elsewhere")))
        #expect(!places.contains(RawPath("/media")))
        #expect(!MusicFolders.usualPlaces(home).contains(volume))
    }
}

@Suite("Mounts")
struct MountWatchTests {
    @Test("mount points are read from the kernel's table, escapes and all")
    func table() {
        let table = """
            22 1 8:2 / / rw,relatime shared:1 - ext4 /dev/sda2 rw
            31 22 8:17 / /media/My\\040Music rw,nosuid - vfat /dev/sdb1 rw
            32 22 8:18 / /media/back\\134slash\\011tab rw - ext4 /dev/sdb2 rw
            33 22 8:19 / /media/not\\09octal\\4 rw - ext4 /dev/sdb3 rw
            a line cut off
            """
        let places = MountWatch.places(in: Array(table.utf8))
        let expected: Set = ["/", "/media/My Music", "/media/back\\slash\ttab", "/media/not\\09octal\\4"]
        #expect(Set(places.map(\.shown)) == expected)
    }

    @Test(
        "where something may bring music",
        arguments: [
            ("/media/STICK", true), ("/mnt", true), ("/music", true), ("/music/usb", true), ("/srv", false),
            ("/musical", false), ("/", true),
        ] as [(String, Bool)])
    func places(point: String, mayHold: Bool) {
        #expect(MusicFolders.mayHoldMusic(RawPath(point), [RawPath("/music")]) == mayHold)
    }
}
