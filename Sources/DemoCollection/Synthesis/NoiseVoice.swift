// Brushes, shaker, ride, rain and sea: noise with a colour and a shape. One thread.

import Glibc

/// What a noise sounds like.
struct NoiseTone: BitwiseCopyable {
    /// Hertz and Q of the band.
    var frequency: Double
    var resonance: Double
    /// Seconds: until the loudest moment, and from there to 1/e; a swell lasts as long as its note instead.
    var attack: Double
    var decay: Double
    var isSwell: Bool
    /// Hertz from which it loses its edge.
    var ceiling = 20_000.0
    var level: Double

    static let brushSweep = NoiseTone(
        frequency: 2500, resonance: 0.6, attack: 0, decay: 0, isSwell: true, ceiling: 5200, level: 0.1)
    static let brushTap = NoiseTone(
        frequency: 2300, resonance: 0.6, attack: 0.003, decay: 0.05, isSwell: false, ceiling: 8000, level: 0.9)
    static let ride = NoiseTone(
        frequency: 7200, resonance: 0.8, attack: 0.002, decay: 0.13, isSwell: false, level: 0.26)
    static let shaker = NoiseTone(
        frequency: 5600, resonance: 0.9, attack: 0.018, decay: 0.024, isSwell: false, level: 0.5)
    static let raindrop = NoiseTone(
        frequency: 2600, resonance: 7, attack: 0.001, decay: 0.012, isSwell: false, level: 1.7)
    static let seaWash = NoiseTone(
        frequency: 620, resonance: 0.5, attack: 0, decay: 0, isSwell: true, level: 0.42)
}

final class NoiseVoice: Voice {
    private let tone: NoiseTone
    private let rate: Double
    private let level: Double
    private let length: Double
    private var elapsed = 0
    private var random: SeededRandom
    private var filter: StateVariableFilter
    private var softener: StateVariableFilter

    init(_ tone: NoiseTone, _ note: Note, _ rate: Double, _ random: SeededRandom) {
        self.tone = tone
        self.rate = rate
        // The key moves the colour: 60 is as written.
        let colour = exp2((note.key - 60) / 12)
        level = tone.level * note.velocity * sqrt(rate / 44_100)
        length = tone.isSwell ? max(0.05, note.length) : tone.attack + tone.decay * 8
        filter = StateVariableFilter(cutoff: tone.frequency * colour, resonance: tone.resonance, rate: rate)
        softener = StateVariableFilter(cutoff: tone.ceiling, resonance: 0.7, rate: rate)
        self.random = random
    }

    func add(to output: UnsafeMutablePointer<Double>, count: Int) -> Bool {
        var filter = filter
        var softener = softener
        var random = random
        var done = 0
        while done < count {
            let part = min(16, count - done)
            var loud = envelope(at: elapsed)
            let slope = (envelope(at: elapsed + part) - loud) / Double(part)
            for index in done..<(done + part) {
                output[index] += loud * softener.run(filter.run(random.nextSigned()).band).low
                loud += slope
            }
            done += part
            elapsed += part
        }
        self.filter = filter
        self.softener = softener
        self.random = random
        return Double(elapsed) < length * rate
    }

    private func envelope(at frame: Int) -> Double {
        let seconds = Double(frame) / rate
        guard seconds < length else { return 0 }
        if tone.isSwell {
            let swell = sine(turns: seconds / length / 2)
            return level * swell * swell
        }
        if seconds < tone.attack { return level * seconds / tone.attack }
        return level * (exp(-(seconds - tone.attack) / tone.decay) - exp(-8))
    }
}
