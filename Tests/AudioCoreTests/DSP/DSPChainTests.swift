import AudioCore
import Glibc
import TestSupport
import Testing

@Suite("the DSP chain")
struct DSPChainTests {
    private func chain(_ settings: SoundSettings = SoundSettings(), rate: Int = 44100, channels: Int = 2) -> DSPChain {
        DSPChain(
            rate: rate, channels: channels, maximumFrameCount: 1024,
            parameters: ChainParameters(settings, rate: rate))
    }

    private func noise(_ count: Int, seed: UInt64 = 7) -> [Double] {
        var random = SeededNumbers(seed: seed)
        return (0..<count).map { _ in Double.random(in: -1...1, using: &random) }
    }

    @Test("with nothing active is transparent and leaves every bit as it was")
    func transparent() {
        let chain = DSPChain(rate: 44100, channels: 2, maximumFrameCount: 512)
        #expect(chain.isTransparent)
        chain.update(.transparent(rate: 44100))
        #expect(chain.isTransparent)
        let music = noise(10000) + [0.0, -0.0, Double.leastNonzeroMagnitude, 1.5]
        #expect(chain.run(music).map(\.bitPattern) == music.map(\.bitPattern))
        #expect(chain.isTransparent)
    }

    @Test(
        "steady tones come out with the gain of the formula within 0.05 dB",
        arguments: [44100, 48000, 96000, 192_000],
        [
            SoundSettings(volume: -20, loudness: .strong), SoundSettings(volume: -40, loudness: .medium),
            SoundSettings(volume: -6), SoundSettings(loudness: .light, loudnessOffset: 15),
        ])
    func response(rate: Int, settings: SoundSettings) {
        let parameters = ChainParameters(settings, rate: rate)
        let drop = LoudnessCompensation.drop(volume: settings.volume, offset: settings.loudnessOffset)
        let filter = LoudnessCompensation(settings.loudness, drop: drop, rate: rate)
        for frequency in [31.5, 100, 315, 1000, 4000, 10000, 16000] {
            let chain = chain(settings, rate: rate)
            let output = chain.run(tone(frequency, rate: rate, frameCount: rate * 2 / 5, amplitude: 0.5, channels: 2))
            let expected =
                settings.volume.value - parameters.headroomDb
                + (filter?.gain(atFrequency: frequency, rate: rate).value ?? 0)
            for side in 0..<2 {
                // The first 0.1 s belongs to the onset of the tone.
                let settled = Array(channel(side, of: output, channels: 2).dropFirst(rate / 10))
                let measured = decibels(amplitude(of: frequency, in: settled, rate: rate) / 0.5)
                #expect(abs(measured - expected) < 0.05, "\(frequency) Hz: \(measured), not \(expected)")
            }
        }
    }

    @Test("no setting makes a steady tone of full scale clip")
    func neverClips() {
        for settings in [
            SoundSettings(loudness: .strong, loudnessOffset: 40), SoundSettings(volume: -3, loudness: .strong),
            SoundSettings(volume: -1, loudness: .medium, loudnessOffset: 15),
        ] {
            for frequency in [20.0, 31.5, 100, 1000, 5000, 16000, 20000] {
                let output = chain(settings, channels: 1).run(tone(frequency, rate: 44100, frameCount: 22050))
                #expect(output.dropFirst(8820).allSatisfy { abs($0) <= 1.0001 }, "\(settings) \(frequency) Hz")
            }
        }
    }

    static let changes: [(from: SoundSettings, to: SoundSettings)] = [
        (SoundSettings(), SoundSettings(volume: -40)),
        (SoundSettings(volume: -40), SoundSettings()),
        (SoundSettings(), SoundSettings(isMuted: true)),
        (SoundSettings(volume: .silence), SoundSettings(volume: 0)),
        (SoundSettings(volume: -20), SoundSettings(volume: -20, loudness: .strong)),
        (SoundSettings(volume: -20, loudness: .strong), SoundSettings(volume: -20)),
        (SoundSettings(volume: -10, loudness: .strong), SoundSettings(volume: -30, loudness: .strong)),
        (SoundSettings(loudnessOffset: 15), SoundSettings(loudness: .strong, loudnessOffset: 15)),
        (SoundSettings(loudness: .strong, loudnessOffset: 15), SoundSettings(loudnessOffset: 15)),
        (SoundSettings(), SoundSettings(volume: -40, loudness: .strong)),
    ]

