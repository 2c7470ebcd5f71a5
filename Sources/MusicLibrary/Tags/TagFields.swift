// The fields of one tag by name, before anything is made of them. Values; one reader at a time.

/// Texts by upper-case Vorbis comment name (`ARTIST`, `TRACKNUMBER` …), which every kind of tag is translated to.
/// Only the names that `TrackTags` has a use for are kept.
struct TagFields {
    /// Values kept of one field.
    static let maximumValueCount = 64
    /// Bytes kept of one value; a cue sheet may be larger.
    static let maximumValueLength = 16 * 1024
    static let maximumPictureCount = 32

    private var values: [String: [String]] = [:]
    private(set) var pictures: [EmbeddedPicture] = []
    /// They are those of an Opus stream.
    var prefersR128 = false

    /// The longest value of the field `name` worth reading, in bytes; 0 when the field is of no use.
    static func maximumLength(of name: String) -> Int {
        switch name {
        case "CUESHEET": CueSheet.maximumTextLength
        default: known.contains(name) ? maximumValueLength : 0
        }
    }

    /// Adds a value behind those the field has. Blank and repeated values add nothing.
    mutating func add(_ value: String, to name: String) {
        let limit = Self.maximumLength(of: name)
        guard limit > 0, value.utf8.count <= limit else { return }
        let value = value.trimmed
        guard !value.isEmpty else { return }
        var list = values[name] ?? []
        guard list.count < Self.maximumValueCount, !list.contains(value) else { return }
        list.append(value)
        values[name] = list
    }

    var hasRoomForPictures: Bool { pictures.count < Self.maximumPictureCount }

    mutating func add(_ picture: EmbeddedPicture) {
        guard picture.storedLength > 0, picture.storedLength <= SourceWindow.largestRead,
            hasRoomForPictures
        else { return }
        pictures.append(picture)
    }

    /// Says that pictures found so far lie in a stream of its own.
    mutating func markPictures(as packing: EmbeddedPicture.Packing) {
        for index in pictures.indices {
            pictures[index].packing = pictures[index].packing == .base64 ? .oggBase64 : packing
        }
    }

    /// Takes from `lower` the fields that are missing here.
    mutating func fill(from lower: TagFields) {
        values.merge(lower.values) { own, _ in own }
        for picture in lower.pictures { add(picture) }
    }

    /// All values of the first of `names` that has any.
    func all(_ names: String...) -> [String] {
        for name in names {
            if let list = values[name] { return list }
        }
        return []
    }

    /// The first value of the first of `names` that has any.
    func first(_ names: String...) -> String? {
        for name in names {
            if let value = values[name]?.first { return value }
        }
        return nil
    }

    private static let known: Set<String> = [
        "TITLE", "ARTIST", "ALBUM", "ALBUMARTIST", "ALBUM ARTIST", "ALBUM_ARTIST", "TRACKNUMBER", "TRACK",
        "TRACKTOTAL", "TOTALTRACKS", "DISCNUMBER", "DISC", "DISCTOTAL", "TOTALDISCS", "DATE", "YEAR", "GENRE",
        "COMPILATION", "COMPOSER", "TITLESORT", "ARTISTSORT", "ALBUMSORT", "REPLAYGAIN_TRACK_GAIN",
        "REPLAYGAIN_TRACK_PEAK", "REPLAYGAIN_ALBUM_GAIN", "REPLAYGAIN_ALBUM_PEAK", "R128_TRACK_GAIN",
        "R128_ALBUM_GAIN", "ITUNSMPB",
    ]
}
