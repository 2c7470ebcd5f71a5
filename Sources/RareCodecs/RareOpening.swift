// What is found out about a file when FFmpeg has opened it. The codec's thread.

import AudioCore
import CFFmpeg

/// A demuxer and a decoder that stand behind the first frame, and what that frame says of the whole.
struct RareOpening {
    var input: FFmpegInput
    var decoder: FFmpegDecoder
    var samples: FrameSamples
    /// Hertz.
    var rate: Int
    /// Frames of the first packet, and its time; nil without one.
    var packetFrames: Int
    var firstTick: Int64?
    var timeline: RareTimeline?

    /// Packets that may be undecodable in front.
    private static let mostDamage = 64

    init(_ library: FFmpegLibrary, _ source: any ByteSource, start: Int64, format: RareFormat) throws(AudioError) {
        input = try FFmpegInput(library, FFmpegFeed(source, start: start), format: format)
        decoder = try FFmpegDecoder(library, input, trims: format.container != "mp4")
        var damageCount = 0
        loop: while true {
            switch try decoder.step(input) {
            case .sound: break loop
            case .damage where damageCount < Self.mostDamage: damageCount += 1
            default: throw AudioError(.decode, path: source.name, "holds no sound that can be decoded")
            }
        }
        guard let frame = decoder.sound, let samples = FrameSamples(library.functions, frame),
            (1...32).contains(samples.channels), StreamInfo.playableRates.contains(Int(frame.pointee.sample_rate)),
            frame.pointee.nb_samples > 0
        else { throw AudioError(.decode, path: source.name, "holds sound of a shape that is not played") }
        self.samples = samples
        rate = Int(frame.pointee.sample_rate)
        packetFrames = Int(frame.pointee.nb_samples)
        firstTick = frame.pointee.pts == cffmpeg_no_time ? nil : frame.pointee.pts
        timeline = RareTimeline(input.stream.pointee.time_base, rate: rate)
    }
}
