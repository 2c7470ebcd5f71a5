// Keeps true peaks below a ceiling without a click. Pure; any thread.

import Glibc

/// Looks ahead: the gain a peak needs is spread over the milliseconds around it, so that it is never a step.
enum Limiter {
    /// Multiplies interleaved stereo in place, so that the true peak stays at or below `ceiling`.
    /// - Parameter spread: frames before and after a peak over which the gain moves.
    static func limit(_ samples: UnsafeMutablePointer<Double>, count: Int, ceiling: Double, spread: Int) {
        var needs: [(frame: Int, gain: Double)] = []
        let blockLength = 256
        TruePeak.withTaps { taps in
            var start = TruePeak.reach
            while start < count {
                let end = min(count, start + blockLength)
                var local = 0.0
                for index in (2 * (start - TruePeak.reach))..<(2 * end) {
                    local = max(local, samples[index].magnitude)
                }
                if local * TruePeak.growth > ceiling {
                    for frame in start..<end {
                        let sample = max(samples[2 * frame].magnitude, samples[2 * frame + 1].magnitude)
                        let peak = max(sample, TruePeak.peak(samples, at: frame, taps))
                        if peak > ceiling { needs.append((max(0, frame - TruePeak.lateness), ceiling / peak)) }
                    }
                }
                start = end
            }
        }
        var first = 0
        while first < needs.count {
            // Peaks whose surroundings touch are one passage.
            var last = first
            while last + 1 < needs.count, needs[last + 1].frame - needs[last].frame <= 4 * spread { last += 1 }
            apply(needs[first...last], samples, count, spread)
            first = last + 1
        }
    }

    /// The lowest gain within `spread` of a frame, averaged over `spread` to each side: at a peak it is at most what
    /// the peak needs, and it moves as a smooth curve.
    private static func apply(
        _ needs: ArraySlice<(frame: Int, gain: Double)>, _ samples: UnsafeMutablePointer<Double>, _ count: Int,
        _ spread: Int
    ) {
        guard let first = needs.first, let last = needs.last else { return }
        let start = first.frame - 2 * spread
        let length = last.frame + 2 * spread + 1 - start
        var held = [Double](repeating: 1, count: length)
        for need in needs {
            let at = need.frame - start
            for index in (at - spread)...(at + spread) { held[index] = min(held[index], need.gain) }
        }
        var smooth = held
        // Two short averages make a curve without corners; together they reach `spread` to each side.
        for _ in 0..<2 { smooth = averaged(smooth, reach: spread / 2) }
        for index in 0..<length where start + index >= 0 && start + index < count {
            samples[2 * (start + index)] *= smooth[index]
            samples[2 * (start + index) + 1] *= smooth[index]
        }
    }

    private static func averaged(_ values: [Double], reach: Int) -> [Double] {
        var result = values
        let width = Double(2 * reach + 1)
        func value(_ index: Int) -> Double { values.indices.contains(index) ? values[index] : 1 }
        var sum = 0.0
        for index in -reach...reach { sum += value(index) }
        for index in values.indices {
            result[index] = sum / width
            sum += value(index + reach + 1) - value(index - reach)
        }
        return result
    }
}
