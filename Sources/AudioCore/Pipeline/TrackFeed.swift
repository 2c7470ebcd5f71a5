// One track on its way into the ring: codec, channel map, resampler. Decoder's thread.

/// An open track. It fits a stream when its rate, channels and bits are those the device was opened for.
final class TrackFeed {
    let serial: Int32
    let info: StreamInfo
    var lap: Int32 = 0
    /// A start mark stands in the ring and frames follow it.
    var isStarted = false
    var hasFailed = false
    /// At least one frame came out of it: a lap over nothing would never end.
    private(set) var hasPlayed = false
    /// The track's own frame that is decoded next.
    private(set) var sourceFrame: Int64 = 0

    private let codec: any AudioCodec
    private let block: UnsafeMutablePointer<UInt32>
    /// Decoded words not yet passed on: `blockStart ..< blockEnd` frames of `block`.
    private var blockStart = 0
    private var blockEnd = 0
    private var conversion: FeedConversion?

    init(serial: Int32, codec: any AudioCodec) {
        self.serial = serial
        self.codec = codec
        info = codec.info
        block = .allocate(capacity: TrackFeeder.blockFrameCount * info.channels)
    }

    deinit { block.deallocate() }

    /// What a device would have to be opened with.
    var request: OutputRequest { OutputRequest(for: info) }

    /// What the words of this track are in the ring.
    var ringWords: WordKind { conversion?.outputWords ?? info.words }

    /// Their significant bits; 0 when a conversion or a lossy codec uses all of a word.
    var ringBits: UInt8 {
        guard let bits = info.wordBits else { return 0 }
        guard let conversion else { return UInt8(clamping: bits) }
        return UInt8(clamping: conversion.outputBits(of: bits) ?? 0)
    }

    /// True when the device of `stream` was opened for music of this shape, or would not do better for it.
    func fits(_ stream: AudioStream) -> Bool { stream.suffices(for: request) }

    /// Device frames of this track that a resampler holds back: the next frame decoded comes behind them.
    var pendingFrameCount: Int64 { conversion?.pendingFrameCount ?? 0 }

    /// Makes `seconds` the place that is decoded next; clamped to the track.
    func seek(toSeconds seconds: Double) throws(AudioError) {
        let wanted = max(0, seconds) * Double(info.rate)
        var frame = wanted < 9e15 ? Int64(wanted.rounded()) : 9_000_000_000_000_000
        if let frameCount = info.frameCount { frame = min(frame, frameCount) }
        try go(to: frame)
        try conversion?.reset()
    }

    /// Begins again without a seam: a lap.
    func startOver() throws(AudioError) {
        try go(to: 0)
        lap &+= 1
        isStarted = false
        hasPlayed = false
    }

    private func go(to frame: Int64) throws(AudioError) {
        blockStart = 0
        blockEnd = 0
        hasFailed = false
        sourceFrame = frame
        try codec.seek(toFrame: frame)
    }

    /// Decides how the words become those of the device; called before the first of them is moved.
    func prepare(for stream: AudioStream, makeResampler: ResamplerMaker) throws(AudioError) {
        guard conversion?.format != stream.format else { return }
        conversion = try FeedConversion.make(for: info, to: stream.format, makeResampler: makeResampler)
    }

    /// The music can go on from `before` in the same resampler, so that the join is not heard: it runs at the channels of
    /// the device, whatever those of the tracks are.
    func continues(_ before: TrackFeed) -> Bool { before.info.rate == info.rate }

    func adopt(conversionOf before: TrackFeed) {
        conversion = before.conversion?.goingOn(with: info)
        before.conversion = nil
    }

    /// Moves at most `frameCount` device frames into the ring, and at most a block of the track.
    /// - Returns: false when the track has come to its end.
    func pump(into ring: RingBuffer, frameCount: Int) throws(AudioError) -> Bool {
        if hasFailed { return false }
        if blockStart == blockEnd {
            blockStart = 0
            blockEnd = 0
            blockEnd = try codec.read(into: block, frameCount: TrackFeeder.blockFrameCount)
            guard blockEnd > 0 else { return false }
            hasPlayed = true
        }
        let words = block + blockStart * info.channels
        let waiting = blockEnd - blockStart
        let taken: Int
        if let conversion {
            taken = try conversion.move(words, info.words, frameCount: waiting, into: ring, room: frameCount)
        } else {
            taken = ring.write(words, frameCount: min(waiting, frameCount))
        }
        blockStart += taken
        sourceFrame += Int64(taken)
        return true
    }

    /// Moves what the resampler still holds behind the end of the track.
    /// - Returns: false when nothing is left.
    func drain(into ring: RingBuffer, frameCount: Int) throws(AudioError) -> Bool {
        guard let conversion else { return false }
        return try conversion.finish(into: ring, frameCount: frameCount) > 0
    }
}
