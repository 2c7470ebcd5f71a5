// Ogg Vorbis by libvorbisfile, which is opened with the first such file. One thread owns a codec: the decoder's.

import AudioCore

/// Vorbis of up to eight channels. The last page's granule position trims the end, as the format demands.
final class VorbisCodec: AudioCodec {
    let info: StreamInfo
    private let file: VorbisFile
    private let order: [Int]
    private var position: Int64 = 0
    private var damage = StreamDamage()
    private var isFinished = false

    init(_ feed: CodecFeed) throws(AudioError) {
        let file = try VorbisFile(feed)
        guard let shape = file.shape, (1...PCMLayout.mostChannels).contains(shape.channels) else {
            throw feed.reader.error(.decode, "has a Vorbis header that is damaged or cut off")
        }
        guard StreamInfo.playableRates.contains(shape.rate) else {
            throw feed.reader.error(.rate(shape.rate))
        }
        self.file = file
        let frames = file.frameCount
        order = SpeakerOrder.fromVorbis(shape.channels) ?? Array(0..<shape.channels)
        info = StreamInfo(
            container: "ogg", codec: "vorbis", rate: shape.rate, channels: shape.channels, bits: nil, words: .float32,
            frameCount: frames, isLossless: false,
            bitrate: Bitrate.average(bytes: feed.size, frames: frames, rate: shape.rate))
    }

    func read(into words: UnsafeMutablePointer<UInt32>, frameCount: Int) throws(AudioError) -> Int {
        while !isFinished {
            do throws(AudioError) {
                switch try file.step(frameCount) {
                case .end: return try finish()
                case .damage: damage.note(at: position)
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
        return 0
    }

    func seek(toFrame frame: Int64) throws(AudioError) {
        guard file.feed.isSeekable, let total = info.frameCount else {
            throw file.feed.reader.error(.notSupported, "is a stream, which cannot be sought")
        }
        isFinished = true
        position = min(max(0, frame), total)
        guard position < total else { return }
        try file.seek(toFrame: position)
        isFinished = false
    }

    /// A chained file may change its shape from part to part.
    private func checkShape() throws(AudioError) {
        guard let shape = file.shape, shape.channels == info.channels, shape.rate == info.rate else {
            throw file.feed.reader.error(.decode, "changes its rate or channels inside, which is not played")
        }
    }

    private func finish() throws(AudioError) -> Int {
        isFinished = true
        let isCut = info.frameCount.map { position < $0 } ?? false
        let line =
            isCut
            ? damage.tellCut(at: position, of: info.frameCount, rate: info.rate)
            : damage.tellDamage(rate: info.rate)
        if let line { throw file.feed.reader.error(.decode, line) }
        return 0
    }
}
