// A head unit on a virtual clock, driven by a test in the words of scripts. Main thread.

import ALSAOutput
import AudioCore
import FoundationEssentials
import Glibc
import Scene
import TemplateKit
import TestSupport

@testable import HeadUnit

/// One session that lives as long as its value.
@MainActor
final class Driver {
    let drive: DriveSession
    private let folder = TemporaryFolder()
    /// Kept as long as the session.
    private var fixture: MusicFixture?
    private let lines = Console(isQuiet: true)
    private static let assets = DataFolders.find(templates: nil, assets: nil).map { ScreenAssets.read($0) }

    /// - Parameters:
    ///   - stations: kept before the start, in place of those that are kept.
    ///   - music: the folder of music; it need not be there yet.
    ///   - demo: where the demo collection is, or would be written.
    ///   - state: where settings and playlists are kept; nil: for this session alone.
    ///   - devices: the outputs that settings offer; `opening` those that open.
    ///   - assets: screens, words and themes; nil: those of the checkout.
    init(
        _ music: String, front: FrontOptions = FrontOptions(), demo: RawPath? = nil, state: RawPath? = nil,
        assets: ScreenAssets? = nil, devices: [OutputDevice] = VirtualOutput.devices,
        opening: [String] = VirtualOutput.devices.map(\.id), silent: [String] = [],
        stations: [(address: String, name: String)] = []
    ) throws {
        var services = ServiceOptions()
        services.music = [RawPath(music)]
        services.state = state ?? folder.file("state")
        if !stations.isEmpty { try Self.keep(stations, in: services.state) }
        services.cache = folder.file("cache")
        services.config = folder.file("config.json")
        services.demo = demo ?? folder.file("demo")
        guard let assets = assets ?? Self.assets else { throw DriveFailure(message: "no Templates beside the tests") }
        drive = try DriveSession(
            services, front, BuilderConfig(), assets: assets, wallSeconds: 52_320, devices: devices,
            opening: opening, silent: silent)
        try drive.start()
    }

    /// On the music of a fixture.
    convenience init(
        _ fixture: MusicFixture, front: FrontOptions = FrontOptions(), state: RawPath? = nil,
        assets: ScreenAssets? = nil, devices: [OutputDevice] = VirtualOutput.devices,
        opening: [String] = VirtualOutput.devices.map(\.id), silent: [String] = [],
        stations: [(address: String, name: String)] = []
    ) throws {
        try self.init(
            fixture.music, front: front, state: state, assets: assets, devices: devices, opening: opening,
            silent: silent, stations: stations)
        self.fixture = fixture
    }

    /// Puts stations into a folder of state; an empty name is one that nobody gave.
    private static func keep(_ list: [(address: String, name: String)], in folder: RawPath?) throws {
        let file = try StationFile(folder, isChanging: true) { _ in }
        var stations = Stations()
        for station in list {
            stations.add(
                station.address, name: station.name.isEmpty ? "127.0.0.1" : station.name,
                isNameGiven: !station.name.isEmpty)
        }
        try file.save(stations)
    }

    func end() { drive.end() }

    var out: String { folder.path }
    var services: AppServices { drive.services }
    var stage: Stage { drive.session.stage }
    var tree: SceneTree { drive.tree }

    /// Carries out a script; `MUSIC` in it is the folder of the fixture.
    func run(_ text: String, name: String = "test") throws {
        let script = try DriveScript(name: name, text: text)
        try DriveRunner(script: script, session: drive, console: lines, folder: folder.path).run()
    }

    /// From the start: an album's track is chosen by finger, and plays.
    func play(_ track: String, of album: String) throws {
        try run(
            """
            until ready
            tap "Albums"
            wait 300
            tap "\(album)"
            wait 300
            tap "\(track)"
            until state.status == "playing"
            """)
    }

    /// A value of `state`, as JSON.
    func state(_ path: String) throws -> LooseJSON { try value("state." + path, StateReport(services: services).json) }

    /// The whole tree as a line.
    var treeLine: String { TreeReport(drive.tree).json.text }
    var stateLine: String { StateReport(services: services).json.text }

    private func value(_ path: String, _ json: JSON) throws -> LooseJSON {
        let root = try JSONDecoder().decode(LooseJSON.self, from: Data(json.text.utf8))
        return try DrivePath.parse(path).get().value(in: root)
    }
}

extension LooseJSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
    public init(stringLiteral value: String) { self = .string(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    var asNumber: Double? { if case .number(let number) = self { number } else { nil } }
}
