// WAV: samples as they stand in the file. One thread owns a codec: the decoder's.

import AudioCore

/// RIFF/WAVE, RF64 and BW64 with PCM of 8 to 32 bits or float; an MPEG stream inside goes to the MP3 codec.
final class WAVCodec: AudioCodec {
    static let entry = CodecEntry(
        name: "WAV", extensions: ["wav", "wave", "rf64", "bw64"], recognises: isWave, open: open)

    let info: StreamInfo
    private let reader: SourceReader
    private let header: WAVHeader
    /// Frames that are there; nil when only the end of the stream will tell.
    private let frameCount: Int64?
    private var position: Int64 = 0
    private var damage = StreamDamage()
    private var isFinished = false
    private let scratch: UnsafeMutableRawPointer
    private static let scratchBytes = 1 << 15

    static func isWave(_ head: [UInt8]) -> Bool {
        let kinds = ["RIFF", "RF64", "BW64"]
        return kinds.contains { head.starts(with: $0.utf8) } && head.dropFirst(8).starts(with: "WAVE".utf8)
    }

    static func open(_ reader: SourceReader, _ start: Int64) throws(AudioError) -> any AudioCodec {
        let header = try WAVHeader.read(reader, start: start)
        guard header.format.coding == .mpeg else { return try WAVCodec(reader, header) }
        let end = header.dataLength.map { header.dataStart + $0 }
        return try MP3Codec(reader, start: header.dataStart, end: end, container: "wav")
    }

    private init(_ reader: SourceReader, _ header: WAVHeader) throws(AudioError) {
        let format = header.format
        self.reader = reader
        self.header = header
        frameCount = header.dataLength.map { $0 / Int64(format.bytesPerFrame) }
        let bitrate = format.rate.multipliedReportingOverflow(by: format.bytesPerFrame * 8).partialValue / 1000
        info = StreamInfo(
            container: "wav", codec: "pcm", rate: format.rate, channels: format.channels, bits: format.bits,
            words: format.coding.isFloat ? .float32 : .int32, frameCount: frameCount, isLossless: true,
            bitrate: bitrate)
        scratch = .allocate(byteCount: Self.scratchBytes, alignment: 16)
        try reader.seek(to: header.dataStart)
    }

    deinit { scratch.deallocate() }

    func read(into words: UnsafeMutablePointer<UInt32>, frameCount wanted: Int) throws(AudioError) -> Int {
        let bytesPerFrame = header.format.bytesPerFrame
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
        WAVSamples.convert(scratch, to: words, count: got * header.format.channels, coding: header.format.coding)
        position += Int64(got)
        return got
    }

    func seek(toFrame frame: Int64) throws(AudioError) {
        guard reader.isSeekable else { throw reader.error(.notSupported, "is a stream, which cannot be sought") }
        let longest = Int64.max / 4 / Int64(header.format.bytesPerFrame) - header.dataStart
        isFinished = false
        position = min(max(0, frame), frameCount ?? longest)
        try reader.seek(to: header.dataStart + position * Int64(header.format.bytesPerFrame))
    }

    /// The end: of what was promised, or too early.
    private func finish() throws(AudioError) -> Int {
        guard !isFinished else { return 0 }
        isFinished = true
        let promised = header.promisedLength.map { $0 / Int64(header.format.bytesPerFrame) }
        let missesSome = (frameCount ?? 0) > position
        guard promised != nil || missesSome else { return 0 }
        let total = promised ?? frameCount
        if let line = damage.tellCut(at: position, of: total, rate: info.rate) { throw reader.error(.decode, line) }
        return 0
    }
}
