// The weights by which source samples make one output sample. Values; any thread.

import Glibc

/// Lanczos-3 weights for a line of samples, widened when the line shrinks so that it does not alias
/// (Duchon 1979, "Lanczos filtering in one and two dimensions"; three lobes).
struct LanczosFilter: Sendable {
    /// For each output sample the first source sample and where its weights start.
    private(set) var starts: [Int] = []
    /// Source samples that make one output sample; the same for all, padded by zeros.
    let tapCount: Int
    /// `tapCount` weights for each output sample; each set sums to 1.
    private(set) var weights: [Float] = []

    /// - Parameters:
    ///   - extent: the length of the source in its own samples; the last sample may be covered in part.
    ///   - sourceCount: samples there are, `extent` rounded up.
    ///   - targetCount: output samples over the same length.
    init(extent: Double, sourceCount: Int, targetCount: Int) {
        let ratio = extent / Double(targetCount)
        let stretch = max(1, ratio)
        let reach = 3 * stretch
        tapCount = min(sourceCount, Int((2 * reach).rounded(.up)) + 1)
        starts.reserveCapacity(targetCount)
        weights.reserveCapacity(targetCount * tapCount)
        for target in 0..<targetCount {
            let center = (Double(target) + 0.5) * ratio
            let start = min(max(0, Int((center - reach).rounded(.down))), sourceCount - tapCount)
            let raw = (0..<tapCount).map { tap in Self.kernel((Double(start + tap) + 0.5 - center) / stretch) }
            let sum = raw.reduce(0, +)
            starts.append(start)
            // At an edge the part of the window that is outside is left out and the rest weighs more.
            weights.append(contentsOf: raw.map { Float($0 / sum) })
        }
    }

    /// One behind the last source sample that output sample `target` needs.
    func end(of target: Int) -> Int { starts[target] + tapCount }

    private static func kernel(_ x: Double) -> Double {
        if abs(x) >= 3 { return 0 }
        if abs(x) < 1e-9 { return 1 }
        let angle = Double.pi * x
        return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
    }
}
