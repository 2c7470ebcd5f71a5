// How a thing to play becomes a codec: file, content, region, loudness. Decoder's thread.

import AudioCore
import MusicLibrary
import Synchronization

/// Opens tracks for the decoder, and knows the gains that cue sheets have told of.
final class TrackOpening: Sendable {
    private let gains = Mutex<[QueueItem: TrackLoudness]>([:])

    /// For whoever needs nothing but the sound.
    @Sendable
    static func open(_ item: QueueItem) throws(AudioError) -> any AudioCodec {
        try openRegion(item, try FileByteSource(item.path))
    }

    /// Gains of tracks of cue sheets; before they are opened. Any thread.
    func learn(_ gains: [QueueItem: TrackLoudness]) {
        self.gains.withLock { $0.merge(gains) { _, new in new } }
    }

    /// The file through its ByteSource, the codec its content asks for, the part that a cue sheet names, and what its
    /// tags say of its loudness.
    func open(_ item: QueueItem) throws(AudioError) -> any AudioCodec {
        let codec = try Self.openRegion(item, try FileByteSource(item.path))
        let loudness = gains.withLock { $0[item] } ?? Self.loudness(of: item)
        return loudness == .unknown ? codec : TaggedCodec(codec, loudness)
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

    /// What the file's tags say. Those of a file that holds many tracks were measured over all of them: they are the
    /// album's.
    private static func loudness(of item: QueueItem) -> TrackLoudness {
        do throws(AudioError) {
            let gain = try TagReader.read(try FileByteSource(item.path)).gain
            guard let gain else { return .unknown }
            let loudness = TrackLoudness(gain)
            guard item.region != nil else { return loudness }
            let whole = (gain: gain.album ?? gain.track, peak: gain.albumPeak ?? gain.trackPeak)
            return TrackLoudness(
                trackGain: whole.gain, trackPeak: whole.peak, albumGain: whole.gain, albumPeak: whole.peak)
        } catch {
            // The codec has read the file: its sound does not fail for want of a gain.
            return .unknown
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
    /// What tags say.
    init(_ gain: TrackGain) {
        self.init(
            trackGain: gain.track, trackPeak: gain.trackPeak, albumGain: gain.album, albumPeak: gain.albumPeak)
    }
}
