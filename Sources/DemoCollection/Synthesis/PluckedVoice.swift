// Plucked strings: a delay line that listens to itself. One thread.

import Glibc

/// How a string is made and plucked.
struct PluckTone: BitwiseCopyable {
    /// Seconds in which a string of 220 Hz falls by 60 dB.
    var decay: Double
    /// Hertz: what is above is lost at each turn.
    var brightness: Double
    /// Where it is plucked: a fraction of its length.
    var position: Double
    /// Hertz of the finger's softness at full velocity.
    var finger: Double
    /// Seconds in which a stopped string falls silent.
    var release: Double
    /// The share of a pure fundamental, for instruments whose body carries it.
    var fundamental: Double
    var level: Double

    static let nylon = PluckTone(
        decay: 3.6, brightness: 8500, position: 0.19, finger: 5200, release: 0.22, fundamental: 0.12, level: 0.5)
    static let harp = PluckTone(
        decay: 5.5, brightness: 10500, position: 0.34, finger: 3600, release: 1.6, fundamental: 0.22, level: 0.46)
    static let dulcimer = PluckTone(
        decay: 4.2, brightness: 13000, position: 0.14, finger: 5200, release: 0.8, fundamental: 0.1, level: 0.42)
    static let pizzicato = PluckTone(
        decay: 0.75, brightness: 5200, position: 0.26, finger: 3200, release: 0.18, fundamental: 0.25, level: 0.6)
    static let uprightBass = PluckTone(
        decay: 2.3, brightness: 2400, position: 0.26, finger: 900, release: 0.13, fundamental: 0.55, level: 0.62)
}

/// Extended Karplus-Strong (Jaffe, Smith, "Extensions of the Karplus-Strong Plucked-String Algorithm", CMJ 7:2,
/// 1983): a delay of whole samples, a low-pass for the losses, an all-pass for the fraction of a sample.
final class PluckedVoice: Voice {
    private let line: UnsafeMutablePointer<Double>
    private let lineLength: Int
    private let excitation: [Double]
    private var position = 0
    private var elapsed = 0
    private let releaseAt: Int
    private let lastAt: Int
    private let lossPole: Double
    private let fractionGain: Double
    private let turnGain: Double
    private let releasedGain: Double
    /// Samples over which a finger comes down: a turn of the string, at least 15 ms.
    private let stopping: Double
    private var lossState = 0.0
    private var fractionInput = 0.0
    private var fractionOutput = 0.0
    /// A turning, shrinking phasor.
    private var fundamental: SIMD2<Double>
    private let fundamentalTurn: SIMD2<Double>
    private let fundamentalDecay: Double
    private let fundamentalRelease: Double

    init(_ tone: PluckTone, _ note: Note, _ rate: Double, _ random: SeededRandom) {
        let frequency = hertz(ofKey: note.key)
        let angle = 2 * Double.pi * frequency / rate
        lossPole = exp(-2 * .pi * tone.brightness / rate)
        let lossDelay = atan2(lossPole * sin(angle), 1 - lossPole * cos(angle)) / angle
        let remaining = max(2, rate / frequency - lossDelay)
        lineLength = max(1, Int(remaining - 0.5))
        let fraction = remaining - Double(lineLength)
        fractionGain = sin(angle * (1 - fraction) / 2) / sin(angle * (1 + fraction) / 2)
        line = .allocate(capacity: lineLength)
        line.initialize(repeating: 0, count: lineLength)

        let seconds = tone.decay * min(2, max(0.25, sqrt(220 / frequency)))
        let loss = (1 - lossPole) / sqrt(1 - 2 * lossPole * cos(angle) + lossPole * lossPole)
        turnGain = min(0.999_99, pow(10, -3 / (frequency * seconds)) / loss)
        releasedGain = turnGain * pow(10, -3 / (frequency * tone.release))
        stopping = max(0.015 * rate, rate / frequency)
        releaseAt = Int(note.length * rate)
        lastAt = min(releaseAt + Int(tone.release * 1.1 * rate), Int(seconds * 1.05 * rate))
        excitation = Self.pluck(tone, note, rate, period: rate / frequency, random)
        let strength = tone.fundamental * tone.level * (0.35 + 0.65 * note.velocity) * note.velocity
        fundamental = SIMD2(strength, 0)
        fundamentalTurn = SIMD2(cos(angle), sin(angle))
        fundamentalDecay = decayFactor(seconds: seconds / 5, rate: rate)
        fundamentalRelease = decayFactor(seconds: tone.release / 5, rate: rate)
    }

