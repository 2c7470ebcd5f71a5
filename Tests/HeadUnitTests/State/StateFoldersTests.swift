// Where things are, and who has them.

import AudioCore
import FoundationEssentials
import Glibc
import HeadUnit
import MusicLibrary
import TestSupport
import Testing

private func folders(
    _ variables: [String: String], flags: StateFolders.Flags = .init(), _ lines: Lines = Lines()
) throws -> StateFolders {
    try StateFolders(flags: flags, environment: { variables[$0].map { Array($0.utf8) } }, report: lines.report)
}

@Suite("State folders")
struct StateFoldersTests {
    @Test(
        "each is found by flag, systemd's variable, XDG's, then home",
        arguments: [
            (
                ["HOME": "/home/a"], "/home/a/.local/state/carillon", "/home/a/.cache/carillon",
                "/home/a/.config/carillon"
            ),
            (
                ["HOME": "/home/a", "XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "/c", "XDG_CONFIG_HOME": "/k"],
                "/s/carillon", "/c/carillon", "/k/carillon"
            ),
            (
                [
                    "HOME": "/home/a", "XDG_STATE_HOME": "/s", "STATE_DIRECTORY": "/var/lib/carillon:/var/lib/two",
                    "CACHE_DIRECTORY": "/var/cache/carillon", "CONFIGURATION_DIRECTORY": "/etc/carillon:/etc/x",
                ], "/var/lib/carillon", "/var/cache/carillon", "/etc/carillon"
            ),
            (
                ["HOME": "/home/a", "XDG_STATE_HOME": "", "STATE_DIRECTORY": ""], "/home/a/.local/state/carillon",
                "/home/a/.cache/carillon", "/home/a/.config/carillon"
            ),
        ])
    func found(variables: [String: String], state: String, cache: String, config: String) throws {
        let lines = Lines()
        let found = try folders(variables, lines)
        #expect(found.state == RawPath(state))
        #expect(found.cache == RawPath(cache))
        #expect(found.configFile == RawPath(config + "/config.json"))
        #expect(lines.all == [])
    }

    @Test(
        "a folder that can never be made is refused, and nothing goes on trying",
        arguments: ["/proc/x", "/proc/x/y"])
    func impossible(path: String) {
        #expect(throws: StateError.self) { try LinuxFileSystem().makeFolders(RawPath(path)) }
        #expect(throws: AudioError.self) {
            try LibraryStore(folder: RawPath(path)).save(LibraryContents.empty)
        }
    }

    @Test("a flag wins, and a relative one counts from the working folder")
    func flags() throws {
        let flags = StateFolders.Flags(state: RawPath("/f"), cache: RawPath("c"), config: RawPath("/k.json"))
        let found = try folders(["HOME": "/h", "STATE_DIRECTORY": "/s", "CACHE_DIRECTORY": "/s"], flags: flags)
        #expect(found.state == RawPath("/f"))
        #expect(found.cache == RawPath(FileManager.default.currentDirectoryPath + "/c"))
        #expect(found.configFile == RawPath("/k.json"))
    }

    @Test("a relative value is ignored, which is said")
    func relative() throws {
        let lines = Lines()
        let found = try folders(["HOME": "/h", "XDG_STATE_HOME": "state", "STATE_DIRECTORY": "./x"], lines)
        #expect(found.state == RawPath("/h/.local/state/carillon"))
        #expect(lines.all.count == 2)
    }

    @Test("a relative HOME is said once, whatever is looked for in it")
    func relativeHome() throws {
        let lines = Lines()
        #expect(try folders(["HOME": "home"], lines).cache.isAbsolute)
        #expect(lines.all.count == 1 && lines.all[0].hasPrefix("HOME is ignored: home "))
    }

    @Test("without HOME the account's home is used")
    func noHome() throws {
        #expect(try folders([:]).state.isAbsolute)
    }

