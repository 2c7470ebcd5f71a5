// How high the signal really goes between its samples. Pure; any thread.

/// Four times oversampled, by the interpolator of ITU-R BS.1770-5, Annex 2.
enum TruePeak {
    /// Taps of the four phases, newest sample last.
    private static let taps: [SIMD4<Double>] = {
        let first = [
            0.0017089843750, 0.0109863281250, -0.0196533203125, 0.0332031250000, -0.0594482421875, 0.1373291015625,
            0.9721679687500, -0.1022949218750, 0.0476074218750, -0.0266113281250, 0.0148925781250, -0.0083007812500,
        ]
        let second = [
            -0.0291748046875, 0.0292968750000, -0.0517578125000, 0.0891113281250, -0.1665039062500, 0.4650878906250,
            0.7797851562500, -0.2003173828125, 0.1015625000000, -0.0582275390625, 0.0330810546875, -0.0189208984375,
        ]
        // Written for the newest sample first; stored for the oldest first.
        return (0..<12).reversed().map { SIMD4(first[$0], second[$0], second[11 - $0], first[11 - $0]) }
    }()

    /// The largest sum of magnitudes of a phase: no interpolated value is larger than this times the largest sample.
    static let growth: Double = {
        var sums = SIMD4<Double>.zero
        for tap in taps { sums += tap.replacing(with: -tap, where: tap .< 0) }
        return sums.max()
    }()

    /// Frames before a frame that its interpolation looks at.
    static let reach = 11
    /// Frames by which the interpolated values come late.
    static let lateness = 6

    /// The largest magnitude, either channel, the interpolator gives at frame `frame` of interleaved stereo.
    /// - Precondition: `frame` is at least `reach`.
    @inline(__always)
    static func peak(
        _ samples: UnsafePointer<Double>, at frame: Int, _ taps: UnsafePointer<SIMD4<Double>>
    ) -> Double {
        var left = SIMD4<Double>.zero
        var right = SIMD4<Double>.zero
        var at = samples + 2 * (frame - reach)
        for tap in 0..<12 {
            left += taps[tap] * at[0]
            right += taps[tap] * at[1]
            at += 2
        }
        let high = max(left.max(), right.max())
        let low = min(left.min(), right.min())
        return max(high, -low)
    }

    static func withTaps<Result>(_ body: (UnsafePointer<SIMD4<Double>>) -> Result) -> Result {
        // Twelve taps: the array has a base address.
        taps.withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped) }
    }

    /// The largest true peak of `count` interleaved stereo frames.
    static func highest(_ samples: UnsafePointer<Double>, count: Int) -> Double {
        var largest = 0.0
        for index in 0..<(2 * count) { largest = max(largest, samples[index].magnitude) }
        let blockLength = 256
        withTaps { taps in
            var start = reach
            while start < count {
                let end = min(count, start + blockLength)
                // What cannot rise above the highest so far is passed over.
                var local = 0.0
                for index in (2 * (start - reach))..<(2 * end) { local = max(local, samples[index].magnitude) }
                if local * growth > largest {
                    for frame in start..<end { largest = max(largest, peak(samples, at: frame, taps)) }
                }
                start = end
            }
        }
        return largest
    }
}
