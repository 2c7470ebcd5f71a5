// One frame of an ID3v2 tag: its name, where its payload lies, and what its flags ask for. Values; any thread.

import AudioCore

/// A frame header (ID3v2.2 section 3.2, ID3v2.3 section 3.3, ID3v2.4 structure section 4).
struct ID3v2Frame {
    /// Four characters, three in version 2.2.
    let id: String
    /// The payload within the body, behind what the flags put in front of it.
    let start: Int
    let count: Int
    /// The payload carries unsynchronisation of its own (version 2.4).
    let isUnsynchronised: Bool
    /// Compressed or encrypted: nothing to read.
    let isOpaque: Bool
    /// Where the next frame begins.
    let end: Int

    /// The frame at `offset`; nil at padding, at garbage, and when its size leads out of the tag.
    init?(_ body: ID3v2Body, at offset: Int, header tag: ID3v2Header) throws(AudioError) {
        let headerLength = tag.version == 2 ? 6 : 10
        let head = try body.bytes(at: offset, count: headerLength)
        guard head.count == headerLength, let id = Self.id(head, version: tag.version) else { return nil }
        let first = offset + headerLength
        guard let size = try Self.size(head, body: body, first: first, version: tag.version),
            size <= body.count - first
        else { return nil }
        self.id = id
        end = first + size
        var extra = 0
        switch tag.version {
        case 3:
            // Compression, encryption, grouping.
            isOpaque = head[9] & 0xC0 != 0
            extra = head[9] & 0x20 != 0 ? 1 : 0
            isUnsynchronised = false
        case 4:
            // Compression, encryption; grouping; data length indicator.
            isOpaque = head[9] & 0x0C != 0
            extra = (head[9] & 0x40 != 0 ? 1 : 0) + (head[9] & 0x01 != 0 ? 4 : 0)
            isUnsynchronised = tag.isUnsynchronised || head[9] & 0x02 != 0
        default:
            isOpaque = false
            isUnsynchronised = false
        }
        start = first + min(extra, size)
        count = size - min(extra, size)
    }

    /// A frame's name, or nil. Some writers put the three letters of version 2.2 into later tags.
    static func id(_ head: [UInt8], version: Int) -> String? {
        let length = version == 2 ? 3 : 4
        guard head.count >= length else { return nil }
        let letters = head[..<length]
        func isNameByte(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (48...57).contains(byte) }
        if letters.allSatisfy(isNameByte) { return String(decoding: letters, as: UTF8.self) }
        if length == 4, letters.prefix(3).allSatisfy(isNameByte), letters[3] == 0 || letters[3] == 0x20 {
            return String(decoding: letters.prefix(3), as: UTF8.self)
        }
        return nil
    }

    /// The payload size with all extras. Versions 2.3 and 2.4 differ in how it is written, and iTunes and others mixed
    /// the two up, so the reading that leads to another frame, to padding or to the tag's end is taken.
    private static func size(
        _ head: [UInt8], body: ID3v2Body, first: Int, version: Int
    ) throws(AudioError) -> Int? {
        if version == 2 { return head.bigEndian(at: 3, count: 3) }
        guard let plain = head.bigEndian(at: 4) else { return nil }
        guard let syncsafe = head.syncsafe(at: 4) else { return plain }
        guard plain != syncsafe else { return plain }
        let (stated, other) = version == 4 ? (syncsafe, plain) : (plain, syncsafe)
        if try isBoundary(body, at: first + stated) { return stated }
        return try isBoundary(body, at: first + other) ? other : stated
    }

    private static func isBoundary(_ body: ID3v2Body, at offset: Int) throws(AudioError) -> Bool {
        if offset == body.count { return true }
        let ahead = try body.bytes(at: offset, count: 256)
        guard !ahead.isEmpty else { return false }
        return id(ahead, version: 4) != nil || ahead.allSatisfy { $0 == 0 }
    }
}
