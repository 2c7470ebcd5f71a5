import AudioCore
import Testing

@Suite("loudness compensation")
struct LoudnessCompensationTests {
    private static let rates = [44100, 48000, 88200, 96000, 176_400, 192_000]

    @Test("follows the contour difference within 0.65 dB from 20 Hz to 12.5 kHz for every drop", arguments: rates)
    func fit(rate: Int) throws {
        for strength in LoudnessStrength.allCases where strength != .off {
            for drop in stride(from: 0.5, through: 40, by: 0.5) {
                let filter = try #require(LoudnessCompensation(strength, drop: Decibels(drop), rate: rate))
                var frequency = 20.0
                while frequency <= 12500 {
                    let difference = EqualLoudness.difference(atFrequency: frequency, from: 80, to: 80 - drop)
                    let error =
                        filter.gain(atFrequency: frequency, rate: rate).value - strength.share * difference.value
                    #expect(abs(error) < 0.65, "\(strength), drop \(drop), \(frequency) Hz")
                    frequency *= 1.05
                }
            }
        }
    }

    @Test("each strength gives more than the weaker one, in bass and treble")
    func strengths() throws {
        let filters = try [LoudnessStrength.light, .medium, .strong].map {
            try #require(LoudnessCompensation($0, drop: 20, rate: 48000))
        }
        for frequency in [31.5, 12500] {
            let gains = filters.map { $0.gain(atFrequency: frequency, rate: 48000) }
            #expect(gains[0] > 0.5 && gains[1] > gains[0] + 0.3 && gains[2] > gains[1] + 0.3)
        }
    }

    @Test("there is none at strength off or at no drop")
    func inactive() {
        #expect(LoudnessCompensation(.off, drop: 20, rate: 44100) == nil)
        #expect(LoudnessCompensation(.strong, drop: 0, rate: 44100) == nil)
    }

    @Test(
        "the drop is the attenuation in front and behind, between 0 and 40 dB",
        arguments: [
            (-12, 0, 12), (0, 15, 15), (-30, 15, 40), (0, 0, 0), (0, -3, 0), (-5, -3, 2), (.silence, 0, 40),
        ] as [(Decibels, Decibels, Decibels)])
    func drop(volume: Decibels, offset: Decibels, drop: Decibels) {
        #expect(LoudnessCompensation.drop(volume: volume, offset: offset) == drop)
    }

    private static let lowerRates = [
        8000, 9600, 11_025, 11_400, 11_500, 12_000, 14_000, 16_000, 18_900, 20_000, 22_050, 24_000, 28_000, 32_000,
        37_800, 40_000, 44_099,
    ]

    @Test(
        "at every lower rate it follows the contour difference within 0.65 dB to 10 kHz or 0.45 of the rate",
        arguments: lowerRates)
    func lowRates(rate: Int) throws {
        let top = min(10_000, 0.45 * Double(rate))
        let table = [31.5, 50, 80, 125, 200, 315, 500, 800, 1000, 1250, 2000, 3150, 4000, 5000, 6300, 8000, 10_000]
        // Near the top the error of a shelf that does not fit is the largest.
        let frequencies = table.filter { $0 < top } + stride(from: 0.5, through: 1, by: 0.02).map { $0 * top }
        for strength in LoudnessStrength.allCases where strength != .off {
            for drop in [0.5, 1, 2, 5, 10, 15, 20, 25, 30, 35, 40] {
                let filter = try #require(LoudnessCompensation(strength, drop: Decibels(drop), rate: rate))
                for frequency in frequencies {
                    let difference = EqualLoudness.difference(atFrequency: frequency, from: 80, to: 80 - drop)
                    let error =
                        filter.gain(atFrequency: frequency, rate: rate).value - strength.share * difference.value
                    #expect(abs(error) < 0.65, "\(strength), drop \(drop), \(frequency) Hz: \(error)")
                }
            }
        }
    }

    @Test("the peak is what no frequency exceeds", arguments: rates + lowerRates)
    func peak(rate: Int) throws {
        for drop: Decibels in [1, 10, 25, 40] {
            let filter = try #require(LoudnessCompensation(.strong, drop: drop, rate: rate))
            let peak = filter.peak(rate: rate)
            for frequency in stride(from: 0.0, through: Double(rate) / 2, by: 13) {
                #expect(filter.gain(atFrequency: frequency, rate: rate).value <= peak.value + 0.001)
            }
        }
    }
}
