import Glibc
import TestSupport
import Testing

@testable import AudioCore

@Suite("What the decoder writes is seen in its order")
struct RenderOrderTests {
    private static func mark(
        _ serial: Int32, at ringFrame: Int64, generation: Int32 = 0, words: WordKind = .int32
    ) -> TrackMark {
        TrackMark(
            kind: .start, words: words, bits: words == .int32 ? 16 : 0, serial: serial, lap: 0, generation: generation,
            ringFrame: ringFrame, sourceFrame: 0, sourceRate: 44_100)
    }

    private static func write(_ frames: Int, of word: UInt32, into stream: AudioStream) {
        let words = [UInt32](repeating: word, count: frames * stream.format.channels)
        let taken = words.withUnsafeBufferPointer { $0.baseAddress.map { stream.ring.write($0, frameCount: frames) } }
        #expect(taken == frames)
    }

    @Test("while a discard is expected nothing from behind a flush is rendered; then it comes from its first frame on")
    func heldFlush() {
        let bench = RenderBench([:])
        bench.stream.marks.push(Self.mark(1, at: 0))
        Self.write(300, of: 0x1000_0000, into: bench.stream)
        bench.render(100)
        bench.renderer.expectDiscard()
        let generation = bench.stream.flush()
        bench.stream.marks.push(Self.mark(2, at: 300, generation: generation))
        Self.write(500, of: 0x2000_0000, into: bench.stream)
        bench.forgetOutput()
        bench.render(400)
        // Music is let go by what comes before the flush, and is not missed behind it.
        #expect(bench.output.prefix(400).allSatisfy { $0 == 0x1000_0000 })
        #expect(bench.output.dropFirst(400).allSatisfy { $0 == 0 })
        #expect(bench.heard.map(\.serial) == [1])
        #expect(bench.renderer.dryCount == 0 && !bench.stream.isStarved)
        bench.renderer.discarded()
        bench.forgetOutput()
        bench.render(500)
        #expect(bench.output == [Int32](repeating: 0x2000_0000, count: 1000))
        #expect(bench.heard.map(\.serial) == [1, 2])
    }

    @Test("a flush drops every mark from before it, also one whose frame was not written; those behind it stay")
    func marksOfAFlush() {
        let bench = RenderBench([:])
        bench.stream.marks.push(Self.mark(1, at: 0))
        Self.write(300, of: 0x1000_0000, into: bench.stream)
        // What a resampler held back stands between the ring's last frame and the track that follows.
        bench.stream.marks.push(Self.mark(2, at: 340))
        let generation = bench.stream.flush()
        bench.stream.marks.push(Self.mark(3, at: 300, generation: generation))
        Self.write(500, of: 0x2000_0000, into: bench.stream)
        bench.render(500)
        #expect(bench.output == [Int32](repeating: 0x2000_0000, count: 1000))
        #expect(bench.heard.map(\.serial) == [3])
    }

    @Test("words are never taken for those of the track before, however mark and frames come between two looks")
    func threads() {
        let stream = AudioStream(
            request: OutputRequest(rate: 44_100, channels: 1, bits: 16),
            format: DeviceFormat(rate: 44_100, channels: 1, layout: .s32, significantBits: 32))
        let renderer = AudioRenderer(bell: Bell())
        renderer.prepare(for: stream.format, maximumFrameCount: 64)
        renderer.adopt(stream, parameters: ChainParameters(SoundSettings(), rate: 44_100))
        let trackCount: Int32 = 60_000
        let writer = NamedThread("order-writer") {
            // As integers the second is far from a half; as a float the first is nothing.
            let words: [UInt32] = [0x1000_0000, Float(0.5).bitPattern]
            for serial in 1...trackCount {
                let kind = Int(serial % 2)
                let mark = Self.mark(serial, at: stream.ring.written, words: kind == 0 ? .int32 : .float32)
                while !stream.marks.push(mark) { sched_yield() }
                withUnsafePointer(to: words[kind]) { word in
                    for _ in 0..<(1 + serial % 3) {
                        while stream.ring.write(word, frameCount: 1) == 0 { sched_yield() }
                    }
                }
            }
        }
        var rendered: Int64 = 0
        var last: Int32 = 0
        var faults = 0
        var block = [Int32](repeating: 0, count: 16)
        while last < trackCount {
            block.withUnsafeMutableBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                renderer.render(into: base, frameCount: 16)
            }
            rendered += 16
            renderer.heard(deviceFrame: rendered)
            for sample in block where sample != 0 && sample != 0x1000_0000 && abs(sample - 0x4000_0000) > 4 {
                faults += 1
            }
            while let mark = stream.heardMarks.pop() {
                if mark.serial != last + 1 { faults += 1 }
                last = mark.serial
            }
        }
        writer.join()
        #expect(faults == 0)
    }
}
