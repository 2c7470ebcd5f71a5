// «Пять шагов до реки»: five steps to the river. Pure; any thread.

extension WinterGarden {
    /// D dorian, five in a bar: an ostinato that walks, a reed that looks around.
    @Sendable static func fiveSteps(seed: UInt64) -> Score {
        let bar = 5.0
        var tempo = TempoMap(beatsPerMinute: 132)
        (tempo.slowingFrom, tempo.slowingLength, tempo.slowing) = (116, 8, 0.45)
        var music = Composer(seed: seed, bar: bar, tempo: tempo, room: .parlour)
        let plucked = music.part(.pizzicato, level: 2, pan: -0.3, send: -12)
        let guitar = music.part(.nylonGuitar, level: -2, pan: 0.36, send: -13, color: .body)
        let reed = music.part(.reed, level: -1, pan: 0.08, send: -9)
        let vibes = music.part(.vibraphone, level: 0, pan: 0.4, send: -8, color: .tremolo(speed: 4.8, depth: 0.15))
        let bass = music.part(.uprightBass, level: -2.5, pan: 0, send: -18)
        let frame = music.part(.frameDrum, level: -6, pan: -0.1, send: -14)
        let tap = music.part(.frameTap, level: -6, pan: 0.15, send: -13)
        let strings = music.part(.softStrings, level: -5, pan: 0, send: -8, color: .ensemble)

        let intro = Progression("Dm7 Dm7", bar: bar)
        let first = Progression("Dm7 Dm7 Fmaj7 G Dm7 Am7 Bbmaj7 C", bar: bar)
        let middle = Progression("Gm7 Am7 Bbmaj7 C Gm7 A7", bar: bar)
        let ending = Progression("Dm7 Dm7 Fmaj7 G Bbmaj7 C Dm7 Dm6", bar: bar)
        let (a, b, c) = (10.0, 50.0, 80.0)

        var hand = VoiceLeading(range: 52...69, voices: 4)
        let steps = [0, 2, 1, 3, 2, 0, 3, 1, 2, 1]
        music.arpeggio(
            plucked, intro.starting(at: 0) + first.starting(at: a), &hand, figure: steps, step: 0.5, ring: 0.5,
            velocity: 0.48, withBass: true, shape: Hairpin(from: 0.85, to: 1))
        music.arpeggio(
            plucked, middle.starting(at: b), &hand, figure: [0, -1, 2, -1, 3, -1, 1, 2, 3, 2], step: 0.5, ring: 0.5,
            velocity: 0.52, withBass: true)
        music.arpeggio(
            plucked, ending.starting(at: c), &hand, figure: steps, step: 0.5, ring: 0.5, velocity: 0.5, withBass: true,
            shape: Hairpin(from: 1, to: 0.65))
        var strum = VoiceLeading(range: 57...74, voices: 4)
        music.chords(
            guitar, first.starting(at: a) + middle.starting(at: b) + ending.starting(at: c), &strum,
            rhythm: [(0, 2.5, 1), (3, 1.8, 0.8)], velocity: 0.42, roll: 0.02)

        let theme = Melody(
            "d5:3 c5:1 a4 | c5:2 d5:1 f5:2 | e5:3 c5:2 | d5:2 b4:1 g4:2 | a4:3 c5:2 | e5:2 d5:1 c5:2 | d5:1.5 c5:.5 bb4:1 f5:2 | e5:2 g5:3 |",
            bar: bar)
        let bridge = Melody(
            "bb5:2 a5:1 g5:2 | e5:3 c5:2 | f5:2 d5:1 a5:2 | g5:3 e5:2 | d5:1 f5 g5 bb5:2 | a5:2 e5:1 c#5:2 |", bar: bar)
        let last = Melody(
            "d5:3 c5:1 a4 | c5:2 d5:1 f5:2 | e5:1.5 f5:.5 e5:1 c5:2 | d5:2 b4:1 g5:2 | f5:1.5 e5:.5 d5:1 a4:2 | g4:2 c5:1 e5:2 | d5:5 | -:5 |",
            bar: bar)
        music.melody(reed, theme, at: a, velocity: 0.6, legato: 0.9)
        music.melody(vibes, bridge, at: b, velocity: 0.58, shape: Hairpin(from: 0.95, to: 1.1))
        music.melody(
            reed, Melody("d5:5 | c5:5 | d5:3 f5:2 | e5:5 | bb4:3 d5:2 | c#5:5 |", bar: bar), at: b, velocity: 0.46)
        music.melody(reed, last, at: c, velocity: 0.62, legato: 0.92, shape: Hairpin(from: 1.05, to: 0.75))
        music.melody(
            vibes,
            Melody(
                "-:3 f5:1 e5 | -:3 a5:2 | -:3 g5:2 | -:3 d6:2 | -:3 f5:2 | -:3 g5:2 | -:1 a5 d6 e6:2 | b5:5 |", bar: bar
            ), at: c, velocity: 0.42)
        let low: [(beat: Double, length: Double, degree: Int)] = [(0, 1.4, 0), (1.5, 1.3, 1), (3, 0.9, 0), (4, 0.9, 1)]
        music.bass(
            bass, first.starting(at: a) + middle.starting(at: b) + ending.starting(at: c), rhythm: low, velocity: 0.56)
        var bow = VoiceLeading(range: 57...76, voices: 3)
        music.pad(
            strings, middle.starting(at: b) + ending.starting(at: c), &bow, velocity: 0.55,
            shape: Hairpin(from: 0.9, to: 0.9))
        music.drum(frame, at: a, bars: 21, [(0, 1), (1.5, 0.5), (3, 0.8)], velocity: 0.5)
        music.drum(
            tap, at: a, bars: 21, [(1, 0.6), (2, 0.5), (2.5, 0.4), (4, 0.9), (4.5, 0.4)], velocity: 0.46,
            shape: Hairpin(from: 0.75, to: 1))
        return music.score(endingAt: c + 40, tail: 3.4)
    }
}
