// The comments of Ogg Vorbis, Ogg Opus and FLAC in Ogg. Workers.

import AudioCore

/// Finds the comments in the stream's second packet (Vorbis I, section 5; RFC 7845, section 5.2; RFC 9639, section 10.1).
enum OggTagReader {
    private static let mostPackets = 200

    /// The fields of the Ogg file that begins at `start`.
    static func read(
        _ window: SourceWindow, name: String, at start: Int64
    ) throws(AudioError) -> TagFields {
        guard let found = try OggByteSource.sound(in: window, name: name, at: start) else { return TagFields() }
        let inside = SourceWindow(found.stream, size: OggByteSource.reach)
        var fields = TagFields()
        switch found.kind {
        case .vorbis:
            // The first packet has 30 bytes (Vorbis I, section 4.2.2); of the second 7 stand before the comments.
            guard try inside.bytes(at: 30, count: 7).hasASCII("vorbis", at: 1) else { break }
            fields = try VorbisCommentReader.read(inside, from: 37, to: OggByteSource.reach)
        case .opus:
            // The first packet has 19 bytes, or with a table of channels 21 and one a channel (RFC 7845, section 5.1).
            let head = try inside.bytes(at: 0, count: 19)
            guard head.count == 19 else { break }
            let length = Int64(head[18] == 0 ? 19 : 21 + Int(head[9]))
            guard try inside.bytes(at: length, count: 8).hasASCII("OpusTags") else { break }
            fields = try VorbisCommentReader.read(inside, from: length + 8, to: OggByteSource.reach)
            fields.prefersR128 = true
        case .flac:
            // Nine bytes of mapping, then the stream as FLAC has it: marker and blocks, a packet each.
            fields = try FLACTagReader.read(inside, at: 9)
        }
        fields.markPictures(as: .ogg)
        return fields
    }
}