    deinit { line.deallocate() }

    /// One period of softened noise, combed by the place of the finger, without a mean.
    private static func pluck(
        _ tone: PluckTone, _ note: Note, _ rate: Double, period: Double, _ random: SeededRandom
    ) -> [Double] {
        var random = random
        let count = max(4, Int(period.rounded()))
        let cutoff = tone.finger * (0.3 + 0.9 * note.velocity * note.velocity)
        let pole = exp(-2 * .pi * cutoff / rate)
        let shift = max(1, Int(period * tone.position))
        // The comb looks back: there is noise before the first sample as well.
        var noise = [Double](repeating: 0, count: count + shift)
        var (first, second) = (0.0, 0.0)
        // A turn unheard, so that the filters are as they will be.
        for index in -count..<noise.count {
            first = random.nextSigned() * (1 - pole) + first * pole
            second = first * (1 - pole) + second * pole
            if index >= 0 { noise[index] = second }
        }
        var combed = (0..<count).map { noise[$0 + shift] - 0.9 * noise[$0] }
        let mean = combed.reduce(0, +) / Double(count)
        var power = 0.0
        for index in 0..<count {
            combed[index] -= mean
            power += combed[index] * combed[index]
        }
        let wanted = tone.level * note.velocity * 0.42 / max(1e-9, sqrt(power / Double(count)))
        // Rounded at both ends: a finger leaves a string, it does not jump off.
        let edge = max(1, count / 10)
        for index in 0..<count {
            let distance = min(index, count - 1 - index)
            combed[index] *= wanted * min(1, Double(distance) / Double(edge))
        }
        return combed
    }

    func add(to output: UnsafeMutablePointer<Double>, count: Int) -> Bool {
        var (loss, fractionIn, fractionOut) = (lossState, fractionInput, fractionOutput)
        var at = position
        var (real, imaginary) = (fundamental.x, fundamental.y)
        let (pole, gain) = (lossPole, fractionGain)
        let fadeLength = 1500
        for index in 0..<count {
            let frame = elapsed + index
            loss = line[at] * (1 - pole) + loss * pole
            fractionOut = gain * (loss - fractionOut) + fractionIn
            fractionIn = loss
            let stopped = frame <= releaseAt ? 0 : min(1, Double(frame - releaseAt) / stopping)
            var sample = fractionOut * (turnGain + (releasedGain - turnGain) * stopped)
            if frame < excitation.count { sample += excitation[frame] }
            line[at] = sample
            at += 1
            if at == lineLength { at = 0 }
            let shrink = frame > releaseAt ? fundamentalRelease : fundamentalDecay
            let (turnReal, turnImaginary) = (fundamentalTurn.x * shrink, fundamentalTurn.y * shrink)
            let heard = sample + (frame < 400 ? imaginary * (Double(frame) * 0.0025) : imaginary)
            (real, imaginary) = (
                real * turnReal - imaginary * turnImaginary, real * turnImaginary + imaginary * turnReal
            )
            let left = lastAt - frame
            output[index] += left >= fadeLength ? heard : heard * Double(max(0, left)) / Double(fadeLength)
        }
        (lossState, fractionInput, fractionOutput) = (loss, fractionIn, fractionOut)
        (position, fundamental) = (at, SIMD2(real, imaginary))
        elapsed += count
        return elapsed < lastAt
    }
}
