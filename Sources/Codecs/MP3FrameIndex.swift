// Where MPEG frames stand, remembered while walking. A value of the codec's thread.

/// The offsets of every n-th MPEG frame; n doubles when there are many, so the table stays small.
struct MP3FrameIndex {
    private static let most = 1 << 15
    /// MPEG frames from entry to entry.
    private(set) var spacing = 8
    private var offsets: [Int64] = []

    /// Remembers that MPEG frame `number` stands at `offset`; numbers that do not extend the table are ignored.
    mutating func note(_ number: Int64, at offset: Int64) {
        guard number == Int64(offsets.count * spacing) else { return }
        if offsets.count == Self.most {
            offsets = stride(from: 0, to: offsets.count, by: 2).map { offsets[$0] }
            spacing *= 2
            guard number == Int64(offsets.count * spacing) else { return }
        }
        offsets.append(offset)
    }

    /// The last remembered MPEG frame that is not behind `number`.
    func nearest(to number: Int64) -> (number: Int64, offset: Int64)? {
        guard let last = offsets.indices.last, number >= 0 else { return nil }
        let entry = Int(min(number / Int64(spacing), Int64(last)))
        return (Int64(entry * spacing), offsets[entry])
    }
}
