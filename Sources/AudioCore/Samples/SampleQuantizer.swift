// Samples of the chain into the device's layout: dither, rounding, clipping. Output thread: no allocation.

import Glibc

/// Brings 64-bit samples down to a device's significant bits.
///
/// TPDF dither of ±1 step goes in before rounding (Lipshitz, Wannamaker, Vanderkooy, "Quantization and dither", JAES
/// 1992): the error then has no mean and a constant variance whatever the music does. A floating-point device of 24
/// significant bits gets plain rounding: its step shrinks with the signal and is at most half a step of 24 bits.
/// A block of exact zeros stays exact zeros, because its word length does not fall and DACs may rest on it.
public final class SampleQuantizer {
    public let layout: SampleLayout
    public let significantBits: Int
    private let channels: Int
    private let noise: UnsafeMutablePointer<DitherNoise>

    /// - Parameter seed: the same seed gives the same dither.
    public init(_ format: DeviceFormat, seed: UInt64) {
        precondition(format.channels > 0, "a device without channels")
        layout = format.layout
        significantBits = min(max(format.significantBits, 2), format.layout.bits)
        channels = format.channels
        noise = .allocate(capacity: channels)
        for channel in 0..<channels { (noise + channel).initialize(to: DitherNoise(seed: seed, channel: channel)) }
    }

    deinit { noise.deallocate() }

    /// Writes `frameCount` interleaved frames; beyond full scale they are clipped to it.
    /// - Parameters:
    ///   - destination: aligned for the layout's sample.
    ///   - isExact: every sample is a step of the device already: nothing falls away, so nothing is dithered.
    public func store(
        _ samples: UnsafePointer<Double>, frameCount: Int, into destination: UnsafeMutableRawPointer,
        isExact: Bool = false
    ) {
        if isSilent(samples, count: frameCount * channels) {
            // All-zero bytes are silence in every layout.
            memset(destination, 0, frameCount * channels * layout.bytesPerSample)
            return
        }
        switch layout {
        case .s16: quantize(samples, frameCount, Signed16.self, destination, isExact)
        case .s24in3: quantize(samples, frameCount, Signed24In3.self, destination, isExact)
        case .s24in4: quantize(samples, frameCount, Signed24In4.self, destination, isExact)
        case .s32: quantize(samples, frameCount, Signed32.self, destination, isExact)
        case .float32 where significantBits < layout.bits:
            quantize(samples, frameCount, Float24.self, destination, isExact)
        case .float32: round(samples, count: frameCount * channels, destination)
        }
    }

    private func quantize<Writer: SampleWriter>(
        _ samples: UnsafePointer<Double>, _ frameCount: Int, _ writer: Writer.Type,
        _ destination: UnsafeMutableRawPointer, _ isExact: Bool
    ) {
        let fullScale = Double(1 << (significantBits - 1))
        let highest = fullScale - 1
        let shift = Int32(32 - significantBits)
        let channels = channels
        for channel in 0..<channels {
            var stream = noise[channel]
            var index = channel
            for _ in 0..<frameCount {
                let wanted = samples[index] * fullScale + (isExact ? 0 : stream.nextTriangular())
                let bounded = wanted < highest ? (wanted > -fullScale ? wanted : -fullScale) : highest
                Writer.put(Self.rounded(bounded) &<< shift, at: index, in: destination)
                index += channels
            }
            noise[channel] = stream
        }
    }

    /// The nearest integer, ties to even. A number of this size leaves no room for a fraction in the significand:
    /// the addition rounds, and the integer stands in the low bits. Faster than a call of `rint`.
    @inline(__always)
    static func rounded(_ value: Double) -> Int32 {
        Int32(truncatingIfNeeded: (value + 0x1.8p52).bitPattern)
    }

    private func round(_ samples: UnsafePointer<Double>, count: Int, _ destination: UnsafeMutableRawPointer) {
        let floats = destination.assumingMemoryBound(to: Float.self)
        for index in 0..<count {
            let sample = samples[index]
            floats[index] = Float(sample < 1 ? (sample > -1 ? sample : -1) : 1)
        }
    }

    private func isSilent(_ samples: UnsafePointer<Double>, count: Int) -> Bool {
        for index in 0..<count where samples[index] != 0 { return false }
        return true
    }
}
