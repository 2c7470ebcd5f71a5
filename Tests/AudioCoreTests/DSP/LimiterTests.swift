import Glibc
import TestSupport
import Testing

@testable import AudioCore

@Suite("the limiter")
struct LimiterTests {
    /// Runs interleaved samples through a chain with nothing but the limiter, and what waits out again.
    private func limited(_ samples: [Double], rate: Int = 44100, channels: Int = 1, block: Int = 512) -> [Double] {
        let chain = chain(rate: rate, channels: channels)
        let tail = [Double](repeating: 0, count: DSPChain.limiterLatency(rate: rate) * channels)
        return collect(chain, samples + tail, block: block)
    }

    private func chain(_ isLimiting: Bool = true, rate: Int = 44100, channels: Int = 1) -> DSPChain {
        DSPChain(
            rate: rate, channels: channels, maximumFrameCount: 1024,
            parameters: parameters(isLimiting, rate: rate, channels: channels))
    }

    private func parameters(_ isLimiting: Bool, rate: Int = 44100, channels: Int = 1) -> ChainParameters {
        ChainParameters(
            SoundSettings(stages: StageSettings(isLimiting: isLimiting)), rate: rate, channels: channels)
    }

    /// What the chain gives for `samples`.
    private func collect(_ chain: DSPChain, _ samples: [Double], block: Int = 512) -> [Double] {
        var output: [Double] = []
        var buffer = [Double](repeating: 0, count: 1024 * chain.channels)
        var place = 0
        while place < samples.count {
            let count = min(block * chain.channels, samples.count - place)
            buffer.withUnsafeMutableBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return }
                while chain.isLeavingLimiter {
                    let taken = chain.takeWaiting(base, frameCount: 100)
                    output += buffer.prefix(taken * chain.channels)
                }
                for index in 0..<count { buffer[index] = samples[place + index] }
                let given = chain.process(base, frameCount: count / chain.channels)
                output += buffer.prefix(given * chain.channels)
            }
            place += count
        }
        return output
    }

    struct Signal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable (Int) -> [Double]

        init(_ name: String, _ make: @escaping @Sendable (Int) -> [Double]) {
            testDescription = name
            self.make = make
        }
    }

    private static func square(_ frequency: Double, _ rate: Int) -> [Double] {
        (0..<rate / 16).map { sin(2 * .pi * frequency * (Double($0) + 0.3) / Double(rate)) >= 0 ? 1 : -1 }
    }

    private static func noise(_ seed: UInt64, _ count: Int, _ gain: Double) -> [Double] {
        var random = SeededNumbers(seed: seed)
        return (0..<count).map { _ in min(1, max(-1, gain * Double.random(in: -1...1, using: &random))) }
    }

    static let signals = [
        Signal("a full-scale square of 1 kHz") { square(1000, $0) },
        Signal("a full-scale square of 55 Hz") { square(55, $0) },
        Signal("a full-scale square of a fifth of the rate") { square(Double($0) / 5.03, $0) },
        Signal("clipped noise") { noise(3, $0 / 16, 4) },
        Signal("noise of signs") { noise(9, $0 / 16, 1000) },
        Signal("a quarter of the rate between the samples, 3 dB over") { rate in
            (0..<rate / 16).map { 1.41421356 * sin(.pi / 2 * Double($0) + .pi / 4) }
        },
        Signal("a third of the rate between the samples") { rate in
            (0..<rate / 16).map { 1.1547 * sin(2 * .pi / 3 * Double($0) + .pi / 3) }
        },
        Signal("silence, then full scale") { rate in
            [Double](repeating: 0, count: rate / 16) + [Double](repeating: 1, count: rate / 16)
        },
        Signal("silence, then noise of signs, again and again") { rate in
            let burst = noise(4, rate / 50, 1000)
            let rest = [Double](repeating: 0, count: rate / 30)
            return rest + burst + rest + burst + rest
        },
        Signal("single full-scale samples of both signs") { rate in
            (0..<rate / 16).map { $0 % 997 == 0 ? 1 : $0 % 997 == 1 ? -1 : 0 }
        },
        Signal("sparse full-scale samples of either sign") { rate in
            noise(6, rate / 2, 1000).enumerated().map { $0 % 8 == 0 || $0 % 19 == 0 ? $1 : 0 }
        },
        Signal("noise that grows and falls") { rate in
            noise(8, rate / 4, 1000).enumerated().map { $1 * (0.3 + 0.7 * sin(Double($0) * 100 / Double(rate))) }
        },
        Signal("white noise far over full scale") { noise(2, 2 * $0, 4) },
        Signal("a loud chord, 6 dB over") { rate in
            (0..<rate / 16).map { frame in
                let time = Double(frame) / Double(rate)
                return sin(2764.6 * time) + 0.5 * sin(34832 * time) + 0.5 * sin(61424 * time)
            }
        },
    ]

    @Test(
        "never lets a true peak above -1 dBTP by libebur128's meter",
        arguments: signals, [8000, 16_000, 22_050, 44_100, 48_000, 96_000])
    func ceiling(signal: Signal, rate: Int) {
        let input = signal.make(rate)
        let output = limited(input, rate: rate)
        #expect(output.count == input.count)
        #expect(truePeak(input, rate: rate) > -1)
        let peak = truePeak(output, rate: rate)
        #expect(peak <= -1, "\(peak)")
        // It holds the peak there and not far below.
        #expect(peak > -3.5, "\(peak)")
    }

    @Test(
        "nor by the taps of BS.1770, nor by sixteen-fold oversampling, however high or low the rate",
        arguments: signals, [8000, 11_025, 44_100, 192_000])
    func otherMeters(signal: Signal, rate: Int) {
        let output = limited(Array(signal.make(rate).prefix(16_000)), rate: rate)
        #expect(truePeakBS1770(output) <= -1)
        for reach in [12, 32] {
            let peak = truePeakSixteenFold(output, reach: reach)
            #expect(peak <= -1, "\(peak) by \(2 * reach) samples")
        }
    }

    @Test("a tone is untouched up to -1.4 dBTP, and reduced above -1.3", arguments: [0.0226, 0.1, 0.25, 0.41])
    func tones(share: Double) {
        let rate = 44_100
        func tone(_ level: Double) -> [Double] {
            (0..<rate / 2).map { frame in
                let fade = min(1, Double(min(frame, rate / 2 - frame)) / 2000)
                let gain = pow(10, level / 20) * (0.5 - 0.5 * cos(.pi * fade))
                return gain * sin(2 * .pi * (share * Double(frame) + 0.125))
            }
        }
        let below = tone(-1.4)
        #expect(limited(below).map(\.bitPattern) == below.map(\.bitPattern))
        let above = limited(tone(-1.2))
        let peak = truePeak(above, rate: rate)
        #expect(abs(peak + 1.3) < 0.12, "\(peak)")
    }

    @Test(
        "below its ceiling every sample comes out bit for bit, in its place", arguments: [1, 2, 6], [44100, 192_000])
    func transparent(channels: Int, rate: Int) {
        let music = Self.noise(2, 9000 * channels, 0.4)
        #expect(truePeak(channel(0, of: music, channels: channels), rate: rate) < -1.3)
        let output = limited(music, rate: rate, channels: channels)
        #expect(output.map(\.bitPattern) == music.map(\.bitPattern))
    }

    @Test("after a peak the music comes back to itself bit for bit")
    func recovers() {
        var music = Self.noise(2, 44100 * 4, 0.3)
        music[20_000] = 1
        music[20_001] = 1
        let output = limited(music)
        #expect(output[..<19_000].elementsEqual(music[..<19_000]))
        #expect(output[20_000] < 0.86 && output[20_000] > 0.6)
        #expect(output[(44100 * 3)...].elementsEqual(music[(44100 * 3)...]))
    }

    @Test("channels keep their balance: the same gain for all")
    func linked() {
        let loud = Self.signals[0].make(44100)
        let frames = loud.flatMap { [$0, $0 * 0.1] }
        let output = limited(frames, channels: 2)
        for frame in 0..<loud.count { #expect(abs(output[2 * frame] * 0.1 - output[2 * frame + 1]) < 1e-9) }
    }

    @Test("a steady tone has a steady gain: no pumping and no distortion", arguments: [32.0, 50, 1000])
    func steady(frequency: Double) {
        let rate = 48000
        let music = tone(frequency, rate: rate, frameCount: rate * 2, amplitude: 1.2)
        let output = limited(music, rate: rate)
        // Whole periods of all of them.
        let settled = Array(output[rate..<rate + rate])
        #expect(residual(of: settled, besides: frequency, rate: rate) < -100)
    }

    @Test("goes down without a step and comes back slowly")
    func smooth() {
        let rate = 44100
        var music = tone(100, rate: rate, frameCount: rate, amplitude: 0.4)
        for index in 20_000..<20_200 { music[index] *= 4 }
        let output = limited(music)
        let gains = zip(output, music).map { abs($1) > 0.05 ? $0 / $1 : 0 }
        for (gain, next) in zip(gains, gains.dropFirst()) where gain > 0 && next > 0 {
            #expect(abs(next - gain) < 0.01)
        }
        let lowest = gains.filter { $0 > 0 }.min() ?? 1
        #expect(lowest < 0.6)
        let bottom = gains.lastIndex { $0 > 0 && $0 < lowest + 0.01 } ?? 0
        // A tenth of a second later less than half has come back.
        let later = gains[(bottom + 4400)...].first { $0 > 0 } ?? 0
        #expect(later > lowest && later < lowest + (1 - lowest) * 0.5)
    }

    @Test("the size of the blocks does not matter", arguments: [1, 7, 64, 1024])
    func blocks(size: Int) {
        let music = Self.noise(7, 12_000, 2)
        #expect(limited(music, channels: 2, block: size) == limited(music, channels: 2))
    }

    @Test("switched on and off it loses and repeats nothing, and clicks nowhere")
    func switching() {
        let rate = 44100
        let quiet = tone(200, rate: rate, frameCount: rate, amplitude: 0.5)
        let chain = chain(false)
        var output = collect(chain, Array(quiet[..<10_000]))
        chain.update(parameters(true))
        output += collect(chain, Array(quiet[10_000..<20_000]))
        #expect(!chain.isTransparent)
        chain.update(parameters(false))
        output += collect(chain, Array(quiet[20_000...]))
        #expect(chain.isTransparent)
        #expect(output == quiet)

        let loud = tone(200, rate: rate, frameCount: rate, amplitude: 1.4)
        let other = self.chain(false)
        output = collect(other, Array(loud[..<10_000]))
        other.update(parameters(true))
        output += collect(other, Array(loud[10_000..<20_000]))
        other.update(parameters(false))
        output += collect(other, Array(loud[20_000...]))
        #expect(output.count == loud.count)
        #expect(output[14_000..<19_000].allSatisfy { abs($0) < 0.9 })
        #expect(largestStep(output) < 1.15 * largestStep(loud))
        #expect(output.suffix(20_000).elementsEqual(loud.suffix(20_000)))
    }

    @Test("its closest look takes nothing from the heap and no lock")
    func realTime() {
        let limiter = Limiter(rate: 44_100, channels: 2, maximumFrameCount: 512)
        limiter.setWanted(true)
        var music = Self.noise(5, 1024, 4)
        var count = HeapCount()
        music.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            for _ in 0..<20 { count.add { _ = limiter.process(base, frameCount: 512) } }
        }
        #expect(limiter.hasReduced)
        #expect(count.allocations == 0 && count.locks == 0)
    }

    @Test("a reset forgets what waits, and silence after it is silence")
    func reset() {
        let chain = chain()
        _ = collect(chain, Self.noise(3, 5000, 3))
        chain.reset()
        #expect(chain.waitingFrameCount == 0)
        #expect(collect(chain, [Double](repeating: 0, count: 5000)).allSatisfy { $0 == 0 })
    }

    @Test("the smallest of a sliding window is the smallest of it", arguments: [1, 2, 7, 64, 1000])
    func slidingMinimum(width: Int) {
        var random = SeededNumbers(seed: UInt64(width))
        let numbers = (0..<4000).map { _ in Int64.random(in: 0...50, using: &random) }
        var minimum = SlidingMinimum(width: width)
        defer { minimum.free() }
        for index in numbers.indices {
            let expected = numbers[max(0, index - width + 1)...index].min()
            #expect(minimum.next(numbers[index]) == expected)
        }
    }
}
