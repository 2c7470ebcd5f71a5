// Steady tones and what is left of them: the measuring instruments of the DSP tests.

import AudioCore
import Glibc

/// A sine as interleaved frames with the same signal in each channel.
func tone(
    _ frequency: Double, rate: Int, frameCount: Int, amplitude: Double = 1, channels: Int = 1, phase: Double = 0
) -> [Double] {
    (0..<frameCount * channels).map { index in
        amplitude * sin(2 * .pi * frequency * Double(index / channels) / Double(rate) + phase)
    }
}

/// The amplitude of the part of `samples` that swings at `frequency`, by correlation with a Hann window.
func amplitude(of frequency: Double, in samples: [Double], rate: Int) -> Double {
    var (real, imaginary, weight) = (0.0, 0.0, 0.0)
    for (index, sample) in samples.enumerated() {
        let window = 0.5 - 0.5 * cos(2 * .pi * (Double(index) + 0.5) / Double(samples.count))
        let angle = 2 * .pi * frequency * Double(index) / Double(rate)
        real += window * sample * cos(angle)
        imaginary += window * sample * sin(angle)
        weight += window
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / weight
}

/// Each `channels`-th sample from `first`.
func channel(_ first: Int, of samples: [Double], channels: Int) -> [Double] {
    stride(from: first, to: samples.count, by: channels).map { samples[$0] }
}

/// The largest step from one sample to the next.
func largestStep(_ samples: [Double]) -> Double {
    zip(samples, samples.dropFirst()).map { abs($1 - $0) }.max() ?? 0
}

func decibels(_ factor: Double) -> Double { 20 * log10(factor) }

extension DSPChain {
    /// Runs whole frames through the chain, in blocks of at most `block` frames.
    func run(_ samples: [Double], block: Int = 512) -> [Double] {
        var samples = samples
        let frameCount = samples.count / channels
        samples.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            var frame = 0
            while frame < frameCount {
                let count = min(block, frameCount - frame, maximumFrameCount)
                process(base + frame * channels, frameCount: count)
                frame += count
            }
        }
        return samples
    }
}
