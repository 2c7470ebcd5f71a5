// What comes from an address, by its first bytes: content before media type. Pure functions; any thread.

/// Tells sound from playlists and from web pages.
enum StreamSniff {
    enum Kind: Equatable {
        case sound
        case playlist
        /// A page for people.
        case page
        /// More bytes are needed.
        case undecided
    }

    enum PlaylistKind: Equatable {
        case m3u, pls, xspf, asx
    }

    /// Bytes after which what is no text yet is sound.
    static let enough = 512

    /// - Parameters:
    ///   - head: the first bytes.
    ///   - isAll: nothing comes behind them.
    static func kind(_ head: [UInt8], contentType: String?, isAll: Bool) -> Kind {
        // MPEG audio may have nothing but high bytes in its first header.
        if head.starts(with: [0xFF]), head.count > 1, head[1] >= 0xE0, head[1] != 0xFE { return .sound }
        let isWide = head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
        if !unmarked(head).prefix(enough).allSatisfy({ isText($0) || isWide && $0 == 0 }) { return .sound }
        if head.count < enough, !isAll { return .undecided }
        if playlistKind(head, contentType: contentType) != nil { return .playlist }
        return isPage(head) || contentType == "text/html" ? .page : .sound
    }

    /// The kind of a playlist; nil for what is none.
    static func playlistKind(_ bytes: [UInt8], contentType: String?) -> PlaylistKind? {
        let head = String(decoding: unmarked(bytes).prefix(2048).filter { $0 != 0 }, as: UTF8.self)
            .trimmedOfBlanks.lowercased()
        if head.hasPrefix("#extm3u") || head.hasPrefix("#extinf") { return .m3u }
        if head.hasPrefix("[playlist]") { return .pls }
        if head.hasPrefix("<") {
            if head.firstRange(of: "<asx") != nil { return .asx }
            return head.firstRange(of: "xspf.org") != nil || head.firstRange(of: "<tracklist") != nil ? .xspf : nil
        }
        // Without a mark: lines of which one is an address, or what the server says.
        let lines = head.split(whereSeparator: \.isNewline).map(\.trimmedOfBlanks)
        if lines.first(where: { !$0.isEmpty && !$0.hasPrefix("#") }).map(StreamAddress.isOne) == true { return .m3u }
        if lines.contains(where: { $0.hasPrefix("file1=") }) { return .pls }
        switch contentType {
        case "audio/x-scpls", "audio/scpls", "application/pls+xml": return .pls
        case "audio/x-mpegurl", "audio/mpegurl", "application/x-mpegurl", "application/vnd.apple.mpegurl":
            return head.isEmpty ? nil : .m3u
        default: return nil
        }
    }

    /// The text of a playlist, whatever mark stands in front of it.
    static func text(_ bytes: [UInt8], charset: String?) -> String {
        for (mark, name) in [([0xFF, 0xFE] as [UInt8], "UTF-16LE"), ([0xFE, 0xFF], "UTF-16BE")] {
            if bytes.starts(with: mark), let text = StreamText.convert(Array(bytes.dropFirst(2)), from: name) {
                return text
            }
        }
        return StreamText.plain(Array(unmarked(bytes)), charset: charset)
    }

    private static func isPage(_ head: [UInt8]) -> Bool {
        let text = String(decoding: unmarked(head).prefix(enough), as: UTF8.self).trimmedOfBlanks.lowercased()
        return ["<!doctype html", "<html", "<head", "<body"].contains { text.hasPrefix($0) }
    }

    private static func unmarked(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]]
        let mark = marks.first { bytes.starts(with: $0) }
        return bytes.dropFirst(mark?.count ?? 0)
    }

    /// Printable, white, or of a charset beyond ASCII; sound has others within a few bytes.
    private static func isText(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
