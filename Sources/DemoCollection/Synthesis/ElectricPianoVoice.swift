// An electric piano: a tone bar and its tine, by frequency modulation. One thread.

import Glibc

/// Two pairs of modulator and carrier (Chowning, "The Synthesis of Complex Audio Spectra by Means of Frequency
/// Modulation", JAES 21:7, 1973): a body whose harmonics fade first, and a short high tine.
final class ElectricPianoVoice: Voice {
    private var phase = 0.0
    private let step: Double
    private var elapsed = 0
    private let releaseAt: Int
    private let attack: Double
    private var level: Double
    private var index: Double
    private let restingIndex: Double
    private var tine: Double
    private let levelDecay: Double
    private let releaseDecay: Double
    private let indexDecay: Double
    private let tineDecay: Double
    private let tineRatio: Double

    init(_ note: Note, _ rate: Double) {
        let frequency = hertz(ofKey: note.key)
        step = frequency / rate
        releaseAt = Int(note.length * rate)
        attack = 1 / (0.003 * rate)
        level = 0.24 * note.velocity * min(1.25, max(0.6, pow(330 / frequency, 0.25)))
        let hardness = note.velocity * note.velocity
        index = (0.3 + 2.1 * hardness) * min(1.2, max(0.35, pow(300 / frequency, 0.4)))
        restingIndex = 0.16 + 0.12 * note.velocity
        tine = 0.08 + 0.42 * hardness
        levelDecay = decayFactor(seconds: 1.5 * min(2, max(0.45, sqrt(260 / frequency))), rate: rate)
        releaseDecay = decayFactor(seconds: 0.11, rate: rate)
        indexDecay = decayFactor(seconds: 0.42, rate: rate)
        tineDecay = decayFactor(seconds: 0.11, rate: rate)
        tineRatio = frequency * 7 < 6000 ? 7 : 4
    }

    func add(to output: UnsafeMutablePointer<Double>, count: Int) -> Bool {
        var (now, loud, bright, ting) = (phase, level, index, tine)
        // Once the tine is still, both carriers are sines of one phase.
        let tineRings = ting > 4e-4
        for offset in 0..<count {
            let frame = elapsed + offset
            loud *= frame >= releaseAt ? releaseDecay : levelDecay
            bright *= indexDecay
            ting *= tineDecay
            let plain = sine(turns: now)
            let body = sine(turns: now + (bright + restingIndex) * (1 / (2 * Double.pi)) * plain)
            let high = tineRings ? sine(turns: now + ting * 0.25 * sine(turns: now * tineRatio)) : plain
            let onset = min(1, Double(frame) * attack)
            output[offset] += loud * onset * (0.72 * body + 0.28 * high)
            now += step
        }
        phase = now - now.rounded(.down)
        (level, index, tine) = (loud, bright, ting)
        elapsed += count
        return level > 2e-5
    }
}
