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
          --demo                  without any music: write the demo collection, and play it
          --audio DEVICE          an ALSA name (carillon devices lists them), or null: for no device
          --state DIR             where the resume point, the queue and the settings are kept
          --cache DIR             where what can be made again is kept
          --config FILE           the builder's config.json
          --quiet, --verbose      fewer words, more words
          --version, --help

        \(FrontOptions.help)
        """

    private static let flags =
        [
            "--music", "--demo", "--audio", "--state", "--cache", "--config", "--quiet", "--verbose", "--version",
            "--help",
        ] + FrontOptions.flags

    private static func run(_ words: [[UInt8]]) throws(UsageError) -> Int32 {
        var options = ServiceOptions()
        var front = FrontOptions()
        var console = Console()
        var reader = ArgumentReader(words)
        while let word = try reader.next() {
            switch word {
            case .flag("--music"): options.music.append(RawPath(bytes: try reader.value(of: "--music", "a folder")))
            case .flag("--demo"): options.wantsDemo = true
            case .flag("--audio"): options.audio = try reader.text(of: "--audio", "an ALSA device")
            case .flag("--state"): options.state = RawPath(bytes: try reader.value(of: "--state", "a folder"))
            case .flag("--cache"): options.cache = RawPath(bytes: try reader.value(of: "--cache", "a folder"))
            case .flag("--config"): options.config = try reader.configFile()
            case .flag("--quiet"): console.isQuiet = true
            case .flag("--verbose"): console.isVerbose = true
            case .flag(let flag):
                if try !front.take(flag, &reader) { throw .unknown(flag, among: flags) }
            case .operand(let bytes):
                if NamedPath(bytes) != .nothing, let hint = NamedPath.hint(for: bytes) { throw hint }
                let text = String(decoding: bytes, as: UTF8.self)
                throw UsageError("unexpected “\(text)”; to play a file: carillon play \(text)")
            }
        }
        guard front.now == nil else {
            throw UsageError("--now belongs to carillon drive; the head unit has the real time")
        }
        return HeadUnitRun(options, front, console).run()
    }
}
