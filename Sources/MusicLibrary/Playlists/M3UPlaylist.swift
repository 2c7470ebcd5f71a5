// An M3U or M3U8 file: lines that name music, in whatever encoding they were written. A value; workers.

public import AudioCore

/// What a playlist file says. It names places; whether there is music is the matcher's business.
public struct M3UPlaylist: Hashable, Sendable {
    /// A line that names something to play.
    public struct Entry: Hashable, Sendable {
        /// The line as it stands in the file.
        public var bytes: [UInt8]
        /// The same in the encoding of the file.
        public var text: String
    }

    /// The name in `#PLAYLIST:`; nil without one.
    public private(set) var name: String?
    public private(set) var entries: [Entry] = []

    /// A file longer than this is none that a person made.
    public static let maximumLength = 8 << 20
    /// Lines beyond these are not taken.
    public static let maximumCount = 100_000

    /// Reads the file at `path`; `.m3u8` is UTF-8, else the encoding is told from the text.
    /// - Throws: `notSupported` when it cannot be opened or is too long.
    public static func read(_ path: RawPath) throws(AudioError) -> M3UPlaylist {
        let bytes = try FileByteSource(path).readBytes(maximumLength + 1)
        guard bytes.count <= maximumLength else {
            throw AudioError(.notSupported, path: path.shown, "is no playlist: larger than 8 MiB")
        }
        return M3UPlaylist(bytes, isUTF8: path.lowercasedExtension == "m3u8")
    }

    /// The playlist in a text.
    /// - Parameter isUTF8: the file's own name says that it is.
    public init(_ bytes: [UInt8], isUTF8: Bool) {
        let charset: LegacyText.Charset?
        let content: [UInt8]
        if let order = UTF16Text.byteOrderMark(bytes) {
            content = Array(UTF16Text.decode(bytes, order: order).utf8)
            charset = .utf8
        } else {
            content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes
            // A line alone is too little to tell an encoding from; the file is more.
            charset = isUTF8 ? nil : LegacyText.charset(of: content)
        }
        func text(_ line: [UInt8]) -> String {
            charset.map { LegacyText.decode(line, as: $0) } ?? LegacyText.decodeDeclaredUTF8(line)
        }
        for slice in content.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let line = Self.trimmed(slice)
            guard let first = line.first else { continue }
            if first == UInt8(ascii: "#") {
                let mark = Array("#PLAYLIST:".utf8)
                if line.prefix(mark.count).elementsEqual(mark) {
                    let title = text(Array(line[mark.count...])).trimmed
                    if !title.isEmpty { name = title }
                }
                continue
            }
            guard entries.count < Self.maximumCount else { return }
            entries.append(Entry(bytes: line, text: text(line)))
        }
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> [UInt8] {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0 }
        var line = line.drop(while: isBlank)
        while let last = line.last, isBlank(last) { line.removeLast() }
        return Array(line)
    }
}
