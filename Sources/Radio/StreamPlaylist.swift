// Playlists that name streams. Values; any thread.

import AudioCore

/// What a playlist of streams says: M3U, PLS, XSPF or ASX, told apart by their content.
public struct StreamPlaylist: Hashable, Sendable {
    /// A stream that it names.
    public struct Entry: Hashable, Sendable {
        /// As it stands in the text: an address, or a place beside the playlist.
        public var place: String
        /// What the playlist calls it; nil when it does not.
        public var name: String?

        public init(place: String, name: String? = nil) {
            self.place = place
            self.name = name
        }
    }

    public var entries: [Entry]

    /// Longer texts are no playlists of streams. Bytes.
    public static let longest = 256 << 10
    /// Entries beyond these are not taken.
    static let mostEntries = 1000

    /// Reads the whole text of a playlist.
    /// - Parameters:
    ///   - contentType: what the server says, asked only about a text without any mark.
    ///   - charset: what the text is written in when it is not UTF-8; nil guesses.
    /// - Returns: nil when it is none.
    public init?(_ bytes: [UInt8], contentType: String? = nil, charset: String? = nil) {
        guard let kind = StreamSniff.playlistKind(bytes, contentType: contentType) else { return nil }
        let text = StreamSniff.text(bytes, charset: charset)
        switch kind {
        case .m3u: entries = M3UText.entries(text)
        case .pls: entries = PLSText.entries(text)
        case .xspf: entries = XMLPlaylist.entries(text, isASX: false)
        case .asx: entries = XMLPlaylist.entries(text, isASX: true)
        }
        entries = Array(entries.prefix(Self.mostEntries))
    }

    /// The text is an HTTP Live Streaming playlist (RFC 8216): it names pieces of sound, not streams.
    public static func isHLS(_ bytes: [UInt8]) -> Bool {
        bytes.prefix(4096).firstRange(of: Array("#EXT-X-".utf8)) != nil
            && StreamSniff.playlistKind(bytes, contentType: nil) == .m3u
    }
}

/// M3U and M3U8: a place a line; `#EXTINF:seconds,name` in front of it.
enum M3UText {
    static func entries(_ text: String) -> [StreamPlaylist.Entry] {
        var entries: [StreamPlaylist.Entry] = []
        var name: String?
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmedOfBlanks
            if line.hasPrefix("#") {
                guard line.hasPrefix("#EXTINF:") else { continue }
                // Attributes in front of the name may hold commas, in quotes.
                name = line.firstIndexOutsideQuotes(of: ",").map {
                    String(line[line.index(after: $0)...]).trimmedOfBlanks
                }
            } else if !line.isEmpty {
                entries.append(StreamPlaylist.Entry(place: line, name: name?.isEmpty == true ? nil : name))
                name = nil
                if entries.count == StreamPlaylist.mostEntries { break }
            }
        }
        return entries
    }
}

/// PLS: `FileN=` and `TitleN=`, in the order of their numbers, whatever `NumberOfEntries` says.
enum PLSText {
    static func entries(_ text: String) -> [StreamPlaylist.Entry] {
        var places: [Int: String] = [:]
        var names: [Int: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            guard let sign = line.firstIndex(of: "="), places.count < StreamPlaylist.mostEntries else { continue }
            let key = line[..<sign].trimmedOfBlanks.lowercased()
            let value = line[line.index(after: sign)...].trimmedOfBlanks
            guard !value.isEmpty else { continue }
            if key.hasPrefix("file"), let number = number(key.dropFirst(4)) {
                if places[number] == nil { places[number] = value }
            } else if key.hasPrefix("title"), let number = number(key.dropFirst(5)) {
                names[number] = value
            }
        }
        return places.keys.sorted().map { StreamPlaylist.Entry(place: places[$0] ?? "", name: names[$0]) }
    }

    /// `File=` without a number is taken for the first.
    private static func number(_ digits: Substring) -> Int? {
        digits.isEmpty ? 1 : Int(digits)
    }
}

/// XSPF (`track`, `location`, `title`) and ASX (`entry`, `ref href`, `title`).
enum XMLPlaylist {
    static func entries(_ text: String, isASX: Bool) -> [StreamPlaylist.Entry] {
        var entries: [StreamPlaylist.Entry] = []
        var places: [String] = []
        var name: String?
        let group = isASX ? "entry" : "track"
        func finish() {
            entries += places.map { StreamPlaylist.Entry(place: $0, name: name) }
            places = []
            name = nil
        }
        var scanner = MarkupScanner(text)
        while let tag = scanner.next(), entries.count < StreamPlaylist.mostEntries {
            switch tag.name {
            case group where tag.isEnd: finish()
            // What stands in front of the first is the playlist's own.
            case group: name = nil
            case "location" where !isASX && !tag.isEnd:
                let place = StreamText.unescaped(tag.text).trimmedOfBlanks
                if !place.isEmpty, places.count < StreamPlaylist.mostEntries { places.append(place) }
            case "ref" where isASX, "entryref" where isASX:
                let place = StreamText.unescaped(tag.attribute("href") ?? "").trimmedOfBlanks
                if !place.isEmpty, places.count < StreamPlaylist.mostEntries { places.append(place) }
            case "title" where !tag.isEnd && name == nil:
                let title = StreamText.unescaped(tag.text).trimmedOfBlanks
                name = title.isEmpty ? nil : title
            default: break
            }
        }
        finish()
        return entries
    }
}
