// The meters and the limiter, on signals whose answers are known.

import Glibc
import Testing

@testable import DemoCollection

@Suite("mastering")
struct MasteringTests {
    /// Interleaved stereo of one sine.
    private func tone(_ hertz: Double, _ amplitude: Double, rate: Int, seconds: Double, phase: Double = 0) -> [Double] {
        (0..<Int(seconds * Double(rate))).flatMap { frame -> [Double] in
            let value = amplitude * sin(2 * .pi * hertz * Double(frame) / Double(rate) + phase)
            return [value, value]
        }
    }

    @Test("a sine of 997 Hz at −23 dBFS in both channels is −23 LUFS", arguments: [44_100, 48_000, 96_000])
    func reference(rate: Int) {
        // EBU Tech 3341, case 1: within 0.1 LU.
        var meter = LoudnessMeter(rate: rate)
        meter.add(tone(1000, factor(decibels: -23), rate: rate, seconds: 5), count: 5 * rate)
        #expect(abs(meter.loudness + 23) < 0.1)
    }

    @Test("quiet passages are gated: −36, −23, −36 dBFS is −23 LUFS")
    func gate() {
        // EBU Tech 3341, case 3.
        var meter = LoudnessMeter(rate: 48_000)
        for (level, seconds) in [(-36.0, 10.0), (-23, 60), (-36, 10)] {
            let part = tone(1000, factor(decibels: level), rate: 48_000, seconds: seconds)
            meter.add(part, count: part.count / 2)
        }
        #expect(abs(meter.loudness + 23) < 0.1)
    }

    @Test("an album is measured over the blocks of all its pieces, not as a mean")
    func album() {
        var (loud, quiet) = (LoudnessMeter(rate: 48_000), LoudnessMeter(rate: 48_000))
        loud.add(tone(1000, factor(decibels: -20), rate: 48_000, seconds: 6), count: 288_000)
        quiet.add(tone(1000, factor(decibels: -60), rate: 48_000, seconds: 6), count: 288_000)
        #expect(abs(LoudnessMeter.loudness(of: [loud.pieces, quiet.pieces]) + 20) < 0.1)
        #expect(LoudnessMeter.loudness(of: [[], []]) == -.infinity)
    }

    @Test("a sine between its samples is higher than its samples: +3 dB at a quarter of the rate and 45°")
    func betweenSamples() {
        let sound = tone(12_000, 0.5, rate: 48_000, seconds: 0.1, phase: .pi / 4)
        let samples = sound.map(\.magnitude).max() ?? 0
        let peak = TruePeak.highest(sound, count: sound.count / 2)
        #expect(abs(20 * log10(samples / 0.5) + 3.01) < 0.01)
        #expect((-0.1...0.2).contains(20 * log10(peak / 0.5)))
    }

    @Test("passing over quiet blocks never misses a peak")
    func everyPeak() {
        var random = SeededRandom(7)
        var sound = [Double](repeating: 0, count: 20_000)
        for index in sound.indices { sound[index] = random.nextSigned() * (index / 1000 % 3 == 0 ? 0.9 : 0.2) }
        var slow = sound.map(\.magnitude).max() ?? 0
        TruePeak.withTaps { taps in
            for frame in TruePeak.reach..<(sound.count / 2) { slow = max(slow, TruePeak.peak(sound, at: frame, taps)) }
        }
        #expect(TruePeak.highest(sound, count: sound.count / 2) == slow)
    }

    @Test("the limiter holds its ceiling, leaves the rest untouched, and never steps")
    func limiter() {
        let rate = 44_100
        var random = SeededRandom(3)
        var sound = tone(311, 0.5, rate: rate, seconds: 2)
        for _ in 0..<30 {
            let at = Int(random.next(in: 20_000...60_000))
            for offset in 0..<40 {
                let bump = 0.9 * sin(.pi * Double(offset) / 40)
                sound[2 * (at + offset)] += bump
                sound[2 * (at + offset) + 1] += bump * 0.6
            }
        }
        let before = sound
        let ceiling = factor(decibels: -1.3)
        sound.withUnsafeMutableBufferPointer { sound in
            Limiter.limit(sound.baseAddress!, count: sound.count / 2, ceiling: ceiling, spread: rate / 250)
        }
        #expect(TruePeak.highest(before, count: before.count / 2) > 1)
        #expect(TruePeak.highest(sound, count: sound.count / 2) <= factor(decibels: -1.2))
        #expect(Array(sound[..<30_000]) == Array(before[..<30_000]))
        var last = 1.0
        for frame in 0..<(sound.count / 2) where before[2 * frame].magnitude > 0.05 {
            let gain = sound[2 * frame] / before[2 * frame]
            #expect(gain <= 1 + 1e-12)
            last = min(last, gain)
        }
        #expect(last < 0.9)
    }

    @Test(
        "decimals of tags are rounded, signed and whole",
        arguments: [
            (-7.034, "-7.03 dB"), (3.996, "+4.00 dB"), (0, "+0.00 dB"), (-0.004, "+0.00 dB"), (12.3456, "+12.35 dB"),
        ])
    func decimals(number: Double, text: String) {
        #expect(Measured(loudness: -18 - number, peak: 0.5, truePeak: 0.5).gain == text)
    }
}
