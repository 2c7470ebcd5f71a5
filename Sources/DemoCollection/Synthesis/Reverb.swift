// The room the music is played in. One thread.

import Glibc

/// A room.
struct Room: BitwiseCopyable {
    /// Seconds in which it falls by 60 dB.
    var decay: Double
    /// Hertz above which walls take more.
    var damping: Double
    /// 1 = a hall whose longest way is about 80 ms.
    var size: Double
    /// Seconds until the first sound comes back.
    var before: Double

    static let club = Room(decay: 1.7, damping: 4200, size: 0.75, before: 0.012)
    static let street = Room(decay: 2.8, damping: 3600, size: 1.05, before: 0.022)
    static let chapel = Room(decay: 3.6, damping: 4800, size: 1.2, before: 0.028)
    static let parlour = Room(decay: 1.5, damping: 5200, size: 0.68, before: 0.009)
}

/// A feedback delay network of eight lines and a Hadamard matrix (Jot, Chaigne, "Digital Delay Networks for Designing
/// Artificial Reverberators", AES 90, 1991), behind two all-pass diffusers a side; two lines move slowly.
final class Reverb {
    private struct Line {
        let samples: UnsafeMutablePointer<Double>
        let mask: Int
        /// Samples, whole.
        let delay: Int
        let feedback: Double
        var damped = 0.0
    }

    private struct Diffuser {
        let samples: UnsafeMutablePointer<Double>
        let mask: Int
        let delay: Int
    }

    private let lines: UnsafeMutablePointer<Line>
    private let diffusers: UnsafeMutablePointer<Diffuser>
    private let before: (UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>)
    private let beforeMask: Int
    private let beforeDelay: Int
    private let pole: Double
    private let lowPole: Double
    private var low = (0.0, 0.0)
    private var position = 0
    private var phase = 0.0
    private let rate: Double

    /// Milliseconds of the lines: no two share a common measure.
    private static let ways = [31.13, 37.97, 41.41, 47.73, 53.57, 61.19, 68.83, 79.31]
    private static let diffusions = [4.77, 8.31, 5.41, 9.13]

    init(_ room: Room, rate: Double) {
        self.rate = rate
        pole = exp(-2 * .pi * room.damping / rate)
        lowPole = exp(-2 * .pi * 130 / rate)
        func store(_ seconds: Double) -> (UnsafeMutablePointer<Double>, Int) {
            var length = 1
            while length < Int(seconds * rate) + 64 { length *= 2 }
            let samples = UnsafeMutablePointer<Double>.allocate(capacity: length)
            samples.initialize(repeating: 0, count: length)
            return (samples, length - 1)
        }
        lines = .allocate(capacity: 8)
        for (index, way) in Self.ways.enumerated() {
            let seconds = way * 0.001 * room.size
            let (samples, mask) = store(seconds)
            // 1/√8 keeps the matrix from adding energy.
            let feedback = pow(10, -3 * seconds / room.decay) / sqrt(8)
            (lines + index).initialize(
                to: Line(samples: samples, mask: mask, delay: Int(seconds * rate), feedback: feedback))
        }
        diffusers = .allocate(capacity: 4)
        for (index, way) in Self.diffusions.enumerated() {
            let (samples, mask) = store(way * 0.001)
            (diffusers + index).initialize(
                to: Diffuser(samples: samples, mask: mask, delay: Int(way * 0.001 * rate)))
        }
        let (one, mask) = store(room.before)
        before = (one, store(room.before).0)
        beforeMask = mask
        beforeDelay = Int(room.before * rate)
    }

    deinit {
        for index in 0..<8 { lines[index].samples.deallocate() }
        for index in 0..<4 { diffusers[index].samples.deallocate() }
        lines.deallocate()
        diffusers.deallocate()
        before.0.deallocate()
        before.1.deallocate()
    }

    /// Adds the room's answer to what is sent into it.
    func add(
        left sentLeft: UnsafePointer<Double>, right sentRight: UnsafePointer<Double>, count: Int,
        to left: UnsafeMutablePointer<Double>, _ right: UnsafeMutablePointer<Double>
    ) {
        let swing = 0.00028 * rate
        let step = 0.41 / rate
        for at in 0..<count {
            before.0[position & beforeMask] = sentLeft[at]
            before.1[position & beforeMask] = sentRight[at]
            let past = (position &- beforeDelay) & beforeMask
            let enteringLeft = diffuse(diffuse(before.0[past], 0), 1)
            let enteringRight = diffuse(diffuse(before.1[past], 2), 3)
            let wave = sine(turns: phase) * swing
            let a0 = read(0, moved: wave), a1 = read(1), a2 = read(2), a3 = read(3)
            let a4 = read(4), a5 = read(5), a6 = read(6), a7 = read(7, moved: -wave)
            // The fast Hadamard transform: three rounds of sums and differences.
            let b0 = a0 + a1, b1 = a0 - a1, b2 = a2 + a3, b3 = a2 - a3
            let b4 = a4 + a5, b5 = a4 - a5, b6 = a6 + a7, b7 = a6 - a7
            let c0 = b0 + b2, c1 = b1 + b3, c2 = b0 - b2, c3 = b1 - b3
            let c4 = b4 + b6, c5 = b5 + b7, c6 = b4 - b6, c7 = b5 - b7
            write(0, c0 + c4, enteringLeft)
            write(1, c1 + c5, enteringRight)
            write(2, c2 + c6, enteringLeft)
            write(3, c3 + c7, enteringRight)
            write(4, c0 - c4, enteringLeft)
            write(5, c1 - c5, enteringRight)
            write(6, c2 - c6, enteringLeft)
            write(7, c3 - c7, enteringRight)
            let wetLeft = 0.5 * (a0 - a2 + a4 - a6)
            let wetRight = 0.5 * (a1 - a3 + a5 - a7)
            // Without its lowest octaves a room does not boom.
            low.0 = wetLeft + (low.0 - wetLeft) * lowPole
            low.1 = wetRight + (low.1 - wetRight) * lowPole
            left[at] += wetLeft - low.0
            right[at] += wetRight - low.1
            position &+= 1
            phase += step
        }
        phase -= phase.rounded(.down)
    }

    @inline(__always)
    private func read(_ index: Int) -> Double {
        lines[index].samples[(position &- lines[index].delay) & lines[index].mask]
    }

    /// Between two samples, by a straight line.
    @inline(__always)
    private func read(_ index: Int, moved: Double) -> Double {
        let line = lines[index]
        let delay = Double(line.delay) + moved
        let whole = Int(delay)
        let rest = delay - Double(whole)
        let near = line.samples[(position &- whole) & line.mask]
        let far = line.samples[(position &- whole &- 1) & line.mask]
        return near + (far - near) * rest
    }

    @inline(__always)
    private func write(_ index: Int, _ returned: Double, _ entering: Double) {
        let value = returned * lines[index].feedback
        let damped = value + (lines[index].damped - value) * pole
        lines[index].damped = damped
        lines[index].samples[position & lines[index].mask] = damped + entering
    }

    @inline(__always)
    private func diffuse(_ input: Double, _ index: Int) -> Double {
        let diffuser = diffusers[index]
        let past = diffuser.samples[(position &- diffuser.delay) & diffuser.mask]
        let kept = input + 0.62 * past
        diffuser.samples[position & diffuser.mask] = kept
        return past - 0.62 * kept
    }
}
