// Where one stream of a chained Ogg ends and the next begins, and what its comments say. Values; the decoder thread.

/// Follows the pages of an Ogg stream (RFC 3533, section 6) as they are read.
///
/// Each song of a station may be a stream of its own, with new headers: a page that begins a stream, behind pages that do
/// not, is the border.
struct OggChain {
    /// What the bytes that stand next are.
    enum Step: Equatable {
        /// A page of this chain, or a piece of one that lost its beginning: so many bytes.
        case page(Int)
        /// The next stream begins here.
        case border
    }

    /// Bytes of a page in front of its segment table.
    static let headCount = 27
    /// Bytes of the longest page head.
    static let longestHead = headCount + 255

    private var hasBegun = false
    /// The comments, as far as they have come; nil once they have been read, or are too long.
    private var comments: OggComments? = OggComments()

    /// Takes the head of the page that stands next.
    /// - Parameter head: at least `headCount` bytes, up to `longestHead`, fewer only at the end of the stream.
    mutating func take(_ head: [UInt8]) -> Step {
        guard head.starts(with: "OggS".utf8), head.count > Self.headCount - 1 else {
            // Out of step: on to where a page may begin.
            let next = head.indices.dropFirst().first { head[$0...].starts(with: "OggS".utf8) }
            return .page(max(1, next ?? head.count - 3))
        }
        let isBeginning = head[5] & 2 != 0
        if isBeginning, hasBegun { return .border }
        if !isBeginning { hasBegun = true }
        let segments = head.dropFirst(Self.headCount).prefix(Int(head[26]))
        comments?.begin(segments: Array(segments), isBeginning: isBeginning)
        return .page(Self.headCount + segments.count + segments.reduce(0) { $0 + Int($1) })
    }

    /// Takes bytes of the page as they are read, its head included.
    /// - Returns: the title, once.
    mutating func read(_ bytes: UnsafeRawBufferPointer) -> StreamTitle? {
        guard comments != nil, let text = comments?.take(bytes) else { return nil }
        comments = nil
        return VorbisComments.title(text)
    }
}

/// The second packet of a stream: the comments of Vorbis, Opus and FLAC.
struct OggComments {
    /// A cover may stand in them; they are not kept beyond this. Bytes.
    private static let limit = 256 << 10

    private var packet: [UInt8] = []
    /// Packets of this stream that have ended.
    private var endedCount = 0
    /// Of the page that is being read: bytes of its head that are to come, and its segments.
    private var headLeft = 0
    private var segments: [UInt8] = []
    /// Bytes of the segment that is being read which are to come.
    private var segmentLeft = 0
    private var segmentIndex = 0
    private var isOver = false

    mutating func begin(segments: [UInt8], isBeginning: Bool) {
        headLeft = OggChain.headCount + segments.count
        self.segments = segments
        segmentIndex = 0
        segmentLeft = Int(segments.first ?? 0)
        // Of several streams beside each other each begins with a page of its own: their first packets.
        if isBeginning { endedCount = 0 }
    }

    /// - Returns: the whole packet, once.
    mutating func take(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        guard !isOver else { return nil }
        var rest = bytes[...]
        let head = min(headLeft, rest.count)
        headLeft -= head
        rest = rest.dropFirst(head)
        while segmentIndex < segments.count {
            let count = min(segmentLeft, rest.count)
            if endedCount == 1 { packet.append(contentsOf: rest.prefix(count)) }
            rest = rest.dropFirst(count)
            segmentLeft -= count
            guard segmentLeft == 0 else { break }
            let isEnd = segments[segmentIndex] < 255
            segmentIndex += 1
            segmentLeft = segmentIndex < segments.count ? Int(segments[segmentIndex]) : 0
            if isEnd {
                endedCount += 1
                if endedCount == 2 {
                    isOver = true
                    return packet
                }
            }
        }
        if packet.count > Self.limit { isOver = true }
        return nil
    }
}

/// Vorbis comments (Vorbis I, section 5; RFC 7845, section 5.2; RFC 9639, section 8.6).
enum VorbisComments {
    private static let mostEntries = 1000

    /// Title and artist of a comment packet; nil when it holds no title.
    static func title(_ packet: [UInt8]) -> StreamTitle? {
        let marks: [[UInt8]] = [[3] + Array("vorbis".utf8), Array("OpusTags".utf8)]
        var rest: ArraySlice<UInt8>
        if let mark = marks.first(where: { packet.starts(with: $0) }) {
            rest = packet.dropFirst(mark.count)
        } else if packet.count > 4, packet[0] & 0x7F == 4 {
            rest = packet.dropFirst(4)
        } else {
            return nil
        }
        guard let vendor = take32(&rest), vendor <= rest.count else { return nil }
        rest = rest.dropFirst(vendor)
        guard let count = take32(&rest) else { return nil }
        var title: String?
        var artists: [String] = []
        for _ in 0..<min(count, mostEntries) {
            guard let length = take32(&rest), length <= rest.count else { break }
            let entry = rest.prefix(min(length, 4096))
            rest = rest.dropFirst(length)
            guard let sign = entry.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = String(decoding: entry[..<sign], as: UTF8.self).uppercased()
            let value = String(decoding: entry[(sign + 1)...], as: UTF8.self).trimmedOfBlanks
            guard !value.isEmpty else { continue }
            if name == "TITLE", title == nil { title = value }
            if name == "ARTIST" { artists.append(value) }
        }
        guard let title else { return nil }
        // Many encoders send the whole line as the title.
        if artists.isEmpty { return StreamTitle(title, stationName: nil) }
        return StreamTitle(title: title, artist: artists.joined(separator: ", "))
    }

    private static func take32(_ bytes: inout ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= 4 else { return nil }
        let value = bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        bytes = bytes.dropFirst(4)
        return value
    }
}
