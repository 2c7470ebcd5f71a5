// Skins and wood: kick, frame drum, cross stick. One thread.

import Glibc

/// A membrane or a stick.
struct DrumTone: Sendable {
    /// Hertz of the lowest mode.
    var frequency: Double
    /// How much higher it starts, and the seconds in which it comes down.
    var drop: Double
    var dropTime: Double
    /// Modes: ratio, strength, seconds to 1/e. A circular membrane has 1 : 1.59 : 2.14 : 2.30 (Fletcher, Rossing,
    /// "The Physics of Musical Instruments", 2nd ed., 3.4).
    var modes: [(ratio: Double, strength: Double, decay: Double)]
    /// The stroke itself: strength, hertz, seconds.
    var stroke: (strength: Double, frequency: Double, decay: Double)
    var level: Double

    static let kick = DrumTone(
        frequency: 52, drop: 0.9, dropTime: 0.028, modes: [(1, 1, 0.17), (1.59, 0.16, 0.07)],
        stroke: (0.16, 900, 0.006), level: 0.5)
    static let frame = DrumTone(
        frequency: 84, drop: 0.12, dropTime: 0.05,
        modes: [(1, 1, 0.3), (1.59, 0.42, 0.17), (2.14, 0.24, 0.11), (2.3, 0.16, 0.09)],
        stroke: (0.28, 1500, 0.012), level: 0.42)
    static let tap = DrumTone(
        frequency: 232, drop: 0.05, dropTime: 0.02, modes: [(1, 0.6, 0.07), (1.59, 0.6, 0.05), (2.3, 0.35, 0.035)],
        stroke: (0.55, 3200, 0.01), level: 0.7)
    static let crossStick = DrumTone(
        frequency: 1340, drop: 0, dropTime: 0.02, modes: [(1, 0.7, 0.018), (1.72, 0.35, 0.012), (0.37, 0.4, 0.03)],
        stroke: (0.35, 2600, 0.005), level: 0.75)
}

final class DrumVoice: Voice {
    /// A mode, or the stroke, as it fades.
    private struct Partial: BitwiseCopyable {
        var ratio = 1.0
        var loud: Double
        let fade: Double
        var phase = 0.0
    }

    /// Samples over which the pitch may be taken as standing still.
    private static let chunk = 16

    private var partials: [Partial]
    private var stroke: Partial
    private var bend: Double
    private let bendFade: Double
    private let step: Double
    private var elapsed = 0
    private let lastAt: Int
    /// Samples until the stick has come down.
    private let onset: Double
    private var random: SeededRandom
    private var filter: StateVariableFilter

    init(_ tone: DrumTone, _ note: Note, _ rate: Double, _ random: SeededRandom) {
        var random = random
        let level = tone.level * note.velocity
        partials = tone.modes.enumerated().map { index, mode in
            // The upper modes belong to harder strokes.
            let hardness = index == 0 ? 1 : 0.35 + 0.8 * note.velocity
            return Partial(
                ratio: mode.ratio, loud: level * mode.strength * hardness,
                fade: decayFactor(seconds: mode.decay, rate: rate))
        }
        // White noise of a higher rate has less in the same band.
        stroke = Partial(
            loud: 2 * level * tone.stroke.strength * (rate / 44_100).squareRoot(),
            fade: decayFactor(seconds: tone.stroke.decay, rate: rate))
        bend = tone.drop
        bendFade = exp(-Double(Self.chunk) / (tone.dropTime * rate))
        step = tone.frequency * (1 + 0.006 * random.nextBell()) / rate
        lastAt = Int(8 * rate * (tone.modes.map(\.decay).max() ?? 0.1))
        onset = 0.0016 * rate
        filter = StateVariableFilter(
            cutoff: tone.stroke.frequency * (0.6 + 0.6 * note.velocity), resonance: 0.8, rate: rate)
        self.random = random
    }

    func add(to output: UnsafeMutablePointer<Double>, count: Int) -> Bool {
        var done = 0
        while done < count {
            let part = min(Self.chunk - elapsed % Self.chunk, count - done)
            for index in partials.indices { ring(&partials[index], output + done, part) }
            strike(output + done, part)
            elapsed += part
            done += part
            if elapsed % Self.chunk == 0 { bend *= bendFade }
        }
        return elapsed < lastAt
    }

    private func ring(_ partial: inout Partial, _ output: UnsafeMutablePointer<Double>, _ count: Int) {
        guard partial.loud > 1e-6 else { return }
        let turn = step * (1 + bend) * partial.ratio
        var (loud, now) = (partial.loud, partial.phase)
        for offset in 0..<count {
            let rise = min(1, Double(elapsed + offset) / onset)
            output[offset] += loud * rise * sine(turns: now)
            now += turn
            loud *= partial.fade
        }
        (partial.loud, partial.phase) = (loud, now - now.rounded(.down))
    }

    private func strike(_ output: UnsafeMutablePointer<Double>, _ count: Int) {
        var loud = stroke.loud
        guard loud > 1e-6 else { return }
        for offset in 0..<count {
            let rise = min(1, Double(elapsed + offset) / onset)
            output[offset] += loud * rise * filter.run(random.nextSigned()).band
            loud *= stroke.fade
        }
        stroke.loud = loud
    }
}
