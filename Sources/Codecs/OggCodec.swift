// Ogg: which files are, and which codec plays what is inside. The codec's thread.

import AudioCore

/// Ogg with Vorbis, Opus or FLAC.
enum OggCodec {
    static let entry = CodecEntry(
        name: "Ogg", extensions: ["ogg", "oga", "opus"], recognises: OggHeads.isOgg, open: open)

    static func open(_ reader: SourceReader, _ start: Int64) throws(AudioError) -> any AudioCodec {
        try reader.seek(to: start)
        var head = Array(try reader.peek(reader.isSeekable ? CodecEntry.headLength : CodecEntry.shortHeadLength))
        if OggHeads(head).sound == nil { head = Array(try reader.peek(CodecEntry.headLength)) }
        guard OggHeads.isOgg(head) else { throw reader.error(.notSupported, "is not Ogg") }
        guard let sound = OggHeads(head).sound else {
            throw reader.error(Refusal("is Ogg without Vorbis, Opus or FLAC in it", isOfCoding: true))
        }
        let last = try OggLastPage.find(reader, start: start)
        // A stream whose last page is not marked as that was cut behind it.
        let isCut = last.map { !$0.endsStream } ?? false
        try reader.seek(to: start)
        switch sound.coding {
        case .vorbis: return try VorbisCodec(CodecFeed(reader, start: start, end: reader.size), isCut: isCut)
        case .opus: return try OpusCodec(CodecFeed(reader, start: start, end: reader.size), isCut: isCut)
        case .flac: return try FLACCodec.openOgg(reader, start, packet: sound.packet)
        case .speex:
            throw reader.error(Refusal("is Ogg with Speex, not Vorbis, Opus or FLAC", isOfCoding: true))
        }
    }
}
