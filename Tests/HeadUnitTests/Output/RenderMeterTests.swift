// The figures of a render, of signals whose figures are known.

import AudioCore
import Glibc
import Testing

@testable import HeadUnit

@Suite("The meter of a render")
struct RenderMeterTests {
    @Test(
        "a tone between whose samples the peak lies has its true peak at every rate",
        arguments: [44_100, 48_000, 88_200, 96_000, 176_400, 192_000, 384_000])
    func truePeak(rate: Int) throws {
        // A quarter of the rate, an eighth of a turn late: every sample is 3 dB below the peak.
        let frames = (0..<rate).map { frame -> Float in
            let fade = min(1, Double(min(frame, rate - frame)) / 2000)
            return Float(0.5 * fade * sin(2 * .pi * (Double(frame) / 4 + 0.125)))
        }
        let format = DeviceFormat(rate: rate, channels: 1, layout: .float32, significantBits: 24)
        var meter = RenderMeter(format)
        frames.withUnsafeBytes { meter.add($0) }
        let peak = try #require(meter.reading?.truePeakDb)
        #expect(abs(peak + 6.0206) < 0.1)
    }
}
