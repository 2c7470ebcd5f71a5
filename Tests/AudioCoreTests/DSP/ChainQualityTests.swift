import AudioCore
import Glibc
import TestSupport
import Testing

@Suite("the whole chain")
struct ChainQualityTests {
    static var everything: SoundSettings {
        SoundSettings(
            volume: -6, loudness: .strong, loudnessOffset: 6,
            stages: StageSettings(
                equalizer: EqualizerSettings(isOn: true, curve: EqualizerPreset.named("rock")?.curve ?? .flat),
                subsonic: 20, crossfeed: .medium, replayGain: ReplayGainSettings(mode: .track, preamp: -1),
                isLimiting: true))
    }

    @Test("names all its stages in their order")
    func order() {
        let parameters = ChainParameters(Self.everything, rate: 44100)
        #expect(parameters.stages() == SoundStage.allCases)
    }

    @Test("1 kHz at -1 dBFS comes out with THD+N below -140 dB in 32-bit floating point", arguments: [44100, 96000])
    func distortion(rate: Int) {
        let settings = Self.everything
        let chain = DSPChain(
            rate: rate, channels: 2, maximumFrameCount: 1024, parameters: ChainParameters(settings, rate: rate))
        let input = tone(1000, rate: rate, frameCount: rate * 2, amplitude: pow(10, -1.0 / 20), channels: 2)
        let output = channel(0, of: chain.run(input), channels: 2).map { Double(Float($0)) }
        #expect(residual(of: Array(output[rate..<(rate + rate / 2)]), besides: 1000, rate: rate) < -140)
    }

    static let changes: [(SoundSettings, SoundSettings)] = {
        var few: [SoundSettings] = [SoundSettings(), everything]
        for change in [
            { (s: inout SoundSettings) in s.stages.equalizer.curve = EqualizerPreset.named("small-speakers")!.curve },
            { $0.stages.equalizer.isOn = false }, { $0.stages.subsonic = nil }, { $0.stages.subsonic = 40 },
            { $0.stages.crossfeed = .off }, { $0.stages.replayGain.mode = .off },
            { $0.stages.replayGain.preamp = -12 }, { $0.stages.isLimiting = false }, { $0.loudness = .off },
        ] {
            var settings = everything
            change(&settings)
            few.append(settings)
        }
        return few.flatMap { [(everything, $0), ($0, everything)] }
    }()

    @Test("no change of a setting clicks", arguments: changes.indices, [60.0, 440])
    func clickFree(index: Int, frequency: Double) {
        let (from, to) = Self.changes[index]
        let rate = 44100
        let chain = DSPChain(
            rate: rate, channels: 2, maximumFrameCount: 512, parameters: ChainParameters(from, rate: rate))
        let music = tone(frequency, rate: rate, frameCount: rate, amplitude: 0.5, channels: 2)
        var output = run(chain, Array(music[..<rate]))
        chain.update(ChainParameters(to, rate: rate))
        output += run(chain, Array(music[rate...]))
        let side = Array(channel(0, of: output, channels: 2).dropFirst(rate / 10))
        let loudest = side.map { abs($0) }.max() ?? 0
        let steady = 2 * .pi * frequency / Double(rate) * loudest
        let ramp = loudest / Double(GainRamp.frameCount(rate: rate))
        #expect(largestStep(side) <= 1.15 * (steady + ramp))
    }

    /// What the chain gives, in the order in which it comes.
    private func run(_ chain: DSPChain, _ samples: [Double]) -> [Double] {
        var output: [Double] = []
        var buffer = [Double](repeating: 0, count: 512 * 2)
        for start in stride(from: 0, to: samples.count, by: 1024) {
            let count = min(1024, samples.count - start)
            for index in 0..<count { buffer[index] = samples[start + index] }
            let given = buffer.withUnsafeMutableBufferPointer {
                chain.process($0.baseAddress!, frameCount: count / 2)
            }
            output += buffer.prefix(given * 2)
        }
        return output
    }

    @Test("two sections in one pass are the same two one by one", arguments: [1, 2, 3, 511])
    func stereoPairs(frameCount: Int) {
        var random = SeededNumbers(seed: 8)
        let music = (0..<2 * frameCount).map { _ in Double.random(in: -1...1, using: &random) }
        var settings = SoundSettings()
        settings.stages.equalizer = EqualizerSettings(
            isOn: true, curve: EqualizerPreset.named("dance")?.curve ?? .flat)
        let stereo = DSPChain(
            rate: 44100, channels: 2, maximumFrameCount: 512, parameters: ChainParameters(settings, rate: 44100))
        let output = stereo.run(music)
        for side in 0..<2 {
            let mono = DSPChain(
                rate: 44100, channels: 1, maximumFrameCount: 512,
                parameters: ChainParameters(settings, rate: 44100, channels: 1))
            #expect(mono.run(channel(side, of: music, channels: 2)) == channel(side, of: output, channels: 2))
        }
    }
}
