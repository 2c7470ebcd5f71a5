import AudioCore
import Glibc
import Resampling
import Testing

@Suite("rate conversion")
struct SoxrResamplerTests {
    static let ratios = [
        (44100, 48000), (48000, 44100), (44100, 88200), (44100, 176_400), (96000, 48000), (192_000, 44100),
        (22050, 44100), (8000, 48000),
    ]

    private func sine(_ frequency: Double, rate: Int, count: Int) -> [Double] {
        (0..<count).map { 0.5 * sin(2 * .pi * frequency * Double($0) / Double(rate) + 1) }
    }

    private func words(_ samples: [Double]) -> [UInt32] {
        samples.map { UInt32(bitPattern: Int32(($0 * 0x1p31).rounded())) }
    }

    /// The gain of `output` over `ideal`, and what is not the ideal times that gain below it; dB, away from the ends.
    private func quality(_ output: [Float], against ideal: [Double]) -> (gain: Double, signalToNoise: Double) {
        let middle = output.count / 4..<output.count * 3 / 4
        let power = middle.reduce(0) { $0 + ideal[$1] * ideal[$1] }
        let factor = middle.reduce(0) { $0 + ideal[$1] * Double(output[$1]) } / power
        let noise = middle.reduce(0) { sum, index in
            let error = Double(output[index]) - factor * ideal[index]
            return sum + error * error
        }
        return (20 * log10(factor), 10 * log10(factor * factor * power / noise))
    }

    @Test("a sine stays a sine, in its place, at its level, 120 dB above all else", arguments: ratios)
    func sine(from: Int, to: Int) throws {
        for frequency in [100, 997, 0.4 * Double(min(from, to))] {
            let resampler = try SoxrResampler(from: from, to: to, channels: 1)
            let output = try resampler.run(words(sine(frequency, rate: from, count: from)))
            #expect(output.count == to)
            // The ideal stands at the same place in time: a shift of a thousandth of a frame would show.
            let quality = quality(output, against: sine(frequency, rate: to, count: to))
            #expect(quality.signalToNoise > 120, "\(frequency) Hz")
            #expect(abs(quality.gain) < 0.005, "\(frequency) Hz")
        }
    }

    @Test("what the new rate cannot hold is gone by 120 dB")
    func alias() throws {
        let resampler = try SoxrResampler(from: 96000, to: 44100, channels: 1)
        let output = try resampler.run(words(sine(30000, rate: 96000, count: 96000)))
        #expect(output[10000..<34100].allSatisfy { abs($0) < 0.5e-6 })
    }

    @Test("the length is exact, in blocks of any size", arguments: ratios, [1, 2, 3, 147, 1000, 44101])
    func length(ratio: (from: Int, to: Int), count: Int) throws {
        let resampler = try SoxrResampler(from: ratio.from, to: ratio.to, channels: 2)
        let input = [UInt32](repeating: 0x2000_0000, count: 2 * count)
        let expected = Int(ResamplingRatio(from: ratio.from, to: ratio.to).outputFrame(ofInput: Int64(count)))
        let whole = try resampler.run(input)
        #expect(whole.count == 2 * expected)
        #expect(resampler.pendingFrameCount == 0)
        try resampler.reset()
        #expect(try resampler.run(input, block: 17, capacity: 5) == whole)
    }

    @Test("a join of two tracks is not there: fed one after the other they are the whole")
    func join() throws {
        let music = words(sine(440, rate: 44100, count: 30000))
        let resampler = try SoxrResampler(from: 44100, to: 48000, channels: 1)
        let whole = try resampler.run(music)
        try resampler.reset()
        var parts: [Float] = []
        try resampler.feed(Array(music[..<12345]), into: &parts)
        #expect(resampler.pendingFrameCount + Int64(parts.count) == resampler.ratio.outputFrame(ofInput: 12345))
        try resampler.feed(Array(music[12345...]), into: &parts)
        try resampler.flush(into: &parts)
        #expect(parts == whole)
    }

