// What the tags of one file say, whatever kind of tag said it. Values; any thread.

/// The tags of a track. What is not stated is nil or empty; texts are trimmed and never empty.
public struct TrackTags: Hashable, Sendable {
    public var title: String?
    /// One entry a value of the tag; a value is never split at a slash or comma.
    public var artists: [String] = []
    public var album: String?
    public var albumArtists: [String] = []
    /// Counted from 1.
    public var track: Int?
    public var trackTotal: Int?
    /// Counted from 1.
    public var disc: Int?
    public var discTotal: Int?
    public var year: Int?
    /// Names; ID3 numbers are resolved.
    public var genres: [String] = []
    public var compilation = false
    /// Several composers are joined by a comma.
    public var composer: String?
    public var sortTitle: String?
    public var sortArtist: String?
    public var sortAlbum: String?
    public var gain: TrackGain?
    /// The text of an embedded cue sheet, at most 1 MiB.
    public var cueSheet: String?
    /// The text of an `iTunSMPB` comment: encoder delay, padding and length in hexadecimal.
    public var gaplessInfo: String?
    /// Every picture in the file, in its order, at most 32.
    public var pictures: [EmbeddedPicture] = []

    public init() {}

    /// The picture to show: the front cover if there is one.
    public var cover: EmbeddedPicture? { EmbeddedPicture.best(of: pictures) }

    /// Fills every field that is not stated here from a tag of lower standing. Gains are taken together or not at all:
    /// two taggers need not have measured the same.
    mutating func fill(from lower: TrackTags) {
        title = title ?? lower.title
        if artists.isEmpty { artists = lower.artists }
        album = album ?? lower.album
        if albumArtists.isEmpty { albumArtists = lower.albumArtists }
        track = track ?? lower.track
        trackTotal = trackTotal ?? lower.trackTotal
        disc = disc ?? lower.disc
        discTotal = discTotal ?? lower.discTotal
        year = year ?? lower.year
        if genres.isEmpty { genres = lower.genres }
        compilation = compilation || lower.compilation
        composer = composer ?? lower.composer
        sortTitle = sortTitle ?? lower.sortTitle
        sortArtist = sortArtist ?? lower.sortArtist
        sortAlbum = sortAlbum ?? lower.sortAlbum
        gain = gain ?? lower.gain
        cueSheet = cueSheet ?? lower.cueSheet
        gaplessInfo = gaplessInfo ?? lower.gaplessInfo
        pictures = Array((pictures + lower.pictures).prefix(TagFields.maximumPictureCount))
    }
}
