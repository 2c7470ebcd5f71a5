// What a signal does between its samples: one windowed sinc. Output thread; all memory is taken in `init`.

import Glibc

/// Gives the three points between two samples that four-fold oversampling has there, by a sinc under a Hann window.
/// Points to memory that its owner frees by `free`.
struct PeakInterpolator {
    /// A quarter, half and three quarters of the way from one sample to the next.
    struct Points {
        let quarter: Double
        let middle: Double
        let threeQuarters: Double

        var largest: Double { max(max(abs(quarter), abs(middle)), abs(threeQuarters)) }
    }

    /// The taps of two neighbouring pairs of samples, each pair equally far to either side: they fill vector registers.
    private struct Taps: BitwiseCopyable {
        /// In the middle of two samples both weigh the same.
        var middle = SIMD2<Double>()
        /// A quarter and three quarters on they do in their sum, and against each other in their difference.
        var quarterSum = SIMD2<Double>()
        var quarterDifference = SIMD2<Double>()
    }

    /// Samples to either side that it looks at; even.
    let reach: Int
    /// How many times louder than the loudest sample a point can be.
    let largestGain: Double
    private let taps: UnsafeMutablePointer<Taps>

    init(reach: Int) {
        precondition(reach > 0 && reach % 2 == 0, "an interpolator takes its samples in twos")
        self.reach = reach
        taps = .allocate(capacity: reach / 2)
        taps.initialize(repeating: Taps(), count: reach / 2)
        var sums = (quarter: 0.0, middle: 0.0)
        func tap(_ distance: Double) -> Double {
            let angle = Double.pi * distance
            return sin(angle) / angle * (0.5 + 0.5 * cos(angle / Double(reach)))
        }
        for index in 0..<reach {
            // The older of the two lies this far before the points.
            let distance = Double(reach - 1 - index)
            let middle = tap(distance + 0.5)
            let (near, far) = (tap(distance + 0.25), tap(distance + 0.75))
            taps[index / 2].middle[index % 2] = middle
            taps[index / 2].quarterSum[index % 2] = (near + far) / 2
            taps[index / 2].quarterDifference[index % 2] = (near - far) / 2
            sums.quarter += abs(near) + abs(far)
            sums.middle += 2 * abs(middle)
        }
        largestGain = max(sums.quarter, sums.middle)
    }

    func free() { taps.deallocate() }

    /// The points between the samples `reach - 1` and `reach` of `window`, which holds twice `reach`.
    func points(_ window: UnsafePointer<Double>) -> Points {
        var (middle, sum, difference) = (SIMD2<Double>(), SIMD2<Double>(), SIMD2<Double>())
        var older = window
        var newer = window + 2 * reach - 1
        for index in 0..<reach / 2 {
            let (left, right) = (SIMD2(older[0], older[1]), SIMD2(newer[0], newer[-1]))
            let both = left + right
            middle += taps[index].middle * both
            sum += taps[index].quarterSum * both
            difference += taps[index].quarterDifference * (left - right)
            older += 2
            newer -= 2
        }
        let (quarters, apart) = (sum[0] + sum[1], difference[0] + difference[1])
        return Points(quarter: quarters + apart, middle: middle[0] + middle[1], threeQuarters: quarters - apart)
    }

    /// The magnitude at the top of the parabola through three neighbouring points, where the middle one is the loudest;
    /// else that of the middle one.
    static func top(_ before: Double, _ middle: Double, _ after: Double) -> Double {
        let sign: Double = middle < 0 ? -1 : 1
        let (rise, fall) = (sign * (middle - before), sign * (middle - after))
        guard rise >= 0, fall >= 0, rise + fall > 0 else { return abs(middle) }
        return abs(middle) + (rise - fall) * (rise - fall) / (8 * (rise + fall))
    }
}
