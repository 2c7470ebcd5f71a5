// MP3 (and MPEG Layers I and II) by libmpg123. One thread owns a codec: the decoder's.

import AudioCore

/// MPEG audio: our own code finds, counts and trims the frames, libmpg123 decodes them. Frames lost inside a stream of
/// one bitrate are silence, since their number is known; in others they are missing.
final class MP3Codec: AudioCodec {
    static let entry = CodecEntry(
        name: "MP3", extensions: ["mp3", "mp2", "mp1", "mpga"], isWeak: true, recognises: isMPEG, open: open)

    let info: StreamInfo
    private let reader: SourceReader
    private let decoder: MP3Decoder
    private var layout: MP3Layout
    private var walker: MP3FrameWalker
    /// The number of the MPEG frame that the walker finds next.
    private var mpegFrame: Int64 = 0
    /// The next sample frame that `read` gives, and those to drop before it.
    private var position: Int64 = 0
    private var dropCount: Int
    /// What is left of the decoded MPEG frame; nil words are silence.
    private var sound: UnsafePointer<UInt32>?
    private var soundCount = 0
    private var damage = StreamDamage()
    private var isFinished = false
    private var hasLookedForConstantBitrate = false
    /// What stands behind the last frame and is no tag is sound that never arrived from so many bytes on.
    private static let leastTail: Int64 = 1 << 16

    static func isMPEG(_ head: [UInt8]) -> Bool {
        head.withUnsafeBytes { bytes in
            // The view may be cut by its own length: only at its very end may two frames be proof.
            let isLast = bytes.count < CodecEntry.headLength
            guard let found = MPEGSync.find(in: bytes, range: 0..<bytes.count, isLast: isLast) else { return false }
            // Frames inside another kind of file are not a stream of their own.
            return found.offset == 0 || ForeignContent.kind(of: head) == nil
        }
    }

    static func open(_ reader: SourceReader, _ start: Int64) throws(AudioError) -> any AudioCodec {
        let end = try SourceTags.soundEnd(reader, start: start)
        return try MP3Codec(reader, start: start, end: end, container: "mp3")
    }

    /// - Parameters:
    ///   - start: where frames, or junk before them, start.
    ///   - end: the offset behind the last byte of sound; nil when unknown.
    ///   - container: the kind of file around the frames.
    init(_ reader: SourceReader, start: Int64, end: Int64?, container: String) throws(AudioError) {
        let layout = try MP3Layout.read(reader, start: start, end: end)
        self.reader = reader
        self.layout = layout
        let stream = layout.stream
        let bytes = layout.end.map { $0 - layout.start }
        info = StreamInfo(
            container: container == "mp3" ? stream.codec : container, codec: stream.codec, rate: stream.rate,
            channels: stream.channels, bits: nil, words: .float32, frameCount: layout.frameCount, isLossless: false,
            bitrate: layout.constantBitrate == nil
                ? Bitrate.average(bytes: bytes, frames: layout.frameCount, rate: stream.rate) : stream.bitrate)
        walker = MP3FrameWalker(reader, start: layout.start, end: layout.end, stream: stream)
        dropCount = layout.lead
        decoder = try MP3Decoder(name: reader.name)
    }

    func read(into words: UnsafeMutablePointer<UInt32>, frameCount: Int) throws(AudioError) -> Int {
        while !isFinished {
            if soundCount == 0 {
                guard try advance() else { break }
                continue
            }
            let limit = layout.frameCount.map { max(0, $0 - position) } ?? Int64.max
            let count = Int(min(Int64(min(soundCount, frameCount)), limit))
            guard count > 0 else { break }
            if let sound {
                words.update(from: sound, count: count * info.channels)
            } else {
                words.update(repeating: 0, count: count * info.channels)
            }
            drop(count)
            position += Int64(count)
            return count
        }
        return try finish()
    }

    /// The samples behind a seek are those of playing there, up to the last bit of float rounding.
    func seek(toFrame frame: Int64) throws(AudioError) {
        guard reader.isSeekable else { throw reader.error(.notSupported, "is a stream, which cannot be sought") }
        let target = min(max(0, frame), layout.frameCount ?? Int64.max / 4)
        // Until the place is found there is none to read on from.
        isFinished = true
        soundCount = 0
        position = target
        if target == layout.frameCount { return }
        let samples = Int64(layout.stream.samples)
        let wanted = (target + Int64(layout.lead)) / samples
        try walk(to: max(0, wanted - layout.stream.warmUpFrames))
        try decoder.reset()
        let (dropped, overflow) = (target + Int64(layout.lead)).subtractingReportingOverflow(mpegFrame * samples)
        dropCount = overflow ? 0 : Int(max(0, dropped))
        isFinished = false
    }

