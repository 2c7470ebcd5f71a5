// Vorbis comments: `NAME=value` in UTF-8, a name as often as it has values. Workers.

import AudioCore

/// Reads the comments of a Vorbis comment header without framing (xiph.org, Vorbis I, section 5; RFC 9639, 8.6).
enum VorbisCommentReader {
    private static let maximumCommentCount = 10_000

    /// The comments between two offsets; a length that leads beyond `end` ends the list.
    static func read(_ window: SourceWindow, from start: Int64, to end: Int64) throws(AudioError) -> TagFields {
        var fields = TagFields()
        guard let vendor = try window.bytes(at: start, count: 4).littleEndian(at: 0) else { return fields }
        var offset = start + 4 + Int64(vendor)
        guard offset + 4 <= end, let count = try window.bytes(at: offset, count: 4).littleEndian(at: 0) else {
            return fields
        }
        offset += 4
        for _ in 0..<min(count, maximumCommentCount) {
            guard offset + 4 <= end, let length = try window.bytes(at: offset, count: 4).littleEndian(at: 0) else {
                break
            }
            offset += 4
            guard Int64(length) <= end - offset else { break }
            try add(window, at: offset, length: length, to: &fields)
            offset += Int64(length)
        }
        return fields
    }

    private static func add(
        _ window: SourceWindow, at offset: Int64, length: Int, to fields: inout TagFields
    ) throws(AudioError) {
        // The longest name of use is far shorter than this.
        let head = try window.bytes(at: offset, count: min(length, 64))
        guard let equals = head.firstIndex(of: UInt8(ascii: "=")) else { return }
        let name = String(decoding: head[..<equals], as: UTF8.self).uppercased()
        let valueLength = length - equals - 1
        if name == "METADATA_BLOCK_PICTURE" {
            return try addPicture(window, at: offset + Int64(equals) + 1, length: valueLength, to: &fields)
        }
        guard valueLength > 0, valueLength <= TagFields.maximumLength(of: name) else { return }
        let value = try window.bytes(at: offset + Int64(equals) + 1, count: valueLength)
        fields.add(LegacyText.decodeDeclaredUTF8(value), to: name)
    }

    /// A FLAC picture block in base64 (xiph.org wiki, VorbisComment, "Cover art"). Scanning decodes its front alone.
    private static func addPicture(
        _ window: SourceWindow, at offset: Int64, length: Int, to fields: inout TagFields
    ) throws(AudioError) {
        guard fields.hasRoomForPictures else { return }
        let head = Base64.decode(try window.bytes(at: offset, count: min(length, 96)))
        guard let (type, mime) = FLACPictureBlock.front(head) else { return }
        fields.add(
            EmbeddedPicture(offset: offset, storedLength: length, packing: .base64, mimeType: mime, pictureType: type))
    }
}
