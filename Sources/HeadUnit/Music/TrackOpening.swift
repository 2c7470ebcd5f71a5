// How a thing to play becomes a codec: file, content, region. Decoder's thread.

import AudioCore
import Codecs
import MusicLibrary

/// Opens tracks for the decoder.
enum TrackOpening {
    /// The file through its ByteSource, the codec its content asks for, the part that a cue sheet names.
    @Sendable
    static func open(_ item: QueueItem) throws(AudioError) -> any AudioCodec {
        let codec = try CodecTable.open(try FileByteSource(item.path))
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
}
