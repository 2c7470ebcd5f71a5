// `carillon drive`: the head unit from a script, without screen, device or waiting. Main thread.

import AudioCore
import FoundationEssentials
import Glibc
import SDLDisplay

/// Runs a script.
@MainActor
enum DriveCommand {
    static let subcommand = Subcommand(
        name: "drive", summary: "the head unit without a screen, from a script", help: help, run: run)

    private static let help = """
        Usage: carillon drive SCRIPT [options] [--out DIR]

        Drives the head unit on a virtual clock: finger, knob, keys, pictures, expectations. A line a step:
          until ready | until PATH OP VALUE [SECONDS] | wait MS
          tap X Y | tap "LABEL" | tap #ID | hold X Y MS | drag X1 Y1 X2 Y2 MS
          rotate TICKS [MS] | press [MS] | nudge left|right|up|down | back | key NAME | type "TEXT"
          theme day|night | language CODE | storage remove|add DIR
          shot NAME.png | tree | state | expect PATH OP VALUE

          --out DIR               where pictures go, and nowhere else (default: here)
          --music DIR, --state DIR, --cache DIR, --config FILE
                                  as of the head unit; state and cache are temporary unless they are named

        \(FrontOptions.help)
        """

    private static let flags = [
        "--out", "--music", "--state", "--cache", "--config", "--audio", "--quiet", "--verbose",
    ]

    private static func run(_ words: [[UInt8]]) throws(UsageError) -> Int32 {
        var services = ServiceOptions()
        var front = FrontOptions()
        var out = "."
        var scripts: [[UInt8]] = []
        let console = Console()
        var reader = ArgumentReader(words)
        while let word = try reader.next() {
            switch word {
            case .operand(let bytes): scripts.append(bytes)
            case .flag("--out"): out = try reader.text(of: "--out", "a folder")
            case .flag("--music"): services.music.append(RawPath(bytes: try reader.value(of: "--music", "a folder")))
            case .flag("--state"): services.state = RawPath(bytes: try reader.value(of: "--state", "a folder"))
            case .flag("--cache"): services.cache = RawPath(bytes: try reader.value(of: "--cache", "a folder"))
            case .flag("--config"): services.config = try reader.configFile()
            case .flag("--audio"):
                let device = try reader.text(of: "--audio", "null:")
                guard device == "null:" else {
                    throw UsageError("--audio \(device): drive takes null: in this version")
                }
            case .flag("--quiet"), .flag("--verbose"): break
            case .flag(let flag):
                if try !front.take(flag, &reader) { throw .unknown(flag, among: flags + FrontOptions.flags) }
            }
        }
        guard scripts.count == 1, let name = scripts.first else { throw UsageError("drive needs one script") }
        let script = try read(RawPath(bytes: name))
        let wallSeconds = try WallTime(front.now ?? "2024-05-01T14:32:00Z").seconds
        guard let temporary = BenchFolder() else { throw UsageError("there is no temporary folder") }
        services.state = services.state ?? RawPath(temporary.path + "/state")
        services.cache = services.cache ?? RawPath(temporary.path + "/cache")
        services.isConfigOptional = services.config == nil
        services.config = services.config ?? RawPath(temporary.path + "/config.json")
        services.demo = RawPath(temporary.path + "/demo")
        return start(script, services, front, out, wallSeconds, console)
    }

    private static func read(_ path: RawPath) throws(UsageError) -> DriveScript {
        do throws(AudioError) {
            let bytes = try FileByteSource(path).readBytes(1 << 20)
            return try script(path.shown, bytes)
        } catch {
            throw UsageError(error.description)
        }
    }

    private static func script(_ name: String, _ bytes: [UInt8]) throws(AudioError) -> DriveScript {
        do throws(UsageError) {
            return try DriveScript(name: name, text: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw AudioError(.usage, error.message)
        }
    }

    private static func start(
        _ script: DriveScript, _ services: ServiceOptions, _ front: FrontOptions, _ out: String, _ wallSeconds: Int,
        _ console: Console
    ) -> Int32 {
        // The services read it as well, for themselves; here it is wanted before the first picture.
        let config = services.config.map { path in BuilderConfig.read(path) { console.error($0) } } ?? BuilderConfig()
        guard let folders = DataFolders.find(templates: front.templates ?? config.templates, assets: front.assets)
        else {
            let message =
                "the folders Templates and Assets are not beside the program; name them by --templates, --assets"
            console.report(AudioError(.usage, message), asJSON: true)
            return 1
        }
        let assets = ScreenAssets.read(folders)
        for fault in assets.faults { console.error(fault.description) }
        do throws(DisplayError) {
            let session = try DriveSession(services, front, config, assets: assets, wallSeconds: wallSeconds)
            defer { session.end() }
            return drive(script, session, out, console)
        } catch {
            console.report(AudioError(.notSupported, error.message), asJSON: true)
            return 1
        }
    }

    private static func drive(_ script: DriveScript, _ session: DriveSession, _ out: String, _ console: Console)
        -> Int32
    {
        session.services.onError = { error in console.report(error, asJSON: true) }
        do throws(DriveFailure) {
            do {
                try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
            } catch {
                throw DriveFailure(message: "\(out): the folder cannot be made")
            }
            try session.start()
            try DriveRunner(script: script, session: session, console: console, folder: out).run()
            return 0
        } catch {
            // Its line names the script already.
            console.report(AudioError(.usage, path: script.name, error.message), line: error.message, asJSON: true)
            return 1
        }
    }
}
