// Responses and true peaks of samples: more measuring instruments of the DSP tests.

import AudioCore
import Glibc

/// The gain in decibels of an impulse response (full scale 1) at `frequency`.
func response(of impulse: [Double], at frequency: Double, rate: Int) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (index, sample) in impulse.enumerated() where sample != 0 {
        let angle = 2 * .pi * frequency * Double(index) / Double(rate)
        real += sample * cos(angle)
        imaginary -= sample * sin(angle)
    }
    return decibels(hypot(real, imaginary))
}

/// The impulse response of a chain, a list for each channel; the impulse is in the channel `source` alone.
func impulseResponses(
    _ settings: SoundSettings, rate: Int, channels: Int = 2, source: Int = 0, seconds: Double = 1
) -> [[Double]] {
    let parameters = ChainParameters(settings, rate: rate, channels: channels)
    let chain = DSPChain(rate: rate, channels: channels, maximumFrameCount: 1024, parameters: parameters)
    var samples = [Double](repeating: 0, count: Int(Double(rate) * seconds) * channels)
    samples[source] = 1
    let output = chain.run(samples)
    return (0..<channels).map { channel($0, of: output, channels: channels) }
}

/// The true peak in decibels as libebur128 finds it (ebur128.c, `interp_create`): four-fold oversampling below 96 kHz,
/// two-fold below 192 kHz, by a sinc of 49 taps under a Hann window.
func truePeak(_ samples: [Double], rate: Int) -> Double {
    let factor = rate < 96_000 ? 4 : rate < 192_000 ? 2 : 1
    var peak = samples.map { abs($0) }.max() ?? 0
    let reach = 24 / factor
    let padded = [Double](repeating: 0, count: reach) + samples + [Double](repeating: 0, count: reach)
    for phase in 1..<max(2, factor) where factor > 1 {
        let taps = (1 - reach...reach).map { index in
            let distance = Double(index) - Double(phase) / Double(factor)
            let window = 0.5 + 0.5 * cos(.pi * distance / Double(reach))
            return sin(.pi * distance) / (.pi * distance) * window
        }
        padded.withUnsafeBufferPointer { padded in
            for start in 0...(padded.count - 2 * reach) {
                var sum = 0.0
                for tap in 0..<(2 * reach) { sum += taps[tap] * padded[start + tap] }
                peak = max(peak, abs(sum))
            }
        }
    }
    return decibels(peak)
}

/// The true peak in decibels by the 4 × 12 taps of ITU-R BS.1770-4, annex 2, wherever they fit in.
func truePeakBS1770(_ samples: [Double]) -> Double {
    let quarter = [
        0.0017089843750, 0.0109863281250, -0.0196533203125, 0.0332031250000, -0.0594482421875, 0.1373291015625,
        0.9721679687500, -0.1022949218750, 0.0476074218750, -0.0266113281250, 0.0148925781250, -0.0083007812500,
    ]
    let half = [
        -0.0291748046875, 0.0292968750000, -0.0517578125000, 0.0891113281250, -0.1665039062500, 0.4650878906250,
        0.7797851562500, -0.2003173828125, 0.1015625000000, -0.0582275390625, 0.0330810546875, -0.0189208984375,
    ]
    return decibels(largest(samples, [quarter, half, half.reversed(), quarter.reversed()]))
}

/// The true peak in decibels by sixteen-fold oversampling under a Hann window of 2 × `reach` samples, wherever it fits in.
func truePeakSixteenFold(_ samples: [Double], reach: Int) -> Double {
    let phases = (1..<16).map { phase in
        (1 - reach...reach).map { index in
            let distance = Double(index) - Double(phase) / 16
            return sin(.pi * distance) / (.pi * distance) * (0.5 + 0.5 * cos(.pi * distance / Double(reach)))
        }
    }
    return decibels(largest(samples, phases))
}

/// The largest magnitude of the samples and of what the filters make of them.
private func largest(_ samples: [Double], _ filters: [[Double]]) -> Double {
    var peak = samples.reduce(0) { max($0, abs($1)) }
    samples.withUnsafeBufferPointer { samples in
        for filter in filters {
            filter.withUnsafeBufferPointer { taps in
                guard samples.count >= taps.count else { return }
                for start in 0...(samples.count - taps.count) {
                    var sum = 0.0
                    var tap = 0
                    while tap < taps.count {
                        sum += taps[tap] * samples[start + tap]
                        tap += 1
                    }
                    peak = max(peak, abs(sum))
                }
            }
        }
    }
    return peak
}

/// What is left of `samples` in decibels of their tone when the best fitting sine of `frequency` is taken out: THD+N.
func residual(of samples: [Double], besides frequency: Double, rate: Int) -> Double {
    let phases = samples.indices.map { 2 * .pi * frequency * Double($0) / Double(rate) }
    // Least squares against sine, cosine and a constant; whole periods keep the three apart.
    let count = Double(samples.count)
    let sine = zip(samples, phases).map { $0 * sin($1) }.reduce(0, +) * 2 / count
    let cosine = zip(samples, phases).map { $0 * cos($1) }.reduce(0, +) * 2 / count
    let constant = samples.reduce(0, +) / count
    var rest = 0.0
    for (sample, phase) in zip(samples, phases) {
        let error = sample - sine * sin(phase) - cosine * cos(phase) - constant
        rest += error * error
    }
    return decibels((rest / count).squareRoot() / (hypot(sine, cosine) / 2.0.squareRoot()))
}
