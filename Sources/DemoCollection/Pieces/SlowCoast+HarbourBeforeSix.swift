// "Harbour Before Six". Pure; any thread.

extension SlowCoast {
    /// G major, six quavers: guitar, flute, a bell far off, the sea. It counts in quavers.
    @Sendable static func harbourBeforeSix(seed: UInt64) -> Score {
        let bar = 6.0
        var tempo = TempoMap(beatsPerMinute: 164)
        (tempo.slowingFrom, tempo.slowingLength, tempo.slowing) = (140, 12, 0.45)
        var music = Composer(seed: seed, bar: bar, tempo: tempo, room: .chapel)
        music.looseness = 0.01
        let guitar = music.part(.nylonGuitar, level: 2, pan: -0.22, send: -14, color: .body)
        let flute = music.part(.flute, level: -3, pan: 0.2, send: -8)
        let second = music.part(.reed, level: -5, pan: 0.42, send: -7)
        let strings = music.part(.softStrings, level: -4, pan: 0, send: -7, color: .ensemble)
        let bass = music.part(.uprightBass, level: -3, pan: 0, send: -20)
        let bell = music.part(.bell, level: -12, pan: -0.5, send: -2)
        let sea = music.part(.seaWash, level: -13, pan: 0.35, send: -8)
        let seaFar = music.part(.seaWash, level: -16, pan: -0.5, send: -5)
        let frame = music.part(.frameDrum, level: -7, pan: 0.08, send: -14)

        let intro = Progression("Gadd9 Cmaj9", bar: bar)
        let first = Progression("Gadd9 Em7 Cmaj9 D Gadd9 Em7 Am7 Dsus", bar: bar)
        let middle = Progression("Cmaj9 D Bm7 Em7 Cmaj9 Am7 D D", bar: bar)
        let ending = Progression("Gadd9 Em7 Cmaj9 D Gadd9 Cmaj9 Gadd9", bar: bar)
        let (a, b, c) = (12.0, 60.0, 108.0)

        var hand = VoiceLeading(range: 50...69, voices: 4)
        let figure = [0, 1, 2, 3, 2, 1]
        music.arpeggio(
            guitar, intro.starting(at: 0), &hand, figure: figure, step: 1, ring: 5, velocity: 0.5, withBass: true,
            shape: Hairpin(from: 0.75, to: 1))
        music.arpeggio(
            guitar, first.starting(at: a), &hand, figure: figure, step: 1, ring: 5, velocity: 0.54, withBass: true)
        music.arpeggio(
            guitar, middle.starting(at: b), &hand, figure: [0, 2, 3, 4, 3, 2], step: 1, ring: 5, velocity: 0.6,
            withBass: true, shape: Hairpin(from: 0.9, to: 1.1))
        music.arpeggio(
            guitar, ending.starting(at: c), &hand, figure: figure, step: 1, ring: 6, velocity: 0.54, withBass: true,
            shape: Hairpin(from: 1.05, to: 0.6))

        let theme = Melody(
            "d5:3 b4:2 a4:1 | g4:3 b4 | e5:3 d5:2 b4:1 | a4:6 | d5:3 e5:2 f#5:1 | g5:3 e5 | c5:2 d5:1 e5:2 c5:1 | d5:6 |",
            bar: bar)
        let bridge = Melody(
            "g5:3 f#5:2 e5:1 | f#5:3 d5 | d5:2 e5:1 f#5:2 d5:1 | e5:6 | g5:3 f#5:2 e5:1 | e5:2 d5:1 c5:3 | d5:3 a4:2 b4:1 | a4:5 -:1 |",
            bar: bar)
        let last = Melody(
            "d5:3 b4:2 a4:1 | g4:3 b4 | e5:2 f#5:1 g5:2 e5:1 | f#5:6 | b5:3 a5:2 g5:1 | e5:3 d5:2 e5:1 | d5:6 |",
            bar: bar)
        let under = Melody(
            "b4:3 g4:2 f#4:1 | e4:3 g4 | c5:2 d5:1 e5:2 c5:1 | d5:6 | d5:3 d5:2 b4:1 | g4:3 g4 | b4:6 |", bar: bar)
        music.melody(flute, theme, at: a, velocity: 0.58, shape: Hairpin(from: 0.9, to: 1.05))
        music.melody(flute, bridge, at: b, velocity: 0.68, shape: Hairpin(from: 1, to: 0.95))
        music.melody(flute, last, at: c, velocity: 0.6, shape: Hairpin(from: 1.05, to: 0.75))
        music.melody(second, under, at: c, velocity: 0.5, shape: Hairpin(from: 1, to: 0.8))
        music.melody(
            second, Melody("e4:6 | a4:6 | f#4:6 | g4:6 | g4:6 | e4:3 a4 | f#4:6 | d4:3 e4:2 f#4:1 |", bar: bar), at: b,
            velocity: 0.46)
        var soft = VoiceLeading(range: 55...74, voices: 3)
        music.pad(
            strings, middle.starting(at: b) + ending.starting(at: c), &soft, velocity: 0.55,
            shape: Hairpin(from: 0.9, to: 0.9))
        music.bass(bass, first.starting(at: a), rhythm: [(0, 5, 0)], velocity: 0.5)
        music.bass(
            bass, middle.starting(at: b) + ending.starting(at: c), rhythm: [(0, 2.8, 0), (3, 1.8, 1)], velocity: 0.55)
        music.drum(
            frame, at: b, bars: 13, [(0, 1), (3, 0.6), (5, 0.4)], velocity: 0.5, shape: Hairpin(from: 0.8, to: 1))
        for (beat, key) in [(0.0, 67.0), (36, 74), (84, 71), (132, 67)] {
            music.note(bell, at: beat, length: 6, key: key, velocity: 0.45)
        }
        for wave in stride(from: 0.0, to: 150, by: 17) {
            music.note(sea, at: wave, length: 15, key: 60, velocity: 0.6)
            music.note(seaFar, at: wave + 8, length: 16, key: 56, velocity: 0.55)
        }
        return music.score(endingAt: c + 42, tail: 5)
    }
}
