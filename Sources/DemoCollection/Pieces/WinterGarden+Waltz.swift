// «Вальс первого снега»: the waltz of the first snow. Pure; any thread.

extension WinterGarden {
    /// A minor that ends in A major: celesta, plucked strings, three in a bar.
    @Sendable static func waltz(seed: UInt64) -> Score {
        let bar = 3.0
        var tempo = TempoMap(beatsPerMinute: 140)
        (tempo.slowingFrom, tempo.slowingLength, tempo.slowing) = (117, 9, 0.7)
        var music = Composer(seed: seed, bar: bar, tempo: tempo, room: .parlour)
        let celesta = music.part(.celesta, level: 2, pan: 0.2, send: -9)
        let plucked = music.part(.pizzicato, level: 1, pan: -0.32, send: -11)
        let bass = music.part(.uprightBass, level: -2, pan: 0.05, send: -18)
        let strings = music.part(.softStrings, level: -1, pan: 0, send: -8, color: .ensemble)
        let reed = music.part(.reed, level: -4, pan: -0.15, send: -9)
        let box = music.part(.musicBox, level: -3, pan: 0.5, send: -6)
        let tap = music.part(.brushTap, level: -6, pan: 0.3, send: -12)

        let intro = Progression("Am Am E7 E7", bar: bar)
        let first = Progression("Am E7 Am Dm Am F E7 Am", bar: bar)
        let middle = Progression("C G7 C E7 Am Dm Bm7b5 E7", bar: bar)
        let third = Progression("Am E7 Am Dm Am F E7 A", bar: bar)
        let ending = Progression("A E7 A D A Bm7 E7 A A69", bar: bar)
        let (a, a2, b, c, d) = (12.0, 36.0, 60.0, 84.0, 108.0)

        var hand = VoiceLeading(range: 57...72, voices: 3)
        let offbeats: [(beat: Double, length: Double, strength: Double)] = [(1, 0.5, 0.95), (2, 0.5, 0.85)]
        music.chords(
            plucked, intro.starting(at: 0), &hand, rhythm: offbeats, velocity: 0.48, shape: Hairpin(from: 0.8, to: 1))
        music.chords(plucked, first.starting(at: a) + first.starting(at: a2), &hand, rhythm: offbeats, velocity: 0.5)
        music.chords(
            plucked, middle.starting(at: b), &hand, rhythm: [(0, 0.5, 0.7), (1, 0.5, 1), (2, 0.5, 0.9)], velocity: 0.5)
        music.chords(plucked, third.starting(at: c), &hand, rhythm: offbeats, velocity: 0.52)
        music.chords(
            plucked, Array(ending.starting(at: d).dropLast(2)), &hand, rhythm: offbeats, velocity: 0.48,
            shape: Hairpin(from: 1.05, to: 0.7))

        let theme = Melody(
            "e5:2 a5:1 | g#5:2 e5:1 | a5:1 b5 c6 | d6:2 a5:1 | c6:2 e5:1 | a5:1 f5 c5 | b4:1 e5 g#5 | a5:3 |", bar: bar)
        let again = Melody(
            "e5:1 g#5:.5 a5 c6:1 | b5:2 g#5:1 | a5:1 b5 c6 | d6:1.5 c6:.5 a5:1 | c6:1 e6 c6 | a5:1 f5 c5 | b4:.5 c5 d5 e5 g#5:1 | a5:2 -:1 |",
            bar: bar)
        let bridge = Melody(
            "g5:2 e5:1 | f5:2 d5:1 | e5:1 g5 c6 | b5:3 | c6:1.5 b5:.5 a5:1 | f5:1.5 e5:.5 d5:1 | f5:1 e5 d5 | e5:1 f#5 g#5 |",
            bar: bar)
        let major = Melody(
            "e5:2 a5:1 | g#5:2 b5:1 | a5:1 b5 c#6 | d6:2 f#5:1 | e5:2 c#6:1 | b5:1 a5 f#5 | e5:1 b4 g#5 | a5:3 | e6:3 |",
            bar: bar)
        music.melody(celesta, theme, at: a, velocity: 0.54, legato: 1.1)
        music.melody(celesta, again, at: a2, velocity: 0.58, legato: 1.1)
        music.melody(reed, bridge.transposed(-12), at: b, velocity: 0.66, shape: Hairpin(from: 0.9, to: 1.1))
        music.melody(
            celesta,
            Melody(
                "-:1 c6 g6 | -:1 b5 f6 | -:1 c6 e6 | -:1 g#5 d6 | -:1 e6 c6 | -:1 a5 d6 | -:1 a5 d6 | -:3 |", bar: bar),
            at: b, velocity: 0.36)
        music.melody(celesta, again, at: c, velocity: 0.58, legato: 1.1)
        music.melody(
            reed, Melody("c5:3 | b4:3 | c5:2 e5:1 | f5:3 | e5:3 | c5:2 a4:1 | g#4:1 b4 d5 | c#5:3 |", bar: bar), at: c,
            velocity: 0.5)
        music.melody(celesta, major, at: d, velocity: 0.56, legato: 1.1, shape: Hairpin(from: 1.05, to: 0.65))
        music.melody(box, major.transposed(12), at: d, velocity: 0.3, shape: Hairpin(from: 1, to: 0.6))
        music.bass(
            bass, intro.starting(at: 0) + first.starting(at: a) + first.starting(at: a2), rhythm: [(0, 0.9, 0)],
            velocity: 0.56)
        music.bass(bass, middle.starting(at: b), rhythm: [(0, 1.9, 0), (2, 0.8, 1)], velocity: 0.56)
        music.bass(bass, third.starting(at: c) + ending.starting(at: d), rhythm: [(0, 0.9, 0)], velocity: 0.58)
        var bow = VoiceLeading(range: 55...72, voices: 3)
        music.pad(strings, first.starting(at: a2), &bow, velocity: 0.4)
        music.pad(
            strings, middle.starting(at: b) + third.starting(at: c) + ending.starting(at: d), &bow, velocity: 0.56,
            shape: Hairpin(from: 0.9, to: 0.8))
        music.drum(tap, at: a2, bars: 30, [(1, 0.8), (2, 0.65)], velocity: 0.4)
        return music.score(endingAt: d + 27, tail: 3.6)
    }
}
