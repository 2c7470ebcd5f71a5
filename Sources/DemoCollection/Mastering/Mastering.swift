// From a score to finished samples: played, glued, set to its loudness, limited. One thread a piece.

import Glibc

/// A mastered piece: interleaved stereo, full scale ±1.
final class MasteredPiece {
    let samples: UnsafeMutablePointer<Double>
    /// Frames.
    let count: Int

    /// dB true peak; a little below the −1 that is promised, for what dither and other meters add.
    static let ceiling = -1.3
    /// Seconds at the end over which the last of the room is led into silence.
    static let fade = 1.2

    /// Plays `score`.
    /// - Parameters:
    ///   - unit: the length in frames is rounded up to a multiple of this.
    ///   - loudness: LUFS it is brought to.
    init(_ score: Score, rate: Int, unit: Int, loudness: Double) {
        let wanted = Int((score.length * Double(rate)).rounded(.up))
        count = (wanted + unit - 1) / unit * unit
        let blockLength = Performance.blockLength
        let blockCount = (count + blockLength - 1) / blockLength
        samples = .allocate(capacity: 2 * blockCount * blockLength)
        samples.initialize(repeating: 0, count: 2 * blockCount * blockLength)

        let performance = Performance(score, rate: Double(rate))
        var compressor = BusCompressor(rate: Double(rate))
        var meter = LoudnessMeter(rate: rate)
        let sides = UnsafeMutablePointer<Double>.allocate(capacity: 2 * blockLength)
        sides.initialize(repeating: 0, count: 2 * blockLength)
        defer { sides.deallocate() }
        for block in 0..<blockCount {
            performance.next(sides, sides + blockLength)
            let place = samples + 2 * block * blockLength
            compressor.process(sides, sides + blockLength, count: blockLength, into: place)
            meter.add(place, count: blockLength)
        }
        level(by: factor(decibels: loudness - meter.loudness), rate: rate)
        Limiter.limit(
            samples, count: count, ceiling: factor(decibels: Self.ceiling), spread: rate / 250)
    }

    deinit { samples.deallocate() }

    /// Gain, and the fades: a moment at the start, the room's last breath at the end.
    private func level(by gain: Double, rate: Int) {
        let (opening, closing) = (rate / 200, Int(Self.fade * Double(rate)))
        for frame in 0..<count {
            var factor = gain
            if frame < opening { factor *= Double(frame) / Double(opening) }
            let left = count - 1 - frame
            if left < closing {
                let cosine = 0.5 - 0.5 * cos(.pi * Double(left) / Double(closing))
                factor *= cosine
            }
            samples[2 * frame] *= factor
            samples[2 * frame + 1] *= factor
        }
    }
}
