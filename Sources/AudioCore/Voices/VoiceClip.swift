// A short sound of the unit itself, decoded. Immutable; made by workers, read by the output thread through `VoiceMixer`.

/// Samples of a click, an error, a prompt.
public final class VoiceClip: @unchecked Sendable {
    // Unchecked: the memory is written in `init` and never again.

    /// Seconds; what is longer is cut.
    public static let longest = 5.0
    /// Bytes of a file before it is decoded.
    public static let largestSource: Int64 = 8 << 20

    /// Hertz.
    public let rate: Int
    /// 1, or 2: left and right.
    public let channels: Int
    public let frameCount: Int
    /// The largest magnitude of any sample, full scale 1.
    public let peak: Float
    /// The source went on behind `longest`.
    public let isCut: Bool
    let samples: UnsafeMutablePointer<Float>

    /// - Parameters:
    ///   - samples: interleaved, full scale 1.
    ///   - rate: hertz.
    ///   - channels: 1 or 2.
    public init(samples: [Float], rate: Int, channels: Int, isCut: Bool = false) {
        precondition(rate > 0 && (1...2).contains(channels), "a clip has one or two channels")
        let frames = min(samples.count / channels, Int(Self.longest * Double(rate)))
        self.rate = rate
        self.channels = channels
        frameCount = frames
        self.isCut = isCut || frames < samples.count / channels
        self.samples = .allocate(capacity: max(1, frames * channels))
        var peak: Float = 0
        for index in 0..<(frames * channels) {
            let sample = samples[index].isFinite ? samples[index] : 0
            (self.samples + index).initialize(to: sample)
            peak = max(peak, abs(sample))
        }
        self.peak = peak
    }

    deinit { samples.deallocate() }

    /// Seconds at its own pace.
    public var duration: Double { Double(frameCount) / Double(rate) }
}

extension VoiceClip {
    /// Frames decoded at once.
    private static let blockFrameCount = 4096

    /// Decodes a clip of any format. Worker's thread.
    ///
    /// Of more than two channels the first two are taken. A clip that is damaged inside is as long as it plays.
    /// - Throws: `notSupported` for a source of more than 8 MiB or of unknown size; what the codec throws; `decode` when
    ///   there is no sound in it.
    public convenience init(_ source: any ByteSource, open: CodecOpener) throws(AudioError) {
        guard let size = source.size, size <= Self.largestSource else {
            throw AudioError(
                .notSupported, path: source.name,
                "is too large for a sound of the unit (at most \(Self.largestSource >> 20) MiB)")
        }
        let codec = try open(source)
        let info = codec.info
        let (own, channels) = (info.channels, min(info.channels, 2))
        // One frame more tells that it goes on.
        let limit = Int(Self.longest * Double(info.rate)) + 1
        let words = UnsafeMutablePointer<UInt32>.allocate(capacity: Self.blockFrameCount * own)
        defer { words.deallocate() }
        var samples: [Float] = []
        while samples.count < limit * channels {
            let count: Int
            do throws(AudioError) {
                count = try codec.read(
                    into: words, frameCount: min(Self.blockFrameCount, limit - samples.count / channels))
            } catch {
                guard !samples.isEmpty, error.code == .decode else { throw error }
                break
            }
            if count == 0 { break }
            for frame in 0..<count {
                for channel in 0..<channels {
                    samples.append(Self.sample(words[frame * own + channel], info.words))
                }
            }
        }
        guard !samples.isEmpty else { throw AudioError(.decode, path: source.name, "has no sound in it") }
        self.init(samples: samples, rate: info.rate, channels: channels)
    }

    private static func sample(_ word: UInt32, _ kind: WordKind) -> Float {
        switch kind {
        case .int32: Float(Double(Int32(bitPattern: word)) * 0x1p-31)
        case .float32: Float(bitPattern: word)
        }
    }
}
