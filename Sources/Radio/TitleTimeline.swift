// Titles that are known and not heard yet. A value; main thread.

/// Shows each title when its first sound leaves the loudspeaker.
struct TitleTimeline: Equatable {
    private struct Entry: Equatable {
        var serial: Int32
        /// The frame of that track.
        var frame: Int64
        var title: StreamTitle?
    }

    /// What is heard; nil when the stream does not tell.
    private(set) var title: StreamTitle?
    private var waiting: [Entry] = []
    /// A stream that tells more titles than this in its buffer tells nothing.
    private static let most = 256

    /// Another station: nothing is known.
    mutating func reset() { self = TitleTimeline() }

    /// From `frame` of a track on this is heard; told in the order of the sound.
    mutating func add(_ title: StreamTitle?, serial: Int32, frame: Int64) {
        if waiting.count == Self.most { waiting.removeFirst() }
        waiting.append(Entry(serial: serial, frame: frame, title: title))
    }

    /// The frame of a track is heard.
    mutating func hear(serial: Int32, frame: Int64) {
        while let next = waiting.first, (next.serial, next.frame) <= (serial, frame) {
            title = next.title
            waiting.removeFirst()
        }
    }

    /// Frames of the track that is heard until the next title; nil when none is known.
    func untilNext(serial: Int32, frame: Int64) -> Int64? {
        guard let next = waiting.first, next.serial == serial else { return nil }
        return max(0, next.frame - frame)
    }
}
