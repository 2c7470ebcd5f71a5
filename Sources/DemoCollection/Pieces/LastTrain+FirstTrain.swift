// 「始発」: the first train. Pure; any thread.

extension LastTrain {
    /// F major, slow and light: the sky before the first train.
    @Sendable static func firstTrain(seed: UInt64) -> Score {
        let bar = 4.0
        var tempo = TempoMap(beatsPerMinute: 74)
        (tempo.slowingFrom, tempo.slowingLength, tempo.slowing) = (56, 8, 0.45)
        var music = Composer(seed: seed, bar: bar, tempo: tempo, room: .chapel)
        let pad = music.part(.warmPad, level: -2, pan: 0, send: -6, color: .ensemble)
        let harp = music.part(.harp, level: -1, pan: -0.3, send: -10)
        let flute = music.part(.flute, level: -1, pan: 0.12, send: -7)
        let bell = music.part(.bell, level: -7, pan: 0.45, send: -4)
        let bass = music.part(.uprightBass, level: -3, pan: 0, send: -20)
        let kick = music.part(.softKick, level: -4, pan: 0, send: -18)
        let tap = music.part(.brushTap, level: -5, pan: 0.2, send: -12)
        let piano = music.part(
            .electricPiano, level: -3, pan: 0.25, send: -10, color: .tremolo(speed: 3.9, depth: 0.25))

        let first = Progression("Fmaj9 Am7 Dm9 Bbmaj9 Fmaj9 Am7 Gm7 C9sus", bar: bar)
        let middle = Progression("Bbmaj9 Am7 Gm7 C13", bar: bar)
        let ending = Progression("Fmaj9 Bbmaj9 Fadd9", bar: bar)
        let (a, b, c) = (4.0, 36.0, 52.0)
        let intro = Progression("Fadd9", bar: bar)

        var soft = VoiceLeading(range: 53...74, voices: 4)
        music.pad(
            pad, intro.starting(at: 0) + first.starting(at: a), &soft, velocity: 0.5, shape: Hairpin(from: 0.8, to: 1.1)
        )
        music.pad(
            pad, middle.starting(at: b) + ending.starting(at: c), &soft, velocity: 0.58,
            shape: Hairpin(from: 1.1, to: 0.8))
        var strings = VoiceLeading(range: 57...76, voices: 4)
        let figure = [0, 1, 2, 3, 4, 3, 2, 1]
        music.arpeggio(
            harp, intro.starting(at: 0) + first.starting(at: a), &strings, figure: figure, step: 0.5, ring: 2,
            velocity: 0.42, shape: Hairpin(from: 0.7, to: 1.1))
        music.arpeggio(harp, middle.starting(at: b), &strings, figure: figure, step: 0.5, ring: 2, velocity: 0.5)
        music.arpeggio(
            harp, ending.starting(at: c), &strings, figure: [0, 1, 2, 3, 4, 5, 6, -1], step: 0.5, ring: 4,
            velocity: 0.44, shape: Hairpin(from: 1, to: 0.6))

        let theme = Melody(
            "c5:1.5 d5:.5 a4:2 | g4:1 a4 c5:2 | d5:1.5 f5:.5 e5:1 c5 | d5:3 -:1 | c5:1.5 d5:.5 a5:2 | g5:1 e5 c5:2 | bb4:1 c5 d5 f5 | g5:3 -:1 |",
            bar: bar)
        let bridge = Melody(
            "d5:2 a5 | g5:1.5 e5:.5 c5:2 | bb4:1 d5 a5 g5 | e5:2 g5 | a5:2.5 g5:.5 c5:1 | f5:2 d5 | c5:4 |", bar: bar)
        music.melody(flute, theme, at: a, velocity: 0.6, shape: Hairpin(from: 0.85, to: 1.1))
        music.melody(flute, bridge, at: b, velocity: 0.68, shape: Hairpin(from: 1.1, to: 0.75))
        music.melody(
            bell, Melody("-:4 | -:3 g5:1 | -:4 | -:3 a5:1 | -:4 | -:3 e5:1 | -:4 | -:2 c6:1 g6 |", bar: bar), at: a,
            velocity: 0.4)
        music.melody(
            bell, Melody("d6:4 | c6:4 | g5:4 | a5:2 g5 | c6:4 | a5:4 | g5:1 c6 a6:2 |", bar: bar), at: b,
            velocity: 0.38)
        var hands = VoiceLeading(range: 55...70, voices: 3)
        music.chords(
            piano, middle.starting(at: b) + ending.starting(at: c), &hands, rhythm: [(0, 3, 1), (2.5, 1.4, 0.7)],
            velocity: 0.42, roll: 0.02)
        let low: [(beat: Double, length: Double, degree: Int)] = [(0, 2.4, 0), (2.5, 1.4, 1)]
        music.bass(
            bass, Array(first.starting(at: a).dropFirst(4)) + middle.starting(at: b) + ending.starting(at: c),
            rhythm: low, velocity: 0.55)
        music.drum(kick, at: a + 16, bars: 8, [(0, 1), (2.5, 0.6)], velocity: 0.42)
        music.drum(tap, at: a + 16, bars: 8, [(1, 0.7), (3, 0.8), (3.5, 0.3)], velocity: 0.4)
        return music.score(endingAt: c + 12, tail: 5)
    }
}
