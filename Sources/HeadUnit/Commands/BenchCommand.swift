// `carillon bench`: measures, beside the peers that are installed. Prints figures and asserts nothing.

import AudioCore

/// Runs a measurement by its name.
@MainActor
enum BenchCommand {
    static let subcommand = Subcommand(
        name: "bench", summary: "measure, beside the peers that are installed", help: help, run: run)

    private static let help = """
        Usage: carillon bench start [--runs N]

        start    from exec to the first samples handed to ALSA, resuming a FLAC, beside aplay and mpv; CPU time of
                 playing a minute, beside mpv; wake-ups a second while paused

          --runs N                how often each is run; the median is printed (default 11)
        """

    /// Measurements of the contract that belong to rooms this version does not have.
    private static let later = ["idle", "frames", "lists", "sound", "library", "radio"]

    private static func run(_ words: [[UInt8]]) throws(UsageError) -> Int32 {
        var runs = 11
        var names: [String] = []
        var reader = ArgumentReader(words)
        while let word = try reader.next() {
            switch word {
            case .flag("--runs"): runs = Int(try reader.number(of: "--runs", in: 1...1000, "runs"))
            case .flag(let flag): throw .unknown(flag, among: ["--runs", "--help"])
            case .operand(let bytes): names.append(String(decoding: bytes, as: UTF8.self))
            }
        }
        guard let name = names.first, names.count == 1 else { throw UsageError("bench needs one of: start") }
        guard name == "start" else {
            if later.contains(name) { throw UsageError("bench \(name): not in this version") }
            let hint = Nearest.word(to: name, among: ["start"]).map { "; did you mean \($0)?" } ?? ""
            throw UsageError("bench knows start, not “\(name)”\(hint)")
        }
        return StartBench(runs: runs).run()
    }
}
