// The order of a start: the music first, then the library.

import AudioCore
import Glibc
import TestSupport
import Testing

@testable import HeadUnit

@Suite("Phases of a start", .serialized)
@MainActor
struct PhaseTests {
    /// Every phase with what the player did when it came.
    private final class Log {
        var entries: [(phase: AppServices.Phase, hasItem: Bool, wantsToPlay: Bool)] = []
    }

    @Test("what is resumed is loaded and meant to play in the phase resumed, before the library is known")
    func order() throws {
        let fixture = try MusicFixture()
        let folder = TemporaryFolder()
        if ProgramRun.isBuilt {
            let run = try ProgramRun.drive(
                "until ready\nkey play\nuntil state.status == \"playing\"\nwait 5000",
                ["--music", fixture.music, "--state", folder.path + "/state"], in: folder)
            #expect(run.status == 0, "\(run.errors)")
        }
        let services = AppServices(clock: VirtualClock()) { _, renderer, inbox in
            VirtualOutput(source: renderer) { inbox.post(.output($0)) }
        }
        var options = ServiceOptions()
        options.music = [RawPath(fixture.music)]
        options.state = folder.file("state")
        options.cache = folder.file("cache")
        options.config = folder.file("config.json")
        services.configure(options)
        let log = Log()
        services.onChange = { [unowned services] in
            guard log.entries.last?.phase != services.phase else { return }
            log.entries.append(
                (services.phase, services.player?.item != nil, services.player?.wantsToPlay ?? false))
        }
        services.ensureLoaded()
        for _ in 0..<20_000 where services.phase != .ready {
            services.turn()
            usleep(500)
        }
        services.shutDown(within: .patient)
        let phases = log.entries.map(\.phase).filter { $0 != .idle }
        #expect(phases == [.resumed, .ready])
        let resumed = try #require(log.entries.first { $0.phase == .resumed })
        if ProgramRun.isBuilt { #expect(resumed.hasItem && resumed.wantsToPlay) }
    }
}
