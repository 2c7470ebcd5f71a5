// Positions of the compact disc: 75 frames a second, exact at every rate. Values; any thread.

/// Arithmetic on CUE frames (IEC 60908: 75 sectors a second).
public enum CueFrames {
    public static let perSecond = 75

    /// The sample frame at which a CUE frame begins: `cueFrame * rate / 75`, to the nearest. Exact at 44.1, 48, 88.2,
    /// 96, 176.4 and 192 kHz, which 75 divides.
    ///
    /// - Parameters:
    ///   - cueFrame: 1/75 s; below 0 counts as 0.
    ///   - rate: hertz, above 0.
    /// - Returns: sample frames; `Int64.max` where the product leads beyond it.
    public static func sampleFrame(ofCueFrame cueFrame: Int, rate: Int) -> Int64 {
        precondition(rate > 0 && rate <= 1 << 32, "no rate")
        let (seconds, rest) = max(cueFrame, 0).quotientAndRemainder(dividingBy: perSecond)
        let (whole, overflows) = seconds.multipliedReportingOverflow(by: rate)
        // 75 is odd, so no remainder lies half way.
        let part = (rest * rate + perSecond / 2) / perSecond
        let (sum, overflowsToo) = whole.addingReportingOverflow(part)
        return overflows || overflowsToo ? .max : Int64(sum)
    }

    /// The CUE frame of `MM:SS:FF`; minutes may have up to five digits, seconds lie below 60, frames below 75.
    static func parse(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ (1...5).contains($0.utf8.count) }) else { return nil }
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil
        }
        guard numbers.count == 3, numbers[1] < 60, numbers[2] < perSecond else { return nil }
        return (numbers[0] * 60 + numbers[1]) * perSecond + numbers[2]
    }
}
