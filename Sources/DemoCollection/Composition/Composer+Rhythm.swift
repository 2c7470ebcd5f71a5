// What carries the music: basses and drums. One thread a piece.

extension Composer {
    /// A bass: in each span the strokes of `rhythm`: beat, length, and 0 root, 1 fifth, 2 octave, 3 third, 4 the
    /// half tone before the next root.
    mutating func bass(
        _ part: PartID, _ spans: [ChordSpan], rhythm: [(beat: Double, length: Double, degree: Int)],
        lowest: Int = 31, velocity: Double = 0.66
    ) {
        for (index, span) in spans.enumerated() {
            let root = Self.key(span.chord.bass, atLeast: lowest)
            let next = index + 1 < spans.count ? Self.key(spans[index + 1].chord.bass, atLeast: lowest) : root
            for stroke in rhythm where stroke.beat < span.length - 1e-6 {
                let fifth =
                    root + span.chord.fifth > lowest + 14 ? root + span.chord.fifth - 12 : root + span.chord.fifth
                let key =
                    switch stroke.degree {
                    case 1: max(fifth, lowest - 3)
                    case 2: root + 12
                    case 3: root + span.chord.third
                    case 4: next > root ? next - 1 : next + 1
                    default: root
                    }
                note(
                    part, at: span.beat + stroke.beat, length: min(stroke.length, span.length - stroke.beat),
                    key: Double(key), velocity: velocity * (stroke.beat == 0 ? 1.06 : 0.9))
            }
        }
    }

    /// A walking bass: a note a beat, root on the chord, chord tones between, a half tone into the next.
    mutating func walk(_ part: PartID, _ spans: [ChordSpan], lowest: Int = 31, velocity: Double = 0.62) {
        var last = Self.key(spans.first?.chord.bass ?? 0, atLeast: lowest)
        for (index, span) in spans.enumerated() {
            let next = spans[(index + 1) % spans.count].chord
            let count = Int(span.length)
            for beat in 0..<count {
                var key: Int
                if beat == 0 {
                    key = Self.nearest(span.chord.bass, to: last, atLeast: lowest)
                } else if beat == count - 1 {
                    let target = Self.nearest(next.bass, to: last, atLeast: lowest)
                    key = random.chance(50) ? target + 1 : max(lowest - 1, target - 1)
                    if key == last { key = 2 * target - key }
                } else {
                    let tones = [span.chord.third, span.chord.fifth, 12, span.chord.fifth - 12]
                    let tone = tones[Int(random.next(in: 0...3.999))]
                    key = Self.nearest((span.chord.root + tone + 24) % 12, to: last, atLeast: lowest)
                    if key == last {
                        key = Self.nearest((span.chord.root + span.chord.fifth) % 12, to: last + 4, atLeast: lowest)
                    }
                }
                note(
                    part, at: span.beat + Double(beat), length: 0.94, key: Double(key),
                    velocity: velocity * (beat % 2 == 0 ? 1 : 0.9))
                last = key
            }
        }
    }

    /// Strokes of a drum in each bar from `beat` on: beat in the bar, strength.
    mutating func drum(
        _ part: PartID, at beat: Double, bars: Int, _ strokes: [(beat: Double, strength: Double)],
        length: Double = 0.5, key: Double = 60, velocity: Double = 0.6, shape: Hairpin = .even
    ) {
        for index in 0..<bars {
            let strength = velocity * shape.strength(at: Double(index) / Double(max(1, bars - 1)))
            for stroke in strokes {
                note(
                    part, at: beat + Double(index) * bar + stroke.beat, length: length,
                    key: key + random.nextBell() * 0.3, velocity: strength * stroke.strength)
            }
        }
    }

    /// Single strokes at random between two beats, about `density` a beat, quiet and of many colours.
    mutating func sprinkle(
        _ part: PartID, from: Double, to: Double, density: Double, keys: ClosedRange<Double>,
        velocities: ClosedRange<Double>
    ) {
        var beat = from
        while true {
            beat += random.next(in: 0.1...1.9) / density
            guard beat < to else { return }
            note(
                part, at: beat, length: 0.2, key: random.next(in: keys), velocity: random.next(in: velocities),
                delay: 0)
        }
    }

    /// The lowest key of `pitchClass` that is not below `lowest`.
    static func key(_ pitchClass: Int, atLeast lowest: Int) -> Int {
        lowest + ((pitchClass - lowest) % 12 + 12) % 12
    }

    private static func nearest(_ pitchClass: Int, to key: Int, atLeast lowest: Int) -> Int {
        let first = Self.key(pitchClass, atLeast: lowest)
        var best = first
        for candidate in stride(from: first, through: lowest + 22, by: 12)
        where (candidate - key).magnitude < (best - key).magnitude { best = candidate }
        return best
    }
}
