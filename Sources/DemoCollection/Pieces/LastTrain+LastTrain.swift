// 「最終電車」: the last train. Pure; any thread.

extension LastTrain {
    /// D minor, swung: electric piano, vibraphone, bass, brushes.
    @Sendable static func lastTrain(seed: UInt64) -> Score {
        let bar = 4.0
        var tempo = TempoMap(beatsPerMinute: 86, swing: 0.62)
        (tempo.slowingFrom, tempo.slowingLength, tempo.slowing) = (66, 6, 0.4)
        var music = Composer(seed: seed, bar: bar, tempo: tempo, room: .club)
        let piano = music.part(
            .electricPiano, level: -1, pan: -0.18, send: -15, color: .tremolo(speed: 4.3, depth: 0.28))
        let vibes = music.part(.vibraphone, level: 1, pan: 0.24, send: -9, color: .tremolo(speed: 5.1, depth: 0.12))
        let bass = music.part(.uprightBass, level: -2, pan: 0, send: -24)
        let kick = music.part(.softKick, level: -4, pan: 0, send: -22)
        let sweep = music.part(.brushSweep, level: 2, pan: 0.3, send: -16)
        let tap = music.part(.brushTap, level: -4, pan: 0.22, send: -14)
        let ride = music.part(.ride, level: -3, pan: -0.38, send: -14)
        let pad = music.part(.warmPad, level: -8, pan: 0, send: -6, color: .ensemble)

        let intro = Progression("Dm9 Bbmaj9", bar: bar)
        let first = Progression("Dm7 G13 Bbmaj9 A7b9", bar: bar)
        let second = Progression("Dm7 G13 Em7b5:2 A7b9:2 Dm7", bar: bar)
        let middle = Progression("Gm7 C13 Fmaj9 Bbmaj7:2 A7b9:2", bar: bar)
        let ending = Progression("Dm7 G13 Em7b5:2 A7b9:2 Dm7 Dm6", bar: bar)
        let plan =
            intro.starting(at: 0) + first.starting(at: 8) + second.starting(at: 24) + middle.starting(at: 40)
            + ending.starting(at: 56)

        var hands = VoiceLeading(range: 53...72, voices: 4)
        music.chords(
            piano, intro.starting(at: 0), &hands, rhythm: [(0, 3.5, 1), (3.5, 0.5, 0.7)], velocity: 0.4, roll: 0.03)
        music.chords(
            piano, first.starting(at: 8) + second.starting(at: 24), &hands,
            rhythm: [(0, 1.4, 1), (1.5, 0.4, 0.72), (3.5, 0.9, 0.82)], velocity: 0.42)
        music.chords(
            piano, middle.starting(at: 40), &hands, rhythm: [(0, 0.9, 1), (1.5, 1.3, 0.85), (3, 0.4, 0.7)],
            velocity: 0.48, shape: Hairpin(from: 0.95, to: 1.15))
        music.chords(
            piano, ending.starting(at: 56), &hands, rhythm: [(0, 1.9, 1), (2.5, 1.3, 0.75)], velocity: 0.42,
            roll: 0.014,
            shape: Hairpin(from: 1.05, to: 0.75))

        let theme = Melody(
            "-:.5 a4 d5 e5 f5:1.5 e5:.5 | d5:1 b4:.5 d5:1.5 -:1 | -:.5 f4 a4 c5 d5:1 c5:.5 a4 | bb4:1 a4:.5 g4 c#5:2 |",
            bar: bar)
        let answer = Melody(
            "-:.5 a4 d5 e5 f5:1 g5:.5 a5 | b5:1 a5:.5 f5:1.5 d5:1 | g5:.5 f5 e5 d5 c#5:1 bb4:.5 g4 | a4:3 -:1 |",
            bar: bar)
        let bridge = Melody(
            "bb4:1.5 a4:.5 g4:1 d5 | c5:.5 bb4 a4:1 e5:2 | a5:1.5 g5:.5 f5:1 c5 | d5:1 c5:.5 d5 c#5:1 e5 |", bar: bar)
        let last = Melody(
            "-:.5 a4 d5 e5 f5:1.5 e5:.5 | d5:.5 e5 f5 a5 b5:1.5 a5:.5 | g5:1 e5:.5 d5 c#5:1 g4 | a4:1 d5:2 -:1 | f5:.5 e5 b4:1 d5:2 |",
            bar: bar)
        music.melody(vibes, theme, at: 8, velocity: 0.55, shape: Hairpin(from: 0.9, to: 1.05))
        music.melody(vibes, answer, at: 24, velocity: 0.6, shape: Hairpin(from: 1, to: 0.9))
        music.melody(piano, bridge, at: 40, velocity: 0.62, shape: Hairpin(from: 0.9, to: 1.15))
        music.melody(vibes, last, at: 56, velocity: 0.58, shape: Hairpin(from: 1.05, to: 0.7))
        // The vibraphone hums thirds under the bridge.
        music.melody(
            vibes, Melody("d4:4 | e4:2 c4 | c4:4 | f4:2 e4 |", bar: bar), at: 40, velocity: 0.34)

        music.bass(bass, intro.starting(at: 0), rhythm: [(0, 3, 0), (3.5, 0.5, 1)], velocity: 0.55)
        music.bass(
            bass, first.starting(at: 8), rhythm: [(0, 1.4, 0), (1.5, 0.5, 1), (2, 1.4, 2), (3.5, 0.5, 4)])
        music.walk(bass, second.starting(at: 24) + middle.starting(at: 40), velocity: 0.62)
        music.bass(bass, ending.starting(at: 56), rhythm: [(0, 1.9, 0), (2, 1.4, 1), (3.5, 0.5, 4)], velocity: 0.58)

        var soft = VoiceLeading(range: 55...74, voices: 3)
        music.pad(pad, middle.starting(at: 40) + ending.starting(at: 56), &soft, velocity: 0.5)

        music.drum(sweep, at: 4, bars: 17, [(0, 0.8), (2, 0.8)], length: 1.7, velocity: 0.7)
        music.drum(
            tap, at: 8, bars: 16, [(1, 1), (3, 1), (2.5, 0.35)], velocity: 0.5, shape: Hairpin(from: 0.8, to: 1))
        music.drum(kick, at: 8, bars: 16, [(0, 1), (2.5, 0.55)], velocity: 0.5)
        music.drum(ride, at: 24, bars: 12, [(0, 0.8), (1, 1), (1.5, 0.6), (2, 0.8), (3, 1), (3.5, 0.6)], velocity: 0.5)
        let end = plan.last.map { $0.beat + $0.length } ?? 0
        return music.score(endingAt: end, tail: 3.6)
    }
}
