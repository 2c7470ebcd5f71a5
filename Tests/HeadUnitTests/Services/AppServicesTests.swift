import AudioCore
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import HeadUnit

/// Services of their own, on a state folder of their own and the clock instead of a device.
@MainActor
final class ServiceBench {
    let folder = TemporaryFolder()
    let services = AppServices()
    private(set) var phases: [AppServices.Phase] = []
    private(set) var errors: [AudioError] = []
    private(set) var notes: [String] = []
    private(set) var tries = 0
    private var wantedToPlay = false

    /// - Parameters:
    ///   - change: what the run is asked for beyond its folders.
    ///   - hasScreen: without one nobody can press play, so everything plays.
    init(
        in folder: TemporaryFolder? = nil, hasScreen: Bool = true,
        _ change: (inout ServiceOptions) -> Void = { _ in }
    ) {
        let root = (folder ?? self.folder).path
        var options = ServiceOptions()
        options.state = RawPath(root + "/state")
        options.cache = RawPath(root + "/cache")
        options.config = RawPath(root + "/config.json")
        options.music = [RawPath(root + "/music")]
        options.audio = "null:"
        change(&options)
        services.configure(options)
        services.onError = { [unowned self] in errors.append($0) }
        services.onNote = { [unowned self] in notes.append($0) }
        services.onChange = { [unowned self] in
            if phases.last != services.phase { phases.append(services.phase) }
            let wants = services.player?.wantsToPlay ?? false
            if wants, !wantedToPlay { tries += 1 }
            wantedToPlay = wants
        }
        if !hasScreen { services.playWithoutScreen() }
    }

    /// Turns the main loop until `condition` holds; false when it does not within a minute.
    func until(_ condition: () -> Bool) -> Bool {
        let deadline = SteadyClock.now + .patient
        while true {
            services.inbox.bell.silence()
            services.loop.timers.fire()
            services.turn()
            if condition() { return true }
            if SteadyClock.now > deadline { return false }
            var descriptor = pollfd(fd: services.inbox.bell.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&descriptor, 1, 20)
        }
    }
}

@Suite("The services, without the singleton")
@MainActor
struct AppServicesTests {
    @Test("however often it is asked for, it loads once: idle, resumed, ready")
    func idempotent() throws {
        let bench = ServiceBench(hasScreen: false)
        try Sound.noisy(frames: 44_100).write(to: "music/a.wav", in: bench.folder)
        #expect(bench.services.phase == .idle)
        #expect(bench.services.player == nil)
        for _ in 0..<5 { bench.services.ensureLoaded() }
        // It returns at once; what comes of it is seen later.
        #expect(bench.services.phase == .idle)
        #expect(bench.until { bench.services.phase == .ready })
        let player = bench.services.player
        bench.services.ensureLoaded()
        #expect(bench.until { bench.services.player?.status == .playing })
        #expect(bench.services.player === player)
        #expect(bench.phases == [.resumed, .ready])
        #expect(bench.errors == [] && bench.notes.filter { !$0.contains("real-time") } == [])
        bench.services.shutDown(within: .patient)
    }

    @Test("after a failure it says why, and the next call tries again")
    func retries() throws {
        let bench = ServiceBench()
        let obstacle = try bench.folder.write([1], to: "state")
        bench.services.ensureLoaded()
        #expect(bench.until { bench.services.phase.reason != nil })
        #expect(bench.services.phase.name == "failed")
        #expect(bench.services.phase.reason?.contains(bench.folder.path + "/state") == true)
        #expect(bench.services.player == nil)
        try FileManager.default.removeItem(atPath: obstacle.shown)
        bench.services.ensureLoaded()
        #expect(bench.until { bench.services.phase == .ready })
        #expect(bench.phases.map(\.name) == ["failed", "resumed", "ready"])
        bench.services.shutDown(within: .patient)
    }

