import AudioCore
import Testing

@Suite("chain parameters")
struct ChainParametersTests {
    @Test("the defaults are transparent: no stage, no headroom")
    func defaults() {
        let parameters = ChainParameters(SoundSettings(), rate: 44100)
        #expect(parameters.isTransparent())
        #expect(parameters.stages() == [])
        #expect(parameters.headroomDb == 0)
        #expect(parameters == .transparent(rate: 44100))
    }

    @Test(
        "a trim is attenuation that loudness does not follow, and never a gain",
        arguments: [(-6, [.volume]), (0, []), (3, [])] as [(Double, [SoundStage])])
    func trim(decibels: Double, stages: [SoundStage]) {
        let settings = SoundSettings(loudness: .strong)
        let parameters = ChainParameters(settings, rate: 48000, trim: Decibels(decibels))
        #expect(parameters.stages() == stages)
        let quieter = ChainParameters(SoundSettings(volume: -20), rate: 48000, trim: Decibels(decibels))
        let both = ChainParameters(SoundSettings(volume: -20 + Decibels(min(decibels, 0))), rate: 48000)
        #expect(quieter.stages() == [.volume] && both.stages() == [.volume])
        // A card that has the volume has the trim in front of it.
        let card = ChainParameters(
            SoundSettings(volume: -20), rate: 48000, isVolumeInHardware: true, trim: Decibels(decibels))
        #expect(card.stages() == stages)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let settings: SoundSettings
        let stages: [SoundStage]
        var testDescription: String {
            "\(settings.volume.value) dB, \(settings.loudness), \(settings.loudnessOffset.value)"
        }
    }

    @Test(
        "name the active stages in the order of the chain",
        arguments: [
            Case(settings: SoundSettings(volume: -6), stages: [.volume]),
            Case(settings: SoundSettings(isMuted: true), stages: [.volume]),
            Case(settings: SoundSettings(volume: .silence), stages: [.volume]),
            Case(settings: SoundSettings(volume: -6, loudness: .light), stages: [.loudness, .volume]),
            Case(settings: SoundSettings(loudness: .strong), stages: []),
            Case(settings: SoundSettings(loudness: .strong, loudnessOffset: 15), stages: [.loudness]),
            Case(settings: SoundSettings(volume: 3), stages: []),
            Case(settings: SoundSettings(volume: Decibels(.nan)), stages: [.volume]),
        ])
    func stages(_ example: Case) {
        let parameters = ChainParameters(example.settings, rate: 48000)
        #expect(parameters.stages() == example.stages)
        #expect(parameters.isTransparent() == example.stages.isEmpty)
    }

    @Test("headroom is what the filters raise beyond the attenuation", arguments: LoudnessStrength.allCases)
    func headroom(strength: LoudnessStrength) throws {
        for offset: Decibels in [0, 5, 15, 40] {
            for volume: Decibels in [0, -1, -6, -20, -60, .silence] {
                let settings = SoundSettings(volume: volume, loudness: strength, loudnessOffset: offset)
                let parameters = ChainParameters(settings, rate: 44100)
                let drop = LoudnessCompensation.drop(volume: volume, offset: offset)
                let peak = LoudnessCompensation(strength, drop: drop, rate: 44100)?.peak(rate: 44100) ?? 0
                #expect(abs(parameters.headroomDb - max(0, (peak + volume).value)) < 1e-12)
            }
        }
    }

    @Test(
        "a band just below half the rate makes room for what it raises and for no more",
        arguments: [(24.0, 24.0), (-24, 0)], [3, 1, 0.3])
    func bandNearHalfTheRate(case: (gain: Double, headroom: Double), distance: Double) throws {
        for q in [0.1, 1, 20] {
            let frequency = 22_050 - distance
            let band = try #require(EqualizerBand(.peak, frequency: frequency, gain: `case`.gain, q: q))
            let curve = try #require(EqualizerCurve(parametric: [band]))
            let settings = SoundSettings(
                stages: StageSettings(equalizer: EqualizerSettings(isOn: true, curve: curve)))
            let parameters = ChainParameters(settings, rate: 44_100)
            #expect(abs(parameters.headroomDb - `case`.headroom) < 0.01, "q \(q)")
        }
    }

    @Test(
        "loudness takes no endless headroom where its treble meets half the rate",
        arguments: [8000, 11_025, 16_000, 22_050, 24_000, 32_000])
    func loudnessAtLowRates(rate: Int) {
        // Of all volumes, since the treble's corner moves with it.
        for step in 0...6000 {
            let settings = SoundSettings(volume: Decibels(Double(-step) / 100), loudness: .strong)
            let headroom = ChainParameters(settings, rate: rate).headroomDb
            #expect(headroom >= 0 && headroom < 1, "\(settings.volume.value) dB")
        }
    }

    @Test("the volume that loudness follows is attenuation enough: no headroom is taken beside it")
    func noHeadroomBesideVolume() {
        for volume in stride(from: -60.0, through: 0, by: 0.5) {
            let settings = SoundSettings(volume: Decibels(volume), loudness: .strong)
            #expect(ChainParameters(settings, rate: 44100).headroomDb == 0)
        }
    }

    @Test("the words of the contract")
    func words() {
        #expect(
            SoundStage.allCases.map(\.rawValue) == [
                "eq", "loudness", "subsonic", "crossfeed", "replaygain", "volume", "limiter",
            ])
        #expect(LoudnessStrength.allCases.map(\.rawValue) == ["off", "light", "medium", "strong"])
    }

    @Test(
        "decibels and factors",
        arguments: [(0.0, 1.0), (-20, 0.1), (6.020599913279624, 2), (-Double.infinity, 0)] as [(Double, Double)])
    func decibelFactors(level: Double, factor: Double) {
        #expect(abs(Decibels(level).factor - factor) < 1e-12)
        #expect(Decibels(factor: factor).value == level || abs(Decibels(factor: factor).value - level) < 1e-9)
    }
}
