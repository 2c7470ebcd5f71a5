// «Спят снегири»: the bullfinches sleep. Pure; any thread.

extension WinterGarden {
    /// E flat major, a cradle: music box, then a flute, then both.
    @Sendable static func lullaby(seed: UInt64) -> Score {
        let bar = 4.0
        var tempo = TempoMap(beatsPerMinute: 70)
        (tempo.slowingFrom, tempo.slowingLength, tempo.slowing) = (50, 8, 0.7)
        var music = Composer(seed: seed, bar: bar, tempo: tempo, room: .chapel)
        music.looseness = 0.004
        let box = music.part(.musicBox, level: 2, pan: 0.16, send: -8)
        let high = music.part(.musicBox, level: -4, pan: -0.4, send: -6)
        let flute = music.part(.flute, level: -3, pan: -0.1, send: -7)
        let pad = music.part(.warmPad, level: -4, pan: 0, send: -6, color: .ensemble)
        let strings = music.part(.softStrings, level: -5, pan: 0, send: -7, color: .ensemble)
        let harp = music.part(.harp, level: -3, pan: -0.3, send: -10)
        let bass = music.part(.uprightBass, level: -3, pan: 0, send: -18)

        let intro = Progression("Eb", bar: bar)
        let first = Progression("Eb Cm7 Ab6 Bb13 Eb Cm7 Fm7:2 Bb13:2 Eb", bar: bar)
        let middle = Progression("Abmaj9 Gm7 Fm7 Bb13", bar: bar)
        let ending = Progression("Eb Ab6:2 Bb13:2 Ebadd9", bar: bar)
        let (a, b, c) = (4.0, 36.0, 52.0)

        let theme = Melody(
            "g5:1 bb5:.5 g5 eb5:2 | d5:.5 eb5 g5:1 c5:2 | c5:.5 eb5 ab5:1 g5 eb5 | f5:3 -:1 | g5:1 bb5:.5 g5 eb6:2 | d6:.5 c6 bb5:1 g5:2 | ab5:.5 g5 f5:1 eb5:.5 f5 d5:1 | eb5:4 |",
            bar: bar)
        music.melody(box, Melody("eb5:.5 bb5 g5 bb5 eb6 bb5 g5 f5 |", bar: bar), at: 0, velocity: 0.36)
        music.melody(box, theme, at: a, velocity: 0.54)
        music.melody(
            high,
            Melody(
                "-:3.5 bb6:.5 | -:3.5 g6:.5 | -:3.5 c7:.5 | -:1 bb5:.5 d6 f6 bb6 g6 f6 | -:3.5 bb6:.5 | -:3.5 g6:.5 | -:4 | -:1 g6:.5 bb6 eb7:2 |",
                bar: bar), at: a, velocity: 0.3)
        music.melody(
            flute, Melody("c5:1.5 eb5:.5 g5:2 | f5:1 d5 bb4:2 | ab4:1 c5 eb5 f5 | d5:3 -:1 |", bar: bar), at: b,
            velocity: 0.62, shape: Hairpin(from: 0.9, to: 1))
        music.melody(
            high,
            Melody(
                "-:2 c6:.5 eb6 g6:1 | -:2 bb5:.5 d6 f6:1 | -:2 ab5:.5 c6 eb6:1 | -:1 f6:.5 d6 c6 bb5 ab5 f5 |", bar: bar
            ), at: b, velocity: 0.34)
        music.melody(
            box, Melody("g5:1 bb5:.5 g5 eb5:2 | c6:1 ab5 f5 d5 | eb5:4 |", bar: bar), at: c, velocity: 0.5,
            shape: Hairpin(from: 1, to: 0.7))
        music.melody(
            flute, Melody("bb4:2 g4 | ab4:2 bb4:1 ab4 | g4:4 |", bar: bar), at: c, velocity: 0.52,
            shape: Hairpin(from: 1, to: 0.7))
        music.melody(high, Melody("-:3 bb5:1 | -:4 | -:1 bb5:.5 eb6 g6:1 bb6 |", bar: bar), at: c, velocity: 0.3)
        var soft = VoiceLeading(range: 53...72, voices: 4)
        music.pad(
            pad, intro.starting(at: 0) + first.starting(at: a) + middle.starting(at: b) + ending.starting(at: c), &soft,
            velocity: 0.5, shape: Hairpin(from: 0.85, to: 1))
        var bow = VoiceLeading(range: 58...76, voices: 3)
        music.pad(strings, middle.starting(at: b) + ending.starting(at: c), &bow, velocity: 0.5)
        var hand = VoiceLeading(range: 51...70, voices: 3)
        music.arpeggio(
            harp, Array(first.starting(at: a).dropFirst(4)), &hand, figure: [0, 1, 2, 3], step: 1, ring: 3,
            velocity: 0.4)
        music.arpeggio(
            harp, middle.starting(at: b), &hand, figure: [0, 1, 2, 3, 4, 3, 2, 1], step: 0.5, ring: 3, velocity: 0.42)
        music.arpeggio(
            harp, ending.starting(at: c), &hand, figure: [0, 1, 2, 3], step: 1, ring: 4, velocity: 0.38,
            shape: Hairpin(from: 1, to: 0.7))
        music.bass(
            bass, Array(first.starting(at: a).dropFirst(4)) + middle.starting(at: b) + ending.starting(at: c),
            rhythm: [(0, 3.6, 0)], velocity: 0.48)
        return music.score(endingAt: c + 12, tail: 5)
    }
}
