// Writes a score: notes at beats, played by hands that are not machines. One thread a piece.

/// Where a section's notes get their loudness: a line from one strength to another.
struct Hairpin {
    var from: Double
    var to: Double

    static let even = Hairpin(from: 1, to: 1)

    func strength(at place: Double) -> Double {
        from + (to - from) * min(1, max(0, place))
    }
}

/// A part of the score being written.
struct PartID: Hashable {
    fileprivate var index: Int
}

/// Notes in, a score out. The same seed gives the same performance.
struct Composer {
    let bar: Double
    var tempo: TempoMap
    var room: Room
    /// Seconds that hands are early or late, and the share by which strengths differ.
    var looseness = 0.007
    var unevenness = 0.07
    private let seed: UInt64
    var random: SeededRandom
    private var parts: [Part] = []

    /// - Parameter bar: beats of a bar.
    init(seed: UInt64, bar: Double, tempo: TempoMap, room: Room) {
        self.seed = seed
        self.bar = bar
        self.tempo = tempo
        self.room = room
        random = SeededRandom(seed)
    }

    /// - Parameters:
    ///   - level: decibels.
    ///   - pan: −1 left ... 1 right.
    ///   - send: decibels into the room.
    mutating func part(
        _ instrument: Instrument, level: Double = 0, pan: Double = 0, send: Double = -12, color: PartColor = .plain
    ) -> PartID {
        parts.append(Part(instrument: instrument, level: level, pan: pan, send: send, color: color))
        return PartID(index: parts.count - 1)
    }

    /// One note; a chord shares `delay` so that its notes stay together.
    mutating func note(
        _ part: PartID, at beat: Double, length: Double, key: Double, velocity: Double, delay: Double? = nil
    ) {
        let start = tempo.seconds(at: beat)
        let end = tempo.seconds(at: beat + length)
        let late = delay ?? random.nextBell() * looseness
        let uneven = 1 + random.nextBell() * unevenness
        parts[part.index].notes.append(
            Note(
                start: max(0, start + late), length: max(0.02, end - start), key: key,
                velocity: min(1, max(0.04, velocity * uneven))))
    }

    /// A melody; the line leans on strong beats and on high notes, and its notes are bound up to `legato`.
    mutating func melody(
        _ part: PartID, _ melody: Melody, at beat: Double, velocity: Double = 0.62, legato: Double = 0.97,
        shape: Hairpin = .even
    ) {
        let mean = Double(melody.notes.map(\.key).reduce(0, +)) / Double(max(1, melody.notes.count))
        for note in melody.notes {
            let place = note.beat.truncatingRemainder(dividingBy: bar)
            var strength = velocity * shape.strength(at: note.beat / melody.length)
            strength *= place == 0 ? 1.07 : place == place.rounded() ? 1 : 0.92
            strength *= 1 + (Double(note.key) - mean) * 0.009
            if note.isAccented { strength *= 1.18 }
            self.note(
                part, at: beat + note.beat, length: note.length * legato, key: Double(note.key), velocity: strength)
        }
    }

    /// Chords by hand: in each span the strokes of `rhythm` (beat in the span, length, strength).
    mutating func chords(
        _ part: PartID, _ spans: [ChordSpan], _ leading: inout VoiceLeading,
        rhythm: [(beat: Double, length: Double, strength: Double)], velocity: Double = 0.45, roll: Double = 0.008,
        shape: Hairpin = .even
    ) {
        guard let first = spans.first, let last = spans.last else { return }
        let total = last.beat + last.length - first.beat
        for span in spans {
            let keys = leading.next(span.chord)
            let strength = velocity * shape.strength(at: (span.beat - first.beat) / total)
            for stroke in rhythm where stroke.beat < span.length - 1e-6 {
                let hand = random.nextBell() * looseness
                let length = min(stroke.length, span.length - stroke.beat)
                for (index, key) in keys.enumerated() {
                    note(
                        part, at: span.beat + stroke.beat, length: length, key: Double(key),
                        velocity: strength * stroke.strength * (index == keys.count - 1 ? 1.08 : 0.95),
                        delay: hand + Double(index) * roll)
                }
            }
        }
    }

    /// Long chords whose voices stay where the next chord has them too.
    mutating func pad(
        _ part: PartID, _ spans: [ChordSpan], _ leading: inout VoiceLeading, velocity: Double = 0.5,
        shape: Hairpin = .even
    ) {
        guard let first = spans.first, let last = spans.last else { return }
        let total = last.beat + last.length - first.beat
        var held: [Int: (beat: Double, strength: Double)] = [:]
        for span in spans {
            let keys = leading.next(span.chord)
            let strength = velocity * shape.strength(at: (span.beat - first.beat) / total)
            for key in held.keys.sorted() where !keys.contains(key) {
                guard let since = held.removeValue(forKey: key) else { continue }
                note(part, at: since.beat, length: span.beat - since.beat, key: Double(key), velocity: since.strength)
            }
            for key in keys where held[key] == nil { held[key] = (span.beat, strength) }
        }
        for key in held.keys.sorted() {
            guard let since = held[key] else { continue }
            note(
                part, at: since.beat, length: last.beat + last.length - since.beat, key: Double(key),
                velocity: since.strength)
        }
    }

    /// Broken chords: `figure` names voices from the lowest (0), each `step` beats; a voice beyond the chord is an
    /// octave higher, −1 a rest. Notes ring for `ring` beats.
    mutating func arpeggio(
        _ part: PartID, _ spans: [ChordSpan], _ leading: inout VoiceLeading, figure: [Int], step: Double,
        ring: Double, velocity: Double = 0.5, withBass: Bool = false, shape: Hairpin = .even
    ) {
        guard let first = spans.first, let last = spans.last else { return }
        let total = last.beat + last.length - first.beat
        for span in spans {
            let keys = leading.next(span.chord)
            for stroke in 0..<Int((span.length / step).rounded()) {
                let voice = figure[stroke % figure.count]
                guard voice >= 0 else { continue }
                let beat = Double(stroke) * step
                var key = keys[voice % keys.count] + 12 * (voice / keys.count)
                if withBass && stroke == 0 { key = Self.key(span.chord.bass, atLeast: leading.range.lowerBound - 12) }
                let strong = stroke == 0 ? 1.12 : beat == beat.rounded() ? 1.0 : 0.86
                note(
                    part, at: span.beat + beat, length: min(ring, span.length - beat + 0.5), key: Double(key),
                    velocity: velocity * strong * shape.strength(at: (span.beat + beat - first.beat) / total))
            }
        }
    }

    /// The finished score.
    /// - Parameters:
    ///   - beat: where the piece's time ends.
    ///   - tail: seconds for the last notes and the room.
    func score(endingAt beat: Double, tail: Double) -> Score {
        let end = tempo.seconds(at: beat)
        var ringing = parts
        for part in ringing.indices where ringing[part].instrument.ringsOn {
            for note in ringing[part].notes.indices {
                let last = ringing[part].notes[note]
                // What lasts to the end is not stopped there: hands stay on the keys until it has faded.
                if last.start + last.length > end - 0.3 { ringing[part].notes[note].length += 0.6 * tail }
            }
        }
        return Score(parts: ringing, room: room, length: end + tail, seed: seed)
    }

}
