// What travels beside the samples: where a track starts and ends in the ring. Plain numbers, no references.

/// A point in the ring that means something. It is queued before the first frame behind it is written.
public struct TrackMark: Hashable, Sendable, BitwiseCopyable {
    public enum Kind: UInt8, Sendable, BitwiseCopyable {
        /// The first frame of a track, of a lap of it, or behind a seek.
        case start
        /// One frame behind the last of a track.
        case end
    }

    public var kind: Kind
    /// What the words behind it hold.
    public var words: WordKind
    /// Significant bits of integer words; 0 when the words have none (lossy, resampled or folded).
    public var bits: UInt8
    /// The load this belongs to; each load of a track has a new one.
    public var serial: Int32
    /// Times the track has started over by itself.
    public var lap: Int32
    /// The flush it was queued behind; older ones are stale.
    public var generation: Int32
    /// Its place in the ring.
    public var ringFrame: Int64
    /// The track's own frame there, at `sourceRate` hertz.
    public var sourceFrame: Int64
    public var sourceRate: Int32
    /// What is known of the track's loudness.
    public var loudness: TrackLoudness

    public init(
        kind: Kind, words: WordKind, bits: UInt8, serial: Int32, lap: Int32, generation: Int32, ringFrame: Int64,
        sourceFrame: Int64, sourceRate: Int32, loudness: TrackLoudness = .unknown
    ) {
        self.kind = kind
        self.words = words
        self.bits = bits
        self.serial = serial
        self.lap = lap
        self.generation = generation
        self.ringFrame = ringFrame
        self.sourceFrame = sourceFrame
        self.sourceRate = sourceRate
        self.loudness = loudness
    }
}
