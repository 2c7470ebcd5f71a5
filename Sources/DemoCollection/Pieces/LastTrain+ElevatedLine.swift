// 「高架線」: the elevated line. Pure; any thread.

extension LastTrain {
    /// Semiquavers of a bar, the third of each four the strongest: what rails do.
    private static let wheels: [(beat: Double, strength: Double)] = (0..<16).map { index in
        let strengths = [0.7, 0.42, 1.0, 0.42]
        return (Double(index) / 4, strengths[index % 4])
    }

    /// A major, even quavers, the wheels of the train: guitar, electric piano, later a flute.
    @Sendable static func elevatedLine(seed: UInt64) -> Score {
        let bar = 4.0
        var tempo = TempoMap(beatsPerMinute: 118)
        (tempo.slowingFrom, tempo.slowingLength, tempo.slowing) = (100, 6, 0.35)
        var music = Composer(seed: seed, bar: bar, tempo: tempo, room: .street)
        let guitar = music.part(.nylonGuitar, level: -1, pan: -0.34, send: -15, color: .body)
        let piano = music.part(.electricPiano, level: 2, pan: 0.2, send: -12, color: .tremolo(speed: 5.2, depth: 0.16))
        let flute = music.part(.flute, level: -5, pan: 0.06, send: -8)
        let bass = music.part(.uprightBass, level: -3, pan: 0, send: -24)
        let kick = music.part(.softKick, level: -5, pan: 0, send: -22)
        let shaker = music.part(.shaker, level: -3, pan: 0.42, send: -16)
        let stick = music.part(.crossStick, level: -6, pan: -0.2, send: -12)
        let pad = music.part(.warmPad, level: -8, pan: 0, send: -7, color: .ensemble)

        let intro = Progression("Amaj9 E9sus", bar: bar)
        let first = Progression("Amaj9 Amaj9 Bm7 E9sus:2 E13:2 C#m7 F#7 Bm7 E13", bar: bar)
        let middle = Progression("Dmaj9 Dm6 C#m7 Cdim7 Bm7 E9 Amaj9 E13", bar: bar)
        let ending = Progression("Amaj9 Amaj9 Bm7 E9sus:2 E13:2 C#m7 F#7 Bm7:2 E13:2 Amaj9", bar: bar)
        let (a, b, c) = (8.0, 40.0, 72.0)

        let clave: [(beat: Double, length: Double, strength: Double)] = [
            (0, 0.9, 1), (1, 0.4, 0.75), (1.5, 0.9, 0.95), (2.5, 0.9, 0.85), (3.5, 0.5, 0.9),
        ]
        var hand = VoiceLeading(range: 52...69, voices: 4)
        music.chords(
            guitar, intro.starting(at: 0), &hand, rhythm: clave, velocity: 0.42, roll: 0.011,
            shape: Hairpin(from: 0.7, to: 1))
        music.chords(guitar, first.starting(at: a), &hand, rhythm: clave, velocity: 0.46, roll: 0.009)
        music.chords(
            guitar, middle.starting(at: b), &hand, rhythm: [(0, 1.4, 1), (1.5, 0.9, 0.8), (3, 0.9, 0.85)],
            velocity: 0.5, roll: 0.012)
        music.chords(
            guitar, ending.starting(at: c), &hand, rhythm: clave, velocity: 0.46, roll: 0.01,
            shape: Hairpin(from: 1.1, to: 0.75))

        let theme = Melody(
            "e5:1.5 c#5:.5 b4:1 c#5 | e5:.5 g#5:1.5 f#5:2 | f#5:1.5 d5:.5 c#5:1 d5 | f#5:.5 a5:1.5 g#5:2 | g#5:1.5 e5:.5 b4:1 e5 | e5:.5 c#5 a#4:1 c#5:1.5 -:.5 | d5:1.5 c#5:.5 b4:1 f#4 | g#4:1 b4 c#5:2 |",
            bar: bar)
        let bridge = Melody(
            "a5:3 f#5:1 | f5:2 d5:1 b4 | e5:3 b4:1 | eb5:2 c5:1 a4 | d5:2 c#5:1 a4 | b4:1 d5 f#5 g#5 | e5:3 b4:1 | c#5:3 -:1 |",
            bar: bar)
        let last = Melody(
            "e5:1.5 c#5:.5 b4:1 c#5 | e5:.5 g#5:1.5 b5:1 a5 | f#5:1.5 d5:.5 c#5:1 d5 | f#5:.5 a5:1.5 g#5:2 | g#5:1.5 e5:.5 b4:1 e5 | e5:.5 c#5 a#4:1 c#5:1.5 -:.5 | d5:1 f#5 g#5 f#5:.5 d5 | c#5:4 |",
            bar: bar)
        music.melody(piano, theme, at: a, velocity: 0.56, legato: 0.9)
        music.melody(flute, bridge, at: b, velocity: 0.66, shape: Hairpin(from: 0.85, to: 1.1))
        music.melody(piano, last, at: c, velocity: 0.56, legato: 0.9, shape: Hairpin(from: 1, to: 0.8))
        music.melody(flute, last, at: c, velocity: 0.46, shape: Hairpin(from: 0.9, to: 0.8))

        let bossa: [(beat: Double, length: Double, degree: Int)] = [
            (0, 1.4, 0), (1.5, 0.5, 1), (2, 1.4, 1), (3.5, 0.5, 0),
        ]
        music.bass(bass, first.starting(at: a) + middle.starting(at: b) + ending.starting(at: c), rhythm: bossa)
        var soft = VoiceLeading(range: 57...76, voices: 3)
        music.pad(pad, intro.starting(at: 0), &soft, velocity: 0.42)
        music.pad(pad, middle.starting(at: b), &soft, velocity: 0.55)
        music.pad(pad, ending.starting(at: c), &soft, velocity: 0.5)

        music.drum(shaker, at: 0, bars: 26, Self.wheels, velocity: 0.42, shape: Hairpin(from: 0.8, to: 1))
        music.drum(kick, at: a, bars: 24, [(0, 1), (1.5, 0.5), (2, 0.9), (3.5, 0.5)], velocity: 0.46)
        for two in stride(from: a, to: 104, by: 8) {
            music.drum(stick, at: two, bars: 1, [(0, 1), (1.5, 0.85), (3, 0.9)], velocity: 0.4)
            music.drum(stick, at: two + 4, bars: 1, [(1, 0.85), (2.5, 0.9)], velocity: 0.4)
        }
        return music.score(endingAt: c + 32, tail: 3.8)
    }
}
