// The bar on a terminal: how much has been done, and where a scan is. Main thread.

import Glibc
import MusicLibrary

/// One line, rewritten in place.
struct ScanBar {
    let isShown: Bool
    private var last = ""
    private static let width = 24

    init(isShown: Bool) {
        self.isShown = isShown
    }

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
        guard isShown else { return }
        let filled = min(max(percent ?? 0, 0), 100) * Self.width / 100
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: Self.width - filled)
        let text = "[\(bar)] \(percent.map { "\($0) %" } ?? "...")  \(words)"
        guard text != last else { return }
        last = text
        write("\r\u{1B}[K" + text)
    }

    /// Leaves an empty line for other words.
    mutating func clear() {
        guard isShown, !last.isEmpty else { return }
        last = ""
        write("\r\u{1B}[K")
    }

    private func write(_ text: String) {
        var text = text
        _ = text.withUTF8 { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
