// A FLAC picture block in memory. Pure functions; any thread.

/// Type, MIME type and description with their lengths, four numbers of shape, length, data (RFC 9639, section 8.8).
enum FLACPictureBlock {
    /// The picture type and the MIME type in lower case, when they stand in the first bytes of a block; nil for a link.
    static func front(_ bytes: [UInt8]) -> (type: Int, mime: String?)? {
        guard let type = bytes.bigEndian(at: 0), let length = bytes.bigEndian(at: 4), length <= bytes.count - 8 else {
            return nil
        }
        let mime = String(decoding: bytes[8..<(8 + length)], as: UTF8.self).lowercased()
        return mime == "-->" ? nil : (type, mime.isEmpty ? nil : mime)
    }

    /// The picture of a whole block; empty when the block is cut off.
    static func data(_ bytes: [UInt8]) -> [UInt8] {
        guard let mimeLength = bytes.bigEndian(at: 4), let descriptionLength = bytes.bigEndian(at: 8 + mimeLength),
            let length = bytes.bigEndian(at: 28 + mimeLength + descriptionLength)
        else { return [] }
        let start = 32 + mimeLength + descriptionLength
        guard length <= bytes.count - start else { return [] }
        return Array(bytes[start..<(start + length)])
    }
}
