// What sounds, and what asks for it. A performance belongs to one thread.

/// One sounding note.
protocol Voice: AnyObject {
    /// Adds the next `count` samples to `output`.
    /// - Returns: false when it has died away and may be dropped.
    func add(to output: UnsafeMutablePointer<Double>, count: Int) -> Bool
}

/// A note as it is played: times already humanised.
struct Note: BitwiseCopyable {
    /// Seconds from the start of the piece.
    var start: Double
    /// Seconds until the key is let go.
    var length: Double
    /// MIDI key, with cents as a fraction.
    var key: Double
    /// 0 ... 1.
    var velocity: Double
}

/// The instruments of the demo collection.
enum Instrument: BitwiseCopyable {
    case nylonGuitar, harp, dulcimer, pizzicato, uprightBass
    case electricPiano
    case warmPad, softStrings
    case flute, reed
    case vibraphone, celesta, musicBox, bell
    case softKick, frameDrum, frameTap
    case brushSweep, brushTap, ride, shaker, crossStick, raindrop, seaWash

    /// Whether a held note fades by itself.
    var ringsOn: Bool {
        switch self {
        case .nylonGuitar, .harp, .dulcimer, .uprightBass, .electricPiano, .vibraphone, .celesta: true
        default: false
        }
    }

    /// A voice for one note.
    func voice(for note: Note, rate: Double, random: SeededRandom) -> any Voice {
        switch self {
        case .nylonGuitar: PluckedVoice(.nylon, note, rate, random)
        case .harp: PluckedVoice(.harp, note, rate, random)
        case .dulcimer: PluckedVoice(.dulcimer, note, rate, random)
        case .pizzicato: PluckedVoice(.pizzicato, note, rate, random)
        case .uprightBass: PluckedVoice(.uprightBass, note, rate, random)
        case .electricPiano: ElectricPianoVoice(note, rate)
        case .warmPad: PadVoice(.warm, note, rate, random)
        case .softStrings: PadVoice(.strings, note, rate, random)
        case .flute: WindVoice(.flute, note, rate, random)
        case .reed: WindVoice(.reed, note, rate, random)
        case .vibraphone: BarVoice(.vibraphone, note, rate, random)
        case .celesta: BarVoice(.celesta, note, rate, random)
        case .musicBox: BarVoice(.musicBox, note, rate, random)
        case .bell: BarVoice(.bell, note, rate, random)
        case .softKick: DrumVoice(.kick, note, rate, random)
        case .frameDrum: DrumVoice(.frame, note, rate, random)
        case .frameTap: DrumVoice(.tap, note, rate, random)
        case .brushSweep: NoiseVoice(.brushSweep, note, rate, random)
        case .brushTap: NoiseVoice(.brushTap, note, rate, random)
        case .ride: NoiseVoice(.ride, note, rate, random)
        case .shaker: NoiseVoice(.shaker, note, rate, random)
        case .crossStick: DrumVoice(.crossStick, note, rate, random)
        case .raindrop: NoiseVoice(.raindrop, note, rate, random)
        case .seaWash: NoiseVoice(.seaWash, note, rate, random)
        }
    }
}
