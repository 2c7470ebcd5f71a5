// Ogg Vorbis by libvorbisfile, which is opened with the first such file. One thread owns a codec: the decoder's.

import AudioCore

/// Vorbis of up to eight channels. The last page's granule position trims the end, as the format demands. What is lost
/// inside sounds as silence of the right length.
final class VorbisCodec: AudioCodec {
    let info: StreamInfo
    private let file: VorbisFile
    private let order: [Int]
    /// The stream has no last page.
    private let isCut: Bool
    /// The next frame that `read` gives.
    private var position: Int64 = 0
    /// Frames of silence that come first, then those whose place was looked for.
    private var silence: Int64 = 0
    private var held: HeldSound
    private var damage = StreamDamage()
    private var isFinished = false

    /// Seconds in front of a place that is sought from where sound is counted to it when it cannot be found; then the
    /// start.
    private static let runUps: [Int64] = [5, 30]

    init(_ feed: CodecFeed, isCut: Bool) throws(AudioError) {
        let file = try VorbisFile(feed)
        guard let shape = file.shape, (1...PCMLayout.mostChannels).contains(shape.channels) else {
            throw feed.reader.error(.decode, "has a Vorbis header that is damaged or cut off")
        }
        guard StreamInfo.playableRates.contains(shape.rate) else {
            throw feed.reader.error(.rate(shape.rate))
        }
        self.file = file
        self.isCut = isCut
        let frames = file.frameCount
        order = SpeakerOrder.fromVorbis(shape.channels) ?? Array(0..<shape.channels)
        held = HeldSound(channels: shape.channels)
        info = StreamInfo(
            container: "ogg", codec: "vorbis", rate: shape.rate, channels: shape.channels, bits: nil, words: .float32,
            frameCount: frames, isLossless: false,
            bitrate: Bitrate.average(bytes: feed.size, frames: frames, rate: shape.rate))
    }

    func read(into words: UnsafeMutablePointer<UInt32>, frameCount: Int) throws(AudioError) -> Int {
        while true {
            if silence > 0 {
                return LostFrames.fill(
                    words, frameCount: frameCount, channels: info.channels, from: &silence, at: &position)
            }
            if held.count > 0 {
                let count = held.move(to: words, most: frameCount)
                position += Int64(count)
                return count
            }
            guard !isFinished else { return 0 }
            do throws(AudioError) {
                switch try file.step(frameCount) {
                case .end: try finish()
                case .damage: try findPlace()
                case .sound(let planes, let count):
                    try checkShape()
                    for (channel, plane) in order.enumerated() {
                        guard let samples = planes[plane] else { continue }
                        for index in 0..<count {
                            words[index &* info.channels &+ channel] = samples[index].bitPattern
                        }
                    }
                    position += Int64(count)
                    return count
                }
            } catch {
                isFinished = true
                throw error
            }
        }
    }

    func seek(toFrame frame: Int64) throws(AudioError) {
        guard file.feed.isSeekable, let total = info.frameCount else {
            throw file.feed.reader.error(.notSupported, "is a stream, which cannot be sought")
        }
        isFinished = true
        silence = 0
        held.clear()
        let target = min(max(0, frame), total)
        position = target
        guard target < total else { return }
        let starts = [0] + Self.runUps
        for start in starts.map({ target - $0 * Int64(info.rate) }) where start > 0 {
            if try isFound(start) { return try pass(from: start, to: target) }
        }
        held.clear()
        try file.seek(toFrame: 0)
        try pass(from: 0, to: target)
    }

    /// Makes `frame` the next one and holds the rest of its page; false when the library is led astray by damage in
    /// front of it or behind, which it notices where the page ends.
    private func isFound(_ frame: Int64) throws(AudioError) -> Bool {
        held.clear()
        try file.seek(toFrame: frame)
        var expected = file.nextFrame
        guard expected == frame else { return false }
        let page = file.pageEnd
        while file.pageEnd == page, !held.isFull {
            switch try file.step(Int(Int16.max)) {
            case .end: return true
            case .damage: return false
            case .sound(let planes, let count):
                try checkShape()
                held.append(count: count) { planes[order[$0]] }
                expected += Int64(count)
                guard file.nextFrame == expected else { return false }
            }
        }
        return true
    }

    /// Drops frames from `start` on until `target` is the next one, or the stream ends.
    private func pass(from start: Int64, to target: Int64) throws(AudioError) {
        position = start
        isFinished = false
        let most = 4096
        let scratch = UnsafeMutablePointer<UInt32>.allocate(capacity: most * info.channels)
        defer { scratch.deallocate() }
        while position < target {
            guard try read(into: scratch, frameCount: Int(min(Int64(most), target - position))) > 0 else { return }
        }
    }

    /// Decodes behind damage until the library knows again where it is, which a page tells at its end, and puts what
    /// was decoded there, behind silence for what was lost.
    private func findPlace() throws(AudioError) {
        var page = file.pageEnd
        var first: Int64?
        search: while first == nil, !held.isFull {
            let expected = file.nextFrame
            switch try file.step(Int(Int16.max)) {
            case .end:
                // The last page does not tell where it starts, but all of it does where it ends.
                first = info.frameCount.map { max(position, $0 - Int64(held.count)) }
                break search
            case .damage:
                // What came between cannot be placed.
                held.clear()
                page = file.pageEnd
            case .sound(let planes, let count):
                try checkShape()
                held.append(count: count) { planes[order[$0]] }
                let next = file.nextFrame
                if next - Int64(count) != expected || file.pageEnd != page { first = next - Int64(held.count) }
            }
        }
        damage.note(at: position)
        guard let first else { return }
        let room = (info.frameCount ?? Int64.max) - position
        let gap = min(first - position, room)
        if gap >= 0 { silence = gap } else { held.drop(Int(min(-gap, Int64(held.count)))) }
        held.keep(max(0, room - silence))
    }

    /// A chained file may change its shape from part to part.
    private func checkShape() throws(AudioError) {
        guard let shape = file.shape, shape.channels == info.channels, shape.rate == info.rate else {
            throw file.feed.reader.error(.decode, "changes its rate or channels inside, which is not played")
        }
    }

    /// The end of what there is to decode: what damage has cost before it is silence; else there is something to say,
    /// or not.
    private func finish() throws(AudioError) {
        let missing = (info.frameCount ?? position) - position
        if missing > 0, damage.count > 0 {
            silence = missing
            return
        }
        isFinished = true
        let line =
            isCut || missing > 0
            ? damage.tellCut(at: position, of: missing > 0 ? info.frameCount : nil, rate: info.rate)
            : damage.tellDamage(rate: info.rate)
        if let line { throw file.feed.reader.error(.decode, line) }
    }
}
