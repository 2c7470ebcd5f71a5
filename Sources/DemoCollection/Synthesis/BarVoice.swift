// Struck bars and tines: vibraphone, celesta, music box, bells. One thread.

import Glibc

/// What a bar rings with.
struct BarTone: Sendable {
    /// A mode: its frequency over the fundamental, its strength, the seconds in which it falls to 1/e.
    struct Mode: BitwiseCopyable {
        var ratio: Double
        var strength: Double
        var decay: Double
    }

    var modes: [Mode]
    /// Seconds after letting go; nil rings on.
    var damping: Double?
    var level: Double

    /// Bars tuned to 1 : 4 : 10 (Fletcher, Rossing, "The Physics of Musical Instruments", 2nd ed., 19.4).
    static let vibraphone = BarTone(
        modes: [
            Mode(ratio: 1, strength: 1, decay: 1.5), Mode(ratio: 4, strength: 0.19, decay: 0.42),
            Mode(ratio: 10, strength: 0.05, decay: 0.09),
        ], damping: 0.25, level: 0.2)
    static let celesta = BarTone(
        modes: [
            Mode(ratio: 1, strength: 1, decay: 0.75), Mode(ratio: 2, strength: 0.1, decay: 0.5),
            Mode(ratio: 4.02, strength: 0.16, decay: 0.22), Mode(ratio: 6.3, strength: 0.04, decay: 0.08),
        ],
        damping: 0.5, level: 0.2)
    /// A clamped tine: 1 : 6.27 : 17.55 (ibid., 2.13), the upper ones mostly lost in the wood.
    static let musicBox = BarTone(
        modes: [
            Mode(ratio: 1, strength: 1, decay: 1.1), Mode(ratio: 2.003, strength: 0.16, decay: 0.7),
            Mode(ratio: 6.27, strength: 0.07, decay: 0.12),
        ], damping: nil, level: 0.18)
    static let bell = BarTone(
        modes: [
            Mode(ratio: 0.5, strength: 0.22, decay: 2.6), Mode(ratio: 1, strength: 1, decay: 2.2),
            Mode(ratio: 1.19, strength: 0.2, decay: 1.5), Mode(ratio: 2.0, strength: 0.42, decay: 1.3),
            Mode(ratio: 2.74, strength: 0.13, decay: 0.7), Mode(ratio: 4.1, strength: 0.05, decay: 0.35),
        ],
        damping: nil, level: 0.28)
}

/// Each mode is a turning, shrinking phasor.
final class BarVoice: Voice {
    private struct Phasor: BitwiseCopyable {
        var real: Double
        var imaginary: Double
        var turnReal: Double
        var turnImaginary: Double
        var ringing: Double
    }

    private var phasors: [Phasor] = []
    private var elapsed = 0
    private let releaseAt: Int
    private let damped: Double
    private let attackLength: Int
    private var loudest: Double
    private let loudestDecay: Double

    init(_ tone: BarTone, _ note: Note, _ rate: Double, _ random: SeededRandom) {
        var random = random
        let frequency = hertz(ofKey: note.key)
        let stretch = min(1.8, max(0.4, sqrt(440 / frequency)))
        releaseAt = tone.damping == nil ? .max : Int(note.length * rate)
        damped = decayFactor(seconds: tone.damping ?? 1, rate: rate)
        attackLength = max(1, Int(0.0015 * rate))
        loudest = tone.level * note.velocity
        loudestDecay = (tone.modes.map(\.decay).max() ?? 1) * stretch * rate
        for (index, mode) in tone.modes.enumerated() where mode.ratio * frequency < rate * 0.42 {
            let turn = 2 * Double.pi * mode.ratio * frequency / rate
            let ringing = decayFactor(seconds: mode.decay * stretch, rate: rate)
            // A harder stroke wakes the upper modes.
            let hardness = index == 0 ? 1 : 0.45 + 0.75 * note.velocity
            let phase = index == 0 ? 0 : random.next(in: -0.4...0.4)
            let strength = tone.level * note.velocity * mode.strength * hardness
            phasors.append(
                Phasor(
                    real: strength * cos(phase), imaginary: strength * sin(phase), turnReal: cos(turn),
                    turnImaginary: sin(turn), ringing: ringing))
        }
    }

    func add(to output: UnsafeMutablePointer<Double>, count: Int) -> Bool {
        let ringCount = max(0, min(count, releaseAt - elapsed))
        // The upper modes are gone long before the first.
        phasors.removeAll { $0.real * $0.real + $0.imaginary * $0.imaginary < 1e-13 }
        for index in phasors.indices {
            run(&phasors[index], output, 0, ringCount, phasors[index].ringing)
            run(&phasors[index], output, ringCount, count, phasors[index].ringing * damped)
        }
        elapsed += count
        let damping = elapsed > releaseAt ? pow(damped, Double(elapsed - releaseAt)) : 1
        return loudest * damping * exp(-Double(elapsed) / loudestDecay) > 1e-5
    }

    private func run(
        _ phasor: inout Phasor, _ output: UnsafeMutablePointer<Double>, _ from: Int, _ to: Int, _ shrink: Double
    ) {
        let turnReal = phasor.turnReal * shrink
        let turnImaginary = phasor.turnImaginary * shrink
        var (real, imaginary) = (phasor.real, phasor.imaginary)
        var at = from
        while at < to {
            let frame = elapsed + at
            let onset = frame < attackLength ? Double(frame) / Double(attackLength) : 1
            output[at] += imaginary * onset
            (real, imaginary) = (
                real * turnReal - imaginary * turnImaginary, real * turnImaginary + imaginary * turnReal
            )
            at += 1
        }
        (phasor.real, phasor.imaginary) = (real, imaginary)
    }
}
