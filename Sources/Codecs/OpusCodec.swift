// Ogg Opus by libopusfile, which is opened with the first such file. One thread owns a codec: the decoder's.

import AudioCore

/// Opus of up to eight channels at 48 kHz. What is lost inside sounds as silence of the right length.
final class OpusCodec: AudioCodec {
    let info: StreamInfo
    private let file: OpusFile
    private let order: [Int]
    /// The stream has no last page.
    private let isCut: Bool
    /// The next frame that `read` gives, and those of silence that come first.
    private var position: Int64 = 0
    private var silence: Int64 = 0
    /// The library alone knows where the next sound stands.
    private var isPlaceOpen = false
    private var damage = StreamDamage()
    private var isFinished = false
    /// What is decoded, and what of it was not yet read: samples, interleaved in Vorbis' order.
    private let block: UnsafeMutablePointer<Float>
    private var blockOffset = 0
    private var blockCount = 0

    /// Hertz (RFC 7845, section 4: playback is always at 48 kHz).
    private static let rate = 48_000
    /// Frames decoded before a place that is sought. The format asks for 80 ms (RFC 7845, section 4.6), after which the
    /// energies of the bands, predicted from packet to packet, may still be some per cent off.
    private static let warmUp: Int64 = 24_000
    /// Frames of the longest packet, 120 ms (RFC 6716, section 3.2.5).
    private static let longestPacket = 5760

    init(_ feed: CodecFeed, isCut: Bool) throws(AudioError) {
        let file = try OpusFile(feed)
        let channels = file.channels
        guard (1...8).contains(channels) else {
            throw feed.reader.error(.notSupported, "is Opus with \(channels) channels, not 1 to 8")
        }
        self.file = file
        self.isCut = isCut
        let frames = file.frameCount
        order = SpeakerOrder.fromVorbis(channels) ?? Array(0..<channels)
        info = StreamInfo(
            container: "ogg", codec: "opus", rate: Self.rate, channels: channels, bits: nil, words: .float32,
            frameCount: frames, isLossless: false,
            bitrate: Bitrate.average(bytes: feed.size, frames: frames, rate: Self.rate))
        block = .allocate(capacity: Self.longestPacket * channels)
    }

    deinit { block.deallocate() }

    func read(into words: UnsafeMutablePointer<UInt32>, frameCount: Int) throws(AudioError) -> Int {
        while silence == 0, blockOffset == blockCount {
            guard try advance() else { return 0 }
        }
        if silence > 0 {
            return LostFrames.fill(
                words, frameCount: frameCount, channels: info.channels, from: &silence, at: &position)
        }
        let count = min(frameCount, blockCount - blockOffset)
        let samples = block + blockOffset * info.channels
        for (channel, place) in order.enumerated() {
            for index in 0..<count {
                words[index &* info.channels &+ channel] = samples[index &* info.channels &+ place].bitPattern
            }
        }
        blockOffset += count
        position += Int64(count)
        return count
    }

    func seek(toFrame frame: Int64) throws(AudioError) {
        guard file.feed.isSeekable, let total = info.frameCount else {
            throw file.feed.reader.error(.notSupported, "is a stream, which cannot be sought")
        }
        isFinished = true
        silence = 0
        blockOffset = 0
        blockCount = 0
        let target = min(max(0, frame), total)
        position = target
        guard target < total else { return }
        position = max(0, target - Self.warmUp)
        try file.seek(toFrame: position)
        isFinished = false
        isPlaceOpen = true
        while position < target {
            let available = Int64(blockCount - blockOffset)
            if silence == 0, available == 0 {
                guard try advance() else { return }
                continue
            }
            let passed = min(silence > 0 ? silence : available, target - position)
            if silence > 0 { silence -= passed } else { blockOffset += Int(passed) }
            position += passed
        }
    }

    /// Decodes the next packet, of which nothing may come when it is damaged, or brings silence; false at the end.
    private func advance() throws(AudioError) -> Bool {
        guard !isFinished else { return false }
        blockOffset = 0
        blockCount = 0
        do throws(AudioError) {
            switch try file.step(into: block, capacity: Self.longestPacket * info.channels) {
            case .end:
                return try finish()
            case .damage:
                damage.note(at: position)
                isPlaceOpen = true
            case .sound(let count):
                guard file.channels == info.channels else {
                    throw file.feed.reader.error(.decode, "changes its channels inside, which is not played")
                }
                blockCount = count
                if isPlaceOpen { place() }
            }
            return true
        } catch {
            isFinished = true
            throw error
        }
    }

    /// Puts what was decoded behind damage or a jump where it belongs: behind silence for what was lost.
    private func place() {
        isPlaceOpen = false
        let first = file.nextFrame - Int64(blockCount)
        let gap = min(first - position, (info.frameCount ?? Int64.max) - position)
        guard gap > 0 else { return }
        damage.note(at: position)
        silence = gap
        // Behind the end there is nothing.
        if gap < first - position { blockOffset = blockCount }
    }

    /// The end of what there is to decode: what damage has cost before it is silence; else there is something to say,
    /// or not, and it is false.
    private func finish() throws(AudioError) -> Bool {
        let missing = (info.frameCount ?? position) - position
        if missing > 0, damage.count > 0 {
            silence = missing
            return true
        }
        isFinished = true
        let line =
            isCut || missing > 0
            ? damage.tellCut(at: position, of: missing > 0 ? info.frameCount : nil, rate: info.rate)
            : damage.tellDamage(rate: info.rate)
        if let line { throw file.feed.reader.error(.decode, line) }
        return false
    }
}
