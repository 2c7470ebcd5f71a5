// Loudness as ITU-R BS.1770-5 and EBU R 128 measure it. Pure; one owner.

import Glibc

/// The energy of 100 ms pieces after K-weighting; four of them make a block of 400 ms.
struct LoudnessMeter {
    /// What the gates need: mean squares of whole pieces of 100 ms, both channels added.
    private(set) var pieces: [Double] = []
    private var sum = 0.0
    private var counted = 0
    private let pieceLength: Int
    private let shelf: Section
    private let highPass: Section
    private var shelfState = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    private var highPassState = (SIMD2<Double>.zero, SIMD2<Double>.zero)

    /// A second-order section; a0 = 1.
    private struct Section: BitwiseCopyable {
        var b0, b1, b2, a1, a2: Double
    }

    init(rate: Int) {
        pieceLength = rate / 10
        let rate = Double(rate)
        shelf = Self.shelf(rate)
        highPass = Self.highPass(rate)
    }

    /// BS.1770-5, Annex 1, table 1, as an analogue prototype: 1681.97 Hz, +4 dB, Q 0.7072.
    private static func shelf(_ rate: Double) -> Section {
        let k = tan(.pi * 1681.974450955533 / rate)
        let high = pow(10, 3.999843853973347 / 20)
        let band = pow(high, 0.4996667741545416)
        let q = 0.7071752369554196
        let a0 = 1 + k / q + k * k
        return Section(
            b0: (high + band * k / q + k * k) / a0, b1: 2 * (k * k - high) / a0,
            b2: (high - band * k / q + k * k) / a0, a1: 2 * (k * k - 1) / a0, a2: (1 - k / q + k * k) / a0)
    }

    /// BS.1770-5, Annex 1, table 2: 38.14 Hz, Q 0.5003; its numerator is 1, −2, 1 as printed.
    private static func highPass(_ rate: Double) -> Section {
        let k = tan(.pi * 38.13547087602444 / rate)
        let q = 0.5003270373238773
        let a0 = 1 + k / q + k * k
        return Section(b0: 1, b1: -2, b2: 1, a1: 2 * (k * k - 1) / a0, a2: (1 - k / q + k * k) / a0)
    }

    /// Takes `count` interleaved stereo frames, full scale ±1.
    mutating func add(_ samples: UnsafePointer<Double>, count: Int) {
        var (s1, s2) = shelfState
        var (h1, h2) = highPassState
        let (shelf, highPass) = (shelf, highPass)
        var done = 0
        while done < count {
            let part = min(count - done, pieceLength - counted)
            var energy = SIMD2<Double>.zero
            for index in done..<(done + part) {
                let input = SIMD2(samples[2 * index], samples[2 * index + 1])
                let bright = shelf.b0 * input + s1
                s1 = shelf.b1 * input - shelf.a1 * bright + s2
                s2 = shelf.b2 * input - shelf.a2 * bright
                let weighted = highPass.b0 * bright + h1
                h1 = highPass.b1 * bright - highPass.a1 * weighted + h2
                h2 = highPass.b2 * bright - highPass.a2 * weighted
                energy += weighted * weighted
            }
            sum += energy.x + energy.y
            counted += part
            done += part
            if counted == pieceLength {
                pieces.append(sum / Double(pieceLength))
                (sum, counted) = (0, 0)
            }
        }
        shelfState = (s1, s2)
        highPassState = (h1, h2)
    }

    /// LUFS of this programme.
    var loudness: Double { Self.loudness(of: [pieces]) }

    /// LUFS over the blocks of several programmes together: absolute gate at −70 LUFS, relative gate 10 LU below
    /// (BS.1770-5, Annex 1). −infinity when nothing passes.
    static func loudness(of programmes: [[Double]]) -> Double {
        var blocks: [Double] = []
        for pieces in programmes where pieces.count >= 4 {
            for first in 0...(pieces.count - 4) {
                blocks.append((pieces[first] + pieces[first + 1] + pieces[first + 2] + pieces[first + 3]) / 4)
            }
        }
        func level(_ energy: Double) -> Double { -0.691 + 10 * log10(energy) }
        func mean(_ some: [Double]) -> Double { some.isEmpty ? 0 : some.reduce(0, +) / Double(some.count) }
        let audible = blocks.filter { level($0) > -70 }
        let gate = level(mean(audible)) - 10
        return level(mean(audible.filter { level($0) > gate }))
    }
}