    @Test("a change clicks nowhere, and never exceeds full scale on its way", arguments: 0..<changes.count, [0, 1, 2])
    func clickFree(index: Int, phase: Int) {
        let (from, to) = Self.changes[index]
        let rate = 44100
        let frequency = 40.0
        let chain = chain(from, channels: 1)
        let music = tone(frequency, rate: rate, frameCount: rate, phase: Double(phase))
        let before = chain.run(Array(music.prefix(rate / 2)))
        chain.update(ChainParameters(to, rate: rate))
        let after = chain.run(Array(music.suffix(rate / 2)))
        let output = Array((before + after).dropFirst(rate / 10))
        // The tone's own steps at the louder end, and the ramp's.
        let loudest = output.map { abs($0) }.max() ?? 0
        #expect(loudest <= 1.001)
        let steady = 2 * .pi * frequency / Double(rate) * loudest
        let ramp = loudest / Double(GainRamp.frameCount(rate: rate))
        #expect(largestStep(output) <= 1.1 * (steady + ramp), "\(from) to \(to)")
    }

    @Test("a change is complete in 20 ms; off is then really transparent")
    func offIsTransparent() {
        let chain = chain(SoundSettings(volume: -20, loudness: .strong))
        #expect(!chain.isTransparent)
        let music = noise(2 * 20000)
        _ = chain.run(Array(music.prefix(2 * 10000)))
        chain.update(.transparent(rate: 44100))
        #expect(!chain.isTransparent)
        let fade = chain.run(Array(music[2 * 10000..<2 * 10881]))
        #expect(!chain.isTransparent)
        #expect(fade != Array(music[2 * 10000..<2 * 10881]))
        _ = chain.run(Array(music[2 * 10881..<2 * 10882]))
        #expect(chain.isTransparent)
        let rest = Array(music.suffix(2 * 9000))
        #expect(chain.run(rest).map(\.bitPattern) == rest.map(\.bitPattern))
    }

    @Test("a change is not transparent from the moment it is known")
    func onIsKnownAtOnce() {
        let chain = chain()
        chain.update(ChainParameters(SoundSettings(volume: -1), rate: 44100))
        #expect(!chain.isTransparent)
        // Taken back before a frame was played, nothing happens at all.
        chain.update(.transparent(rate: 44100))
        #expect(chain.isTransparent)
    }

    @Test("a knob turned quickly is followed without a click, and the newest setting wins")
    func knob() {
        let rate = 48000
        let chain = chain(SoundSettings(volume: -60, loudness: .strong), rate: rate, channels: 1)
        let music = tone(50, rate: rate, frameCount: rate * 2)
        var output: [Double] = []
        for step in 0..<200 {
            let volume = Decibels(-60 + 0.3 * Double(step + 1))
            chain.update(ChainParameters(SoundSettings(volume: volume, loudness: .strong), rate: rate))
            output += chain.run(Array(music[step * 480..<(step + 1) * 480]))
        }
        #expect(largestStep(output) < 1.1 * (2 * .pi * 50 / Double(rate) + 0.05 / 480))
        #expect(output.allSatisfy { abs($0) <= 1.001 })
        // The last step was taken within two ramps; full volume is transparent.
        _ = chain.run(Array(music.prefix(2 * 960)))
        #expect(chain.isTransparent)
    }

