// WAV: which files are, and which codec plays what is inside. The codec's thread.

import AudioCore

/// RIFF/WAVE, RIFX, RF64, BW64 and Wave64 with PCM of 8 to 32 bits or float; an MPEG stream inside goes to the MP3
/// codec.
enum WAVCodec {
    static let entry = CodecEntry(
        name: "WAV", extensions: ["wav", "wave", "rf64", "bw64", "w64"], recognises: isWave, open: open)

    static func isWave(_ head: [UInt8]) -> Bool {
        WAVChunks(head) != nil
    }

    static func open(_ reader: SourceReader, _ start: Int64) throws(AudioError) -> any AudioCodec {
        let header = try WAVHeader.read(reader, start: start)
        let format = header.format
        guard format.coding == .mpeg else {
            let layout = PCMLayout(
                container: header.container, coding: format.coding, channels: format.channels, rate: format.rate,
                bits: format.bits, speakers: SpeakerLayout(mask: UInt64(format.channelMask), channels: format.channels),
                dataStart: header.dataStart, dataLength: header.dataLength,
                promisedLength: header.promisedLength)
            return try PCMCodec(reader, layout)
        }
        let end = header.dataLength.map { header.dataStart + $0 }
        return try MP3Codec(reader, start: header.dataStart, end: end, container: header.container)
    }
}
