// Uncompressed samples as they stand in a file. One thread owns a codec: the decoder's.

import AudioCore

/// Where the uncompressed samples of a file stand, and what they are.
struct PCMLayout {
    /// `wav`, `w64`, `aiff`.
    var container: String
    var coding: SampleCoding
    var channels: Int
    /// Hertz.
    var rate: Int
    /// Bits of a sample that carry sound; of a float all, though doubles are given as singles.
    var bits: Int
    /// Where the channels belong; nil for the standard layout.
    var speakers: SpeakerLayout?
    /// The offset of the first sample.
    var dataStart: Int64
    /// Bytes of samples that are there; nil when neither header nor source says.
    var dataLength: Int64?
    /// Bytes the header promises when the file is shorter than that; else nil.
    var promisedLength: Int64?

    var bytesPerFrame: Int { channels * coding.bytes }

    /// What is taken for a number of channels.
    static let mostChannels = 32
}

/// PCM of 8 to 32 bits or float.
final class PCMCodec: AudioCodec {
    let info: StreamInfo
    private let reader: SourceReader
    private let layout: PCMLayout
    /// Frames that are there; nil when only the end of the stream will tell.
    private let frameCount: Int64?
    private var position: Int64 = 0
    private var damage = StreamDamage()
    private var isFinished = false
    private let scratch: UnsafeMutableRawPointer
    private static let scratchBytes = 1 << 15

    init(_ reader: SourceReader, _ layout: PCMLayout) throws(AudioError) {
        self.reader = reader
        self.layout = layout
        frameCount = layout.dataLength.map { $0 / Int64(layout.bytesPerFrame) }
        let bitrate = layout.rate.multipliedReportingOverflow(by: layout.bytesPerFrame * 8).partialValue / 1000
        info = StreamInfo(
            container: layout.container, codec: "pcm", rate: layout.rate, channels: layout.channels,
            bits: layout.bits, words: layout.coding.isFloat ? .float32 : .int32, frameCount: frameCount,
            isLossless: true, bitrate: bitrate, speakers: layout.speakers)
        scratch = .allocate(byteCount: Self.scratchBytes, alignment: 16)
        try reader.seek(to: layout.dataStart)
    }

    deinit { scratch.deallocate() }

    func read(into words: UnsafeMutablePointer<UInt32>, frameCount wanted: Int) throws(AudioError) -> Int {
        let bytesPerFrame = layout.bytesPerFrame
        var count = min(wanted, Self.scratchBytes / bytesPerFrame)
        if let frameCount { count = Int(min(Int64(count), max(0, frameCount - position))) }
        var got = 0
        if count > 0, !isFinished {
            let target = UnsafeMutableRawBufferPointer(start: scratch, count: count * bytesPerFrame)
            do throws(AudioError) {
                got = try reader.read(into: target) / bytesPerFrame
            } catch {
                isFinished = true
                throw error
            }
        }
        guard got > 0 else { return try finish() }
        layout.coding.convert(scratch, to: words, count: got * layout.channels)
        position += Int64(got)
        return got
    }

    func seek(toFrame frame: Int64) throws(AudioError) {
        guard reader.isSeekable else { throw reader.error(.notSupported, "is a stream, which cannot be sought") }
        let longest = Int64.max / 4 / Int64(layout.bytesPerFrame) - layout.dataStart
        isFinished = false
        position = min(max(0, frame), frameCount ?? longest)
        try reader.seek(to: layout.dataStart + position * Int64(layout.bytesPerFrame))
    }

    /// The end: of what was promised, or too early.
    private func finish() throws(AudioError) -> Int {
        guard !isFinished else { return 0 }
        isFinished = true
        let promised = layout.promisedLength.map { $0 / Int64(layout.bytesPerFrame) }
        let missesSome = (frameCount ?? 0) > position
        guard promised != nil || missesSome else { return 0 }
        let total = promised ?? frameCount
        if let line = damage.tellCut(at: position, of: total, rate: info.rate) { throw reader.error(.decode, line) }
        return 0
    }
}
