// Albums and artists: what tracks are grouped into. Values; any thread.

public import AudioCore

/// Where the picture of an album or track is: a picture file, or a place inside a music file.
public struct CoverLocation: Hashable, Sendable {
    public var path: RawPath
    /// Bytes of the file at `path`.
    public var size: Int64
    /// Nanoseconds since 1970 of its last change.
    public var modified: Int64
    /// The place in a music file; nil for a picture file.
    public var picture: EmbeddedPicture?

    public init(path: RawPath, size: Int64, modified: Int64, picture: EmbeddedPicture? = nil) {
        self.path = path
        self.size = size
        self.modified = modified
        self.picture = picture
    }
}

/// An album.
public struct LibraryAlbum: Hashable, Sendable {
    /// Names the album for good, as far as tracks of it stay.
    public var key: Int32
    /// Never empty; the folder's name when its tracks carry no album.
    public var title: String
    /// The album artist; nil when unknown, and when there are several (`isVarious`).
    public var artist: String?
    /// The artists `artist` consists of.
    public var artistKeys: [Int32] = []
    /// Different artists without a common one: a compilation. What they are called is the language's business.
    public var isVarious = false
    /// A folder that stands for the album its tracks do not name.
    public var isFolder = false
    /// The latest year of its tracks.
    public var year: Int?
    public var sortTitle: String?
    public var sortArtist: String?
    public var cover: CoverLocation?
    /// By disc, then number, then path.
    public var trackKeys: [Int32] = []
    /// Seconds since 1970 when its newest track came.
    public var added: Int64 = 0
    /// Seconds of all tracks whose length is known.
    public var duration = 0.0
    /// Whether any of its tracks can be played now.
    public var isAvailable = true

    init(key: Int32, title: String) {
        self.key = key
        self.title = title
    }
}

/// An artist of albums or tracks.
public struct LibraryArtist: Hashable, Sendable {
    /// Names the artist for good, as far as the name stays.
    public var key: Int32
    public var name: String
    public var sortName: String?
    /// Albums whose artist this is, the newest first.
    public var albumKeys: [Int32] = []
    /// Tracks this artist plays on or whose album is this artist's, album by album in the order of `albumKeys`, then
    /// those on other albums.
    public var trackKeys: [Int32] = []
    /// Whether the list of artists shows it: it has an album, or loose tracks. Guests of compilations are reached from
    /// their tracks.
    public var isListed = false

    init(key: Int32, name: String) {
        self.key = key
        self.name = name
    }
}
