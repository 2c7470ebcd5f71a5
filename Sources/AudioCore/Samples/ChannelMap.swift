// From a file's channels to a device's. Decoder thread.

/// How the channels of a stream become those of a device.
///
/// Equal counts pass as they are. One channel goes to both of the front pair. Two stay the front pair of a larger
/// device whose other channels rest. More are folded down to two (`FoldDown`), which then go on as two. A device of one
/// channel gets half the sum of the front pair.
public struct ChannelMap: Hashable, Sendable {
    public let sourceChannels: Int
    public let deviceChannels: Int
    /// No device channel is a sum: words only change their place and stay what they were, bit for bit.
    public let isExact: Bool
    /// For each device channel, which source channels go in by which factor.
    private let rows: [[Part]]

    private struct Part: Hashable, Sendable {
        let channel: Int
        let factor: Double
    }

    /// - Parameters: channel counts, at least 1. The source's channels stand in the standard layout.
    public init(from sourceChannels: Int, to deviceChannels: Int) {
        self.init(from: .standard(sourceChannels), to: deviceChannels)
    }

    /// - Parameters:
    ///   - layout: where the source's channels belong; at least one.
    ///   - deviceChannels: at least 1.
    public init(from layout: SpeakerLayout, to deviceChannels: Int) {
        precondition(layout.channels > 0 && deviceChannels > 0, "at least one channel on either side")
        sourceChannels = layout.channels
        self.deviceChannels = deviceChannels
        let sums = Self.sums(from: layout, to: deviceChannels)
        rows = sums.map { factors in
            factors.enumerated().compactMap { $0.element == 0 ? nil : Part(channel: $0.offset, factor: $0.element) }
        }
        isExact = rows.allSatisfy { $0.isEmpty || ($0.count == 1 && $0[0].factor == 1) }
    }

    /// Source and device have the same channels; there is nothing to do.
    public var isIdentity: Bool { sourceChannels == deviceChannels }

    /// Significant bits behind the map: a sum of integers uses all 32.
    public func outputBits(of bits: Int?) -> Int? {
        guard let bits else { return nil }
        return isExact ? bits : 32
    }

    /// Maps interleaved words; the kind of word stays.
    /// - Parameters:
    ///   - words: `frameCount * sourceChannels` words.
    ///   - output: room for `frameCount * deviceChannels` words, elsewhere than `words`.
    public func apply(
        _ words: UnsafePointer<UInt32>, kind: WordKind, frameCount: Int, into output: UnsafeMutablePointer<UInt32>
    ) {
        guard !isIdentity else {
            output.update(from: words, count: frameCount * sourceChannels)
            return
        }
        for (channel, parts) in rows.enumerated() {
            var input = words
            var target = output + channel
            for _ in 0..<frameCount {
                target.pointee = isExact ? parts.first.map { input[$0.channel] } ?? 0 : Self.sum(parts, of: input, kind)
                input += sourceChannels
                target += deviceChannels
            }
        }
    }

    private static func sum(_ parts: [Part], of frame: UnsafePointer<UInt32>, _ kind: WordKind) -> UInt32 {
        var sum = 0.0
        for part in parts { sum += SampleConversion.sample(frame[part.channel], kind) * part.factor }
        switch kind {
        case .int32: return UInt32(bitPattern: SampleQuantizer.rounded(min(max(sum, -1) * 0x1p31, 0x1p31 - 1)))
        case .float32: return Float(sum).bitPattern
        }
    }

    /// The factors of each source channel, a row for each device channel.
    private static func sums(from layout: SpeakerLayout, to device: Int) -> [[Double]] {
        let source = layout.channels
        if source == device {
            return (0..<device).map { row in (0..<source).map { $0 == row ? 1 : 0 } }
        }
        let pair = FoldDown.pair(from: layout)
        if device == 1 {
            return [zip(pair.left, pair.right).map { ($0 + $1) / 2 }]
        }
        let rest = [[Double]](repeating: [Double](repeating: 0, count: source), count: device - 2)
        return [pair.left, pair.right] + rest
    }
}
