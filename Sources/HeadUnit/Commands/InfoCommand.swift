// `carillon info`: what a file or a cue sheet is. Main thread; there is nothing to keep waiting.

import AudioCore
import Codecs
import MusicLibrary

/// Tells format, tags, gains, cue tracks and cover of one file.
@MainActor
enum InfoCommand {
    static let subcommand = Subcommand(
        name: "info", summary: "say what a file or a cue sheet is", help: help, run: run)

    private static let help = """
        Usage: carillon info FILE|CUE ... [--json] [--cache DIR]

        Says what a file is by its content: format, tags, gains, the tracks of its cue sheet, its cover. Gains that scan
        --gain has measured come from the library in the cache folder.
        """

    private static func run(_ words: [[UInt8]]) throws(UsageError) -> Int32 {
        var isJSON = false
        var paths: [RawPath] = []
        var cache: RawPath?
        var reader = ArgumentReader(words)
        while let word = try reader.next() {
            switch word {
            case .flag("--json"): isJSON = true
            case .flag("--cache"): cache = RawPath(bytes: try reader.value(of: "--cache", "a folder"))
            case .flag(let flag): throw .unknown(flag, among: ["--json", "--cache", "--help"])
            case .operand(let bytes): paths.append(try PlayCommand.path(bytes))
            }
        }
        guard !paths.isEmpty else { throw UsageError("info needs a file or a cue sheet") }
        let console = Console()
        let saved = SavedGains.ofProgram(cache)
        var status: Int32 = 0
        for path in paths {
            do throws(AudioError) {
                var info = try FileInfo.read(path)
                if info.gain == nil, let saved { info.take(saved.all) }
                if isJSON { console.result(info.json.text) } else { InfoText(info).lines.forEach(console.words) }
                for fault in info.faults { console.error(fault) }
                for problem in info.problems { console.report(problem, asJSON: isJSON) }
                if !info.problems.isEmpty { status = 1 }
            } catch {
                console.report(error, asJSON: isJSON)
                status = 1
            }
        }
        return status
    }
}
