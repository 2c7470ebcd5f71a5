// `carillon bench lists`: what 100,000 rows cost, in layout and draw commands alone, on a clock that is moved by hand.
// Main thread; no fonts, no picture.

import AudioCore
import FoundationEssentials
import MusicLibrary
import Scene
import TemplateKit

/// Scrolls through the longest list there may be, and looks things up in it.
@MainActor
struct ListsBench {
    static let rowCount = 100_000
    /// The screenful that is compared with the first.
    private static let far = 10_000

    let isJSON: Bool

    func run() -> Int32 {
        let console = Console()
        guard let folders = DataFolders.find(templates: nil, assets: nil) else {
            console.error("bench: the folders Templates and Assets are not beside the program")
            return 1
        }
        if !AllocationCounter.wasStarted, AllocationCounter.isInstalled {
            console.error(AllocationCounter.startAgain(["bench", "lists"] + (isJSON ? ["--json"] : [])))
            return 1
        }
        let rig = ListRig(ScreenAssets.read(folders), rowCount: Self.rowCount)
        report(measure(rig), console)
        return 0
    }

    /// Everything that is printed.
    private struct Outcome {
        var first: Figures?
        var tenThousandth: Figures?
        var residentBefore = 0
        var residentAfter = 0
        var turns: Figures?
        /// Nil where the library that counts is not beside the program.
        var allocations: Figures?
        var index = 0.0
        var queries: [(text: String, found: Int, cost: Figures?)] = []
    }

    private func measure(_ rig: ListRig) -> Outcome {
        var outcome = Outcome()
        // Everything is touched once before it counts.
        _ = rig.screenful()
        outcome.first = Figures((0..<9).map { _ in rig.layOutAnew() })
        outcome.residentBefore = Resident.kilobytes
        var turns: [Double] = []
        var screenful = 1
        while let turn = rig.screenful() {
            turns.append(turn)
            screenful += 1
            if screenful == Self.far { outcome.tenThousandth = Figures((0..<9).map { _ in rig.layOutAnew() }) }
        }
        outcome.residentAfter = Resident.kilobytes
        outcome.turns = Figures(turns)
        outcome.allocations = rig.scrollAllocations()
        lookUp(&outcome)
        return outcome
    }

    // MARK: - Search

    private func lookUp(_ outcome: inout Outcome) {
        let names = (0..<Self.rowCount).map {
            LibrarySearchIndex.Name(key: Int32($0), text: SearchTitles.title($0))
        }
        let start = SystemClock.seconds
        let index = LibrarySearchIndex(
            artists: Array(names.prefix(2_000)), albums: Array(names.prefix(10_000)), tracks: names)
        outcome.index = (SystemClock.seconds - start) * 1000
        for text in ["e", "lo", "love", "night love", "ки", "kino", "nothing like it"] {
            var found = 0
            let costs = (0..<9).map { _ in
                let start = SystemClock.seconds
                found = index.matches(text)?.count ?? 0
                return (SystemClock.seconds - start) * 1000
            }
            outcome.queries.append((text, found, Figures(costs)))
        }
    }

    // MARK: - The report

    private func report(_ outcome: Outcome, _ console: Console) {
        isJSON ? console.result(json(outcome).text) : tell(outcome, console)
    }

    private func json(_ outcome: Outcome) -> JSON {
        func milliseconds(_ figures: Figures?) -> JSON { JSON(figures?.median, decimals: 3) }
        let queries = outcome.queries.map { query in
            JSON.object([
                ("text", .string(query.text)), ("found", JSON(query.found)), ("ms", milliseconds(query.cost)),
            ])
        }
        return .object([
            ("kind", "bench"), ("name", "lists"), ("rows", JSON(Self.rowCount)),
            ("firstScreenfulMs", milliseconds(outcome.first)),
            ("tenThousandthScreenfulMs", milliseconds(outcome.tenThousandth)),
            ("residentBeforeKB", JSON(outcome.residentBefore)), ("residentAfterKB", JSON(outcome.residentAfter)),
            ("scrollAllocations", JSON(outcome.allocations?.median, decimals: 1)),
            ("turnMs", milliseconds(outcome.turns)),
            ("turn99Ms", JSON(outcome.turns?.quantile(0.99), decimals: 3)),
            ("turnMostMs", JSON(outcome.turns?.quantile(1), decimals: 3)),
            ("searchIndexMs", JSON(outcome.index, decimals: 1)), ("searches", .array(queries)),
        ])
    }

    private func tell(_ outcome: Outcome, _ console: Console) {
        func milliseconds(_ figures: Figures?) -> String {
            figures.map { "\(Figures.rounded($0.median, decimals: 3)) ms" } ?? "not reached"
        }
        console.result("\(Self.rowCount) rows at 1024 × 600, layout and draw commands; medians")
        console.result("  first screenful                \(milliseconds(outcome.first))")
        console.result("  ten-thousandth screenful       \(milliseconds(outcome.tenThousandth))")
        let memory = "\(outcome.residentBefore) kB before, \(outcome.residentAfter) kB after"
        console.result("  resident, scrolled through all \(memory)")
        let turns = outcome.turns.map { "\($0.spread) ms (median / 99 % / most)" } ?? "none"
        console.result("  turns of the main thread       \(turns)")
        console.result(
            "  heap allocations of a frame in which only the scroll changed  "
                + (outcome.allocations?.text ?? "not counted: liballocationprobe.so is not beside the program"))
        console.result("search among \(Self.rowCount) tracks, 10000 albums and 2000 artists")
        console.result("  index                          \(Figures.rounded(outcome.index)) ms, once")
        for query in outcome.queries {
            console.result(
                "  \("“\(query.text)”".padding(to: 30)) \(milliseconds(query.cost)), \(query.found) found")
        }
    }
}

/// Kilobytes of the process that are in memory (proc(5), `VmRSS`).
enum Resident {
    static var kilobytes: Int {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }
}

/// Titles of several scripts, made by their numbers.
private enum SearchTitles {
    private static let words = [
        "Love", "Night", "River", "Slow", "Harbour", "Кино", "Ночь", "Белый", "夜の川", "さくら", "Étoile", "Über",
        "Glove", "Lights", "Kilometre", "Afterglow",
    ]

    static func title(_ number: Int) -> String {
        let (a, b) = (words[number % words.count], words[number / words.count % words.count])
        return "\(a) \(b) \(number)"
    }
}
