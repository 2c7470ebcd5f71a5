// What was playing: enough to sound and to draw Now Playing before anything else is read. A value.

public import AudioCore
public import Radio

/// The resume point, kept in `resume.json` (`ResumeFile`).
public struct ResumePoint: Hashable, Sendable {
    public enum Status: String, Hashable, Sendable, CaseIterable {
        case playing, paused, stopped
    }

    /// The shape of the track, so that the device can be opened before the file is.
    public struct Format: Codable, Hashable, Sendable {
        /// Hertz.
        public var rate: Int
        public var channels: Int
        /// Bits a sample of a lossless file; nil for a lossy one.
        public var bits: Int?

        public init(rate: Int, channels: Int, bits: Int?) {
            self.rate = rate
            self.channels = channels
            self.bits = bits
        }
    }

    /// What plays; nil when the queue was empty, or when the path is too long to be kept here.
    public var item: QueueItem?
    public var title: String?
    public var artist: String?
    public var album: String?
    /// Seconds.
    public var duration: Double?
    public var format: Format?
    /// What is known of its loudness, so that ReplayGain is right before a tag or a cue sheet is read; nil when nothing.
    public var trackLoudness: TrackLoudness?
    /// The name of the cover's thumbnail in the cache.
    public var thumbnail: String?
    public var status: Status
    /// Who paused it; nil unless `status` is `paused`.
    public var pausedBy: PauseReason?
    /// Milliseconds into the track, 0 ... 999,999,999,999.
    public var position: Int
    public var isShuffled: Bool
    public var repeatMode: RepeatMode
    /// The index of `item` in the queue.
    public var queueIndex: Int
    /// Decibels, -120 ... 0.
    public var volume: Double
    public var isMuted: Bool
    /// The strength of loudness: `off`, `light`, `medium`, `strong`.
    public var loudness: String
    /// The output device last used, as ALSA names it.
    public var device: String?
    /// The station that is on in the place of `item`, which waits meanwhile; nil while the library plays. `status` and
    /// `pausedBy` are the station's then.
    public var station: Station?

    public init(item: QueueItem?, status: Status = .stopped, position: Int = 0) {
        self.item = item
        self.status = status
        self.position = position
        isShuffled = false
        repeatMode = .off
        queueIndex = 0
        volume = KeptVolume.initial
        isMuted = false
        loudness = "off"
    }

    /// Position, status and who paused: what a slot holds.
    var progress: PositionSlot.Progress {
        get { PositionSlot.Progress(position: position, status: status, pausedBy: pausedBy) }
        set {
            position = newValue.position
            status = newValue.status
            pausedBy = newValue.pausedBy
        }
    }

    /// True when everything but the progress is the same, so that a slot is enough to keep the difference.
    func hasSameFacts(as other: ResumePoint) -> Bool {
        var copy = self
        copy.progress = other.progress
        return copy == other
    }
}
