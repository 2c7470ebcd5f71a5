// What a stream says is playing. Values; the fetching thread parses, the main thread shows.

/// A title as it is shown.
public struct StreamTitle: Hashable, Sendable {
    public var title: String
    /// Nil when the stream does not tell it apart.
    public var artist: String?

    public init(title: String, artist: String? = nil) {
        self.title = title
        self.artist = artist
    }

    /// Characters that are kept of a text.
    private static let longest = 400

    /// The stream's own text, in which the first ` - ` stands between artist and title. Nil for one that says nothing:
    /// empty, dashes, or the station's name, as between two songs.
    init?(_ text: String, stationName: String?) {
        let text = String(text.prefix(Self.longest)).trimmedOfBlanks
        guard text.contains(where: { $0 != "-" && $0 != " " }) else { return nil }
        if let stationName, text.lowercased() == stationName.trimmedOfBlanks.lowercased() { return nil }
        guard let dash = text.firstRange(of: " - ") else {
            self.init(title: text)
            return
        }
        let artist = String(text[..<dash.lowerBound]).trimmedOfBlanks
        let title = String(text[dash.upperBound...]).trimmedOfBlanks
        guard !title.isEmpty, !artist.isEmpty else {
            self.init(title: title.isEmpty ? artist : title)
            return
        }
        self.init(title: title, artist: artist)
    }
}

/// A block of SHOUTcast metadata: `StreamTitle='…';StreamUrl='…';`.
enum ICYMetadata {
    /// The bytes of the title, which may hold quotes and semicolons: it ends at `';` in front of the end or of another
    /// field. Nil when the block names none.
    static func title(_ block: [UInt8]) -> [UInt8]? {
        let key = Array("StreamTitle='".utf8)
        guard let start = block.firstRange(of: key)?.upperBound else { return nil }
        var place = start
        while place < block.count {
            if isEnd(block, at: place) { return Array(block[start..<place]) }
            place += 1
        }
        // Cut off, or closed without a semicolon.
        var rest = block[start...]
        if rest.last == UInt8(ascii: ";") { rest.removeLast() }
        if rest.last == quote { rest.removeLast() }
        return Array(rest)
    }

    private static let quote = UInt8(ascii: "'")

    /// A quote and a semicolon that are followed by nothing, or by `Key='`.
    private static func isEnd(_ block: [UInt8], at place: Int) -> Bool {
        guard block[place] == quote, place + 1 < block.count, block[place + 1] == UInt8(ascii: ";") else {
            return false
        }
        let rest = block[(place + 2)...].drop { $0 == 0x20 || $0 == 0 }
        if rest.isEmpty { return true }
        let key = rest.prefix(64).prefix { isLetter($0) }
        let behind = rest.dropFirst(key.count)
        return !key.isEmpty && behind.starts(with: "='".utf8)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