    @Test("what one run leaves, the next one takes up: track, place, paused, queue, volume", arguments: [true, false])
    func resumes(isPlaying: Bool) throws {
        let folder = TemporaryFolder()
        for name in ["1", "2", "3"] {
            try Sound.noisy(frames: 100_000, rate: 8000, channels: 1).write(to: "music/\(name).wav", in: folder)
        }
        let first = ServiceBench(in: folder, hasScreen: false)
        first.services.ensureLoaded()
        #expect(first.until { first.services.phase == .ready && first.services.player?.status == .playing })
        let before = try #require(first.services.player)
        before.setRepeat(.all)
        before.setShuffled(true, seed: 7)
        before.next()
        before.seek(to: 5)
        before.settings.volume = -9
        before.settings.loudness = .light
        #expect(first.until { before.status == .playing && before.position > 5 })
        if !isPlaying { before.pause() }
        let item = before.item
        let position = before.position
        let queue = before.queue

        // The first holds the folder as long as it runs, so another one is refused by its process number.
        let refused = ServiceBench(in: folder)
        refused.services.ensureLoaded()
        #expect(refused.until { refused.services.phase.reason != nil })
        #expect(
            refused.services.phase.reason?.hasSuffix("is in use by carillon with process number \(getpid())") == true)
        first.services.shutDown(within: .patient)

        let copy = TemporaryFolder()
        try FileManager.default.removeItem(atPath: copy.path)
        try FileManager.default.copyItem(atPath: folder.path + "/state", toPath: copy.path)
        let second = ServiceBench(in: folder) { $0.state = RawPath(copy.path) }
        second.services.ensureLoaded()
        #expect(second.until { second.services.phase != .idle })
        let after = try #require(second.services.player)
        #expect(after.item == item)
        #expect(after.position >= position - 0.01)
        #expect(after.wantsToPlay == isPlaying)
        #expect(after.settings.volume == -9)
        #expect(after.settings.loudness == .light)
        #expect(after.queue.repeatMode == .all)
        #expect(second.until { second.services.phase == .ready })
        #expect(after.item == item)
        #expect(after.queue.items == queue.items)
        #expect(after.queue.order == queue.order)
        if isPlaying {
            #expect(second.until { after.position > position })
        } else {
            #expect(after.pausedBy == .user)
            #expect(abs(after.position - position) < 0.01)
        }
        second.services.shutDown(within: .patient)
    }

    @Test("a device that is not there is said once and tried again every second")
    func missingDevice() throws {
        let bench = ServiceBench(hasScreen: false) { $0.audio = "hw:CARD=Nothing,DEV=0" }
        try Sound.noisy(frames: 44_100).write(to: "music/a.wav", in: bench.folder)
        bench.services.ensureLoaded()
        #expect(bench.until { bench.tries >= 4 })
        #expect(bench.errors.count == 1)
        #expect(bench.errors.first?.code == .device)
        bench.services.shutDown(within: .patient)
    }

    @Test("the listener's pause ends the tries")
    func pausedMeanwhile() throws {
        let bench = ServiceBench(hasScreen: false) { $0.audio = "hw:CARD=Nothing,DEV=0" }
        try Sound.noisy(frames: 44_100).write(to: "music/a.wav", in: bench.folder)
        bench.services.ensureLoaded()
        #expect(bench.until { bench.services.player?.pausedBy == .device })
        bench.services.player?.pause()
        let tries = bench.tries
        let end = SteadyClock.now + .milliseconds(1500)
        #expect(bench.until { SteadyClock.now > end })
        #expect(bench.tries == tries)
        #expect(bench.services.player?.pausedBy == .user)
        bench.services.shutDown(within: .patient)
    }

    @Test("a transient run reads and writes nothing of the owner's")
    func transient() throws {
        let bench = ServiceBench { $0.isTransient = true }
        let path = try Sound.noisy(frames: 4000).write(to: "elsewhere/a.flac", in: bench.folder)
        var hasEnded = false
        let other = ServiceBench(in: bench.folder) {
            $0.isTransient = true
            $0.playing = [path]
        }
        other.services.onEnd = { hasEnded = true }
        other.services.ensureLoaded()
        #expect(other.until { hasEnded })
        other.services.shutDown(within: .patient)
        #expect(!FileManager.default.fileExists(atPath: bench.folder.path + "/state"))
        #expect(!FileManager.default.fileExists(atPath: bench.folder.path + "/cache"))
        #expect(other.services.player?.position == 4000 / 44_100.0)
    }
}