    /// Makes MPEG frame `number` the next one decoded, or stops at the end before it.
    private func walk(to number: Int64) throws(AudioError) {
        if let offset = try constantBitrate()?.offset(of: number, reader) {
            walker.move(to: offset)
            mpegFrame = number
            return
        }
        let near = layout.index.nearest(to: number) ?? (0, layout.start)
        if mpegFrame > number || mpegFrame < near.number {
            walker.move(to: near.offset)
            mpegFrame = near.number
        }
        while mpegFrame < number, case .frame(_, let offset, _) = try walker.next() {
            layout.index.note(mpegFrame, at: offset)
            mpegFrame += 1
        }
    }

    /// The arithmetic of a stream of one bitrate, looked for at the first seek.
    private func constantBitrate() throws(AudioError) -> MP3ConstantBitrate? {
        guard let end = layout.end, !hasLookedForConstantBitrate else { return layout.constantBitrate }
        hasLookedForConstantBitrate = true
        guard layout.constantBitrate == nil else { return layout.constantBitrate }
        layout.constantBitrate = try MP3ConstantBitrate(reader, start: layout.start, end: end, header: layout.stream)
        return layout.constantBitrate
    }

    /// Decodes the next MPEG frame; false at the end.
    private func advance() throws(AudioError) -> Bool {
        do throws(AudioError) {
            switch try walker.next() {
            case .end:
                // Where a length is declared, that tells what is missing.
                if !layout.isDeclared, walker.skippedBytes >= Self.leastTail { noteLoss(walker.skippedBytes) }
                return false
            case .change:
                throw reader.error(.decode, "changes its rate or channels at \(place), which is not played")
            case .frame(let header, let offset, let followsDamage):
                if followsDamage, try fillsLoss(before: offset) { break }
                layout.index.note(mpegFrame, at: offset)
                sound = try decoder.decode(try reader.peek(header.length), header)
                if sound == nil { damage.note(at: position, lost: 1) }
                soundCount = header.samples
                mpegFrame += 1
            }
        } catch {
            isFinished = true
            soundCount = 0
            throw error
        }
        let dropped = min(dropCount, soundCount)
        dropCount -= dropped
        drop(dropped)
        return true
    }

    /// Notes what was lost in front of the frame at `offset`; true when it comes first, as silence, and then the frame.
    private func fillsLoss(before offset: Int64) throws(AudioError) -> Bool {
        guard let number = try constantBitrate()?.number(at: offset), number > mpegFrame else {
            noteLoss(walker.skippedBytes)
            return false
        }
        let lost = number - mpegFrame
        damage.note(at: position, lost: lost)
        sound = nil
        soundCount = Int(lost) * layout.stream.samples
        mpegFrame = number
        walker.move(to: offset)
        return true
    }

    /// Bytes that are no frames: as many frames as would have stood there, one at least.
    private func noteLoss(_ bytes: Int64) {
        let length = Int64(max(1, layout.stream.length))
        damage.note(at: position, lost: max(1, (bytes + length / 2) / length))
    }

    /// Takes frames from the front of what is decoded.
    private func drop(_ count: Int) {
        sound = sound.map { $0 + count * info.channels }
        soundCount -= count
    }

    private var place: String { PlayTime.text(frame: position, rate: info.rate) }

    /// The end: where it was declared, or too early by more than encoders miscount. A stream that declares no length
    /// ends where its frames do.
    private func finish() throws(AudioError) -> Int {
        guard !isFinished else { return 0 }
        isFinished = true
        soundCount = 0
        let missing = (layout.frameCount ?? position) - position
        // Frames lost inside are missing at the end.
        let samples = Int64(layout.stream.samples)
        let isShort = layout.isDeclared && missing > (2 + damage.lostCount) * samples
        let endsInside = walker.endsInsideFrame && layout.end != nil
        // What is missing of a stream that ends with a whole frame was lost where it is damaged.
        let isLostInside = isShort && damage.count > 0 && !endsInside
        if isLostInside { damage.addLost(missing / samples - damage.lostCount) }
        let isCut = isShort ? !isLostInside : endsInside && !layout.isDeclared
        let line =
            isCut
            ? damage.tellCut(at: position, of: layout.isDeclared ? layout.frameCount : nil, rate: info.rate)
            : damage.tellDamage(rate: info.rate)
        if let line { throw reader.error(.decode, line) }
        return 0
    }
}
