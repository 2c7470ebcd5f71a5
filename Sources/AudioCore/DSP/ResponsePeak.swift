// Where a response is highest: what headroom has to make room for. Main thread.

import Glibc

/// Finds the largest gain of any steady tone.
enum ResponsePeak {
    private static let stepsPerOctave = 48.0
    private static let lowest = 5.0

    /// The largest value of `gain` between 0 and half of `rate`: looked for at 48 frequencies an octave from 5 Hz, at
    /// both ends and at `places`, then closed in on around the best of them.
    /// - Parameter places: hertz; where narrow bells stand.
    static func find(rate: Int, places: [Double] = [], gain: (Double) -> Decibels) -> Decibels {
        let nyquist = Double(rate) / 2
        var best = (frequency: 0.0, gain: Decibels.silence)
        func look(at frequency: Double) {
            let here = gain(frequency)
            // What is no number is no level to make room for.
            if here > best.gain, here.value < .infinity { best = (frequency, here) }
        }
        look(at: 0)
        look(at: nyquist)
        let step = pow(2, 1 / stepsPerOctave)
        var frequency = lowest
        while frequency < nyquist {
            look(at: frequency)
            frequency *= step
        }
        for place in places where place < nyquist { look(at: place) }
        guard best.frequency > 0 else { return best.gain }
        var low = best.frequency / step
        var high = min(nyquist, best.frequency * step)
        for _ in 0..<24 {
            let (left, right) = (low + (high - low) / 3, high - (high - low) / 3)
            if gain(left) < gain(right) { low = left } else { high = right }
        }
        look(at: (low + high) / 2)
        return best.gain
    }
}
