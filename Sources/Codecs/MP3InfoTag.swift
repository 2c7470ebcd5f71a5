// What an encoder left in the first MPEG frame about the whole stream. A value; any thread.

/// The Xing or Info tag with LAME's extension, or Fraunhofer's VBRI tag.
///
/// Layout of Xing: Xing Technologies' VBR header SDK; of the extension: "Mp3 Info Tag rev 1" by the LAME project; of
/// VBRI: Fraunhofer's mp3s SDK. All numbers are big-endian.
struct MP3InfoTag: Equatable {
    /// MPEG frames behind the tag's own.
    var frameCount: Int64?
    /// Bytes from the tag's own frame to the end of the sound.
    var byteCount: Int64?
    /// Nil unless the encoder tells both.
    var trim: MP3Trim?

    /// Reads the tag of a whole MPEG frame, or gives nil when it holds sound.
    static func read(_ frame: UnsafeRawBufferPointer, _ header: MPEGFrameHeader) -> MP3InfoTag? {
        guard header.layer == 3 else { return nil }
        let plain = MPEGFrameHeader.byteCount + header.sideInfoLength
        // Encoders disagree on whether a checksum moves the tag.
        for offset in header.hasChecksum ? [plain + 2, plain] : [plain] {
            let isXing = has("Xing", in: frame, at: offset) || has("Info", in: frame, at: offset)
            if isXing { return xing(frame, at: offset + 4) }
        }
        let vbri = MPEGFrameHeader.byteCount + 32
        guard has("VBRI", in: frame, at: vbri) else { return nil }
        return MP3InfoTag(
            frameCount: bigEndian(frame, at: vbri + 14, count: 4), byteCount: bigEndian(frame, at: vbri + 10, count: 4))
    }

    private static func xing(_ frame: UnsafeRawBufferPointer, at start: Int) -> MP3InfoTag {
        var tag = MP3InfoTag()
        guard let flags = bigEndian(frame, at: start, count: 4) else { return tag }
        var offset = start + 4
        if flags & 1 != 0 {
            tag.frameCount = bigEndian(frame, at: offset, count: 4)
            offset += 4
        }
        if flags & 2 != 0 {
            tag.byteCount = bigEndian(frame, at: offset, count: 4)
            offset += 4
        }
        if flags & 4 != 0 { offset += 100 }
        if flags & 8 != 0 { offset += 4 }
        // The extension starts with the encoder's name: LAME, Lavc, GOGO …
        guard let name = bigEndian(frame, at: offset, count: 1), name != 0,
            let both = bigEndian(frame, at: offset + 21, count: 3), both != 0
        else { return tag }
        tag.trim = MP3Trim(delay: Int(both >> 12), padding: Int(both & 0xFFF))
        return tag
    }

    private static func has(_ mark: String, in frame: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        offset < frame.count && frame[offset...].starts(with: mark.utf8)
    }

    private static func bigEndian(_ frame: UnsafeRawBufferPointer, at offset: Int, count: Int) -> Int64? {
        guard offset + count <= frame.count else { return nil }
        return frame[offset..<(offset + count)].reduce(0) { $0 << 8 | Int64($1) }
    }
}
