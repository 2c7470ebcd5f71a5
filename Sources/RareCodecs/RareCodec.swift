// Everything that FFmpeg plays. One thread owns a codec: the decoder's.

import AudioCore
import CFFmpeg

/// A stream decoded by FFmpeg, cut and sought to the sample.
///
/// Frames are counted in two ways: `media` from the first sample that is decoded, `position` from the first that is
/// played, which is `lead` behind.
final class RareCodec: AudioCodec {
    let info: StreamInfo
    private let library: FFmpegLibrary
    private let source: any ByteSource
    private let start: Int64
    private let format: RareFormat
    private let seeking: RareFormat.Seeking
    private var opening: RareOpening
    private let lead: Int64
    /// The end is known to the sample, so that nothing behind it is played.
    private let isEndExact: Bool
    /// The frame that is decoded: where in the media its first sample stands, its samples and how many are taken.
    private var media: Int64 = 0
    private var soundCount = 0
    private var soundOffset = 0
    /// Frames of silence in front of it, for packets that were lost.
    private var silence: Int64 = 0
    private var damage = RareDamage()
    private var isFinished = false
    private var isTold = false

    /// A gap longer than this is not believed. Seconds.
    private static let longestGap: Int64 = 60

    init(
        _ library: FFmpegLibrary, _ source: any ByteSource, start: Int64, format: RareFormat, head: [UInt8]
    ) throws(AudioError) {
        self.library = library
        self.source = source
        self.start = start
        self.format = format
        let trim = format.container == "mp4" ? try MP4Trim.read(source, start: start) : nil
        let stated = try RareLength.stated(source, start: start, format: format, head: head)
        var opening = try RareOpening(library, source, start: start, format: format)
        let isExact = opening.timeline?.isExact == true && opening.firstTick != nil
        let isPCM = library.name(of: opening.input.parameters.pointee.codec_id).hasPrefix("pcm_")
        seeking =
            switch format.seeking {
            case .byTime: isExact ? .byTime : .fromStart
            case .byTimeOfPCM: isExact && isPCM ? .byTime : .fromStart
            case .byCount, .fromStart, .fromStartCounted: format.seeking
            }
        let length =
            if let stated { stated } else {
                try RareLength.find(&opening, seeking, trim: trim, library, source, start: start, format: format)
            }
        self.opening = opening
        lead = length.lead
        isEndExact = length.isExact
        info = RareInfo.make(
            library, opening, format, head: head, frameCount: length.frameCount,
            byteCount: source.size.map { max(0, $0 - start) })
        soundCount = opening.packetFrames
        try pass(untilMedia: lead)
    }

    /// The next frame that is played.
    private var position: Int64 { media + Int64(soundOffset) - lead - silence }

    func read(into words: UnsafeMutablePointer<UInt32>, frameCount: Int) throws(AudioError) -> Int {
        while !isFinished {
            var limit = Int64(frameCount)
            if isEndExact, let total = info.frameCount { limit = min(limit, total - position) }
            guard limit > 0 else { break }
            if silence > 0 {
                let count = Int(min(limit, silence))
                words.update(repeating: 0, count: count * info.channels)
                silence -= Int64(count)
                return count
            }
            let count = Int(min(limit, Int64(soundCount - soundOffset)))
            if count > 0, let frame = opening.decoder.sound {
                opening.samples.convert(frame, from: soundOffset, count: count, into: words)
                soundOffset += count
                return count
            }
            guard try advance() else { break }
        }
        return try finish()
    }

    func seek(toFrame frame: Int64) throws(AudioError) {
        guard source.isSeekable else { throw error(.notSupported, "is a stream, which cannot be sought") }
        let target = max(0, frame)
        // Until the place is found there is none to read on from.
        isFinished = true
        if let total = info.frameCount, target >= total, isEndExact || target > total + Int64(info.rate) { return }
        let (wanted, overflow) = target.addingReportingOverflow(lead)
        guard !overflow else { return }
        silence = 0
        damage.close()
        switch seeking {
        case .byTime: try seek(byTime: wanted)
        case .byCount: try seek(byCount: wanted)
        case .fromStart, .fromStartCounted, .byTimeOfPCM:
            if wanted < media + Int64(soundOffset) || soundCount == 0 { try restart() }
        }
        isFinished = false
        try pass(untilMedia: wanted)
    }

    /// Frames that a lossy decoder needs before it gives what it gives when playing there: three packets, and the 80 ms
    /// that Opus converges in (RFC 7845, section 4.6) with the packet they begin in.
    private var warmUp: Int64 {
        if info.isLossless { return 0 }
        let packet = Int64(opening.packetFrames)
        return max(3 * packet, Int64(info.rate) * 8 / 100 + packet)
    }

