import Analysis
import AudioCore
import TestSupport
import Testing

/// Signals of EBU Tech 3341 (edition 4, section 2.9, table 1), the long ones at a quarter of their length.
private let loudnessCases: [(name: String, tones: [Tone], lufs: Double)] = [
    ("1", [Tone(seconds: 5, levels: [-23, -23])], -23),
    ("2", [Tone(seconds: 5, levels: [-33, -33])], -33),
    ("3", [tone(2.5, -36), tone(15, -23), tone(2.5, -36)], -23),
    ("4", [tone(2.5, -72), tone(2.5, -36), tone(15, -23), tone(2.5, -36), tone(2.5, -72)], -23),
    ("5", [tone(5, -26), tone(5.025, -20), tone(5, -26)], -23),
    ("6", [Tone(seconds: 5, levels: [-28, -28, -24, -200, -30, -30])], -23),
]

private func tone(_ seconds: Double, _ level: Double) -> Tone { Tone(seconds: seconds, levels: [level, level]) }

/// True peaks of the same table: divisor of the rate, phase, peak level of the sine, what is to be read (dBTP).
private let peakCases: [(divisor: Double, phase: Double, level: Double, truePeak: Double)] = [
    (4, 0, -6, -6), (4, 45, -6, -6), (6, 60, -6, -6), (8, 67.5, -6, -6), (4, 45, 3, 3),
]

@Suite struct MeasurementTests {
    private static func measure(_ codec: any AudioCodec) throws -> TrackMeasurement {
        try #require(try TrackMeasurement.measure(codec) { _ in true })
    }

    @Test("the loudness of EBU Tech 3341's signals is read within 0.1 LU", arguments: loudnessCases.indices)
    func loudness(number: Int) throws {
        let signal = loudnessCases[number]
        let reading = try Self.measure(ToneCodec(signal.tones)).reading
        #expect(abs(try #require(reading.loudnessLufs) - signal.lufs) <= 0.1, "case \(signal.name)")
    }

    @Test("true peaks of EBU Tech 3341 are read within +0.2 and -0.4 dB", arguments: peakCases.indices)
    func truePeak(number: Int) throws {
        let signal = peakCases[number]
        let sine = Tone(
            seconds: 1, levels: [signal.level, signal.level], frequency: 48_000 / signal.divisor, phase: signal.phase,
            fade: 0.05)
        let peak = try #require(try Self.measure(ToneCodec([sine])).reading.truePeakDb)
        #expect((-0.4...0.2).contains(peak - signal.truePeak), "\(peak)")
    }

    @Test("mono counts as it is heard, from both sides; another rate changes nothing")
    func mono() throws {
        let stereo = try Self.measure(ToneCodec([tone(2, -20)])).reading
        let mono = try Self.measure(ToneCodec([Tone(seconds: 2, levels: [-20])])).reading
        let fine = try Self.measure(ToneCodec([tone(2, -20)], rate: 96_000)).reading
        for reading in [stereo, mono, fine] { #expect(abs(try #require(reading.loudnessLufs) + 20) <= 0.1) }
    }

    @Test("an album is gated as one piece: its quiet track counts for nothing, and it is no mean")
    func album() throws {
        let loud = try Self.measure(ToneCodec([tone(4, -20)]))
        let quiet = try Self.measure(ToneCodec([tone(4, -40)]))
        #expect(abs(try #require(quiet.reading.loudnessLufs) + 40) <= 0.1)
        let album = try #require(LoudnessMeter.loudness(of: [loud.meter, quiet.meter]))
        #expect(abs(album + 20) <= 0.1, "\(album)")
        // Two of near levels: the mean of their powers.
        let near = try Self.measure(ToneCodec([tone(4, -23)]))
        let both = try #require(LoudnessMeter.loudness(of: [loud.meter, near.meter]))
        #expect(abs(both + 21.25) <= 0.1, "\(both)")
    }

    @Test("silence has neither loudness nor peak")
    func silence() throws {
        let measurement = try Self.measure(ToneCodec([tone(1, -.infinity)]))
        #expect(measurement.reading.loudnessLufs == nil && measurement.reading.truePeakDb == nil)
        #expect(LoudnessMeter.loudness(of: [measurement.meter]) == nil && LoudnessMeter.loudness(of: []) == nil)
    }

    @Test("a track that breaks off is measured as far as it plays; one that gives nothing is an error")
    func damage() throws {
        let measurement = try Self.measure(FakeCodec(frameCount: 40_000, failsAt: 20_000))
        #expect(measurement.damage?.code == .decode && measurement.reading.loudnessLufs != nil)
        #expect(throws: AudioError.self) { try Self.measure(FakeCodec(frameCount: 40_000, failsAt: 0)) }
    }

    @Test("it stops when it is told to, within a block")
    func stopping() throws {
        var blocks = 0
        let none = try TrackMeasurement.measure(FakeCodec(frameCount: 1_000_000)) { _ in
            blocks += 1
            return blocks < 3
        }
        #expect(none == nil && blocks == 3)
    }
}
