// The entry to all tag readers: looks at the content, asks the readers concerned, ranks what they found. Workers.

public import AudioCore

/// Reads the tags of an audio file.
public enum TagReader {
    /// The tags of `source`, its kind told by content: FLAC, WAV, AIFF, Ogg, MP4, and everything else (MP3, Monkey's
    /// Audio, WavPack …) by the tags at its two ends.
    ///
    /// In front of other tags stands ID3v2, then APEv2, then ID3v1, field by field; in FLAC the Vorbis comments stand
    /// first, in WAV and AIFF the ID3 chunk. Damaged and absurd content is passed over and what could be read stays. A source
    /// that cannot seek or does not know its size has no tags. The position of the source afterwards is anywhere.
    /// - Throws: only what the source throws when it cannot be read.
    public static func read(_ source: any ByteSource) throws(AudioError) -> TrackTags {
        guard source.isSeekable, let size = source.size, size > 0 else { return TrackTags() }
        let window = SourceWindow(source, size: size)
        let front = try ID3v2Reader.readLeading(window)
        let head = try window.bytes(at: front.end, count: 12)
        if head.hasASCII("fLaC") {
            var tags = try FLACTagReader.read(window, at: front.end).tags
            tags.fill(from: front.fields.tags)
            return tags
        }
        if head.hasASCII("WAVE", at: 8), ["RIFF", "RF64", "BW64"].contains(where: { head.hasASCII($0) }) {
            var tags = try WAVTagReader.read(window, at: front.end)
            tags.fill(from: front.fields.tags)
            return tags
        }
        if head.hasASCII("FORM"), head.hasASCII("AIFF", at: 8) || head.hasASCII("AIFC", at: 8) {
            var tags = try AIFFTagReader.read(window, at: front.end)
            tags.fill(from: front.fields.tags)
            return tags
        }
        if head.hasASCII("OggS") {
            var tags = try OggTagReader.read(window, name: source.name, at: front.end).tags
            tags.fill(from: front.fields.tags)
            return tags
        }
        if ["ftyp", "moov", "mdat", "wide"].contains(where: { head.hasASCII($0, at: 4) }) {
            var tags = try MP4TagReader.read(window, at: front.end).tags
            tags.fill(from: front.fields.tags)
            return tags
        }
        var tags = front.fields.tags
        let trailing = try TrailingTags.read(window)
        tags.fill(from: trailing.id3v2.tags)
        tags.fill(from: trailing.ape.tags)
        tags.fill(from: trailing.id3v1.tags)
        return tags
    }
}
