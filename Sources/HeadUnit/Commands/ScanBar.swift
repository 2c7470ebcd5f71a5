// The bar on a terminal: how much has been done, and where a scan is. Main thread.

import MusicLibrary

/// A bar, and words behind it.
struct ScanBar {
    private var line: TerminalLine
    private static let width = 24

    init(isShown: Bool) { line = TerminalLine(isShown: isShown) }

    mutating func show(_ progress: ScanProgress) {
        let tracks = Counted.words(progress.tracks, "track")
        show(progress.percent, "\(tracks)  \(tail(progress.folder?.shown ?? ""))")
    }

    mutating func show(_ progress: GainProgress) {
        let time = progress.remaining.map { ", \(ProgressLine.time($0)) left" } ?? ""
        show(
            Int(progress.share * 100), "\(progress.done) of \(progress.count) measured\(time)  \(tail(progress.title))")
    }

    private func tail(_ text: String) -> String { String(text.harmless.suffix(40)) }

    private mutating func show(_ percent: Int?, _ words: String) {
        guard line.isShown else { return }
        let filled = min(max(percent ?? 0, 0), 100) * Self.width / 100
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: Self.width - filled)
        line.show("[\(bar)] \(percent.map { "\($0) %" } ?? "...")  \(words)")
    }

    /// Leaves an empty line for other words.
    mutating func clear() { line.clear() }
}