    @Test("filters go on through a change: steps too small to hear leave no trace in the bass")
    func continues() {
        let rate = 44100
        let music = tone(40, rate: rate, frameCount: rate, amplitude: 0.5)
        let settings = [-20.0, -20.001].map { SoundSettings(volume: Decibels($0), loudness: .strong) }
        let steady = chain(settings[0], channels: 1).run(music)
        let changing = chain(settings[0], channels: 1)
        var output: [Double] = []
        for (step, start) in stride(from: 0, to: rate, by: 441).enumerated() {
            changing.update(ChainParameters(settings[step % 2], rate: rate))
            output += changing.run(Array(music[start..<start + 441]))
        }
        let difference = zip(steady, output).map { abs($0 - $1) }.max() ?? 1
        let loudest = steady.map { abs($0) }.max() ?? 0
        #expect(difference < 0.001 * loudest)
    }

    @Test("damaged floating point goes through and is forgotten")
    func damaged() {
        var random = SeededNumbers(seed: 11)
        let words = (0..<2 * 4000).map { _ in UInt32.random(in: .min ... .max, using: &random) }
        var samples = [Double](repeating: 0, count: words.count)
        SampleConversion.load(words, kind: .float32, count: words.count, into: &samples)
        let settings = SoundSettings(volume: -20, loudness: .strong)
        let used = chain(settings)
        #expect(used.run(samples).allSatisfy { $0.isFinite })
        let music = noise(2 * 44100, seed: 3)
        let after = used.run(music).suffix(2 * 4410)
        for (one, other) in zip(after, chain(settings).run(music).suffix(2 * 4410)) { #expect(abs(one - other) < 1e-9) }
    }

    @Test("the size of the blocks does not matter", arguments: [1, 7, 64, 883, 1024])
    func blocks(size: Int) {
        func run(_ block: Int) -> [Double] {
            let chain = chain(SoundSettings(volume: -20))
            chain.update(ChainParameters(SoundSettings(volume: -12, loudness: .medium), rate: 44100))
            return chain.run(noise(2 * 5000), block: block)
        }
        // The flush of inaudible tails is a matter of blocks, and music does not fall there.
        #expect(run(size) == run(512))
    }

    @Test("mute gives exact silence, and the channels do not mix")
    func mute() {
        let muted = chain(SoundSettings(volume: -20, isMuted: true, loudness: .strong))
        #expect(muted.run(noise(2000)).allSatisfy { $0 == 0 })
        let chain = chain(SoundSettings(volume: -20, loudness: .strong), channels: 3)
        var frames = [Double](repeating: 0, count: 3 * 1000)
        for frame in 0..<1000 { frames[3 * frame + 1] = 0.5 }
        let output = chain.run(frames)
        #expect(channel(0, of: output, channels: 3).allSatisfy { $0 == 0 })
        #expect(channel(1, of: output, channels: 3).allSatisfy { $0 != 0 })
        #expect(channel(2, of: output, channels: 3).allSatisfy { $0 == 0 })
    }

    @Test("reset forgets the sound and ends a fade")
    func reset() {
        let settings = SoundSettings(volume: -20, loudness: .strong)
        let used = chain()
        used.update(ChainParameters(settings, rate: 44100))
        _ = used.run(noise(600))
        used.reset()
        let music = noise(4000, seed: 3)
        #expect(used.run(music) == chain(settings).run(music))
        used.update(.transparent(rate: 44100))
        used.reset()
        #expect(used.isTransparent)
    }

    @Test("parameters for another rate are left alone")
    func otherRate() {
        let chain = chain()
        chain.update(ChainParameters(SoundSettings(volume: -20), rate: 48000))
        #expect(chain.isTransparent)
    }

    @Test("music that ends leaves exact silence behind")
    func tail() {
        let chain = chain(SoundSettings(volume: -20, loudness: .strong))
        _ = chain.run(noise(2 * 44100))
        _ = chain.run([Double](repeating: 0, count: 2 * 44100))
        #expect(chain.run([Double](repeating: 0, count: 1024)).allSatisfy { $0 == 0 })
    }
}
