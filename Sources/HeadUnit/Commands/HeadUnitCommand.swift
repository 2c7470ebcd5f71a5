// `carillon`: the head unit. It plays on where it was, until it is told to end. Main thread.

import AudioCore
import Glibc

/// The head unit itself.
@MainActor
enum HeadUnitCommand {
    static let subcommand = Subcommand(name: "", summary: "", help: "", run: run)

    static let optionsHelp = """
        Options of the head unit:
          --music DIR             a folder of music, instead of the configured ones; may be repeated
          --audio DEVICE          an ALSA name (carillon devices lists them), or null: for no device
          --state DIR             where the resume point, the queue and the settings are kept
          --cache DIR             where what can be made again is kept
          --config FILE           the builder's config.json
          --quiet, --verbose      fewer words, more words
          --version, --help
        """

    private static let flags = [
        "--music", "--audio", "--state", "--cache", "--config", "--quiet", "--verbose", "--version", "--help",
    ]
    /// Flags of the contract that belong to rooms this version does not have.
    private static let later = [
        "--templates", "--assets", "--watch", "--size", "--dpi", "--rotate", "--theme", "--language", "--now",
        "--renderer", "--window",
    ]

    private static func run(_ words: [[UInt8]]) throws(UsageError) -> Int32 {
        var options = ServiceOptions()
        options.playsWithoutResume = true
        var console = Console()
        var reader = ArgumentReader(words)
        while let word = reader.next() {
            switch word {
            case .flag("--music"): options.music.append(RawPath(bytes: try reader.value(of: "--music", "a folder")))
            case .flag("--audio"): options.audio = try reader.text(of: "--audio", "an ALSA device")
            case .flag("--state"): options.state = RawPath(bytes: try reader.value(of: "--state", "a folder"))
            case .flag("--cache"): options.cache = RawPath(bytes: try reader.value(of: "--cache", "a folder"))
            case .flag("--config"): options.config = RawPath(bytes: try reader.value(of: "--config", "a file"))
            case .flag("--quiet"): console.isQuiet = true
            case .flag("--verbose"): console.isVerbose = true
            case .flag(let flag) where later.contains(flag): throw UsageError("\(flag): not in this version")
            case .flag(let flag): throw .unknown(flag, among: flags)
            case .operand(let bytes):
                let text = String(decoding: bytes, as: UTF8.self)
                throw UsageError("unexpected “\(text)”; to play a file: carillon play \(text)")
            }
        }
        return start(options, console)
    }

    private static func start(_ options: ServiceOptions, _ console: Console) -> Int32 {
        let services = AppServices.shared
        TerminationSignals.watch(ringing: services.inbox.bell)
        services.configure(options)
        services.onError = { console.error($0.description) }
        services.onNote = { console.note($0) }
        var announced: TrackFacts?
        services.ensureLoaded()
        var status: Int32 = 0
        services.loop.run {
            services.turn()
            if case .failed(let reason) = services.phase {
                console.error(reason)
                status = 1
                return services.loop.end()
            }
            if TerminationSignals.received != nil { return services.loop.end() }
            announce(services, console, &announced)
        }
        services.shutDown()
        return status
    }

    /// Says once what plays, for whoever reads the journal.
    private static func announce(_ services: AppServices, _ console: Console, _ announced: inout TrackFacts?) {
        if let facts = services.facts, facts != announced, services.player?.wantsToPlay == true {
            announced = facts
            console.detail([facts.artist, facts.title].filter { !$0.isEmpty }.joined(separator: " – "))
        }
    }
}
