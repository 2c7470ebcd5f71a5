// A flute and a reed: breath, a few harmonics, vibrato that comes late. One thread.

import Glibc

/// What a wind instrument is made of.
struct WindTone: BitwiseCopyable {
    /// Strengths of the harmonics, from the fundamental.
    var harmonics: SIMD8<Double>
    var harmonicCount: Int
    /// Strength of the breath.
    var breath: Double
    /// Seconds.
    var attack: Double
    var release: Double
    /// Cents, at its widest.
    var vibrato: Double
    var level: Double

    static let flute = WindTone(
        harmonics: SIMD8(1, 0.34, 0.13, 0.05, 0.018, 0, 0, 0), harmonicCount: 5, breath: 0.2, attack: 0.075,
        release: 0.14, vibrato: 13, level: 0.24)
    static let reed = WindTone(
        harmonics: SIMD8(1, 0.1, 0.42, 0.06, 0.17, 0.03, 0.05, 0), harmonicCount: 7, breath: 0.06, attack: 0.06,
        release: 0.12, vibrato: 8, level: 0.2)
}

/// Harmonics by the recurrence sin((n+1)x) = 2·cos x·sin(nx) − sin((n−1)x); noise around the note for the breath.
final class WindVoice: Voice {
    private let tone: WindTone
    private let rate: Double
    private let step: Double
    private let velocity: Double
    private var phase = 0.0
    private var elapsed = 0
    private let releaseAt: Int
    private let lastAt: Int
    private var random: SeededRandom
    private var breath: StateVariableFilter
    private let vibratoStep: Double
    private let attack: Double

    init(_ tone: WindTone, _ note: Note, _ rate: Double, _ random: SeededRandom) {
        var random = random
        let frequency = hertz(ofKey: note.key)
        self.tone = tone
        self.rate = rate
        step = frequency / rate
        velocity = note.velocity
        attack = tone.attack * random.next(in: 0.85...1.3) * (1.35 - 0.5 * note.velocity)
        releaseAt = Int(max(note.length, attack) * rate)
        lastAt = releaseAt + Int(tone.release * rate)
        breath = StateVariableFilter(cutoff: frequency * 1.9, resonance: 1.1, rate: rate)
        vibratoStep = random.next(in: 4.6...5.3) / rate
        self.random = random
    }

    func add(to output: UnsafeMutablePointer<Double>, count: Int) -> Bool {
        var done = 0
        while done < count {
            let part = min(32, count - done)
            run(output + done, part)
            done += part
            elapsed += part
        }
        return elapsed < lastAt
    }

    private func envelope(at frame: Int) -> Double {
        let rise = min(1, Double(frame) / (attack * rate))
        let swell = 0.86 + 0.14 * min(1, Double(frame) / (0.6 * rate))
        let opened = rise * rise * (3 - 2 * rise) * swell
        guard frame > releaseAt else { return opened }
        let left = max(0, Double(lastAt - frame) / Double(lastAt - releaseAt))
        return opened * left * left * (3 - 2 * left)
    }

    private func run(_ output: UnsafeMutablePointer<Double>, _ count: Int) {
        let seconds = Double(elapsed) / rate
        let late = min(1, max(0, (seconds - 0.28) / 0.5))
        let wave = sine(turns: Double(elapsed) * vibratoStep) * late
        let scoop = -22 * exp(-seconds / 0.045)
        let bent = step * exp2((tone.vibrato * wave + scoop) / 1200)
        let strength = tone.level * velocity * (1 + 0.07 * wave)
        var loud = envelope(at: elapsed) * strength
        let slope = (envelope(at: elapsed + count) * strength - loud) / Double(count)
        let chiff = 1 + 2.2 * exp(-seconds / 0.05)
        let air = tone.breath * chiff * (rate / 44_100).squareRoot()
        // Softly blown notes are nearly pure.
        let edge = 0.35 + 0.75 * velocity
        let harmonics = tone.harmonics
        var noise = breath
        var random = random
        var now = phase
        for index in 0..<count {
            let twice = 2 * sine(turns: now + 0.25)
            var (before, this) = (0.0, sine(turns: now))
            var upper = 0.0
            let first = this
            for harmonic in 1..<tone.harmonicCount {
                (before, this) = (this, twice * this - before)
                upper += harmonics[harmonic] * this
            }
            output[index] += loud * (first + edge * upper + air * noise.run(random.nextSigned()).band)
            loud += slope
            now += bent
        }
        phase = now - now.rounded(.down)
        breath = noise
        self.random = random
    }
}
