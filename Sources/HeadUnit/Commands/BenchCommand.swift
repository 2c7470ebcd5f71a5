// `carillon bench`: measures, beside the peers that are installed. Prints figures and asserts nothing.

import AudioCore
import TemplateKit

/// Runs a measurement by its name.
@MainActor
enum BenchCommand {
    static let subcommand = Subcommand(
        name: "bench", summary: "measure, beside the peers that are installed", help: help, run: run)

    private static let help = """
        Usage: carillon bench start|idle|frames|lists|sound|radio [--runs N] [--json]

        start    from exec to the first samples handed to ALSA, resuming a FLAC, beside aplay and mpv; from exec to the
                 first picture, for libraries of 10 and 10,000 tracks, beside a bare SDL window; CPU time of playing,
                 beside mpv; wake-ups a second while paused
        idle     pictures and wake-ups a second and resident memory, paused and playing, on the X display, else on Xvfb
        frames   what layout and drawing of a frame cost in software: a list that scrolls, Now Playing, a screen that
                 slides in; heap allocations of a frame
        lists    the first and the ten-thousandth screenful of 100,000 rows, memory before and after scrolling through
                 all of them, turns of the main thread, heap allocations of a frame in which only the scroll changed;
                 what a search among as many tracks takes
        sound    processor time of decoding FLAC and MP3, of the chain, of the limiter and of playing, beside flac,
                 mpg123, FFmpeg and mpv
        radio    from exec to the first samples of a station, and processor time of listening to it, from an Icecast of
                 our own, beside mpv

          --runs N                how often each is run (start) or for how many seconds it is watched (idle); the
                                  median is printed (default 11)
          --json                  (lists) one line of JSON
        """

    private static let names = ["start", "idle", "frames", "lists", "sound", "radio"]
    /// Measurements of the contract that belong to rooms this version does not have.
    private static let later = ["library"]

    private static func run(_ words: [[UInt8]]) throws(UsageError) -> Int32 {
        var runs = 11
        var isJSON = false
        var names: [String] = []
        var reader = ArgumentReader(words)
        while let word = try reader.next() {
            switch word {
            case .flag("--runs"): runs = try reader.whole(of: "--runs", in: 1...1000, "runs")
            case .flag("--json"): isJSON = true
            case .flag(let flag): throw .unknown(flag, among: ["--runs", "--json", "--help"])
            case .operand(let bytes): names.append(String(decoding: bytes, as: UTF8.self))
            }
        }
        let choices = Self.names.joined(separator: ", ")
        guard let name = names.first, names.count == 1 else { throw UsageError("bench needs one of: \(choices)") }
        if isJSON, name != "lists" { throw UsageError("--json goes with bench lists; the others print words") }
        switch name {
        case "start": return StartBench(runs: runs).run()
        case "idle": return IdleBench(seconds: runs).run()
        case "frames": return FramesBench().run()
        case "lists": return ListsBench(isJSON: isJSON).run()
        case "sound": return SoundBench(runs: runs).run()
        case "radio": return RadioBench(runs: runs).run()
        default:
            if later.contains(name) { throw UsageError("bench \(name): not in this version") }
            let hint = Nearest.question(for: name, among: Self.names + later)
            throw UsageError("bench knows \(choices), not “\(name)”\(hint)")
        }
    }
}
