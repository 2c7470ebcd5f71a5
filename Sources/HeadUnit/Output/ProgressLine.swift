// The one line on a terminal that moves while music plays. Main thread.

import AudioCore
import Radio

/// Title and time.
@MainActor
struct ProgressLine {
    private var line: TerminalLine

    init(isShown: Bool) { line = TerminalLine(isShown: isShown) }

    var isShown: Bool { line.isShown }

    mutating func show(_ player: Player, _ facts: TrackFacts?) {
        let time = Self.time(player.position) + (player.duration.map { " / " + Self.time($0) } ?? "")
        show(time, [facts?.artist ?? "", facts?.title ?? ""])
    }

    /// - Parameter seconds: how long the stream has been heard.
    mutating func show(_ radio: RadioState, seconds: Double) {
        let time: String
        switch radio.phase {
        case .connecting: time = "connecting"
        case .buffering: time = "buffering"
        case .reconnecting(let attempt): time = "reconnecting (\(attempt))"
        case .playing, .stopped, .failed: time = Self.time(seconds)
        }
        let isTold = radio.title != nil
        show(time, isTold ? [radio.artist ?? "", radio.title ?? ""] : [radio.streamName ?? radio.station?.name ?? ""])
    }

    private mutating func show(_ time: String, _ words: [String]) {
        guard line.isShown else { return }
        let text = "\(time)  \(words.filter { !$0.isEmpty }.joined(separator: " – "))"
        line.show(String(text.harmless.prefix(100)))
    }

    /// Leaves an empty line for other words.
    mutating func clear() { line.clear() }

    /// `3:45`, `1:02:03`.
    nonisolated static func time(_ seconds: Double) -> String {
        let whole = Int(max(0, min(seconds, 1e9)))
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }
}
