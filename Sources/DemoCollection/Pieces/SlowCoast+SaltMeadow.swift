// "Salt Meadow". Pure; any thread.

extension SlowCoast {
    /// Quavers of a bar, the second of each two the stronger.
    private static let sand: [(beat: Double, strength: Double)] = (0..<8).map { (index: Int) -> (Double, Double) in
        (Double(index) / 2, index % 2 == 1 ? 1 : 0.6)
    }

    /// E minor, walking: dulcimer over a harp, a frame drum.
    @Sendable static func saltMeadow(seed: UInt64) -> Score {
        let bar = 4.0
        var tempo = TempoMap(beatsPerMinute: 88)
        (tempo.slowingFrom, tempo.slowingLength, tempo.slowing) = (74, 8, 0.5)
        var music = Composer(seed: seed, bar: bar, tempo: tempo, room: .chapel)
        let dulcimer = music.part(.dulcimer, level: 3, pan: 0.26, send: -11, color: .body)
        let harp = music.part(.harp, level: 0, pan: -0.32, send: -11)
        let bass = music.part(.uprightBass, level: -3, pan: 0, send: -20)
        let frame = music.part(.frameDrum, level: -4, pan: -0.05, send: -13)
        let tap = music.part(.frameTap, level: -6, pan: 0.12, send: -12)
        let shaker = music.part(.shaker, level: -7, pan: -0.45, send: -14)
        let pad = music.part(.warmPad, level: -6, pan: 0, send: -6, color: .ensemble)
        let flute = music.part(.flute, level: -5, pan: -0.12, send: -6)

        let intro = Progression("Em9 Em9", bar: bar)
        let first = Progression("Em7 Em7 Cmaj9 G Am7 Em7 D Bm7", bar: bar)
        let middle = Progression("Cmaj9 D Em7 A9sus", bar: bar)
        let ending = Progression("Em7 Em7 Cmaj9 G Am7 Bm7 Em7", bar: bar)
        let (a, b, c) = (8.0, 40.0, 56.0)

        var strings = VoiceLeading(range: 52...71, voices: 4)
        let figure = [0, 2, 1, 3, 2, 4, 3, 1]
        music.arpeggio(
            harp, intro.starting(at: 0), &strings, figure: figure, step: 0.5, ring: 3, velocity: 0.5, withBass: true,
            shape: Hairpin(from: 0.7, to: 1))
        music.arpeggio(
            harp, first.starting(at: a) + middle.starting(at: b), &strings, figure: figure, step: 0.5, ring: 3,
            velocity: 0.5, withBass: true)
        music.arpeggio(
            harp, ending.starting(at: c), &strings, figure: figure, step: 0.5, ring: 3, velocity: 0.5, withBass: true,
            shape: Hairpin(from: 1, to: 0.65))

        let theme = Melody(
            "b4:1 e5:1.5 d5:.5 b4:1 | g4:1 a4 b4:2 | e5:1 g5:1.5 f#5:.5 e5:1 | d5:1 b4 d5:2 | c5:1 e5 b5 a5 | g5:1.5 f#5:.5 e5:2 | a4:1 d5 f#5 e5 | d5:1 b4:3 |",
            bar: bar)
        let bridge = Melody("g5:2 e5:1 d5 | f#5:2 d5:1 a4 | b4:1 d5 g5:2 | f#5:.5 e5 d5:1 e5:2 |", bar: bar)
        let last = Melody(
            "b4:1 e5:1.5 d5:.5 b4:1 | g4:.5 a4 b4 d5 b4:2 | e5:1 g5:1.5 f#5:.5 e5:1 | d5:.5 e5 d5 b4 d5:2 | c5:1 e5 b5 a5 | f#5:1 d5 a4 b4 | e4:4 |",
            bar: bar)
        music.melody(dulcimer, theme, at: a, velocity: 0.62, legato: 1.4)
        music.melody(flute, bridge, at: b, velocity: 0.66, shape: Hairpin(from: 0.9, to: 1.1))
        music.melody(
            dulcimer, Melody("-:3 b4:.5 e5 | -:3 a4:.5 d5 | -:3 e5:.5 d5 | -:2 a4:.5 b4 d5 e5 |", bar: bar), at: b,
            velocity: 0.5, legato: 1.4)
        music.melody(dulcimer, last, at: c, velocity: 0.64, legato: 1.4, shape: Hairpin(from: 1.05, to: 0.8))
        music.melody(
            dulcimer, last.transposed(-12), at: c, velocity: 0.36, legato: 1.4, shape: Hairpin(from: 1, to: 0.7))
        music.melody(
            flute, Melody("-:4 | -:2 d5 | -:4 | -:2 b4:1 d5 | e5:4 | d5:2 f#5 | e5:4 |", bar: bar), at: c, velocity: 0.5
        )
        let low: [(beat: Double, length: Double, degree: Int)] = [
            (0, 1.4, 0), (1.5, 0.5, 0), (2, 1.4, 1), (3.5, 0.5, 0),
        ]
        music.bass(
            bass, first.starting(at: a) + middle.starting(at: b) + ending.starting(at: c), rhythm: low, lowest: 28,
            velocity: 0.55)
        var soft = VoiceLeading(range: 55...74, voices: 4)
        music.pad(
            pad, Array(first.starting(at: a).dropFirst(4)) + middle.starting(at: b) + ending.starting(at: c), &soft,
            velocity: 0.52, shape: Hairpin(from: 0.9, to: 1))
        music.drum(
            frame, at: a, bars: 18, [(0, 1), (1.5, 0.55), (2.5, 0.75)], velocity: 0.52, shape: Hairpin(from: 0.8, to: 1)
        )
        music.drum(
            tap, at: a, bars: 18, [(1, 0.8), (3, 0.9), (3.5, 0.4), (3.75, 0.35)], velocity: 0.5,
            shape: Hairpin(from: 0.7, to: 1))
        music.drum(shaker, at: b, bars: 10, Self.sand, velocity: 0.45)
        return music.score(endingAt: c + 28, tail: 5)
    }
}
