// The metadata blocks of a FLAC file that hold comments and pictures. Workers.

import AudioCore

/// Walks the blocks behind `fLaC` (RFC 9639, section 8.1): one byte of last-flag and type, 24 bits of length.
enum FLACTagReader {
    private static let maximumBlockCount = 1000
    private static let streamInfo: UInt8 = 0
    private static let vorbisComment: UInt8 = 4
    private static let cueSheet: UInt8 = 5
    private static let picture: UInt8 = 6
    private static let invalid: UInt8 = 127

    /// The fields of the FLAC stream that begins at `start`.
    static func read(_ window: SourceWindow, at start: Int64) throws(AudioError) -> TagFields {
        var fields = TagFields()
        // A comment has titles, which the block has not.
        var described = TagFields()
        var rate: Int?
        var offset = start + 4
        for _ in 0..<maximumBlockCount {
            let header = try window.bytes(at: offset, count: 4)
            guard let kind = header.first, let length = header.bigEndian(at: 1, count: 3), kind & 0x7F != invalid else {
                break
            }
            offset += 4
            let end = min(offset + Int64(length), window.size)
            switch kind & 0x7F {
            case streamInfo:
                // 20 bits behind the sizes of blocks and frames (section 8.2).
                rate = try window.bytes(at: offset + 10, count: 3).bigEndian(at: 0, count: 3).map { $0 >> 4 }
                if rate == 0 { rate = nil }
            case vorbisComment:
                fields.fill(from: try VorbisCommentReader.read(window, from: offset, to: end))
            case cueSheet:
                let block = try window.bytes(at: offset, count: Int(end - offset))
                if let text = FLACCueSheetBlock.text(block, rate: rate) { described.add(text, to: "CUESHEET") }
            case picture:
                if let found = try readPicture(window, from: offset, to: end) { fields.add(found) }
            default: break
            }
            if kind & 0x80 != 0 { break }
            offset += Int64(length)
        }
        fields.fill(from: described)
        return fields
    }

    /// A picture block (RFC 9639, section 8.8): type, MIME type and description with their lengths, four numbers of
    /// shape, length, data.
    private static func readPicture(
        _ window: SourceWindow, from start: Int64, to end: Int64
    ) throws(AudioError) -> EmbeddedPicture? {
        let head = try window.bytes(at: start, count: 8)
        guard let type = head.bigEndian(at: 0), let mimeLength = head.bigEndian(at: 4) else { return nil }
        let mime = String(decoding: try window.bytes(at: start + 8, count: min(mimeLength, 64)), as: UTF8.self)
        guard mime != "-->" else { return nil }
        let description = start + 8 + Int64(mimeLength)
        guard let descriptionLength = try window.bytes(at: description, count: 4).bigEndian(at: 0) else { return nil }
        let shape = description + 4 + Int64(descriptionLength)
        guard let length = try window.bytes(at: shape + 16, count: 4).bigEndian(at: 0) else { return nil }
        let data = shape + 20
        guard Int64(length) <= end - data else { return nil }
        return EmbeddedPicture(
            offset: data, storedLength: length, mimeType: mime.isEmpty ? nil : mime.lowercased(), pictureType: type)
    }
}