    @Test("a constant level passes, to 24 bits", arguments: ratios)
    func constant(from: Int, to: Int) throws {
        let resampler = try SoxrResampler(from: from, to: to, channels: 1)
        let output = try resampler.run([UInt32](repeating: 0x2aaa_aa00, count: from))
        for sample in output[to / 4..<to * 3 / 4] { #expect(abs(sample - 0x2aaaaap-23) <= 0x1p-24) }
    }

    @Test("channels do not mix, and both kinds of word give the same")
    func channelsAndKinds() throws {
        let left = sine(440, rate: 44100, count: 20000)
        var integers: [UInt32] = []
        var floats: [UInt32] = []
        for sample in left {
            let step = Int32((sample * 0x1p23).rounded())
            integers += [UInt32(bitPattern: step << 8), 0]
            floats += [(Float(step) * 0x1p-23).bitPattern, 0]
        }
        let resampler = try SoxrResampler(from: 44100, to: 48000, channels: 2)
        let output = try resampler.run(integers)
        #expect(stride(from: 1, to: output.count, by: 2).allSatisfy { output[$0] == 0 })
        #expect(stride(from: 0, to: output.count, by: 2).contains { abs(output[$0]) > 0.4 })
        try resampler.reset()
        #expect(try resampler.run(floats, kind: .float32) == output)
    }

    @Test("loud music may swing over full scale between its samples and is not clipped")
    func overshoot() throws {
        // A quarter of the rate, sampled beside its peaks: between the samples it reaches 1.41.
        let music = (0..<20000).map { [UInt32(0x7fff_ffff), 0x7fff_ffff, 0x8000_0001, 0x8000_0001][$0 % 4] }
        let output = try SoxrResampler(from: 44100, to: 176_400, channels: 1).run(music)
        #expect((output.map { abs($0) }.max() ?? 0) > 1.4)
    }

    @Test("damaged floating point does not spread")
    func damaged() throws {
        var music = [Float](repeating: 0.25, count: 40000)
        music[5000] = .nan
        music[5001] = .infinity
        let output = try SoxrResampler(from: 44100, to: 48000, channels: 1).run(music.map(\.bitPattern), kind: .float32)
        #expect(output.allSatisfy { $0.isFinite })
        #expect(output[20000..<30000].allSatisfy { abs($0 - 0.25) < 1e-5 })
    }

    @Test("after a reset nothing of what was played is left")
    func reset() throws {
        let resampler = try SoxrResampler(from: 44100, to: 48000, channels: 1)
        var ignored: [Float] = []
        try resampler.feed([UInt32](repeating: 0x7000_0000, count: 9999), into: &ignored)
        try resampler.reset()
        #expect(resampler.pendingFrameCount == 0)
        let output = try resampler.run([UInt32](repeating: 0, count: 5000))
        #expect(output.count == 5442)
        #expect(output.allSatisfy { $0 == 0 })
    }

    @Test("nothing fed gives nothing")
    func empty() throws {
        #expect(try SoxrResampler(from: 44100, to: 48000, channels: 2).run([]) == [])
    }

    @Test(
        "what cannot be converted is refused in words",
        arguments: [(0, 48000, 2), (44100, -1, 2), (44100, 48000, 0), (44100, 2_000_000, 2), (44100, 48000, 65)])
    func refused(from: Int, to: Int, channels: Int) {
        do throws(AudioError) {
            _ = try SoxrResampler.maker(from, to, channels)
            Issue.record("\(from) Hz to \(to) Hz for \(channels) channels was made")
        } catch {
            #expect(error.code == .notSupported)
            #expect(error.message.hasPrefix("cannot convert"))
        }
    }
}

extension Resampler {
    /// Converts all of `words` and ends the stream.
    fileprivate func run(
        _ words: [UInt32], kind: WordKind = .int32, block: Int = 4096, capacity: Int = 4096
    ) throws -> [Float] {
        var output: [Float] = []
        try feed(words, kind: kind, block: block, capacity: capacity, into: &output)
        try flush(capacity: capacity, into: &output)
        return output
    }

    fileprivate func feed(
        _ words: [UInt32], kind: WordKind = .int32, block: Int = 4096, capacity: Int = 4096, into output: inout [Float]
    ) throws {
        var room = [UInt32](repeating: 0, count: capacity * channels)
        var frame = 0
        while frame < words.count / channels {
            let count = min(block, words.count / channels - frame)
            let step = try words.withUnsafeBufferPointer { words in
                try process(
                    words.baseAddress! + frame * channels, kind: kind, frameCount: count, into: &room,
                    capacity: capacity)
            }
            #expect(step.taken == count || step.given == capacity)
            output += room.prefix(step.given * channels).map { Float(bitPattern: $0) }
            frame += step.taken
        }
    }

    fileprivate func flush(capacity: Int = 4096, into output: inout [Float]) throws {
        var room = [UInt32](repeating: 0, count: capacity * channels)
        while true {
            let count = try finish(into: &room, capacity: capacity)
            if count == 0 { return }
            output += room.prefix(count * channels).map { Float(bitPattern: $0) }
        }
    }
}
