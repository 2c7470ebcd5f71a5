// The craft: notation, voice leading, time.

import Testing

@testable import DemoCollection

@Suite("composition")
struct CompositionTests {
    @Test("a melody is written as one speaks it")
    func melody() {
        let melody = Melody("c4:1 eb4:.5 f#5 -:1 b3:1^ |", bar: 4)
        #expect(melody.notes.map(\.key) == [60, 63, 78, 59])
        #expect(melody.notes.map(\.beat) == [0, 1, 1.5, 3])
        #expect(melody.notes.map(\.length) == [1, 0.5, 0.5, 1])
        #expect(melody.notes.map(\.isAccented) == [false, false, false, true])
        #expect(melody.length == 4)
    }

    @Test(
        "chords are read with their roots, basses and colours",
        arguments: [
            ("Bbmaj9", 10, 10, [4, 11, 14, 7]), ("F#m7", 6, 6, [3, 10, 7, 12]), ("C/E", 0, 4, [4, 7, 12]),
            ("Dm7b5", 2, 2, [3, 10, 6, 12]), ("G7b9", 7, 7, [4, 10, 13, 7]), ("A", 9, 9, [4, 7, 12]),
        ])
    func chords(symbol: String, root: Int, bass: Int, colors: [Int]) {
        let chord = Chord(symbol)
        #expect(chord.root == root && chord.bass == bass && chord.colors == colors)
    }

    @Test("voices stay in range, move little, and never lie a half tone or a minor ninth apart when they need not")
    func voiceLeading() {
        var leading = VoiceLeading(range: 53...72, voices: 4)
        var last: [Int] = []
        for symbol in ["Dm7", "G13", "Cmaj9", "Am7", "Fmaj9", "Bm7b5", "E7b9", "Am7", "Dm7", "G13", "Cmaj9"] {
            let chord = Chord(symbol)
            let keys = leading.next(chord)
            #expect(keys == keys.sorted() && Set(keys).count == 4)
            #expect(keys.allSatisfy { (53...72).contains($0) })
            #expect(Set(keys.map { $0 % 12 }) == Set(chord.colors.prefix(4).map { (chord.root + $0) % 12 }))
            if !last.isEmpty {
                let moved = zip(keys, last).map { ($0 - $1).magnitude }.reduce(0, +)
                #expect(moved <= 14, "\(symbol): \(last) to \(keys)")
            }
            last = keys
        }
    }

    @Test("swing moves only what is off the beat; slowing down is smooth and only at the end")
    func time() {
        var tempo = TempoMap(beatsPerMinute: 60, swing: 0.62)
        (tempo.slowingFrom, tempo.slowingLength, tempo.slowing) = (8, 4, 0.5)
        #expect(tempo.seconds(at: 3) == 3)
        #expect(abs(tempo.seconds(at: 3.5) - 3.62) < 1e-9)
        #expect(tempo.seconds(at: 8) == 8)
        #expect(abs(tempo.seconds(at: 12) - 13) < 1e-9)
        var last = -1.0
        for step in 0..<400 {
            let now = tempo.seconds(at: Double(step) * 0.03)
            #expect(now > last)
            last = now
        }
    }

    @Test("the same seed gives the same performance, another seed another")
    func seeds() {
        for album in Album.all {
            for piece in album.pieces {
                func starts(_ seed: UInt64) -> [Double] { piece.compose(seed).parts.flatMap { $0.notes.map(\.start) } }
                #expect(starts(piece.seed) == starts(piece.seed))
                #expect(starts(piece.seed) != starts(piece.seed + 1))
            }
        }
    }

    @Test("long notes that sound together do not rub: hardly any half tones or minor ninths between them")
    func harmony() {
        let noises: [Instrument] = [
            .softKick, .frameDrum, .frameTap, .brushSweep, .brushTap, .ride, .shaker, .crossStick, .raindrop, .seaWash,
        ]
        for album in Album.all {
            for piece in album.pieces {
                let parts = piece.compose(piece.seed).parts.filter { part in
                    !noises.contains { "\($0)" == "\(part.instrument)" }
                }
                let notes = parts.flatMap(\.notes).sorted { $0.start < $1.start }
                var (together, rubbing) = (0, 0)
                for (index, note) in notes.enumerated() {
                    for other in notes[(index + 1)...] {
                        if other.start >= note.start + note.length { break }
                        let shared = min(note.start + note.length, other.start + other.length) - other.start
                        guard shared > 0.6 else { continue }
                        together += 1
                        let interval = Int((note.key - other.key).magnitude.rounded())
                        if interval == 1 || interval == 13 { rubbing += 1 }
                    }
                }
                #expect(together > 200, "\(piece.title)")
                #expect(Double(rubbing) < 0.02 * Double(together), "\(piece.title): \(rubbing) of \(together)")
            }
        }
    }
}
