// A first start without music: the demo collection is written by the unit, played, and there at the next start.

import AudioCore
import DemoCollection
import FoundationEssentials
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import HeadUnit

/// Writes two silent tracks instead of ten that take seconds.
private final class QuickDemo: Sendable {
    private let count = Mutex(0)
    private let failure: AudioError?

    init(failure: AudioError? = nil) { self.failure = failure }

    var runs: Int { count.withLock { $0 } }

    var writing: DemoMaker.Writing {
        { [self] folder, progress throws(AudioError) in
            count.withLock { $0 += 1 }
            if let failure { throw failure }
            for (place, title) in ["One", "Two"].enumerated() {
                let tags = ["TITLE=\(title)", "ARTIST=Demo", "ALBUM=Demo", "TRACKNUMBER=\(place + 1)"]
                let path = folder.appending("album/\(place + 1).flac").shown
                let home = String(path.dropLast("/1.flac".count))
                do {
                    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
                    try Data(SilentFLAC.bytes(seconds: 60, tags: tags)).write(to: URL(filePath: path))
                } catch {
                    throw AudioError(.notSupported, path: path, "cannot be written")
                }
                progress(DemoCollection.Progress(done: place + 1, total: 2, title: title))
            }
        }
    }
}

/// Services on folders of their own, which nothing but the test is in.
@MainActor
private final class DemoBench {
    let folder: TemporaryFolder
    let services: AppServices
    private(set) var errors: [String] = []
    private(set) var percents: [Int] = []
    private(set) var failures: [String] = []
    private(set) var faults: [String] = []

    /// - Parameter state: what an earlier run left; nil: nothing.
    init(
        _ demo: QuickDemo, in folder: TemporaryFolder = TemporaryFolder(), state: String? = nil, wantsDemo: Bool = false
    ) throws {
        self.folder = folder
        try folder.write([], to: "music/no music")
        let clock = VirtualClock()
        services = AppServices(
            clock: clock,
            makeOutput: { _, renderer, inbox in VirtualOutput(source: renderer) { inbox.post(.output($0)) } },
            writeDemo: demo.writing)
        var options = ServiceOptions()
        options.state = state.map { RawPath($0) } ?? folder.file("state")
        options.cache = folder.file("cache")
        options.config = try folder.write(Array("{}".utf8), to: "config.json")
        options.music = [folder.file("music")]
        options.demo = folder.file("data/demo")
        options.wantsDemo = wantsDemo
        services.configure(options)
        services.onError = { [unowned self] in errors.append($0.description) }
        services.onFault = { [unowned self] in faults.append($0) }
        services.onDemoFailure = { [unowned self] in failures.append($0.description) }
        services.onChange = { [unowned self] in
            if let percent = services.demo.percent, percents.last != percent { percents.append(percent) }
        }
        services.ensureLoaded()
    }

    /// Turns until it holds; false when it does not within a minute.
    func until(_ condition: () -> Bool) -> Bool {
        let deadline = SteadyClock.now + .patient
        while !condition() {
            guard SteadyClock.now < deadline else { return false }
            services.turn()
            usleep(500)
        }
        return true
    }

    var isQuietWithoutMusic: Bool { services.phase == .ready && services.pendingJob == nil && services.hasNoMusic }
    var playing: String? { services.player?.item?.path.shown }
}

@Suite("The demo collection on the unit itself")
@MainActor
struct DemoTests {
    @Test("a press writes it, plays it from its first track and takes it into the library")
    func press() throws {
        let demo = QuickDemo()
        let bench = try DemoBench(demo)
        #expect(bench.until { bench.isQuietWithoutMusic })
        #expect(demo.runs == 0, "nothing is written unasked")
        bench.services.playDemo()
        bench.services.playDemo()
        #expect(bench.until { bench.services.player?.wantsToPlay == true })
        #expect(bench.playing == bench.folder.path + "/data/demo/album/1.flac")
        #expect(bench.services.player?.queue.count == 2)
        #expect(bench.until { bench.services.library.snapshot.tracks.count == 2 && !bench.services.library.isScanning })
        #expect(bench.percents == [0, 50, 100])
        #expect(demo.runs == 1, "a second press while it is written does nothing")
        #expect(bench.errors == [])
        bench.services.playDemo()
        #expect(bench.until { !bench.services.demo.isRunning })
        #expect(demo.runs == 1, "what is there is played, not written again")
        bench.services.shutDown(within: .patient)
    }

    @Test("what cannot be written is said, and leaves no half collection that the next start would take for one")
    func failure() throws {
        let bench = try DemoBench(QuickDemo(failure: AudioError(.notSupported, path: "/x", "is full")))
        #expect(bench.until { bench.isQuietWithoutMusic })
        bench.services.playDemo()
        #expect(bench.until { !bench.errors.isEmpty })
        #expect(bench.errors == ["/x: is full"])
        #expect(bench.failures == ["/x: is full"], "the screen is told, after it has its root again")
        #expect(!bench.services.demo.isRunning)
        #expect(bench.services.hasNoMusic)
        #expect(access(bench.folder.path + "/data/demo", F_OK) != 0)
        bench.services.shutDown(within: .patient)
    }

