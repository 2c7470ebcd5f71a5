// What stands between a codec and the ring when the device's channels or rate differ. Decoder's thread.

/// Channel map, then resampler, each only where needed.
final class FeedConversion {
    let format: DeviceFormat
    private let map: ChannelMap
    private let resampler: (any Resampler)?
    private let mapped: UnsafeMutablePointer<UInt32>
    private let converted: UnsafeMutablePointer<UInt32>
    /// What the codec gives.
    private let sourceWords: WordKind
    private static let blockFrameCount = TrackFeeder.blockFrameCount

    /// The conversion from a track to a device; nil when the words go through as they are.
    static func make(
        for info: StreamInfo, to format: DeviceFormat, makeResampler: ResamplerMaker
    ) throws(AudioError) -> FeedConversion? {
        let map = ChannelMap(from: info.speakers, to: format.channels)
        guard !map.isIdentity || info.rate != format.rate else { return nil }
        let resampler = info.rate == format.rate ? nil : try makeResampler(info.rate, format.rate, format.channels)
        return FeedConversion(format, map, resampler, info.words)
    }

    /// The conversion of a track that follows without a gap: with the resampler of this one, which may not be used any
    /// more. Nil where there is none to go on with.
    func goingOn(with info: StreamInfo) -> FeedConversion? {
        resampler.map { FeedConversion(format, ChannelMap(from: info.speakers, to: format.channels), $0, info.words) }
    }

    private init(_ format: DeviceFormat, _ map: ChannelMap, _ resampler: (any Resampler)?, _ sourceWords: WordKind) {
        self.format = format
        self.map = map
        self.resampler = resampler
        self.sourceWords = sourceWords
        mapped = .allocate(capacity: Self.blockFrameCount * format.channels)
        converted = .allocate(capacity: Self.blockFrameCount * format.channels)
    }

    deinit {
        mapped.deallocate()
        converted.deallocate()
    }

    var outputWords: WordKind { resampler?.outputWords ?? sourceWords }

    /// Significant bits behind the conversion; nil when all of a word is used.
    func outputBits(of bits: Int) -> Int? {
        resampler == nil ? map.outputBits(of: bits) : nil
    }

    var pendingFrameCount: Int64 { resampler?.pendingFrameCount ?? 0 }

    func reset() throws(AudioError) {
        try resampler?.reset()
    }

    /// Converts and writes; never more than fits.
    /// - Returns: source frames taken.
    func move(
        _ words: UnsafePointer<UInt32>, _ kind: WordKind, frameCount: Int, into ring: RingBuffer, room: Int
    ) throws(AudioError) -> Int {
        guard let resampler else {
            let count = min(frameCount, room, ring.writableFrameCount, Self.blockFrameCount)
            map.apply(words, kind: kind, frameCount: count, into: mapped)
            return ring.write(mapped, frameCount: count)
        }
        let count = min(frameCount, Self.blockFrameCount)
        let input: UnsafePointer<UInt32>
        if map.isIdentity {
            input = words
        } else {
            map.apply(words, kind: kind, frameCount: count, into: mapped)
            input = UnsafePointer(mapped)
        }
        let capacity = min(room, ring.writableFrameCount, Self.blockFrameCount)
        guard capacity > 0 else { return 0 }
        let (taken, given) = try resampler.process(
            input, kind: kind, frameCount: count, into: converted, capacity: capacity)
        _ = ring.write(converted, frameCount: given)
        return taken
    }

    /// Writes what the resampler still holds at the end of the last track.
    /// - Returns: frames written; 0 when there are none left.
    func finish(into ring: RingBuffer, frameCount: Int) throws(AudioError) -> Int {
        guard let resampler else { return 0 }
        let capacity = min(frameCount, ring.writableFrameCount, Self.blockFrameCount)
        guard capacity > 0 else { return 0 }
        let given = try resampler.finish(into: converted, capacity: capacity)
        return ring.write(converted, frameCount: given)
    }
}
