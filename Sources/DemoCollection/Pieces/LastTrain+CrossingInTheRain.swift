// 「雨の交差点」: a crossing in the rain. Pure; any thread.

extension LastTrain {
    /// C minor, three in a bar, swung, with rain: vibraphone, flute, electric piano.
    @Sendable static func crossingInTheRain(seed: UInt64) -> Score {
        let bar = 3.0
        var tempo = TempoMap(beatsPerMinute: 98, swing: 0.6)
        (tempo.slowingFrom, tempo.slowingLength, tempo.slowing) = (72, 9, 0.5)
        var music = Composer(seed: seed, bar: bar, tempo: tempo, room: .street)
        let piano = music.part(
            .electricPiano, level: 0, pan: -0.15, send: -12, color: .tremolo(speed: 3.6, depth: 0.34))
        let vibes = music.part(.vibraphone, level: 1, pan: 0.28, send: -8, color: .tremolo(speed: 4.6, depth: 0.14))
        let flute = music.part(.flute, level: -3, pan: -0.1, send: -7)
        let bass = music.part(.uprightBass, level: -1, pan: 0, send: -22)
        let sweep = music.part(.brushSweep, level: 3, pan: 0.3, send: -14)
        let tap = music.part(.brushTap, level: -4, pan: 0.2, send: -12)
        let rainLeft = music.part(.raindrop, level: -10, pan: -0.75, send: -6)
        let rainRight = music.part(.raindrop, level: -10, pan: 0.75, send: -6)
        let rainFar = music.part(.raindrop, level: -13, pan: 0.1, send: 0)
        let pad = music.part(.warmPad, level: -7, pan: 0, send: -5, color: .ensemble)

        let intro = Progression("Cm7 Abmaj9", bar: bar)
        let first = Progression("Cm7 Fm9 Bb13 Ebmaj9 Abmaj9 Dm7b5 G7b9 Cm7", bar: bar)
        let middle = Progression("Abmaj9 Bb13 Gm7 Cm7 Fm9 Bb13 Eb69 G7b9", bar: bar)
        let ending = Progression("Cm7 Fm9 Bb13 Ebmaj9 Abmaj9 Dm7b5 G7b9 Abmaj9 Cadd9", bar: bar)
        let (a, b, c) = (6.0, 30.0, 54.0)

        var hands = VoiceLeading(range: 53...72, voices: 4)
        music.chords(piano, intro.starting(at: 0), &hands, rhythm: [(0, 2.8, 1)], velocity: 0.38, roll: 0.06)
        music.chords(piano, first.starting(at: a), &hands, rhythm: [(0, 0.9, 0.9), (1.5, 1.2, 0.8)], velocity: 0.4)
        music.chords(
            piano, middle.starting(at: b), &hands, rhythm: [(0, 1.4, 1), (1.5, 0.4, 0.65), (2, 0.8, 0.8)],
            velocity: 0.42, shape: Hairpin(from: 1, to: 1.15))
        music.chords(
            piano, ending.starting(at: c), &hands, rhythm: [(0, 2.8, 0.9)], velocity: 0.36, roll: 0.03,
            shape: Hairpin(from: 1, to: 0.8))

        let theme = Melody(
            "g4:1 c5 d5 | eb5:2 c5:1 | d5:1 c5:.5 bb4 g4:1 | bb4:3 | c5:1 eb5 g5 | f5:2 d5:1 | eb5:.5 d5 b4:1 ab4 | g4:3 |",
            bar: bar)
        let bridge = Melody(
            "g5:1.5 f5:.5 eb5:1 | d5:1 f5 g5 | bb5:1.5 g5:.5 f5:1 | eb5:2 d5:1 | c5:1.5 eb5:.5 ab5:1 | g5:1 f5 d5 | eb5:3 | d5:2 b4:1 |",
            bar: bar)
        let last = Melody(
            "g4:1 c5 d5 | eb5:2 c5:1 | d5:.5 c5 d5 eb5 f5:1 | g5:3 | c5:1 eb5 g5 | f5:1.5 eb5:.5 d5:1 | eb5:.5 d5 b4:1 ab4 | c5:2 eb5:1 | e5:3 |",
            bar: bar)
        music.melody(vibes, theme, at: a, velocity: 0.55)
        music.melody(flute, bridge, at: b, velocity: 0.62, shape: Hairpin(from: 0.9, to: 1.1))
        music.melody(piano, last, at: c, velocity: 0.6, shape: Hairpin(from: 1.05, to: 0.75))
        music.melody(
            vibes,
            Melody(
                "-:2 g5:1 | -:2 ab5:1 | -:2 d5:1 | -:1 bb5:.5 g5 d5:1 | -:2 c6:1 | -:2 ab5:1 | -:3 | -:1 c5 g5 | d6:3 |",
                bar: bar),
            at: c, velocity: 0.36)

        let waltz: [(beat: Double, length: Double, degree: Int)] = [(0, 1.9, 0), (2, 0.9, 1)]
        music.bass(bass, first.starting(at: a), rhythm: waltz, velocity: 0.58)
        music.bass(bass, middle.starting(at: b), rhythm: [(0, 0.95, 0), (1, 0.95, 3), (2, 0.95, 4)], velocity: 0.58)
        music.bass(bass, ending.starting(at: c), rhythm: waltz, velocity: 0.54)
        var soft = VoiceLeading(range: 55...75, voices: 4)
        music.pad(pad, intro.starting(at: 0) + first.starting(at: a), &soft, velocity: 0.4)
        music.pad(
            pad, middle.starting(at: b) + ending.starting(at: c), &soft, velocity: 0.52,
            shape: Hairpin(from: 1, to: 0.8))

        music.drum(sweep, at: a, bars: 24, [(0, 0.8), (1, 0.7)], length: 1.4, velocity: 0.6)
        music.drum(tap, at: a + 12, bars: 20, [(1, 0.7), (2.5, 0.4)], velocity: 0.42)
        for rain in [rainLeft, rainRight] {
            music.sprinkle(rain, from: 0, to: 84, density: 3.2, keys: 55...84, velocities: 0.1...0.7)
        }
        music.sprinkle(rainFar, from: 0, to: 84, density: 6, keys: 60...88, velocities: 0.1...0.5)
        return music.score(endingAt: c + 27, tail: 4.6)
    }
}