    @Test("--demo needs no press where there is no music")
    func flag() throws {
        let demo = QuickDemo()
        let bench = try DemoBench(demo, wantsDemo: true)
        #expect(bench.until { bench.services.player?.wantsToPlay == true })
        #expect(bench.playing == bench.folder.path + "/data/demo/album/1.flac")
        let path = bench.folder.path
        #expect(
            bench.faults == [
                "no music found in \(path)/music, so the demo collection is composed in \(path)/data/demo; "
                    + "it plays in some seconds"
            ], "that there is none is not said without what comes of it")
        bench.services.shutDown(within: .patient)
    }

    @Test("without --demo it is said that there is no music, and no more")
    func noFlag() throws {
        let bench = try DemoBench(QuickDemo())
        #expect(bench.until { bench.isQuietWithoutMusic })
        #expect(bench.faults == ["no music found in \(bench.folder.path)/music"])
        bench.services.shutDown(within: .patient)
    }

    @Test("--demo does nothing where there is music, and plays no music that was not asked for")
    func flagWithMusic() throws {
        let folder = TemporaryFolder()
        try folder.write(SilentFLAC.bytes(seconds: 20, tags: ["TITLE=Own"]), to: "music/own.flac")
        let demo = QuickDemo()
        let bench = try DemoBench(demo, in: folder, wantsDemo: true)
        #expect(bench.until { bench.services.library.snapshot.tracks.count == 1 && !bench.services.library.isScanning })
        #expect(demo.runs == 0)
        #expect(bench.playing == nil)
        bench.services.shutDown(within: .patient)
    }

    @Test("the next start plays on in the demo, also when a folder without music is named")
    func nextStart() throws {
        let folder = TemporaryFolder()
        let first = try DemoBench(QuickDemo(), in: folder, wantsDemo: true)
        #expect(first.until { first.services.player?.wantsToPlay == true && first.services.facts?.title == "One" })
        first.services.shutDown(within: .patient)
        // The first holds its folder until it is gone.
        try FileManager.default.copyItem(atPath: folder.path + "/state", toPath: folder.path + "/kept")
        let demo = QuickDemo()
        let second = try DemoBench(demo, in: folder, state: folder.path + "/kept", wantsDemo: true)
        #expect(second.until { second.services.phase == .ready && second.services.pendingJob == nil })
        #expect(second.playing == folder.path + "/data/demo/album/1.flac")
        #expect(demo.runs == 0)
        second.services.shutDown(within: .patient)
    }

    nonisolated static let homes: [(variables: [String: String], folder: String?)] = [
        (["HOME": "/home/a"], "/home/a/.local/share/carillon/demo"),
        (["HOME": "/home/a", "XDG_DATA_HOME": "/data"], "/data/carillon/demo"),
        (["HOME": "/home/a", "XDG_DATA_HOME": "data"], "/home/a/.local/share/carillon/demo"),
        (["HOME": "/home/a", "STATE_DIRECTORY": "/var/lib/carillon"], "/var/lib/carillon/demo"),
        (["STATE_DIRECTORY": "/var/lib/carillon:/var/lib/other"], "/var/lib/carillon/demo"), ([:], nil),
    ]

    @Test("it is kept among the program's data, never among the owner's music", arguments: homes)
    func place(variables: [String: String], folder: String?) {
        #expect(MusicFolders.demoFolder { variables[$0].map { Array($0.utf8) } }?.shown == folder)
    }

    @Test("where music was looked for is what is named, else the usual places, there or not")
    func places() {
        var options = ServiceOptions()
        let home: MusicFolders.Environment = { $0 == "HOME" ? Array("/nowhere".utf8) : nil }
        func places(_ config: BuilderConfig) -> [String] { MusicFolders.places(options, config, home).map(\.shown) }
        #expect(places(BuilderConfig()) == ["/nowhere/Music", "/media", "/mnt"])
        var config = BuilderConfig()
        config.music = [RawPath("/srv/music")]
        #expect(places(config) == ["/srv/music"])
        options.music = [RawPath("/a"), RawPath("/b")]
        #expect(places(config) == ["/a", "/b"])
    }

    @Test("a demo that was written is a usual place of music")
    func usualPlace() throws {
        let folder = TemporaryFolder()
        let environment: MusicFolders.Environment = { $0 == "HOME" ? Array(folder.path.utf8) : nil }
        let demo = folder.file(".local/share/carillon/demo")
        #expect(!MusicFolders.usualPlaces(environment).contains(demo))
        try folder.write([], to: ".local/share/carillon/demo/x")
        #expect(MusicFolders.usualPlaces(environment).contains(demo))
    }
}
