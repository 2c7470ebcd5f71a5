// How a thing to play becomes a codec: file, content, region, loudness. Decoder's thread.

import AudioCore
import MusicLibrary
import Synchronization

/// Opens tracks for the decoder.
final class TrackOpening: Sendable {
    /// What is known of loudness without opening a file.
    private struct Known: Sendable {
        /// Of cue sheets.
        var gains: [QueueItem: TrackLoudness] = [:]
        /// Of the resume point, until there is time to look.
        var resumed: [QueueItem: TrackLoudness] = [:]
        var measured = MeasuredGains()
        /// For a run without a library.
        var saved: SavedGains?
    }

    private let known = Mutex(Known())
    private let wantsLoudness = Atomic(false)

    /// For whoever needs nothing but the sound.
    @Sendable
    static func open(_ item: QueueItem) throws(AudioError) -> any AudioCodec {
        try openRegion(item, try FileByteSource(item.path))
    }

    /// Whether ReplayGain is on: tags are read only then. Any thread.
    func setWantsLoudness(_ isWanted: Bool) { wantsLoudness.store(isWanted, ordering: .relaxed) }

    /// Gains that need no file any more: those of cue sheets. Any thread.
    func learn(_ gains: [QueueItem: TrackLoudness]) {
        known.withLock { $0.gains.merge(gains) { _, new in new } }
    }

    /// What was known in the run before of the track that is resumed. Any thread.
    func learn(resumed: [QueueItem: TrackLoudness]) {
        known.withLock { $0.resumed = resumed }
    }

    /// Files and sheets are asked from now on. Any thread.
    /// - Returns: what was answered without them.
    func forgetResumed() -> Set<QueueItem> {
        known.withLock { known in
            defer { known.resumed = [:] }
            return Set(known.resumed.keys)
        }
    }

    /// What has been measured of the library. Any thread.
    func learn(_ measured: MeasuredGains) {
        known.withLock { $0.measured = measured }
    }

    /// Where measurements are looked for in a run that opens no library. Before the first track.
    func use(_ saved: SavedGains) {
        known.withLock { $0.saved = saved }
    }

    /// The file through its ByteSource, the codec its content asks for, the part that a cue sheet names, and, while
    /// ReplayGain is on, what is known of its loudness.
    func open(_ item: QueueItem) throws(AudioError) -> any AudioCodec {
        let source = try FileByteSource(item.path)
        guard wantsLoudness.load(ordering: .relaxed) else { return try Self.openRegion(item, source) }
        let loudness = loudness(of: item, in: source)
        try source.seek(to: 0)
        let codec = try Self.openRegion(item, source)
        return loudness == .unknown ? codec : TaggedCodec(codec, loudness)
    }

    /// What is known of the loudness of `item`; reads its tags when it must. Decoder's thread and workers.
    func loudness(of item: QueueItem) -> TrackLoudness {
        loudness(of: item, in: try? FileByteSource(item.path))
    }

    private static func openRegion(
        _ item: QueueItem, _ source: any ByteSource
    ) throws(AudioError) -> any AudioCodec {
        let codec = try MusicFormats.open(source)
        guard let region = item.region else { return codec }
        let rate = codec.info.rate
        do throws(AudioError) {
            return try RegionCodec(
                codec, start: CueFrames.sampleFrame(ofCueFrame: region.startFrame, rate: rate),
                end: region.endFrame.map { CueFrames.sampleFrame(ofCueFrame: $0, rate: rate) })
        } catch {
            throw AudioError(error.code, path: error.path ?? item.path.shown, error.message)
        }
    }

    /// The cue sheet's word, then the tags', then what was measured. The library measures nothing that has tags, so what
    /// it knows of spares reading them.
    private func loudness(of item: QueueItem, in source: (any ByteSource)?) -> TrackLoudness {
        let (told, measured, saved) = known.withLock { ($0.resumed[item] ?? $0.gains[item], $0.measured, $0.saved) }
        if let told { return told }
        if let gain = measured.gain(of: item) { return TrackLoudness(gain) }
        if let source, let loudness = Self.tagged(item, source) { return loudness }
        return saved?.gain(of: item).map(TrackLoudness.init) ?? .unknown
    }

    /// What the file's tags say; nil when they say nothing. Those of a file that holds many tracks were measured over all
    /// of them: they are the album's.
    private static func tagged(_ item: QueueItem, _ source: any ByteSource) -> TrackLoudness? {
        do throws(AudioError) {
            guard let gain = try TagReader.read(source).gain else { return nil }
            guard item.region != nil else { return TrackLoudness(gain) }
            let whole = (gain: gain.album ?? gain.track, peak: gain.albumPeak ?? gain.trackPeak)
            return TrackLoudness(
                trackGain: whole.gain, trackPeak: whole.peak, albumGain: whole.gain, albumPeak: whole.peak)
        } catch {
            // The codec says what is wrong with the file: its sound does not fail for want of a gain.
            return nil
        }
    }
}

/// A codec with what is known of its track's loudness.
private final class TaggedCodec: AudioCodec {
    let info: StreamInfo
    private let codec: any AudioCodec

    init(_ codec: any AudioCodec, _ loudness: TrackLoudness) {
        self.codec = codec
        var info = codec.info
        info.loudness = loudness
        self.info = info
    }

    func read(into words: UnsafeMutablePointer<UInt32>, frameCount: Int) throws(AudioError) -> Int {
        try codec.read(into: words, frameCount: frameCount)
    }

    func seek(toFrame frame: Int64) throws(AudioError) {
        try codec.seek(toFrame: frame)
    }
}

extension TrackLoudness {
    /// What tags say, or measurements.
    init(_ gain: TrackGain) {
        self.init(
            trackGain: gain.track, trackPeak: gain.trackPeak, albumGain: gain.album, albumPeak: gain.albumPeak)
    }
}
