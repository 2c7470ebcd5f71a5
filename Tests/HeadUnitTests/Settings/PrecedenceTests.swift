// Flag before the owner's settings, before the builder's configuration, before the default.

import AudioCore
import Evdev
import Glibc
import SDLDisplay
import Scene
import TestSupport
import Testing

@testable import HeadUnit

@Suite("Precedence")
struct PrecedenceTests {
    private func options(_ words: [String]) throws -> FrontOptions {
        var options = FrontOptions()
        var reader = ArgumentReader(words.map { Array($0.utf8) })
        while case .flag(let flag)? = try reader.next() {
            let isTaken = try options.take(flag, &reader)
            #expect(isTaken)
        }
        return options
    }

    private var builder: BuilderConfig {
        var config = BuilderConfig()
        config.display = .init(
            size: .init(width: 800, height: 480), dpi: 132, rotation: .half, driverSide: .right, renderer: .gles)
        return config
    }

    @Test("without a word from anybody the display has its defaults")
    func defaults() throws {
        let display = try options([]).display(BuilderConfig())
        #expect(display == DisplayOptions())
    }

    @Test("the builder's values hold where no flag was given")
    func configured() throws {
        let display = try options(["--window"]).display(builder)
        #expect(
            display
                == DisplayOptions(
                    size: .init(width: 800, height: 480), dpi: 132, rotation: .half, renderer: .gles, isWindow: true))
    }

    @Test("a flag wins over the builder, one by one, the default's own value too")
    func flags() throws {
        let all = try options(["--size", "1024x600", "--dpi", "169", "--rotate", "0", "--renderer", "auto"])
        let expected = DisplayOptions(size: .init(width: 1024, height: 600), dpi: 169)
        #expect(all.display(builder) == expected)
        let one = try options(["--dpi", "200"]).display(builder)
        #expect(one.dpi == 200)
        #expect(one.rotation == .half)
    }

    @Test("how the knob turns is the builder's word or the default")
    func knob() {
        #expect(BuilderConfig().focusOptions == FocusEngine.Options())
        var config = BuilderConfig()
        config.rotateCrossesAreas = false
        config.nowPlayingTurnsVolume = true
        #expect(!config.focusOptions.rotateCrossesAreas)
        #expect(config.focusOptions.nowPlayingTurnsVolume)
    }

    @Test(
        "the device is the flag's, else the owner's, else the builder's, else the one last used",
        arguments: [
            ("flag", "owner", "builder", "flag"), (nil, "owner", "builder", "owner"), (nil, nil, "builder", "builder"),
            (nil, nil, nil, "last"),
        ] as [(String?, String?, String?, String)])
    @MainActor
    func device(flag: String?, owner: String?, builder: String?, expected: String) throws {
        let folder = TemporaryFolder()
        try prepare(folder, owner: owner, builder: builder)
        var services = ServiceOptions()
        services.state = folder.file("state")
        services.cache = folder.file("cache")
        services.config = folder.file("config.json")
        services.audio = flag
        let state = try LoadedState.load(services) { Issue.record("\($0)") }.get()
        #expect(StateKeeper(state, flag: flag).device == expected)
        state.writer.shutDown(within: .seconds(5))
    }

    private func prepare(_ folder: TemporaryFolder, owner: String?, builder: String?) throws {
        let files = LinuxFileSystem()
        try files.makeFolders(folder.file("state"))
        var resume = ResumeFile(folder: folder.file("state"), files: files) { Issue.record("\($0)") }
        var point = ResumePoint(item: QueueItem(path: RawPath("/music/a.flac")), position: 0)
        point.device = "last"
        _ = resume.load()
        let isSaved = resume.save(point)
        #expect(isSaved)
        let config = builder.map { #"{"audio": "\#($0)"}"# } ?? "{}"
        try folder.write(Array(config.utf8), to: "config.json")
        guard let owner else { return }
        let writer = StateWriter { Issue.record("\($0)") }
        let settings = Snapshot(
            name: OwnerSettings.name, version: OwnerSettings.version, initial: OwnerSettings(),
            folder: folder.file("state"), writer: writer
        ) { Issue.record("\($0)") }
        settings.update { $0.device = owner }
        writer.shutDown(within: .seconds(5))
    }
}

