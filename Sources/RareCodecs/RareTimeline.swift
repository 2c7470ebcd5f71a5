// From FFmpeg's ticks to sample frames and back. Values; any thread.

import CFFmpeg

/// The times of a stream against its sample frames, whole numbers all the way.
struct RareTimeline: Equatable {
    /// Seconds of a tick, as a fraction.
    let numerator: Int64
    let denominator: Int64
    /// Hertz.
    let rate: Int64

    init?(_ base: AVRational, rate: Int) {
        guard base.num > 0, base.den > 0, rate > 0 else { return nil }
        numerator = Int64(base.num)
        denominator = Int64(base.den)
        self.rate = Int64(rate)
    }

    /// A tick is a whole number of frames, so that a time names a frame exactly.
    var isExact: Bool { numerator * rate % denominator == 0 }

    /// The frame at a time, to the nearest below; nil beyond all numbers.
    func frame(ofTick tick: Int64) -> Int64? {
        Self.scaled(tick, by: numerator * rate, over: denominator)
    }

    /// The tick at a frame, to the nearest below; nil beyond all numbers.
    func tick(ofFrame frame: Int64) -> Int64? {
        Self.scaled(frame, by: denominator, over: numerator * rate)
    }

    /// More frames or ticks than any music has; sums of a few of them fit still.
    private static let most: Int64 = 1 << 60

    /// `value * factor / divisor`, rounded toward zero; nil beyond all numbers.
    static func scaled(_ value: Int64, by factor: Int64, over divisor: Int64) -> Int64? {
        let product = value.magnitude.multipliedFullWidth(by: factor.magnitude)
        guard product.high < divisor.magnitude else { return nil }
        let quotient = divisor.magnitude.dividingFullWidth(product).quotient
        guard let whole = Int64(exactly: quotient), whole <= most else { return nil }
        return value < 0 ? -whole : whole
    }
}
