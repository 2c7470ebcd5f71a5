import AudioCore
import Glibc
import TestSupport
import Testing

@testable import HeadUnit

@Suite("The owner's settings of the sound")
struct OwnerSoundTests {
    private let folder = TemporaryFolder()

    private var options: ServiceOptions {
        var options = ServiceOptions()
        options.state = folder.file("state")
        options.cache = folder.file("cache")
        options.config = folder.file("config.json")
        options.music = [folder.file("music")]
        options.audio = "null:"
        return options
    }

    /// Starts services on the folder, lets them load, and ends them.
    @MainActor
    private func run(_ act: (Player) -> Void) throws {
        let services = AppServices()
        services.configure(options)
        // Whether there is real-time priority goes by who runs the tests.
        services.onNote = { if !$0.contains("real-time") { Issue.record("\($0)") } }
        services.ensureLoaded()
        let deadline = SteadyClock.now + .patient
        while services.phase != .ready, SteadyClock.now < deadline {
            services.inbox.bell.silence()
            services.loop.timers.fire()
            services.turn()
            var descriptor = pollfd(fd: services.inbox.bell.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&descriptor, 1, 20)
        }
        act(try #require(services.player))
        services.shutDown(within: .patient)
    }

    private var stages: StageSettings {
        StageSettings(
            equalizer: EqualizerSettings(isOn: true, curve: EqualizerPreset.named("cabin")?.curve ?? .flat),
            subsonic: 25, crossfeed: .light, replayGain: ReplayGainSettings(mode: .auto, preamp: 2), isLimiting: true)
    }

    @Test("with no file every stage is off; what is set is kept and is there at the next start")
    @MainActor
    func kept() throws {
        try run { player in
            #expect(player.settings.stages == StageSettings())
            #expect(player.activeStages.isEmpty)
            player.settings.stages = stages
        }
        try run { player in
            #expect(player.settings.stages == stages)
            // An untagged track has the preamp alone.
            #expect(player.activeStages == [.equalizer, .subsonic, .crossfeed, .replayGain, .limiter])
        }
    }

    @Test("settings without a word about the sound leave every stage off, and a mistake in them is not taken")
    func coding() {
        func reading(_ sound: String) -> GenerationReading<OwnerSettings> {
            let text = #"{"version":1,"value":{"volume":-6\#(sound)}}"#
            return SnapshotText.read(Array(text.utf8), as: OwnerSettings.self, version: 1)
        }
        guard case .good(let silent) = reading("") else {
            Issue.record("no sound, not taken")
            return
        }
        #expect(silent == OwnerSettings(volume: -6))
        guard case .good(let set) = reading(#","sound":{"subsonic":20}"#) else {
            Issue.record("not taken")
            return
        }
        #expect(set.stages == StageSettings(subsonic: 20))
        guard case .damaged(let why) = reading(#","sound":{"subsonic":2000}"#) else {
            Issue.record("taken")
            return
        }
        #expect(why.hasSuffix("sound, subsonic: 2000.0 is out of range (15 to 40 Hz)"), "\(why)")
    }
}
