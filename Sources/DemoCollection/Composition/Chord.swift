// Chords by their symbols. Pure; any thread.

/// A chord: its root, and what is above it.
struct Chord: Hashable {
    /// 0 ... 11; 0 is C.
    var root: Int
    /// What the bass plays, 0 ... 11.
    var bass: Int
    /// Semitones above the root that a comping hand plays, most needed first.
    var colors: [Int]
    /// Semitones of the third (or fourth) and fifth for the bass.
    var third: Int
    var fifth: Int

    private static let kinds: [String: [Int]] = [
        "": [4, 7, 12], "m": [3, 7, 12], "add9": [4, 7, 14, 12], "6": [4, 9, 7, 12], "m6": [3, 9, 7, 12],
        "maj7": [4, 11, 7, 12], "maj9": [4, 11, 14, 7], "m7": [3, 10, 7, 12], "m9": [3, 10, 14, 7],
        "7": [4, 10, 7, 12], "9": [4, 10, 14, 7], "13": [4, 10, 21, 14], "7b9": [4, 10, 13, 7],
        "sus": [5, 7, 12], "9sus": [5, 10, 14, 7], "m7b5": [3, 10, 6, 12], "dim7": [3, 9, 6, 12],
        "69": [4, 9, 14, 7],
    ]

    /// Reads `Bbmaj9` or `C/E`.
    init(_ symbol: String) {
        let halves = symbol.split(separator: "/")
        var name = halves[0]
        var rootName = String(name.removeFirst())
        // A flat belongs to the root only when it stands first: `Bb`, but `D7b9`.
        if let sign = name.first, sign == "#" || sign == "b" { rootName.append(name.removeFirst()) }
        guard let colors = Self.kinds[String(name)] else { preconditionFailure("no chord: \(symbol)") }
        root = Melody.pitchClass(rootName)
        bass = halves.count == 2 ? Melody.pitchClass(String(halves[1])) : root
        self.colors = colors
        third = colors[0]
        fifth = colors.contains(6) ? 6 : 7
    }
}

/// A chord and when it sounds.
struct ChordSpan: Hashable {
    /// Beats from the start of the piece.
    var beat: Double
    var length: Double
    var chord: Chord
}

/// A row of chords: `Dm9 G13 Bbmaj9:2 A7b9:2`, a whole bar each unless beats are named.
struct Progression: Hashable {
    var spans: [ChordSpan] = []
    var length = 0.0

    init(_ text: String, bar: Double) {
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "|" }) {
            let parts = word.split(separator: ":")
            let beats = parts.count == 2 ? Double(parts[1]) ?? bar : bar
            spans.append(ChordSpan(beat: length, length: beats, chord: Chord(String(parts[0]))))
            length += beats
        }
    }

    /// The spans as if the row began at `beat`.
    func starting(at beat: Double) -> [ChordSpan] {
        spans.map { ChordSpan(beat: $0.beat + beat, length: $0.length, chord: $0.chord) }
    }
}
