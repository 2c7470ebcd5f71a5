import AudioCore
import Testing

@Suite("gain ramps")
struct GainRampTests {
    @Test("reach their target exactly with their last frame, in equal steps", arguments: [1, 2, 882, 3840])
    func reaches(frameCount: Int) {
        var ramp = GainRamp(1)
        ramp.move(to: 0.3, over: frameCount)
        let way = [1] + (0..<frameCount).map { _ in ramp.next() }
        #expect(way.last == 0.3)
        #expect(!ramp.isMoving)
        #expect(ramp.next() == 0.3)
        for (one, next) in zip(way, way.dropFirst()) { #expect(abs(one - next - 0.7 / Double(frameCount)) < 1e-12) }
    }

    @Test("turn from where they are")
    func turns() {
        var ramp = GainRamp(0)
        ramp.move(to: 1, over: 100)
        for _ in 0..<50 { _ = ramp.next() }
        let before = ramp.value
        ramp.move(to: 0, over: 100)
        #expect(abs(ramp.next() - before) < 0.006)
        #expect(ramp.remaining == 99)
    }

    @Test("apply to frames gives each channel of a frame the same factor, and holds it behind the ramp")
    func applies() {
        var ramp = GainRamp(1)
        ramp.move(to: 0, over: 4)
        var frames = [Double](repeating: 1, count: 12)
        frames.withUnsafeMutableBufferPointer { ramp.apply(to: $0.baseAddress!, frameCount: 6, channels: 2) }
        #expect(frames == [0.75, 0.75, 0.5, 0.5, 0.25, 0.25, 0, 0, 0, 0, 0, 0])
    }

    @Test("at 1 change nothing, and a ramp to where it stands does not move")
    func rests() {
        var ramp = GainRamp(1)
        ramp.move(to: 1, over: 10)
        #expect(!ramp.isMoving)
        var frames = [0.1, -0.0, 1.5]
        frames.withUnsafeMutableBufferPointer { ramp.apply(to: $0.baseAddress!, frameCount: 3, channels: 1) }
        #expect(frames.map(\.bitPattern) == [0.1, -0.0, 1.5].map(\.bitPattern))
        ramp.move(to: 0, over: 10)
        ramp.jump(to: 0.5)
        #expect(ramp.next() == 0.5)
    }

    @Test("20 ms at every rate", arguments: [(44100, 882), (48000, 960), (192_000, 3840), (40, 1)])
    func length(rate: Int, frameCount: Int) {
        #expect(GainRamp.frameCount(rate: rate) == frameCount)
    }
}
