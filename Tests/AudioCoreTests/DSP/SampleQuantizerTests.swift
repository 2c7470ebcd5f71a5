import AudioCore
import Glibc
import Testing

@Suite("samples to the device")
struct SampleQuantizerTests {
    private static func format(_ layout: SampleLayout, _ bits: Int? = nil, channels: Int = 1) -> DeviceFormat {
        DeviceFormat(rate: 44100, channels: channels, layout: layout, significantBits: bits ?? layout.bits)
    }

    private func stored(_ samples: [Double], _ format: DeviceFormat, seed: UInt64 = 1, block: Int? = nil) -> [UInt8] {
        let quantizer = SampleQuantizer(format, seed: seed)
        let frameCount = samples.count / format.channels
        var bytes = [UInt8](repeating: 0xaa, count: frameCount * format.bytesPerFrame + 4)
        bytes.withUnsafeMutableBytes { memory in
            samples.withUnsafeBufferPointer { samples in
                var frame = 0
                while frame < frameCount {
                    let count = min(block ?? frameCount, frameCount - frame)
                    quantizer.store(
                        samples.baseAddress! + frame * format.channels, frameCount: count,
                        into: memory.baseAddress! + frame * format.bytesPerFrame)
                    frame += count
                }
            }
        }
        #expect(bytes.suffix(4) == [0xaa, 0xaa, 0xaa, 0xaa], "wrote behind the end")
        return Array(bytes.dropLast(4))
    }

    /// The device's samples as integers of the layout's width, or floats in steps of 2⁻²³.
    private func values(_ bytes: [UInt8], _ layout: SampleLayout) -> [Double] {
        let size = layout.bytesPerSample
        return (0..<bytes.count / size).map { index in
            var raw: UInt32 = 0
            for (place, byte) in bytes[index * size..<(index + 1) * size].enumerated() {
                raw |= UInt32(byte) << (8 * UInt32(place))
            }
            switch layout {
            case .float32: return Double(Float(bitPattern: raw)) * 0x1p23
            case .s24in4, .s32: return Double(Int32(bitPattern: raw))
            case .s16, .s24in3:
                return Double(Int32(bitPattern: raw << (32 - 8 * UInt32(size))) >> (32 - 8 * Int32(size)))
            }
        }
    }

    static let targets: [(SampleLayout, Int)] = [
        (.s16, 16), (.s24in3, 24), (.s24in4, 24), (.s24in4, 20), (.s32, 32), (.s32, 24), (.s32, 16), (.float32, 16),
    ]

    @Test(
        "the error of dither and rounding has no mean and a variance of a quarter step², whatever the signal",
        arguments: targets, [0.0, 0.25, 0.5, 0.81])
    func dither(target: (layout: SampleLayout, bits: Int), part: Double) {
        let step = pow(2, Double(target.layout.bits - target.bits))
        let count = 40_000
        let level = (100 + part) / pow(2, Double(target.bits - 1))
        let samples = [Double](repeating: level, count: count)
        let errors = values(stored(samples, Self.format(target.layout, target.bits)), target.layout).map {
            $0 / step - 100 - part
        }
        let mean = errors.reduce(0, +) / Double(count)
        let variance = errors.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(count)
        // Six standard errors of the mean are 0.015 steps.
        #expect(abs(mean) < 0.015)
        #expect(abs(variance - 0.25) < 0.012)
        // TPDF of ±1 step and rounding of ±½: an error beyond 1.5 steps cannot be.
        #expect(errors.allSatisfy { abs($0) <= 1.5 })
        // Bits that do not reach the converter are 0.
        #expect(errors.allSatisfy { abs(($0 + part).rounded() - ($0 + part)) < 1e-6 })
    }

    @Test("the noise is triangular: three values where a sample lies on a step, 1/8, 3/4, 1/8")
    func triangular() {
        let count = 100_000
        let samples = [Double](repeating: 3 / 32768, count: count)
        let values = values(stored(samples, Self.format(.s16)), .s16)
        for (value, share) in [(2.0, 0.125), (3, 0.75), (4, 0.125)] {
            #expect(abs(Double(values.count { $0 == value }) / Double(count) - share) < 0.008)
        }
    }

    @Test("a tone below the last bit survives")
    func belowTheLastBit() {
        let samples = tone(1000, rate: 44100, frameCount: 441_00, amplitude: 0.4 / 32768)
        let level = amplitude(of: 1000, in: values(stored(samples, Self.format(.s16)), .s16), rate: 44100)
        #expect(abs(level - 0.4) < 0.03)
    }

    @Test("the same seed gives the same bytes, another seed others, and blocks do not matter")
    func seeded() {
        let samples = tone(440, rate: 44100, frameCount: 4000, amplitude: 0.3, channels: 2)
        let format = Self.format(.s16, channels: 2)
        let first = stored(samples, format, seed: 42)
        #expect(stored(samples, format, seed: 42) == first)
        #expect(stored(samples, format, seed: 42, block: 17) == first)
        #expect(stored(samples, format, seed: 43) != first)
    }

    @Test("each channel has its own noise")
    func independent() {
        let count = 50000
        let samples = [Double](repeating: 0.25 / 32768, count: 2 * count)
        let both = values(stored(samples, Self.format(.s16, channels: 2)), .s16)
        let (left, right) = (channel(0, of: both, channels: 2), channel(1, of: both, channels: 2))
        let product = zip(left, right).map { ($0 - 0.25) * ($1 - 0.25) }.reduce(0, +) / Double(count)
        // Equal noise would give 0.25.
        #expect(abs(product) < 0.008)
        let shifted = zip(left.dropFirst(), right).map { ($0 - 0.25) * ($1 - 0.25) }.reduce(0, +) / Double(count)
        #expect(abs(shifted) < 0.008)
    }

    @Test("beyond full scale every layout clips to its ends and never wraps", arguments: targets + [(.float32, 24)])
    func clips(target: (layout: SampleLayout, bits: Int)) {
        let samples = [1.001, 1.5, 256, 1e300, -1.001, -1.5, -256, -1e300]
        let values = values(stored(samples, Self.format(target.layout, target.bits)), target.layout)
        let fullScale = pow(2, Double(target.layout.bits - 1))
        let step = pow(2, Double(target.layout.bits - target.bits))
        let highest = target == (.float32, 24) ? fullScale : fullScale - step
        // 1.001 may lie less than the dither above the end of a very coarse scale, but not of these.
        #expect(values.prefix(4).allSatisfy { $0 == highest })
        #expect(values.suffix(4).allSatisfy { $0 == -fullScale })
    }

    @Test("floating-point devices of 24 bits get the nearest single")
    func floats() {
        let samples = [0.1, -0.7, 1, -1, 1e-9, 0.3333333333333333]
        #expect(values(stored(samples, Self.format(.float32)), .float32) == samples.map { Double(Float($0)) * 0x1p23 })
    }

    @Test("digital silence stays digital silence", arguments: SampleLayout.allCases)
    func silence(layout: SampleLayout) {
        #expect(stored([Double](repeating: 0, count: 500), Self.format(layout)).allSatisfy { $0 == 0 })
        #expect(stored([Double](repeating: -0.0, count: 500), Self.format(layout)).allSatisfy { $0 == 0 })
    }
}
