// The one table of codecs, and how a source finds its own. The decoder thread opens; the scanner's workers do too.

public import AudioCore

/// What this program decodes itself. A new codec is one file with an `entry` and one line in `entries`.
public enum CodecTable {
    /// Asked from first to last, so a codec with a weaker mark stands behind those with a stronger one:
    /// `fLaC`, `RIFF`, `FORM` and `OggS` are four fixed bytes, an MPEG frame is known only by several headers that agree.
    static let entries: [CodecEntry] = [
        FLACCodec.entry,
        WAVCodec.entry,
        AIFFCodec.entry,
        OggCodec.entry,
        MP3Codec.entry,
    ]

    /// The lower-case extensions, without a dot, of the files that are worth opening.
    public static let extensions: Set<String> = Set(entries.flatMap(\.extensions))

    /// Opens the codec that knows the content of `source`; the extension of its name is looked at only when none does.
    ///
    /// - Parameter family: formats of another library, asked behind all that have a sure mark, and for codings that those
    ///   do not know.
    /// - Throws: `notSupported` naming the source, what it is and what would be right; `decode` when the content is
    ///   known but damaged in front; what the source itself throws.
    public static func open(
        _ source: any ByteSource, beyond family: CodecFamily?
    ) throws(AudioError) -> any AudioCodec {
        let reader = try SourceReader(source)
        try SourceTags.skipLeading(reader)
        let start = reader.position
        let head = try head(reader, family)
        guard !head.isEmpty else {
            throw reader.error(.notSupported, start > 0 ? "holds a tag and nothing else" : "the file is empty")
        }
        for entry in entries where !entry.isWeak && entry.recognises(head) {
            do throws(AudioError) {
                return try entry.open(reader, start)
            } catch {
                guard reader.hasForeignCoding, let family, family.recognises(head),
                    (try? reader.seek(to: start)) != nil
                else { throw error }
                return try family.open(ReaderByteSource(reader), start, head)
            }
        }
        if let family, family.recognises(head) { return try family.open(ReaderByteSource(reader), start, head) }
        for entry in entries where entry.isWeak && entry.recognises(head) { return try entry.open(reader, start) }
        let ending = RawPath(reader.name).lowercasedExtension
        let claimed = entries.first { $0.extensions.contains(ending) }
        let supported = words(entries.map(\.name) + (family?.names ?? []))
        if let kind = ForeignContent.kind(of: head) {
            let right = (claimed?.name ?? family?.name(ending)).map { "not \($0)" } ?? "not one of \(supported)"
            throw reader.error(.notSupported, "is \(kind), \(right)")
        }
        if let claimed { return try claimed.open(reader, start) }
        if let name = family?.name(ending) { throw reader.error(.notSupported, "is not \(name)") }
        throw reader.error(.notSupported, "is of an unknown kind, not one of \(supported)")
    }

    /// The first bytes. Those of a stream are waited for: no more of them than it takes to know what it is.
    private static func head(_ reader: SourceReader, _ family: CodecFamily?) throws(AudioError) -> [UInt8] {
        guard reader.isSeekable else {
            let first = Array(try reader.peek(CodecEntry.shortHeadLength))
            let isKnown = entries.contains { $0.recognises(first) } || family?.recognises(first) == true
            return isKnown ? first : Array(try reader.peek(CodecEntry.headLength))
        }
        return Array(try reader.peek(CodecEntry.headLength))
    }

    /// As above, with the codecs of this table alone.
    @Sendable
    public static func open(_ source: any ByteSource) throws(AudioError) -> any AudioCodec {
        try open(source, beyond: nil)
    }

    /// `FLAC, WAV and MP3`.
    private static func words(_ names: [String]) -> String {
        names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }
}
