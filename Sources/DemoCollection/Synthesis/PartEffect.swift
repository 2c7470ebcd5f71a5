// What a part goes through on its way to the two loudspeakers. One thread.

import Glibc

/// The colour a part gets.
enum PartColor: BitwiseCopyable {
    case plain
    /// The body of a guitar.
    case body
    /// Louder left, louder right, `speed` times a second; `depth` 0 ... 1.
    case tremolo(speed: Double, depth: Double)
    /// Two slowly moving echoes: a choir of itself.
    case ensemble
}

/// One mono part into stereo.
final class PartEffect {
    private let color: PartColor
    private let rate: Double
    private let left: Double
    private let right: Double
    private var phase = 0.0
    private var resonances: [StateVariableFilter] = []
    private let line: UnsafeMutablePointer<Double>
    private let mask: Int
    private var position = 0

    /// Modes of a guitar's air and top: hertz, Q, strength (Fletcher, Rossing, "The Physics of Musical Instruments",
    /// 2nd ed., 9.6).
    private static let bodyModes = [(104.0, 4.0, 0.5), (206.0, 5.0, 0.42), (390.0, 3.0, 0.25)]

    /// - Parameter pan: −1 left ... 1 right, of constant power.
    init(_ color: PartColor, pan: Double, gain: Double, rate: Double) {
        self.color = color
        self.rate = rate
        left = gain * cos((pan + 1) * .pi / 4)
        right = gain * sin((pan + 1) * .pi / 4)
        var length = 1
        if case .ensemble = color { while length < Int(rate * 0.04) { length *= 2 } }
        mask = length - 1
        line = .allocate(capacity: length)
        line.initialize(repeating: 0, count: length)
        if case .body = color {
            resonances = Self.bodyModes.map { StateVariableFilter(cutoff: $0.0, resonance: $0.1, rate: rate) }
        }
    }

    deinit { line.deallocate() }

    /// Adds `count` samples of `mono` to both sides.
    func add(
        _ mono: UnsafeMutablePointer<Double>, count: Int, _ outLeft: UnsafeMutablePointer<Double>,
        _ outRight: UnsafeMutablePointer<Double>
    ) {
        switch color {
        case .plain: pan(mono, count, outLeft, outRight)
        case .body:
            for (index, mode) in Self.bodyModes.enumerated() {
                var filter = resonances[index]
                // Each mode adds to what came before it: their sum is what a body adds to a string.
                for at in 0..<count { mono[at] += mode.2 * filter.run(mono[at]).band }
                resonances[index] = filter
            }
            pan(mono, count, outLeft, outRight)
        case .tremolo(let speed, let depth):
            let step = speed / rate
            for at in 0..<count {
                let wave = depth * sine(turns: phase)
                outLeft[at] += mono[at] * left * (1 + wave)
                outRight[at] += mono[at] * right * (1 - wave)
                phase += step
            }
            phase -= phase.rounded(.down)
        case .ensemble: ensemble(mono, count, outLeft, outRight)
        }
    }

    private func pan(
        _ mono: UnsafeMutablePointer<Double>, _ count: Int, _ outLeft: UnsafeMutablePointer<Double>,
        _ outRight: UnsafeMutablePointer<Double>
    ) {
        for at in 0..<count {
            outLeft[at] += mono[at] * left
            outRight[at] += mono[at] * right
        }
    }

    private func ensemble(
        _ mono: UnsafeMutablePointer<Double>, _ count: Int, _ outLeft: UnsafeMutablePointer<Double>,
        _ outRight: UnsafeMutablePointer<Double>
    ) {
        let step = 0.31 / rate
        // So slow a movement is straight over a block.
        let end = phase + step * Double(count)
        var delayOne = (0.0155 + 0.0036 * sine(turns: phase)) * rate
        var delayOther = (0.0192 + 0.0041 * sine(turns: phase + 0.37)) * rate
        let stepOne = ((0.0155 + 0.0036 * sine(turns: end)) * rate - delayOne) / Double(count)
        let stepOther = ((0.0192 + 0.0041 * sine(turns: end + 0.37)) * rate - delayOther) / Double(count)
        for at in 0..<count {
            let sample = mono[at]
            line[position & mask] = sample
            let one = echo(delayOne)
            let other = echo(delayOther)
            delayOne += stepOne
            delayOther += stepOther
            outLeft[at] += left * (0.62 * sample + 0.62 * one - 0.2 * other)
            outRight[at] += right * (0.62 * sample + 0.62 * other - 0.2 * one)
            position &+= 1
        }
        phase = end - end.rounded(.down)
    }

    /// The line `delay` samples ago, between samples by a straight line.
    @inline(__always)
    private func echo(_ delay: Double) -> Double {
        let whole = Int(delay)
        let rest = delay - Double(whole)
        let near = line[(position &- whole) & mask]
        let far = line[(position &- whole &- 1) & mask]
        return near + (far - near) * rest
    }
}
