// "Two Lighthouses". Pure; any thread.

extension SlowCoast {
    /// D major, slow, three in a bar: a flute left and a reed right answer each other over the water.
    @Sendable static func twoLighthouses(seed: UInt64) -> Score {
        let bar = 3.0
        var tempo = TempoMap(beatsPerMinute: 72)
        (tempo.slowingFrom, tempo.slowingLength, tempo.slowing) = (60, 9, 0.5)
        var music = Composer(seed: seed, bar: bar, tempo: tempo, room: .chapel)
        music.looseness = 0.012
        let flute = music.part(.flute, level: -1, pan: -0.55, send: -6)
        let reed = music.part(.reed, level: -1, pan: 0.55, send: -6)
        let harp = music.part(.harp, level: 0, pan: 0, send: -9)
        let strings = music.part(.softStrings, level: -3, pan: 0, send: -6, color: .ensemble)
        let pad = music.part(.warmPad, level: -5, pan: 0, send: -6, color: .ensemble)
        let bass = music.part(.uprightBass, level: -3, pan: 0, send: -18)
        let bellLeft = music.part(.bell, level: -6, pan: -0.7, send: -3)
        let bellRight = music.part(.bell, level: -6, pan: 0.7, send: -3)
        let sea = music.part(.seaWash, level: -13, pan: 0.2, send: -6)

        let intro = Progression("Dadd9 Gmaj9", bar: bar)
        let first = Progression("D Bm7 Gadd9 A D F#m7 Gadd9 Asus", bar: bar)
        let middle = Progression("Bm7 F#m7 Gadd9 D Em7 A7", bar: bar)
        let ending = Progression("D Bm7 Gadd9 A Gadd9 Dadd9", bar: bar)
        let (a, b, c) = (6.0, 30.0, 48.0)

        music.melody(
            flute,
            Melody("f#5:2 e5:1 | d5:3 | b4:1 d5 e5 | c#5:3 | f#5:2 a5:1 | a5:2 f#5:1 | b5:1 a5 g5 | e5:3 |", bar: bar),
            at: a, velocity: 0.6, shape: Hairpin(from: 0.85, to: 1.1))
        music.melody(
            reed, Melody("-:3 | -:1 b4 a4 | g4:3 | -:1 e4 a4 | a4:3 | -:1 c#5 f#4 | d5:3 | -:1 d5 c#5 |", bar: bar),
            at: a, velocity: 0.56)
        music.melody(
            reed, Melody("d5:2 b4:1 | a4:2 c#5:1 | b4:1 a4 g4 | f#4:3 | g4:1 b4 d5 | e5:2 c#5:1 |", bar: bar), at: b,
            velocity: 0.64, shape: Hairpin(from: 0.9, to: 1.15))
        music.melody(
            flute, Melody("-:3 | -:1 e5 c#5 | d5:3 | -:1 a5 f#5 | e5:3 | -:1 g5 a5 |", bar: bar), at: b, velocity: 0.56,
            shape: Hairpin(from: 0.8, to: 1.15))
        music.melody(
            flute, Melody("f#5:2 a5:1 | b5:2 a5:1 | b4:1 d5 g5 | e5:3 | d5:1 b4 d5 | f#5:3 |", bar: bar), at: c,
            velocity: 0.64, shape: Hairpin(from: 1.1, to: 0.7))
        music.melody(
            reed, Melody("d5:2 f#5:1 | d5:2 f#5:1 | g4:1 b4 d5 | c#5:3 | b4:1 g4 b4 | a4:3 |", bar: bar), at: c,
            velocity: 0.58, shape: Hairpin(from: 1.1, to: 0.7))

        var hand = VoiceLeading(range: 50...69, voices: 3)
        music.arpeggio(
            harp, intro.starting(at: 0), &hand, figure: [0, 1, 2, 3, 4, 5], step: 0.5, ring: 4, velocity: 0.46,
            withBass: true, shape: Hairpin(from: 0.7, to: 1))
        music.arpeggio(
            harp, first.starting(at: a), &hand, figure: [0, 1, 2, 3, 2, 1], step: 0.5, ring: 4, velocity: 0.46,
            withBass: true)
        music.arpeggio(
            harp, middle.starting(at: b), &hand, figure: [0, 2, 3, 4, 3, 2], step: 0.5, ring: 4, velocity: 0.52,
            withBass: true, shape: Hairpin(from: 0.9, to: 1.15))
        music.arpeggio(
            harp, ending.starting(at: c), &hand, figure: [0, 1, 2, 3, 4, 5], step: 0.5, ring: 6, velocity: 0.48,
            withBass: true, shape: Hairpin(from: 1.1, to: 0.6))
        var soft = VoiceLeading(range: 54...73, voices: 3)
        music.pad(pad, intro.starting(at: 0) + first.starting(at: a), &soft, velocity: 0.5)
        music.pad(
            strings, middle.starting(at: b) + ending.starting(at: c), &soft, velocity: 0.6,
            shape: Hairpin(from: 0.9, to: 0.85))
        music.bass(
            bass, first.starting(at: a) + middle.starting(at: b) + ending.starting(at: c), rhythm: [(0, 2.8, 0)],
            velocity: 0.52)
        for beat in stride(from: 0.0, through: 60, by: 12) {
            music.note(bellLeft, at: beat, length: 6, key: 76, velocity: 0.4)
            music.note(bellRight, at: beat + 6, length: 6, key: 69, velocity: 0.4)
        }
        for wave in stride(from: 0.0, to: 66, by: 9) { music.note(sea, at: wave, length: 8.4, key: 58, velocity: 0.55) }
        return music.score(endingAt: c + 18, tail: 5.5)
    }
}