    private func seek(byTime wanted: Int64) throws(AudioError) {
        guard let timeline = opening.timeline, let first = opening.firstTick,
            let ticks = timeline.tick(ofFrame: max(0, wanted - warmUp))
        else { return try restart() }
        let (time, overflow) = first.addingReportingOverflow(ticks)
        guard !overflow, try opening.input.seek(toTime: time) else { return try restart() }
        opening.decoder.reset()
        soundCount = 0
        soundOffset = 0
        media = -1
        // A place that FFmpeg missed is counted to from the start.
        let isFound = try advance() && media >= 0 && media <= wanted
        if !isFound { try restart() }
    }

    private func seek(byCount wanted: Int64) throws(AudioError) {
        let size = Int64(opening.packetFrames)
        let packet = max(0, wanted / size - 3)
        var next = (media + Int64(soundCount)) / size
        if next > packet || soundCount == 0 {
            try restart()
            next = 1
            if packet == 0 { return }
        }
        while next < packet {
            guard try opening.decoder.skipPacket(opening.input) else { break }
            next += 1
        }
        opening.decoder.reset()
        soundCount = 0
        soundOffset = 0
        media = next * size
    }

    /// Opens the file anew and stands before its first frame.
    private func restart() throws(AudioError) {
        let fresh = try RareOpening(library, source, start: start, format: format)
        guard fresh.samples == opening.samples, fresh.rate == opening.rate else {
            throw error(.decode, "changes while it is read")
        }
        opening = fresh
        media = 0
        soundCount = fresh.packetFrames
        soundOffset = 0
        silence = 0
    }

    /// Drops frames until `wanted` of the media is the next one, or the stream ends.
    private func pass(untilMedia wanted: Int64) throws(AudioError) {
        while position + lead < wanted {
            let missing = wanted - position - lead
            if silence > 0 {
                silence -= min(silence, missing)
            } else if soundOffset < soundCount {
                soundOffset += Int(min(Int64(soundCount - soundOffset), missing))
            } else if try !advance() {
                return
            }
        }
    }

    /// Decodes the next frame; false at the end.
    private func advance() throws(AudioError) -> Bool {
        let end = media + Int64(soundCount)
        media = end
        soundCount = 0
        soundOffset = 0
        do throws(AudioError) {
            while true {
                switch try opening.decoder.step(opening.input) {
                case .end: return fillsLostEnd()
                case .damage(let isWhole): noteDamage(isWhole: isWhole)
                case .sound:
                    guard let frame = opening.decoder.sound, frame.pointee.nb_samples > 0 else { continue }
                    guard FrameSamples(library.functions, frame) == opening.samples,
                        Int(frame.pointee.sample_rate) == info.rate
                    else { throw error(.decode, "changes its rate, channels or bits inside, which is not played") }
                    soundCount = Int(frame.pointee.nb_samples)
                    place(frame.pointee.pts)
                    damage.close()
                    return true
                }
            }
        } catch {
            isFinished = true
            throw error
        }
    }

    /// The last packet was there but damaged: it becomes silence, so that the length is right.
    private func fillsLostEnd() -> Bool {
        guard damage.isPacketLost, isEndExact, seeking == .byTime, let total = info.frameCount else { return false }
        let missing = total - position
        guard missing > 0, missing <= Int64(opening.packetFrames) else { return false }
        damage.close()
        silence = missing
        media += missing
        return true
    }

    /// Puts a decoded frame where its time says, when times can be trusted.
    private func place(_ tick: Int64) {
        guard seeking == .byTime, tick != cffmpeg_no_time, let first = opening.firstTick else { return }
        let (ticks, overflow) = tick.subtractingReportingOverflow(first)
        guard !overflow, let frame = opening.timeline?.frame(ofTick: ticks), frame >= 0 else { return }
        // Behind a seek nothing is known but the time.
        guard media >= 0 else { return media = frame }
        let gap = frame - media
        guard gap > 0, gap <= Self.longestGap * Int64(info.rate) else { return }
        // What is exact to the sample leaves out none.
        if info.isLossless { noteDamage(isWhole: false) }
        silence = gap
        media = frame
    }

    private func noteDamage(isWhole: Bool) {
        damage.note(at: max(0, position), isWholePacket: isWhole)
        guard seeking == .byCount, media >= 0 else { return }
        silence += Int64(opening.packetFrames)
        media += Int64(opening.packetFrames)
    }

    /// The end: where it should be, or too early.
    private func finish() throws(AudioError) -> Int {
        guard !isFinished else { return 0 }
        isFinished = true
        guard !isTold else { return 0 }
        let missing = (info.frameCount ?? position) - position
        let tolerance = !isEndExact ? Int64(info.rate) : info.isLossless ? 0 : Int64(opening.packetFrames)
        if missing > tolerance {
            isTold = true
            let place = "cut off at \(RareTime.text(position, info.rate))"
            throw error(.decode, info.frameCount.map { "\(place) of \(RareTime.text($0, info.rate))" } ?? place)
        }
        guard let line = damage.line(rate: info.rate) else { return 0 }
        isTold = true
        throw error(.decode, line)
    }

    private func error(_ code: AudioError.Code, _ message: String) -> AudioError {
        AudioError(code, path: source.name, message)
    }
}
