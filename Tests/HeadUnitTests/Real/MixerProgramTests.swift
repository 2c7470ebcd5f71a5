import AudioCore
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import HeadUnit

/// The volume in the mixer of a card: libasound, its simple mixer and a control plug-in, everything but the card.
@Suite("The program: volume in hardware", .serialized)
struct MixerProgramTests {
    private let home: Home
    private let mixer: RawPath

    init() throws {
        home = try Home()
        mixer = try home.folder.write([103, 103, 1], to: "mixer")
        let library = try #require(BuiltProgram.path("libmixermodel.so"))
        let text = """
            ctl_type.model { lib "\(library)" }
            ctl.car { type model file "\(mixer.shown)" }
            pcm.car { type file slave.pcm null file "\(home.captured.shown)" format raw }
            pcm.bare { type file slave.pcm null file "\(home.captured.shown)" format raw }
            """
        try home.folder.write(Array(text.utf8), to: "home/.asoundrc")
        try home.folder.write(Array(#"{"sound": {"volume": "hardware"}}"#.utf8), to: "config/carillon/config.json")
        let path = try Sound.noisy(frames: 8000, rate: 8000).repeated(60).write(
            to: "m/a.wav", in: home.folder)
        try home.writeResume(path, seconds: 1, isPlaying: true)
    }

    private func start(_ device: String) throws -> Spawned {
        try home.start(["--audio", device, "--music", home.folder.path + "/m"])
    }

    private func writeSettings(volume: Double) throws {
        try LinuxFileSystem().makeFolders(home.state)
        var file = SnapshotFile<OwnerSettings>(
            name: OwnerSettings.name, version: OwnerSettings.version, folder: home.state, files: LinuxFileSystem()
        ) { _ in }
        let isSaved = file.save(OwnerSettings(volume: volume))
        #expect(isSaved)
    }

    /// The owner's settings on disk.
    private var settings: OwnerSettings? {
        guard let data = try? Data(contentsOf: URL(filePath: home.state.appending("settings.json").shown)),
            case .good(let settings) = SnapshotText.read(
                Array(data), as: OwnerSettings.self, version: OwnerSettings.version)
        else { return nil }
        return settings
    }

    /// Left, right and the switch; steps of half a decibel, 103 is 0 dB.
    private var standing: [UInt8] { (try? Data(contentsOf: URL(filePath: mixer.shown))).map { Array($0) } ?? [] }

    /// What the device was given so far.
    private var captured: [UInt8] {
        (try? Data(contentsOf: URL(filePath: home.captured.shown))).map { Array($0) } ?? []
    }

    private func otherProgram(_ words: String...) throws {
        try Tool.run(["amixer", "-q", "-D", "car", "--", "sset", "Digital"] + words, environment: home.environment)
    }

    @Test("the card stands at the owner's volume, the samples pass untouched, and what alsamixer does is kept")
    func moves() async throws {
        try writeSettings(volume: -12)
        let program = try start("car")
        #expect(await soon { standing == [79, 79, 1] })
        // Music that is attenuated in the card goes to it as it is in the file, once it has risen from the resume point.
        let part = Sound.noisy(frames: 8000, rate: 8000).cut(400..<3000).pcm
        #expect(await soon { captured.firstRange(of: part) != nil })
        try otherProgram("-20dB")
        #expect(await soon { settings?.volume == -20 })
        try otherProgram("mute")
        #expect(await soon { settings?.isMuted == true })
        #expect(standing == [63, 63, 0])
        program.signal(SIGTERM)
        #expect(try await program.wait() == 0)
        #expect(!program.errors.contains("car: "))
    }

    @Test("a device without a mixer says so in one line, and the music is turned down by us")
    func bare() async throws {
        try writeSettings(volume: -120)
        let program = try start("bare")
        #expect(await soon { program.errors.contains("the volume is set in software") })
        #expect(await soon { home.resume?.status == .playing })
        program.signal(SIGTERM)
        #expect(try await program.wait() == 0)
        #expect(program.errorLines.filter { $0.contains("bare: has no mixer") }.count == 1)
        #expect(standing == [103, 103, 1])
    }
}
