// How long a stream is that FFmpeg opened, and what is cut from its front. The codec's thread.

import AudioCore
import CFFmpeg

/// The part of a stream that is played.
struct RareLength {
    /// Frames cut from the front.
    var lead: Int64 = 0
    /// Nil when nothing tells.
    var frameCount: Int64?
    /// To the sample; else as near as the container's clock counts.
    var isExact: Bool

    /// A stream without a stated length is counted up to this size; a larger one has none. Bytes.
    private static let mostCounted: Int64 = 1 << 28

    /// The length that the file's own header states better than FFmpeg does; nil where it does not.
    static func stated(
        _ source: any ByteSource, start: Int64, format: RareFormat, head: [UInt8]
    ) throws(AudioError) -> RareLength? {
        if let length = MusepackLength.read(head) { return length }
        return format.container == "aiff" ? try AIFFPackets.length(source, start: start) : nil
    }

    /// Leaves the opening behind its first frame; counting packets opens the file anew.
    static func find(
        _ opening: inout RareOpening, _ seeking: RareFormat.Seeking, trim: MP4Trim?, _ library: FFmpegLibrary,
        _ source: any ByteSource, start: Int64, format: RareFormat
    ) throws(AudioError) -> RareLength {
        switch seeking {
        case .byTime:
            let total = opening.input.tickCount.flatMap { opening.timeline?.frame(ofTick: $0) }
            guard let trim, let total else { return RareLength(frameCount: total, isExact: total != nil) }
            func frames(_ ticks: Int64) -> Int64 {
                RareTimeline.scaled(ticks, by: Int64(opening.rate), over: Int64(trim.timescale)) ?? 0
            }
            let lead = min(frames(trim.lead), total)
            let count = trim.count.map(frames) ?? Int64.max
            return RareLength(lead: lead, frameCount: min(count, total - lead), isExact: true)
        case .byCount, .fromStartCounted:
            guard source.isSeekable, let size = source.size, size - start <= mostCounted else {
                return RareLength(frameCount: nil, isExact: false)
            }
            var count: Int64 = 1
            while try opening.decoder.skipPacket(opening.input) { count += 1 }
            let frames = count * Int64(opening.packetFrames)
            opening = try RareOpening(library, source, start: start, format: format)
            return RareLength(frameCount: frames, isExact: true)
        case .fromStart, .byTimeOfPCM:
            let stated = opening.input.tickCount.flatMap { opening.timeline?.frame(ofTick: $0) }
            let guessed = opening.input.microseconds.flatMap {
                RareTimeline.scaled($0, by: Int64(opening.rate), over: 1_000_000)
            }
            return RareLength(frameCount: stated ?? guessed, isExact: false)
        }
    }
}
