import AudioCore
import Glibc
import Testing

@Suite("the equalizer")
struct EqualizerTests {
    /// A section straight from its analogue prototype, by the bilinear transform of the cookbook.
    private struct Prototype {
        let band: EqualizerBand

        func decibels(at frequency: Double, rate: Int) -> Double {
            let s = tan(.pi * frequency / Double(rate)) / tan(.pi * band.frequency / Double(rate))
            let a = pow(10, band.gain / 40)
            let q = band.q
            // Real and imaginary parts of numerator and denominator at s = jw.
            let (top, bottom): ((Double, Double), (Double, Double)) =
                switch band.shape {
                case .peak: ((1 - s * s, s * a / q), (1 - s * s, s / (a * q)))
                case .lowShelf:
                    ((a * (a - s * s), a * s * a.squareRoot() / q), (1 - a * s * s, s * a.squareRoot() / q))
                case .highShelf:
                    ((a * (1 - a * s * s), a * s * a.squareRoot() / q), (a - s * s, s * a.squareRoot() / q))
                case .lowPass: ((1, 0), (1 - s * s, s / q))
                case .highPass: ((-s * s, 0), (1 - s * s, s / q))
                }
            return 20 * log10(hypot(top.0, top.1) / hypot(bottom.0, bottom.1))
        }
    }

    private static func band(_ shape: EqualizerBand.Shape, _ f: Double, _ gain: Double, _ q: Double) -> EqualizerBand {
        EqualizerBand(shape, frequency: f, gain: gain, q: q)!
    }

    static let curves: [EqualizerCurve] = [
        EqualizerCurve(graphic: [12, -12, 6, -3, 0, 1.5, -7, 12, -12, 3])!,
        EqualizerCurve(graphic: [Double](repeating: 12, count: 10))!,
        EqualizerCurve(parametric: [
            band(.lowShelf, 105, 6, 0.7), band(.peak, 63, -9, 4), band(.peak, 1000, 12, 10),
            band(.highShelf, 8000, -6, 0.7),
        ])!,
        EqualizerCurve(parametric: [band(.highPass, 40, 0, 0.7), band(.lowPass, 12_000, 0, 0.9)])!,
        EqualizerPreset.named("rock")!.curve,
    ]

    @Test(
        "has the response of its bands' formulas within 0.05 dB, less the headroom",
        arguments: curves, [44100, 48000, 96000, 192_000])
    func response(curve: EqualizerCurve, rate: Int) {
        var settings = SoundSettings()
        settings.stages.equalizer = EqualizerSettings(isOn: true, curve: curve)
        let headroom = ChainParameters(settings, rate: rate).headroomDb
        let impulses = impulseResponses(settings, rate: rate, seconds: 0.7)
        #expect(impulses[1].allSatisfy { $0 == 0 })
        for frequency in [20.0, 31.5, 45, 63, 125, 250, 500, 1000, 2000, 4000, 8000, 12_000, 16_000, 20_000] {
            let expected = curve.bands.map { Prototype(band: $0).decibels(at: frequency, rate: rate) }.reduce(0, +)
            let measured = AudioCoreTests.response(of: impulses[0], at: frequency, rate: rate) + headroom
            #expect(abs(measured - expected) < 0.05, "\(frequency) Hz: \(measured), not \(expected)")
        }
    }

    @Test("a band at or above half the rate is left out, the others stay", arguments: [8000, 16_000, 22_050, 32_000])
    func lowRates(rate: Int) {
        var settings = SoundSettings()
        settings.stages.equalizer = EqualizerSettings(isOn: true, curve: Self.curves[1])
        let here = EqualizerCurve.octaves.filter { $0 < Double(rate) / 2 }
        let impulse = impulseResponses(settings, rate: rate, channels: 1)[0]
        let headroom = ChainParameters(settings, rate: rate, channels: 1).headroomDb
        for frequency in [31.5, 250, 1000] {
            let expected = here.map {
                Prototype(band: Self.band(.peak, $0, 12, EqualizerCurve.octaveQ)).decibels(at: frequency, rate: rate)
            }.reduce(0, +)
            #expect(abs(AudioCoreTests.response(of: impulse, at: frequency, rate: rate) + headroom - expected) < 0.05)
        }
    }

    @Test("a flat curve, and any curve switched off, is no stage at all")
    func inactive() {
        for equalizer in [
            EqualizerSettings(isOn: true, curve: .flat), EqualizerSettings(isOn: false, curve: Self.curves[0]),
            EqualizerSettings(isOn: true, curve: EqualizerCurve(parametric: [])!),
        ] {
            let settings = SoundSettings(stages: StageSettings(equalizer: equalizer))
            let parameters = ChainParameters(settings, rate: 44100)
            #expect(parameters.isTransparent() && parameters.stages().isEmpty && parameters.headroomDb == 0)
        }
    }

    @Test("headroom is the highest point of the whole response, between narrow bands too", arguments: curves)
    func headroom(curve: EqualizerCurve) {
        var settings = SoundSettings(volume: -2, loudness: .strong, loudnessOffset: 10)
        settings.stages.equalizer = EqualizerSettings(isOn: true, curve: curve)
        settings.stages.subsonic = 30
        let rate = 44100
        let headroom = ChainParameters(settings, rate: rate).headroomDb
        let impulse = impulseResponses(settings, rate: rate, channels: 1)[0]
        var peak = -Double.infinity
        let everywhere = (0..<390).map { 10 * pow(1.02, Double($0)) }
        for frequency in everywhere + curve.bands.map(\.frequency) {
            peak = max(peak, AudioCoreTests.response(of: impulse, at: frequency, rate: rate))
        }
        // With what the headroom takes, no tone comes out above full scale, and the highest just reaches it.
        #expect(peak <= 0.001)
        if headroom > 0 { #expect(peak > -0.3) }
    }

    @Test("curves out of range are refused")
    func refused() {
        #expect(EqualizerCurve(graphic: [0, 0, 0]) == nil)
        #expect(EqualizerCurve(graphic: [12.1] + [Double](repeating: 0, count: 9)) == nil)
        #expect(EqualizerCurve(graphic: [.nan] + [Double](repeating: 0, count: 9)) == nil)
        #expect(EqualizerCurve(parametric: [EqualizerBand](repeating: Self.band(.peak, 100, 1, 1), count: 11)) == nil)
        for (frequency, gain, q) in [(9.0, 0.0, 1.0), (100, 25, 1), (100, 0, 0), (.nan, 0, 1), (100, .infinity, 1)] {
            #expect(EqualizerBand(.peak, frequency: frequency, gain: gain, q: q) == nil)
        }
        #expect(EqualizerBand(.lowPass, frequency: 100, gain: 3, q: 1) == nil)
    }

    @Test("presets have names of their own and curves within the range; flat is the first")
    func presets() {
        let presets = EqualizerPreset.all
        #expect(Set(presets.map(\.name)).count == presets.count)
        #expect(presets.first?.curve == .flat)
        for preset in presets {
            #expect(preset.curve.graphicGains.flatMap { EqualizerCurve(graphic: $0) } == preset.curve, "\(preset.name)")
            #expect(EqualizerPreset.named(preset.name) == preset)
            #expect(preset.name.allSatisfy { $0.isLowercase || $0 == "-" })
        }
        #expect(EqualizerPreset.named("Rock") == nil)
    }
}
