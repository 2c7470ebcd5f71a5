// Names of notes into keys, and melodies as one writes them. Pure; any thread.

/// A note of a melody in beats.
struct MelodyNote: Hashable {
    /// Beats from the start of the melody.
    var beat: Double
    /// Beats.
    var length: Double
    /// MIDI key.
    var key: Int
    var isAccented: Bool
}

/// Reads and holds melodies.
///
/// `c#5:1.5` is a note of one and a half beats (c4 is middle C, MIDI 60), `eb4` one as long as the note before,
/// `-:2` a rest, `^` behind a note an accent; bars `|` are for the eye and must fall on whole bars.
struct Melody: Hashable {
    var notes: [MelodyNote] = []
    /// Beats, rests included.
    var length = 0.0

    /// - Parameter bar: beats of a bar; each `|` must stand after a multiple of it.
    init(_ text: String, bar: Double) {
        var unit = 1.0
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            if word == "|" {
                let bars = length / bar
                precondition((bars - bars.rounded()).magnitude < 1e-6, "a bar line in the middle of a bar: \(text)")
                continue
            }
            let parts = word.split(separator: ":")
            if parts.count == 2 {
                guard let number = Double(parts[1].filter { $0 != "^" }) else {
                    preconditionFailure("no length: \(word)")
                }
                unit = number
            }
            if parts[0] != "-" {
                let name = parts[0].filter { $0 != "^" }
                notes.append(
                    MelodyNote(
                        beat: length, length: unit, key: Self.key(String(name)), isAccented: word.contains("^")))
            }
            length += unit
        }
    }

    /// The MIDI key of `eb4`.
    static func key(_ name: String) -> Int {
        guard let octave = name.last?.wholeNumberValue else { preconditionFailure("no octave: \(name)") }
        return (octave + 1) * 12 + pitchClass(String(name.dropLast()))
    }

    /// 0 ... 11 of `c`, `f#`, `bb`; 0 is C. Upper and lower case.
    static func pitchClass(_ name: String) -> Int {
        let steps: [Character: Int] = ["c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11]
        guard let first = name.lowercased().first, let step = steps[first] else {
            preconditionFailure("no note: \(name)")
        }
        var result = step
        for sign in name.dropFirst() { result += sign == "#" ? 1 : -1 }
        return (result + 12) % 12
    }

    /// The same, `semitones` higher.
    func transposed(_ semitones: Int) -> Melody {
        var copy = self
        for index in copy.notes.indices { copy.notes[index].key += semitones }
        return copy
    }
}
