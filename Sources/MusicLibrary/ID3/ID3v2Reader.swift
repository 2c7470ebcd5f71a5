// ID3v2.2, 2.3 and 2.4: the walk over the frames of a tag. Workers.

import AudioCore

/// Reads ID3v2 tags wherever they stand.
enum ID3v2Reader {
    struct Tag {
        var fields: TagFields
        /// Offsets in the file of the first byte and behind the last, as claimed but never beyond the file.
        var start: Int64
        var end: Int64
    }

    private static let maximumFrameCount = 10_000
    private static let maximumTagCount = 4

    /// The tags that begin the file, one behind the other; a later one fills what the earlier left out.
    static func readLeading(_ window: SourceWindow) throws(AudioError) -> Tag {
        var all = Tag(fields: TagFields(), start: 0, end: 0)
        for _ in 0..<maximumTagCount {
            guard let tag = try read(window, at: all.end) else { break }
            all.fields.fill(from: tag.fields)
            all.end = tag.end
        }
        return all
    }

    /// The tag whose footer ends at `end`; nil when there is none.
    static func readAppended(_ window: SourceWindow, end: Int64) throws(AudioError) -> Tag? {
        let foot = try window.bytes(at: end - Int64(ID3v2Header.length), count: ID3v2Header.length)
        guard let footer = ID3v2Header(foot, mark: "3DI") else { return nil }
        let start = end - Int64(2 * ID3v2Header.length + footer.bodyLength)
        guard start >= 0 else { return nil }
        return try read(window, at: start)
    }

    /// The tag that begins at `start`; nil when there is none.
    static func read(_ window: SourceWindow, at start: Int64) throws(AudioError) -> Tag? {
        guard let header = ID3v2Header(try window.bytes(at: start, count: ID3v2Header.length)) else { return nil }
        let body = try ID3v2Body(header, window: window, start: start + Int64(ID3v2Header.length))
        var frames = FrameWalk(header: header, body: body)
        try frames.read(limit: maximumFrameCount)
        return Tag(fields: frames.fields, start: start, end: min(start + header.totalLength, window.size))
    }
}

/// The walk over one tag's frames.
private struct FrameWalk {
    let header: ID3v2Header
    let body: ID3v2Body
    private var own = TagFields()
    /// What free-text frames say stands behind what the frames made for it say.
    private var described = TagFields()

    init(header: ID3v2Header, body: ID3v2Body) {
        self.header = header
        self.body = body
    }

    var fields: TagFields {
        var all = own
        all.fill(from: described)
        return all
    }

    mutating func read(limit: Int) throws(AudioError) {
        var offset = try lengthOfExtendedHeader()
        for _ in 0..<limit {
            guard let frame = try ID3v2Frame(body, at: offset, header: header) else { return }
            if !frame.isOpaque, frame.count > 0 { try read(frame) }
            offset = frame.end
        }
    }

    /// 2.3 counts the bytes behind its size field, 2.4 all. A frame's name in its place shows that the flag lies.
    private func lengthOfExtendedHeader() throws(AudioError) -> Int {
        guard header.hasExtendedHeader else { return 0 }
        let head = try body.bytes(at: 0, count: 4)
        guard ID3v2Frame.id(head, version: header.version) == nil else { return 0 }
        let stated = header.version == 3 ? head.bigEndian(at: 0).map { $0 + 4 } : head.syncsafe(at: 0)
        guard let stated, stated <= body.count else { return 0 }
        return stated
    }

    private mutating func read(_ frame: ID3v2Frame) throws(AudioError) {
        switch frame.id {
        case "APIC", "PIC": try addPicture(frame)
        case "TXXX", "TXX": try addDescribed(frame, languageLength: 0)
        case "COMM", "COM": try addDescribed(frame, languageLength: 3)
        default:
            guard let name = ID3v2Names.fields[frame.id] else { return }
            guard frame.count <= TagFields.maximumLength(of: name) else { return }
            for value in ID3v2Text.values(try payload(frame, limit: frame.count)) { own.add(value, to: name) }
        }
    }

    /// Free text with a description that names it; a comment has a language in front.
    private mutating func addDescribed(_ frame: ID3v2Frame, languageLength: Int) throws(AudioError) {
        let head = try payload(frame, limit: 256)
        let skip = 1 + languageLength
        guard let encoding = head.first, encoding <= 3, head.count > skip,
            let (text, next) = ID3v2Text.description(Array(head[skip...]), encoding: encoding)
        else { return }
        // FFmpeg puts frames it has no name for into free text under the frame's name.
        let name = ID3v2Names.fields[text] ?? text.uppercased()
        let limit = TagFields.maximumLength(of: name)
        // A comment names but one thing of use; UTF-16 takes two bytes a character.
        guard languageLength == 0 || name == "ITUNSMPB", limit > 0, frame.count <= 2 * limit + 512 else { return }
        let content = try payload(frame, limit: frame.count)
        guard content.count > skip + next else { return }
        for value in ID3v2Text.values(Array(content[(skip + next)...]), encoding: encoding) {
            described.add(value, to: name)
        }
    }

    private mutating func addPicture(_ frame: ID3v2Frame) throws(AudioError) {
        guard own.hasRoomForPictures else { return }
        let stored = try body.bytes(at: frame.start, count: min(frame.count, ID3v2Picture.headLength))
        let isEncoded = frame.isUnsynchronised && Unsynchronisation.isApplied(to: stored)
        let head = isEncoded ? Unsynchronisation.decode(stored) : stored
        guard let picture = ID3v2Picture(head, version: frame.id.utf8.count == 3 ? 2 : header.version) else { return }
        let skip =
            isEncoded ? Unsynchronisation.storedOffset(of: picture.dataOffset, in: stored) : picture.dataOffset
        guard skip < frame.count else { return }
        let place = body.location(at: frame.start + skip, count: frame.count - skip)
        own.add(
            EmbeddedPicture(
                offset: place.offset, storedLength: place.length,
                packing: place.isUnsynchronised || frame.isUnsynchronised ? .unsynchronised : .plain,
                mimeType: picture.mimeType, pictureType: picture.pictureType))
    }

    private func payload(_ frame: ID3v2Frame, limit: Int) throws(AudioError) -> [UInt8] {
        let bytes = try body.bytes(at: frame.start, count: min(frame.count, limit))
        return frame.isUnsynchronised ? Unsynchronisation.decode(bytes) : bytes
    }
}