    @Test("bytes that are not UTF-8 stay as they are")
    func rawBytes() throws {
        let found = try StateFolders(environment: { $0 == "HOME" ? [0x2F, 0xFF] : nil }, report: { _ in })
        #expect(found.state.bytes.starts(with: [0x2F, 0xFF, 0x2F]))
    }

    @Test("folders are made with mode 0700, and again without harm")
    func made() throws {
        let folder = TemporaryFolder()
        let path = folder.file("a/b/c")
        for _ in 0..<2 { try LinuxFileSystem().makeFolders(path) }
        for name in ["a", "a/b", "a/b/c"] {
            var status = stat()
            #expect(folder.file(name).withCString { stat($0, &status) } == 0)
            #expect(status.st_mode & 0o7777 == 0o700)
        }
    }

    @Test("a folder that cannot be made is named")
    func notMade() throws {
        let folder = TemporaryFolder()
        try folder.write([1], to: "file")
        do {
            try LinuxFileSystem().makeFolders(folder.file("file/state"))
            Issue.record("made below a file")
        } catch {
            #expect(error.code == ENOTDIR)
            #expect(error.description.contains("file/state cannot be made: not a directory"))
        }
    }

    @Test("a second instance is refused, naming the first; after the first has ended it may")
    func lock() throws {
        let folder = TemporaryFolder()
        let path = RawPath(folder.path)
        let lines = Lines()
        var first = try StateLock.take(path, report: lines.report)
        #expect(first != nil)
        do {
            _ = try StateLock.take(path, report: lines.report)
            Issue.record("two programs have the folder")
        } catch {
            #expect(error.description.contains("process number \(getpid())"))
            #expect(error.description.contains(folder.path))
        }
        first = nil
        #expect(try StateLock.take(path, report: lines.report) != nil)
        #expect(lines.all == [])
    }

    @Test("a lock on a folder that is not there names it")
    func noFolder() {
        #expect(throws: StateError("cannot be opened", code: ENOENT, path: "/nowhere/at/all")) {
            try StateLock.take(RawPath("/nowhere/at/all"), report: { _ in })
        }
    }
}

@Suite("Real file system")
struct LinuxFileSystemTests {
    @Test("generations, damage and slots work on a real disk as in memory")
    func realDisk() throws {
        let folder = TemporaryFolder()
        let path = RawPath(folder.path).appending([0xFF, 0x20]).appending("state")
        let lines = Lines()
        var file = SnapshotFile<Likes>(
            name: "likes", version: 1, folder: path, files: LinuxFileSystem(), report: lines.report)
        for generation in 1...3 { #expect(file.save(Likes(generation: generation)) == true) }
        let current = path.appending("likes.json")
        #expect(current.withCString { truncate($0, 40) } == 0)
        var again = SnapshotFile<Likes>(
            name: "likes", version: 1, folder: path, files: LinuxFileSystem(), report: lines.report)
        #expect(again.load() == Likes(generation: 2))
        #expect(lines.all.count == 1)
        var status = stat()
        #expect(path.appending("likes.corrupt-1.json").withCString { stat($0, &status) } == 0)
        #expect(status.st_size == 40)
        #expect(status.st_mode & 0o7777 == 0o600)
        var resume = ResumeFile(folder: path, files: LinuxFileSystem(), report: lines.report)
        var point = ResumePoint(item: QueueItem(path: RawPath("/a.flac")), status: .playing)
        for second in 0..<5 {
            point.position = second * 1000
            #expect(resume.save(point) == true)
        }
        var restarted = ResumeFile(folder: path, files: LinuxFileSystem(), report: lines.report)
        #expect(restarted.load() == point)
        #expect(lines.all.count == 1)
    }

    @Test("a full device is an error that names it")
    func full() throws {
        let file = try LinuxFileSystem().open(RawPath("/dev/full"), for: .update)
        #expect(throws: StateError("cannot be written", code: ENOSPC, path: "/dev/full")) {
            try [UInt8](repeating: 1, count: 10).withUnsafeBytes { _ = try file.write($0, at: 0) }
        }
    }
}
