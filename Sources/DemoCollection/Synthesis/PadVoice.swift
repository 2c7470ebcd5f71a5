// Pads and soft strings: saws that drift, behind a slow low-pass. One thread.

import Glibc

/// How a pad opens and closes.
struct PadTone: BitwiseCopyable {
    /// Seconds.
    var attack: Double
    var release: Double
    /// Hertz of the low-pass, closed and open.
    var closed: Double
    var open: Double
    /// Cents between the saws.
    var spread: Double
    var level: Double

    static let warm = PadTone(attack: 1.1, release: 1.8, closed: 260, open: 1150, spread: 9, level: 0.085)
    static let strings = PadTone(attack: 0.5, release: 0.9, closed: 700, open: 2600, spread: 7, level: 0.06)
}

/// Three saws with corrected corners (PolyBLEP: Välimäki, Huovilainen, "Antialiasing Oscillators in Subtractive
/// Synthesis", IEEE SPM 24:2, 2007).
final class PadVoice: Voice {
    private var phases: (Double, Double, Double)
    private let steps: (Double, Double, Double)
    private var filter: StateVariableFilter
    private let tone: PadTone
    private let rate: Double
    private let level: Double
    private var elapsed = 0
    private let releaseAt: Int
    private let lastAt: Int
    private let drift: Double
    private let driftSpeed: Double
    private let brightness: Double

    init(_ tone: PadTone, _ note: Note, _ rate: Double, _ random: SeededRandom) {
        var random = random
        let frequency = hertz(ofKey: note.key)
        let wide = exp2(tone.spread / 1200)
        steps = (frequency / wide / rate, frequency / rate, frequency * (1 + (wide - 1) * 0.86) / rate)
        phases = (random.next(in: 0...1), random.next(in: 0...1), random.next(in: 0...1))
        self.tone = tone
        self.rate = rate
        level = tone.level * note.velocity
        brightness = 0.55 + 0.6 * note.velocity
        releaseAt = Int(max(note.length, tone.attack * 0.6) * rate)
        lastAt = releaseAt + Int(tone.release * rate)
        drift = random.next(in: 0...1)
        driftSpeed = random.next(in: 0.07...0.16)
        filter = StateVariableFilter(cutoff: tone.closed, resonance: 0.66, rate: rate)
    }

    func add(to output: UnsafeMutablePointer<Double>, count: Int) -> Bool {
        var done = 0
        while done < count {
            let part = min(64, count - done)
            retune()
            run(output + done, part)
            done += part
            elapsed += part
        }
        return elapsed < lastAt
    }

    /// The low-pass follows a slow swell; 64 samples are too short to hear a step of it.
    private func retune() {
        let seconds = Double(elapsed) / rate
        let swell = 1 - exp(-seconds / (tone.attack * 1.4))
        let breath = 1 + 0.22 * sine(turns: drift + seconds * driftSpeed)
        let cutoff = tone.closed + (tone.open - tone.closed) * swell * breath * brightness
        filter.tune(cutoff: cutoff, resonance: 0.66, rate: rate)
    }

    private func envelope(at frame: Int) -> Double {
        let rise = min(1, Double(frame) / (tone.attack * rate))
        let opened = rise * rise * (3 - 2 * rise)
        guard frame > releaseAt else { return opened }
        let left = max(0, Double(lastAt - frame) / Double(lastAt - releaseAt))
        return opened * left * left * (3 - 2 * left)
    }

    private func run(_ output: UnsafeMutablePointer<Double>, _ count: Int) {
        var now = phases
        var filter = filter
        var loud = envelope(at: elapsed) * level
        let slope = (envelope(at: elapsed + count) * level - loud) / Double(count)
        for index in 0..<count {
            let sum = Self.saw(&now.0, steps.0) + Self.saw(&now.1, steps.1) + Self.saw(&now.2, steps.2)
            output[index] += filter.run(sum).low * loud
            loud += slope
        }
        phases = now
        self.filter = filter
    }

    @inline(__always)
    private static func saw(_ phase: inout Double, _ step: Double) -> Double {
        var value = 2 * phase - 1
        if phase < step {
            let near = phase / step - 1
            value += near * near
        } else if phase > 1 - step {
            let near = (phase - 1) / step + 1
            value -= near * near
        }
        phase += step
        if phase >= 1 { phase -= 1 }
        return value
    }
}
