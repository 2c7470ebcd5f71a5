// What became known of a track's loudness after it was opened. Main thread to output thread; no allocation, no lock.

/// A track by its serial, and what is known now.
struct LoudnessNews: BitwiseCopyable, Sendable {
    var serial: Int32
    var loudness: TrackLoudness
}

/// The last news, for marks that are still on their way. Output thread; memory is taken in `init`.
struct RecentNews {
    private static let capacity = 64
    private let slots: UnsafeMutablePointer<LoudnessNews>
    private var count = 0

    init() {
        slots = .allocate(capacity: Self.capacity)
        slots.initialize(repeating: LoudnessNews(serial: 0, loudness: .unknown), count: Self.capacity)
    }

    func free() { slots.deallocate() }

    mutating func put(_ news: LoudnessNews) {
        slots[count % Self.capacity] = news
        count += 1
    }

    /// The newest for a track; nil when there is none.
    func loudness(ofSerial serial: Int32) -> TrackLoudness? {
        for back in 1...Self.capacity where back <= count {
            let news = slots[(count - back) % Self.capacity]
            if news.serial == serial { return news.loudness }
        }
        return nil
    }
}
