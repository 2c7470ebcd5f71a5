// The shapes of sound: what a file holds, what a ring word means, what a device takes. Values; any thread.

/// What one 32-bit ring word holds.
public enum WordKind: UInt8, Hashable, Sendable, BitwiseCopyable {
    /// A signed integer, left-justified: the file's most significant bit is bit 31.
    case int32
    /// An IEEE 754 single, full scale ±1.
    case float32
}

/// What a codec found in a stream.
public struct StreamInfo: Hashable, Sendable {
    /// Rates that are played, in hertz. A header that states another one is damaged, or of what is no music.
    public static let playableRates = 1000...1_536_000

    /// `flac`, `ogg`, `mp3`, `wav` …: the file around the samples.
    public var container: String
    /// `flac`, `mp3`, `pcm` …: the coding of the samples.
    public var codec: String
    /// Hertz.
    public var rate: Int
    public var channels: Int
    /// Where the channels belong; as many as `channels`.
    public var speakers: SpeakerLayout
    /// Bits a sample of a lossless stream as it stands in the file, 32 or 64 for a float; nil for a lossy one.
    public var bits: Int?
    /// The words that `read` gives: a float of 64 bits comes as one of 32.
    public var words: WordKind
    /// Frames that will be played, without encoder delay and padding; nil when the stream does not say.
    public var frameCount: Int64?
    public var isLossless: Bool
    /// Kilobits a second, averaged over the stream; nil when unknown.
    public var bitrate: Int?
    /// What the tags say of its loudness; a codec does not look.
    public var loudness: TrackLoudness

    /// Bits of `bits` that arrive in a word; nil for a lossy stream.
    public var wordBits: Int? { bits.map { min($0, 32) } }

    public init(
        container: String, codec: String, rate: Int, channels: Int, bits: Int?, words: WordKind,
        frameCount: Int64?, isLossless: Bool, bitrate: Int?, loudness: TrackLoudness = .unknown,
        speakers: SpeakerLayout? = nil
    ) {
        self.container = container
        self.codec = codec
        self.rate = rate
        self.channels = channels
        self.bits = bits
        self.words = words
        self.frameCount = frameCount
        self.isLossless = isLossless
        self.bitrate = bitrate
        self.loudness = loudness
        self.speakers = speakers.map { $0.channels == channels ? $0 : .standard(channels) } ?? .standard(channels)
    }
}

/// How a device wants its samples in memory; all little-endian, interleaved.
public enum SampleLayout: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
    case s16
    /// 24 bits in three bytes.
    case s24in3
    /// 24 bits in the low three bytes of four, sign-extended.
    case s24in4
    case s32
    case float32

    public var bytesPerSample: Int {
        switch self {
        case .s16: 2
        case .s24in3: 3
        case .s24in4, .s32, .float32: 4
        }
    }

    /// Bits of an integer sample; for float, of its mantissa with the hidden bit.
    public var bits: Int {
        switch self {
        case .s16: 16
        case .s24in3, .s24in4, .float32: 24
        case .s32: 32
        }
    }
}

/// What an output was asked for, by the music's own shape.
public struct OutputRequest: Hashable, Sendable {
    /// Hertz.
    public var rate: Int
    public var channels: Int
    /// Significant bits of an integer source; nil asks for the best the device has.
    public var bits: Int?

    public init(rate: Int, channels: Int, bits: Int?) {
        self.rate = rate
        self.channels = channels
        self.bits = bits
    }

    /// What suits a stream best: its own rate and word length, and a pair of channels: one goes to both, more are folded
    /// down to two. It is a pair for all, so that no channel count that follows needs another device.
    public init(for info: StreamInfo) {
        self.init(rate: info.rate, channels: 2, bits: info.wordBits)
    }
}

/// What a device really runs at.
public struct DeviceFormat: Hashable, Sendable, BitwiseCopyable {
    /// Hertz.
    public var rate: Int
    public var channels: Int
    public var layout: SampleLayout
    /// Bits of a sample that reach the converter; at most `layout.bits`.
    public var significantBits: Int

    public init(rate: Int, channels: Int, layout: SampleLayout, significantBits: Int) {
        self.rate = rate
        self.channels = channels
        self.layout = layout
        self.significantBits = significantBits
    }

    public var bytesPerFrame: Int { channels * layout.bytesPerSample }
}
