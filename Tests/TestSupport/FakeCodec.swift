// A codec whose every word tells which frame it is, with faults on demand.

public import AudioCore

public final class FakeCodec: AudioCodec {
    public let info: StreamInfo
    /// Reading at or behind this frame throws.
    public var failsAt: Int64?
    /// No read gives more frames than this.
    public var largestRead = 1000
    public private(set) var seekCount = 0
    private let track: UInt32
    private var next: Int64 = 0

    /// - Parameter track: goes into the words, so that tracks can be told apart.
    public init(
        track: UInt32 = 1, frameCount: Int64, rate: Int = 44100, channels: Int = 2, bits: Int? = 16,
        words: WordKind = .int32, failsAt: Int64? = nil, loudness: TrackLoudness = .unknown
    ) {
        self.track = track
        self.failsAt = failsAt
        info = StreamInfo(
            container: "fake", codec: "fake", rate: rate, channels: channels, bits: bits, words: words,
            frameCount: frameCount, isLossless: bits != nil, bitrate: nil, loudness: loudness)
    }

    /// The word of a frame and channel: 16 significant bits, left-justified.
    public static func word(track: UInt32, frame: Int64, channel: Int) -> UInt32 {
        let value = UInt32(truncatingIfNeeded: frame &* 7 &+ Int64(channel) &* 3 &+ Int64(track) &* 1013)
        return (value & 0xFFFF) << 16
    }

    public func read(into words: UnsafeMutablePointer<UInt32>, frameCount: Int) throws(AudioError) -> Int {
        if let failsAt, next >= failsAt { throw AudioError(.decode, path: "fake \(track)", "damaged") }
        let end = min(info.frameCount ?? 0, failsAt ?? Int64.max)
        let count = Int(min(Int64(frameCount), Int64(largestRead), max(0, end - next)))
        for frame in 0..<count {
            for channel in 0..<info.channels {
                words[frame * info.channels + channel] = Self.word(
                    track: track, frame: next + Int64(frame), channel: channel)
            }
        }
        next += Int64(count)
        return count
    }

    public func seek(toFrame frame: Int64) throws(AudioError) {
        seekCount += 1
        next = min(frame, info.frameCount ?? frame)
    }
}
