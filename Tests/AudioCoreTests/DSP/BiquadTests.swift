import AudioCore
import Glibc
import Testing

@Suite("filter sections")
struct BiquadTests {
    struct Section: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable (Int) -> BiquadCoefficients?

        init(_ name: String, _ make: @escaping @Sendable (Int) -> BiquadCoefficients?) {
            testDescription = name
            self.make = make
        }
    }

    static let sections = [
        Section("peak +6 dB") { .peak(frequency: 1000, gain: 6, q: 1.4, rate: $0) },
        Section("peak -12 dB, narrow") { .peak(frequency: 63, gain: -12, q: 4, rate: $0) },
        Section("low shelf by slope") { .lowShelf(frequency: 133, gain: 20, slope: 0.35, rate: $0) },
        Section("low shelf by quality") { .lowShelf(frequency: 200, gain: -9, q: 0.7, rate: $0) },
        Section("high shelf by slope") { .highShelf(frequency: 9000, gain: 11, slope: 1, rate: $0) },
        Section("high shelf by quality") { .highShelf(frequency: 4000, gain: -6, q: 0.7, rate: $0) },
        Section("low pass") { .lowPass(frequency: 5000, q: 0.7071, rate: $0) },
        Section("high pass") { .highPass(frequency: 20, q: 1.3066, rate: $0) },
    ]

    @Test("are stable, and the response of their impulse is the formula's", arguments: sections, [44100, 192_000])
    func response(section: Section, rate: Int) throws {
        let coefficients = try #require(section.make(rate))
        #expect(coefficients.isStable)
        var impulse = [Double](repeating: 0, count: rate)
        impulse[0] = 1
        var biquad = Biquad(coefficients)
        impulse.withUnsafeMutableBufferPointer { buffer in
            biquad.process(buffer.baseAddress!, frameCount: buffer.count, stride: 1)
        }
        for frequency in [25.0, 100, 440, 1000, 4000, 10000, 19000] {
            let formula = coefficients.gain(atFrequency: frequency, rate: rate).value
            #expect(abs(decibels(spectrum(of: impulse, frequency, rate)) - formula) < 0.001, "\(frequency) Hz")
            #expect(abs(decibels(ratio(coefficients, frequency, rate)) - formula) < 1e-6, "\(frequency) Hz")
        }
    }

    private func spectrum(of impulse: [Double], _ frequency: Double, _ rate: Int) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        for (index, sample) in impulse.enumerated() where sample != 0 {
            let angle = 2 * .pi * frequency * Double(index) / Double(rate)
            real += sample * cos(angle)
            imaginary += sample * sin(angle)
        }
        return hypot(real, imaginary)
    }

    /// |H| straight from its definition at z = e^(jw).
    private func ratio(_ section: BiquadCoefficients, _ frequency: Double, _ rate: Int) -> Double {
        let w = 2 * .pi * frequency / Double(rate)
        func magnitude(_ c0: Double, _ c1: Double, _ c2: Double) -> Double {
            hypot(c0 + c1 * cos(w) + c2 * cos(2 * w), c1 * sin(w) + c2 * sin(2 * w))
        }
        return magnitude(section.b0, section.b1, section.b2) / magnitude(1, section.a1, section.a2)
    }

    @Test(
        "the cookbook's numbers for a Butterworth high pass at 20 Hz",
        arguments: [
            (44100, 0.997987115671752, -1.995970179636094, 0.995978283050912),
            (48000, 0.998150511187357, -1.996297601762933, 0.996304442986496),
        ])
    func vector(rate: Int, b: Double, a1: Double, a2: Double) throws {
        let section = try #require(BiquadCoefficients.highPass(frequency: 20, q: 0.70710678, rate: rate))
        for (value, expected) in [
            (section.b0, b), (section.b1, -2 * b), (section.b2, b), (section.a1, a1), (section.a2, a2),
        ] {
            #expect(abs(value - expected) < 1e-12)
        }
    }

    @Test("reach their gain where they should", arguments: [44100, 48000, 96000, 192_000])
    func gains(rate: Int) throws {
        func gain(_ section: BiquadCoefficients?, at frequency: Double) throws -> Double {
            try #require(section).gain(atFrequency: frequency, rate: rate).value
        }
        let nyquist = Double(rate) / 2
        #expect(abs(try gain(.peak(frequency: 1000, gain: 7, q: 2, rate: rate), at: 1000) - 7) < 1e-9)
        for gain8: Decibels in [8, -8] {
            let low = BiquadCoefficients.lowShelf(frequency: 300, gain: gain8, slope: 0.9, rate: rate)
            #expect(abs(try gain(low, at: 0) - gain8.value) < 1e-6)
            #expect(abs(try gain(low, at: 300) - gain8.value / 2) < 1e-6)
            #expect(abs(try gain(low, at: nyquist)) < 1e-6)
            let high = BiquadCoefficients.highShelf(frequency: 6000, gain: gain8, q: 0.6, rate: rate)
            #expect(abs(try gain(high, at: 0)) < 1e-6)
            #expect(abs(try gain(high, at: 6000) - gain8.value / 2) < 1e-6)
            #expect(abs(try gain(high, at: nyquist) - gain8.value) < 1e-6)
        }
        #expect(abs(try gain(.lowPass(frequency: 2000, q: 0.5.squareRoot(), rate: rate), at: 2000) + 3.0103) < 1e-4)
        #expect(try gain(.highPass(frequency: 20, q: 0.7, rate: rate), at: 0) == -.infinity)
    }

    @Test("a band at or above half the rate, or at 0, is not there", arguments: [8000.0, 4000, 4001, 0, -5])
    func outOfBand(frequency: Double) {
        #expect(BiquadCoefficients.peak(frequency: frequency, gain: 6, q: 1, rate: 8000) == nil)
        #expect(BiquadCoefficients.lowShelf(frequency: frequency, gain: 6, slope: 1, rate: 8000) == nil)
        #expect(BiquadCoefficients.highShelf(frequency: frequency, gain: 6, q: 1, rate: 8000) == nil)
        #expect(BiquadCoefficients.lowPass(frequency: frequency, q: 1, rate: 8000) == nil)
        #expect(BiquadCoefficients.highPass(frequency: frequency, q: 1, rate: 8000) == nil)
    }

    @Test(
        "keep their gain with a corner just below half the rate",
        arguments: [8000, 22_050, 44_100, 192_000], [50, 3, 1])
    func nearHalfTheRate(rate: Int, distance: Double) throws {
        func gain(_ section: BiquadCoefficients?, at frequency: Double) throws -> Double {
            try #require(section).gain(atFrequency: frequency, rate: rate).value
        }
        let nyquist = Double(rate) / 2
        let corner = nyquist - distance
        for gain24: Decibels in [24, -24] {
            let level = gain24.value
            for q in [0.1, 1, 20] {
                let peak = BiquadCoefficients.peak(frequency: corner, gain: gain24, q: q, rate: rate)
                #expect(abs(try gain(peak, at: corner) - level) < 0.01, "peak, \(q)")
                #expect(abs(try gain(peak, at: nyquist)) < 0.01, "peak, \(q)")
                #expect(abs(try gain(peak, at: 0)) < 0.01, "peak, \(q)")
            }
            let high = BiquadCoefficients.highShelf(frequency: corner, gain: gain24, q: 0.7, rate: rate)
            #expect(abs(try gain(high, at: nyquist) - level) < 0.01)
            #expect(abs(try gain(high, at: corner) - level / 2) < 0.01)
            let low = BiquadCoefficients.lowShelf(frequency: corner, gain: gain24, q: 0.7, rate: rate)
            #expect(abs(try gain(low, at: nyquist)) < 0.01)
            #expect(abs(try gain(low, at: 0) - level) < 0.01)
        }
        let high = BiquadCoefficients.highPass(frequency: corner, q: 2, rate: rate)
        #expect(abs(try gain(high, at: nyquist)) < 0.01)
        #expect(abs(try gain(high, at: corner) - 6.0206) < 0.01)
        #expect(try gain(.lowPass(frequency: corner, q: 2, rate: rate), at: nyquist) == -.infinity)
    }

    @Test("however near to half the rate, a band is stable or not there", arguments: [8000, 44_100, 1_536_000])
    func stableOrAbsent(rate: Int) {
        var distance = 1.0
        while distance > 1e-14 {
            let corner = Double(rate) / 2 - distance
            distance /= 3
            for gain: Decibels in [24, -24] {
                let bands = [
                    BiquadCoefficients.peak(frequency: corner, gain: gain, q: 0.1, rate: rate),
                    .peak(frequency: corner, gain: gain, q: 20, rate: rate),
                    .lowShelf(frequency: corner, gain: gain, q: 0.1, rate: rate),
                    .highShelf(frequency: corner, gain: gain, slope: 1, rate: rate),
                    .lowPass(frequency: corner, q: 20, rate: rate), .highPass(frequency: corner, q: 20, rate: rate),
                ]
                for band in bands.compactMap(\.self) {
                    #expect(band.isStable)
                    #expect(band.gain(atFrequency: Double(rate) / 2, rate: rate).value < .infinity)
                }
            }
        }
    }

    @Test("a channel of several is filtered alone, and silence becomes exact silence")
    func stride() throws {
        var biquad = Biquad(try #require(.lowShelf(frequency: 133, gain: 20, slope: 0.35, rate: 44100)))
        var frames = [Double](repeating: 0.25, count: 2 * 100)
        frames.withUnsafeMutableBufferPointer { biquad.process($0.baseAddress! + 1, frameCount: 100, stride: 2) }
        #expect(channel(0, of: frames, channels: 2).allSatisfy { $0 == 0.25 })
        #expect(channel(1, of: frames, channels: 2).allSatisfy { $0 != 0.25 })
        var silence = [Double](repeating: 0, count: 44100)
        for _ in 0..<20 {
            silence = [Double](repeating: 0, count: 44100)
            silence.withUnsafeMutableBufferPointer { biquad.process($0.baseAddress!, frameCount: 44100, stride: 1) }
        }
        #expect(silence.allSatisfy { $0 == 0 })
    }
}