@Suite("The wires of the car")
struct SwitchEffectsTests {
    private func check(
        _ wires: inout SwitchEffects, _ switches: [SwitchName: Bool], _ expected: [SwitchEffects.Effect],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let effects = wires.take(switches)
        #expect(effects == expected, sourceLocation: sourceLocation)
    }

    @Test("a change is told once, the headlights' first state too, a mute only when it comes on")
    func changes() {
        var wires = SwitchEffects()
        check(&wires, [:], [])
        check(&wires, [.headlights: false, .mute: false], [.headlights(areOn: false)])
        check(&wires, [.headlights: false, .mute: false], [])
        check(&wires, [.headlights: true, .mute: true], [.headlights(areOn: true), .mute(isOn: true)])
        check(&wires, [.headlights: true, .mute: false], [.mute(isOn: false)])
    }

    @Test("another device that speaks is told when it begins and when it ends, and when its wire is lost")
    func prompt() {
        var wires = SwitchEffects()
        check(&wires, [.prompt: false], [])
        check(&wires, [.prompt: true], [.prompt(isOn: true)])
        check(&wires, [.prompt: false], [.prompt(isOn: false)])
        check(&wires, [.prompt: true], [.prompt(isOn: true)])
        check(&wires, [:], [.prompt(isOn: false)])
    }

    @Test("a wire that is lost while it mutes lets the music be heard again")
    func lost() {
        var wires = SwitchEffects()
        check(&wires, [.mute: true], [.mute(isOn: true)])
        check(&wires, [:], [.mute(isOn: false)])
    }

    @Test("a car moves as long as its wire is on; without one, or with one that is lost, it stands")
    func moving() {
        var wires = SwitchEffects()
        check(&wires, [:], [])
        check(&wires, [.moving: false], [])
        check(&wires, [.moving: true], [.moving(isOn: true)])
        check(&wires, [.moving: true, .mute: true], [.mute(isOn: true)])
        check(&wires, [.mute: true], [.moving(isOn: false)])
        check(&wires, [.moving: true], [.mute(isOn: false), .moving(isOn: true)])
        check(&wires, [.moving: false], [.moving(isOn: false)])
    }
}

@Suite("A wire that mutes")
@MainActor
struct WireMuteTests {
    private let folder = TemporaryFolder()

    /// Services that have loaded this folder's state.
    private func services() throws -> AppServices {
        let services = AppServices()
        var options = ServiceOptions()
        options.state = folder.file("state")
        options.cache = folder.file("cache")
        options.config = folder.file("config.json")
        options.music = [folder.file("music")]
        options.audio = "null:"
        services.configure(options)
        services.ensureLoaded()
        let deadline = SteadyClock.now + .patient
        while services.phase == .idle || services.phase == .resumed, SteadyClock.now < deadline {
            var descriptor = pollfd(fd: services.inbox.bell.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&descriptor, 1, 20)
            services.inbox.bell.silence()
            services.loop.timers.fire()
            services.turn()
        }
        try #require(services.phase == .ready)
        return services
    }

    /// What the next start would find.
    private func keptSettings() -> OwnerSettings {
        let writer = StateWriter { Issue.record("\($0)") }
        defer { writer.shutDown(within: .seconds(5)) }
        return Snapshot(
            name: OwnerSettings.name, version: OwnerSettings.version, initial: OwnerSettings(),
            folder: folder.file("state"), writer: writer
        ) { Issue.record("\($0)") }.value
    }

    @Test("silences while it is on")
    func wire() throws {
        let services = try services()
        services.setMutedByWire(true)
        #expect(services.player?.settings.isMuted == true)
        services.setMutedByWire(false)
        #expect(services.player?.settings.isMuted == false)
        services.shutDown(within: .patient)
    }

    @Test("a start after a power cut under it is not mute")
    func powerCut() throws {
        let services = try services()
        services.setMutedByWire(true)
        services.player?.settings.loudness = .light
        services.shutDown(within: .patient)
        #expect(keptSettings().loudness == "light")
        #expect(!keptSettings().isMuted)
    }

    @Test("what the owner muted stays muted when the wire goes off")
    func owner() throws {
        let services = try services()
        services.player?.settings.isMuted = true
        services.setMutedByWire(true)
        services.setMutedByWire(false)
        #expect(services.player?.settings.isMuted == true)
        services.shutDown(within: .patient)
        #expect(keptSettings().isMuted)
    }
}
