// What came of measuring a library. A value.

import AudioCore
import MusicLibrary

/// Counts and troubles of one `scan --gain`.
struct GainReport: Sendable {
    /// Tracks measured in this run.
    var measured = 0
    /// Tracks decoded in this run that have no loudness: silent, or shorter than the 0.4 s of a block.
    var silent = 0
    /// Albums measured as a whole in this run.
    var albums = 0
    /// Tracks that state gains themselves.
    var tagged = 0
    /// Tracks measured before.
    var known = 0
    /// Tracks that could not be measured.
    var failed: [ScanFailure] = []
    /// Tracks measured as far as they play.
    var damaged: [ScanFailure] = []
    var seconds = 0.0
    /// It was told to stop; what was measured is kept.
    var wasInterrupted = false
    /// Why the measurements could not be saved.
    var saveFailure: AudioError?

    var json: JSON {
        func list(_ failures: [ScanFailure]) -> JSON {
            .array(failures.map { .object([("path", .string($0.path)), ("reason", .string($0.reason))]) })
        }
        return .object([
            ("measured", JSON(measured)), ("silent", JSON(silent)), ("albums", JSON(albums)), ("tagged", JSON(tagged)),
            ("known", JSON(known)), ("failed", list(failed)), ("damaged", list(damaged)),
            ("interrupted", .bool(wasInterrupted)), ("seconds", JSON(seconds, decimals: 3)),
        ])
    }

    /// One line for people.
    var words: String {
        var parts = ["\(Counted.words(measured, "track")) measured"]
        if albums > 0 { parts[0] += ", \(Counted.words(albums, "album"))" }
        if silent > 0 { parts.append("\(silent) without loudness, silent or too short") }
        if known > 0 { parts.append("\(known) known") }
        if tagged > 0 { parts.append("\(tagged) with gains of their own") }
        if !failed.isEmpty { parts.append("\(failed.count) not measurable") }
        return "gain: \(parts.joined(separator: ", ")) (\(JSON.number(seconds, decimals: 1).text) s)"
    }
}

/// How far measuring is.
struct GainProgress: Sendable {
    /// Tracks done, of all to be decoded.
    var done = 0
    var count: Int
    /// The share of all music, 0 to 1.
    var share = 0.0
    /// The album under way.
    var title: String
    /// Seconds it will take at the pace so far; nil at first.
    var remaining: Double?
}
