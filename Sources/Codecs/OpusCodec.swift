// Ogg Opus by libopusfile, which is opened with the first such file. One thread owns a codec: the decoder's.

import AudioCore

/// Opus of up to eight channels at 48 kHz.
final class OpusCodec: AudioCodec {
    let info: StreamInfo
    private let file: OpusFile
    private let order: [Int]
    private var position: Int64 = 0
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

    init(_ feed: CodecFeed) throws(AudioError) {
        let file = try OpusFile(feed)
        let channels = file.channels
        guard (1...8).contains(channels) else {
            throw feed.reader.error(.notSupported, "is Opus with \(channels) channels, not 1 to 8")
        }
        self.file = file
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
        while blockOffset == blockCount {
            guard try advance() else { return 0 }
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
        blockOffset = 0
        blockCount = 0
        position = min(max(0, frame), total)
        guard position < total else { return }
        var passed = max(0, position - Self.warmUp)
        try file.seek(toFrame: passed)
        isFinished = false
        while passed < position {
            guard try advance() else { return }
            let count = min(Int64(blockCount), position - passed)
            blockOffset = Int(count)
            passed += count
        }
    }

    /// Decodes the next packet, of which nothing may come when it is damaged; false at the end.
    private func advance() throws(AudioError) -> Bool {
        guard !isFinished else { return false }
        blockOffset = 0
        blockCount = 0
        do throws(AudioError) {
            switch try file.step(into: block, capacity: Self.longestPacket * info.channels) {
            case .end:
                isFinished = true
                try finish()
                return false
            case .damage:
                damage.note(at: position)
            case .sound(let count):
                guard file.channels == info.channels else {
                    throw file.feed.reader.error(.decode, "changes its channels inside, which is not played")
                }
                blockCount = count
            }
            return true
        } catch {
            isFinished = true
            throw error
        }
    }

    private func finish() throws(AudioError) {
        let isCut = info.frameCount.map { position < $0 } ?? false
        let line =
            isCut
            ? damage.tellCut(at: position, of: info.frameCount, rate: info.rate)
            : damage.tellDamage(rate: info.rate)
        if let line { throw file.feed.reader.error(.decode, line) }
    }
}
