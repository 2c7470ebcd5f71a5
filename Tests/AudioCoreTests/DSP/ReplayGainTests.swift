import AudioCore
import TestSupport
import Testing

@Suite("ReplayGain")
struct ReplayGainTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var mode = ReplayGainMode.album
        var preamp = 0.0
        var isShuffled = false
        var track: TrackLoudness
        var gain: Double
    }

    private static let both = TrackLoudness(trackGain: -7.03, trackPeak: 0.9, albumGain: -8.5, albumPeak: 0.95)

    static let cases = [
        Case(testDescription: "off looks at nothing", mode: .off, preamp: 3, track: both, gain: 0),
        Case(testDescription: "the track's", mode: .track, track: both, gain: -7.03),
        Case(testDescription: "the album's", track: both, gain: -8.5),
        Case(testDescription: "auto is the album's", mode: .auto, track: both, gain: -8.5),
        Case(
            testDescription: "auto while shuffling is the track's", mode: .auto, isShuffled: true, track: both,
            gain: -7.03),
        Case(testDescription: "no album: the track's", track: TrackLoudness(trackGain: -4), gain: -4),
        Case(testDescription: "no tags: the preamp", preamp: -6, track: .unknown, gain: -6),
        Case(
            testDescription: "track mode without a track gain: the preamp", mode: .track, preamp: 2,
            track: TrackLoudness(albumGain: -4), gain: 2),
        Case(testDescription: "the preamp is added", mode: .track, preamp: 2, track: both, gain: -5.03),
        Case(
            testDescription: "a gain stops at the peak", mode: .track,
            track: TrackLoudness(trackGain: 8, trackPeak: 0.5), gain: 6.0206),
        Case(
            testDescription: "the preamp stops there too", mode: .track, preamp: 9,
            track: TrackLoudness(trackGain: -2, trackPeak: 0.5), gain: 6.0206),
        Case(
            testDescription: "a peak above full scale lowers", mode: .track,
            track: TrackLoudness(trackGain: -1, trackPeak: 1.25), gain: -1.9382),
        Case(
            testDescription: "and lowers no further than need be", mode: .track,
            track: TrackLoudness(trackGain: -3, trackPeak: 1.25), gain: -3),
        Case(
            testDescription: "the album's peak guards the album's gain",
            track: TrackLoudness(trackGain: 0, trackPeak: 0.1, albumGain: 6, albumPeak: 0.8), gain: 1.9382),
        Case(
            testDescription: "without one the track's does", track: TrackLoudness(trackPeak: 0.8, albumGain: 6),
            gain: 1.9382),
        Case(
            testDescription: "a gain that is no number is none", preamp: 1,
            track: TrackLoudness(trackGain: .nan, albumGain: .infinity), gain: 1),
        Case(
            testDescription: "nor is one beyond all music", track: TrackLoudness(trackGain: -3, albumGain: 38043),
            gain: -3),
        Case(
            testDescription: "a peak of 0 is none", mode: .track, track: TrackLoudness(trackGain: 3, trackPeak: 0),
            gain: 3),
        Case(testDescription: "a preamp that is no number is none", preamp: .nan, track: both, gain: -8.5),
    ]

    @Test("which gain, and how much of it", arguments: cases)
    func gain(example: Case) {
        let stages = StageSettings(replayGain: ReplayGainSettings(mode: example.mode, preamp: example.preamp))
        let parameters = ChainParameters(
            SoundSettings(stages: stages), rate: 44100, isShuffled: example.isShuffled)
        #expect(abs(parameters.replayGain(for: example.track).value - example.gain) < 1e-4)
        #expect(parameters.stages(for: example.track) == (example.gain == 0 ? [] : [.replayGain]))
        #expect(parameters.isTransparent(for: example.track) == (example.gain == 0))
    }

    @Test("no stated peak is ever lifted above full scale")
    func neverClips() {
        var random = SeededNumbers(seed: 5)
        for _ in 0..<2000 {
            let track = TrackLoudness(
                trackGain: .random(in: -30...30, using: &random), trackPeak: .random(in: 0.01...1.5, using: &random),
                albumGain: .random(in: -30...30, using: &random), albumPeak: .random(in: 0.01...1.5, using: &random))
            for mode in [ReplayGainMode.track, .album] {
                let settings = ReplayGainSettings(mode: mode, preamp: .random(in: -24...24, using: &random))
                let parameters = ChainParameters(
                    SoundSettings(stages: StageSettings(replayGain: settings)), rate: 44100)
                let peak = (mode == .track ? track.trackPeak : track.albumPeak) ?? 0
                #expect(parameters.replayGain(for: track).factor * peak <= 1.000001)
            }
        }
    }

    @Test("the preamp alone, where it was asked for alone")
    func preampAlone() {
        var settings = SoundSettings()
        settings.stages.replayGain.preamp = -6
        #expect(ChainParameters(settings, rate: 44100).isTransparent())
        settings.stages.replayGain.isPreampAlone = true
        #expect(ChainParameters(settings, rate: 44100).replayGain(for: Self.both).value == -6)
    }

    @Test("a track that begins has its gain from its first frame")
    func exactFrame() {
        let settings = SoundSettings(stages: StageSettings(replayGain: ReplayGainSettings(mode: .track)))
        let chain = DSPChain(
            rate: 44100, channels: 1, maximumFrameCount: 64, parameters: ChainParameters(settings, rate: 44100))
        var output = chain.run([1, 1, 1])
        chain.begin(TrackLoudness(trackGain: -20))
        output += chain.run([1, 1])
        chain.begin(.unknown)
        output += chain.run([1])
        #expect(zip(output, [1, 1, 1, 0.1, 0.1, 1]).allSatisfy { abs($0 - $1) < 1e-12 })
    }
}
