// FLAC by libFLAC. One thread owns a codec: the decoder's.

import AudioCore

/// FLAC of 4 to 32 bits and up to 8 channels. What is damaged or missing inside sounds as silence of the right length.
final class FLACCodec: AudioCodec {
    static let entry = CodecEntry(name: "FLAC", extensions: ["flac", "fla"], recognises: FLACHeader.isFLAC, open: open)

    let info: StreamInfo
    private let decoder: FLACDecoder
    private let stream: FLACStream
    /// The next frame that `read` gives.
    private var position: Int64 = 0
    /// Frames of silence that come before the block, and frames of the block that are gone.
    private var silence: Int64 = 0
    private var blockOffset = 0
    private var damage = StreamDamage()
    private var isFinished = false
    /// Damage was met that no sound block has followed yet.
    private var isDamagedHere = false
    private var hasBegun = false
    /// A whole block failed its checksum since the last sound one.
    private var isBlockLost = false
    /// Bytes decoded when the last sound block ended, kept only when the length is unknown.
    private var soundLength: Int64 = 0

    /// A gap longer than this is believed only when the length of the stream confirms it. Seconds.
    private static let longestGap: Int64 = 60

    static func open(_ reader: SourceReader, _ start: Int64) throws(AudioError) -> any AudioCodec {
        let header = try FLACHeader.read(reader, start: start)
        let end = try SourceTags.soundEnd(reader, start: start)
        try reader.seek(to: header.soundStart)
        return try FLACCodec(FLACStream(reader, header, soundEnd: end))
    }

    /// FLAC in Ogg (RFC 9639, section 10.1), whose first packet stands `packet` bytes behind `start`. libFLAC takes the
    /// pages apart itself.
    static func openOgg(_ reader: SourceReader, _ start: Int64, packet: Int) throws(AudioError) -> any AudioCodec {
        let header = try FLACHeader.readOgg(reader, start: start, packet: packet)
        return try FLACCodec(FLACStream(reader, header, soundEnd: reader.size))
    }

    private init(_ stream: FLACStream) throws(AudioError) {
        let header = stream.header
        self.stream = stream
        decoder = try FLACDecoder(stream)
        let bytes = stream.soundEnd.map { max(0, $0 - header.soundStart) }
        info = StreamInfo(
            container: header.isOgg ? "ogg" : "flac", codec: "flac", rate: header.rate, channels: header.channels,
            bits: header.bits,
            words: .int32, frameCount: header.frameCount, isLossless: true,
            bitrate: Bitrate.average(bytes: bytes, frames: header.frameCount, rate: header.rate),
            speakers: SpeakerLayout(mask: UInt64(header.channelMask), channels: header.channels))
    }

    func read(into words: UnsafeMutablePointer<UInt32>, frameCount: Int) throws(AudioError) -> Int {
        while true {
            if silence > 0 {
                return LostFrames.fill(
                    words, frameCount: frameCount, channels: info.channels, from: &silence, at: &position)
            }
            let available = stream.blockCount - blockOffset
            if available > 0 {
                let count = min(available, frameCount)
                words.update(from: stream.block + blockOffset * info.channels, count: count * info.channels)
                blockOffset += count
                position += Int64(count)
                return count
            }
            guard try advance() else { return 0 }
        }
    }

    func seek(toFrame frame: Int64) throws(AudioError) {
        guard stream.reader.isSeekable else {
            throw stream.reader.error(.notSupported, "is a stream, which cannot be sought")
        }
        stop()
        // Until the place is found there is none to read on from.
        isFinished = true
        let target = max(0, frame)
        if let total = info.frameCount, target >= total {
            position = target
            return
        }
        isDamagedHere = false
        isBlockLost = false
        soundLength = 0
        if try decoder.seek(toFrame: target) {
            position = target
            isFinished = false
            if info.frameCount == nil { soundLength = decoder.decodedLength ?? 0 }
            return
        }
        // A stream that is damaged, cut or of unknown length defeats libFLAC's search: count from the start instead.
        try decoder.rewind()
        stop()
        position = 0
        try pass(until: target)
        isFinished = false
    }

    /// Drops frames until `target` is the next one, or the stream ends.
    private func pass(until target: Int64) throws(AudioError) {
        while position < target {
            let available = Int64(stream.blockCount - blockOffset)
            if silence == 0, available == 0 {
                guard try take(decoder.step()) else { return }
                continue
            }
            let passed = min(silence > 0 ? silence : available, target - position)
            if silence > 0 { silence -= passed } else { blockOffset += Int(passed) }
            position += passed
        }
    }

    /// Drops what is decoded.
    private func stop() {
        stream.forgetBlock()
        blockOffset = 0
        silence = 0
    }

    /// Brings the next block or silence; false at the end.
    private func advance() throws(AudioError) -> Bool {
        guard !isFinished else { return false }
        do throws(AudioError) {
            if try take(decoder.step()) { return true }
            if fillsLostEnd() { return true }
        } catch {
            stop()
            isFinished = true
            throw error
        }
        isFinished = true
        if let line = endLine() { throw stream.reader.error(.decode, line) }
        return false
    }

    /// Takes what a step of the decoder gave; false at the end.
    private func take(_ step: FLACDecoder.Step) -> Bool {
        blockOffset = 0
        switch step {
        case .end:
            stream.forgetBlock()
            return false
        case .damage(let isWhole):
            stream.forgetBlock()
            isDamagedHere = true
            isBlockLost = isBlockLost || isWhole
        case .block(let followsDamage):
            isDamagedHere = isDamagedHere || followsDamage
            placeBlock()
        }
        return true
    }

    /// Puts the block where its number says: behind silence when frames are missing, cut when it was played already.
    private func placeBlock() {
        // A stream that was joined in its middle begins there.
        if !hasBegun, !stream.reader.isSeekable { position = max(0, stream.blockFirst) }
        hasBegun = true
        let gap = stream.blockFirst - position
        let longest = info.frameCount.map { $0 - 1 - position } ?? Self.longestGap * Int64(info.rate)
        if gap > 0, gap <= longest {
            silence = gap
            isDamagedHere = true
        } else if gap < 0 {
            blockOffset = Int(min(Int64(stream.blockCount), -gap))
        }
        if isDamagedHere, blockOffset < stream.blockCount {
            damage.note(at: position)
            isDamagedHere = false
            isBlockLost = false
        }
        if info.frameCount == nil { soundLength = decoder.decodedLength ?? 0 }
    }

    /// The last block was there but damaged: it becomes silence, so that the length is right.
    private func fillsLostEnd() -> Bool {
        guard isBlockLost, let total = info.frameCount else { return false }
        let missing = total - position
        guard missing > 0, missing <= Int64(stream.header.largestBlock) else { return false }
        damage.note(at: position)
        isDamagedHere = false
        isBlockLost = false
        silence = missing
        return true
    }

    /// What there is to say at the end of the stream.
    private func endLine() -> String? {
        let isCut: Bool
        if let total = info.frameCount {
            isCut = position < total
        } else {
            isCut = stream.length.map { soundLength < $0 } ?? false
        }
        guard isCut else { return damage.tellDamage(rate: info.rate) }
        return damage.tellCut(at: position, of: info.frameCount, rate: info.rate)
    }
}
