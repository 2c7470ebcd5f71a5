import AudioCore
import Testing

@Suite("the subsonic filter")
struct SubsonicTests {
    @Test(
        "is a Butterworth high pass of the fourth order",
        arguments: [
            (20.0, [5: -48.16, 10: -24.10, 15: -10.41, 20: -3.01, 25: -0.67, 30: -0.17, 40: -0.02, 80: 0]),
            (25, [10: -31.84, 15: -17.82, 20: -8.43, 25: -3.01, 30: -0.91, 40: -0.10, 80: 0]),
            (30, [10: -38.17, 15: -24.10, 20: -14.25, 25: -7.24, 30: -3.01, 40: -0.41, 80: 0]),
        ] as [(Double, [Double: Double])], [44100, 192_000])
    func response(corner: (Double, [Double: Double]), rate: Int) {
        let settings = SoundSettings(stages: StageSettings(subsonic: corner.0))
        #expect(ChainParameters(settings, rate: rate).stages() == [.subsonic])
        let impulse = impulseResponses(settings, rate: rate, seconds: 1.5)[0]
        for (frequency, expected) in corner.1 {
            let measured = AudioCoreTests.response(of: impulse, at: frequency, rate: rate)
            #expect(abs(measured - expected) < 0.05, "\(frequency) Hz: \(measured), not \(expected)")
        }
    }

    @Test("raises nothing, so that it takes no headroom; with loudness it saves some")
    func headroom() {
        #expect(ChainParameters(SoundSettings(stages: StageSettings(subsonic: 40)), rate: 44100).headroomDb < 0.001)
        var settings = SoundSettings(loudness: .strong, loudnessOffset: 30)
        let without = ChainParameters(settings, rate: 44100).headroomDb
        settings.stages.subsonic = 40
        #expect(ChainParameters(settings, rate: 44100).headroomDb < without - 2)
    }
}

@Suite("crossfeed")
struct CrossfeedTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let strength: CrossfeedStrength
        let rate: Int
        /// Decibels at 50, 200, 700, 2000 and 10,000 Hz.
        let own: [Double]
        let other: [Double]
        var testDescription: String { "\(strength) at \(rate) Hz" }

        init(_ strength: CrossfeedStrength, _ rate: Int, _ own: [Double], _ other: [Double]) {
            self.strength = strength
            self.rate = rate
            self.own = own
            self.other = other
        }
    }

    /// Measured on libbs2b 3.1.0 (bs2b_cross_feed_d, an impulse left, its response over one second).
    static let rows = [
        Row(.light, 44100, [-2.505, -2.436, -1.953, -1.369, -1.183], [-12.035, -12.402, -15.350, -22.178, -35.022]),
        Row(.light, 48000, [-2.505, -2.435, -1.950, -1.364, -1.176], [-12.035, -12.402, -15.350, -22.183, -35.140]),
        Row(.light, 96000, [-2.504, -2.433, -1.933, -1.332, -1.140], [-12.035, -12.402, -15.353, -22.202, -35.614]),
        Row(.light, 192_000, [-2.504, -2.432, -1.925, -1.316, -1.121], [-12.035, -12.402, -15.353, -22.206, -35.731]),
        Row(.medium, 44100, [-3.523, -3.435, -2.794, -1.952, -1.663], [-9.551, -9.869, -12.535, -19.120, -31.901]),
        Row(.medium, 48000, [-3.522, -3.434, -2.790, -1.944, -1.654], [-9.551, -9.869, -12.536, -19.124, -32.019]),
        Row(.medium, 96000, [-3.522, -3.431, -2.766, -1.897, -1.600], [-9.551, -9.869, -12.538, -19.143, -32.492]),
        Row(.medium, 192_000, [-3.522, -3.429, -2.753, -1.872, -1.572], [-9.551, -9.869, -12.539, -19.148, -32.609]),
        Row(.strong, 44100, [-4.052, -3.954, -3.239, -2.290, -1.961], [-8.581, -8.899, -11.566, -18.150, -30.931]),
        Row(.strong, 48000, [-4.052, -3.954, -3.234, -2.281, -1.951], [-8.581, -8.899, -11.566, -18.155, -31.049]),
        Row(.strong, 96000, [-4.052, -3.950, -3.207, -2.227, -1.889], [-8.581, -8.900, -11.568, -18.173, -31.523]),
        Row(.strong, 192_000, [-4.052, -3.948, -3.193, -2.200, -1.858], [-8.581, -8.900, -11.569, -18.178, -31.639]),
    ]

    @Test("is libbs2b's within 0.1 dB, from either side", arguments: rows)
    func response(row: Row) {
        let settings = SoundSettings(stages: StageSettings(crossfeed: row.strength))
        for source in 0..<2 {
            let impulses = impulseResponses(settings, rate: row.rate, source: source, seconds: 0.3)
            for (index, frequency) in [50.0, 200, 700, 2000, 10_000].enumerated() {
                let own = AudioCoreTests.response(of: impulses[source], at: frequency, rate: row.rate)
                let other = AudioCoreTests.response(of: impulses[1 - source], at: frequency, rate: row.rate)
                #expect(abs(own - row.own[index]) < 0.1, "\(frequency) Hz: \(own)")
                #expect(abs(other - row.other[index]) < 0.1, "\(frequency) Hz: \(other)")
            }
        }
    }

    @Test("the published coefficients of bs2b's own setting")
    func coefficients() throws {
        let c = try #require(CrossfeedCoefficients(.strong, rate: 44100))
        for (value, expected) in [
            (c.low0, 0.043637768), (c.lowPole, 0.905078951), (c.high0, 0.969844562), (c.high1, -0.867860136),
            (c.highPole, 0.867860136), (c.gain, 0.812005663),
        ] {
            #expect(abs(value - expected) < 1e-8)
        }
    }

    @Test("needs two channels, and a rate with room for it")
    func inactive() {
        let settings = SoundSettings(stages: StageSettings(crossfeed: .strong))
        #expect(ChainParameters(settings, rate: 44100, channels: 1).stages().isEmpty)
        #expect(ChainParameters(settings, rate: 44100, channels: 6).stages().isEmpty)
        #expect(ChainParameters(settings, rate: 2000).stages().isEmpty)
        #expect(ChainParameters(settings, rate: 44100).stages() == [.crossfeed])
    }
}
