// One track of the library as it was read from its file or cue sheet. Values; any thread.

public import AudioCore

/// What a track's samples are, as its codec told.
public struct TrackFormat: Hashable, Sendable {
    /// `flac`, `mp3`, `wav` …: the file around the samples.
    public var container: String
    /// `flac`, `mp3`, `pcm` …
    public var codec: String
    /// Hertz.
    public var rate: Int32
    /// Kilobits a second; 0 when unknown.
    public var bitrate: Int32
    public var channels: UInt8
    /// Bits a sample; 0 for a lossy stream.
    public var bits: UInt8
    public var isLossless: Bool

    public init(_ info: StreamInfo) {
        container = info.container
        codec = info.codec
        rate = Int32(clamping: info.rate)
        bitrate = Int32(clamping: info.bitrate ?? 0)
        channels = UInt8(clamping: info.channels)
        bits = UInt8(clamping: info.bits ?? 0)
        isLossless = info.isLossless
    }

    init(
        container: String, codec: String, rate: Int32, bitrate: Int32, channels: UInt8, bits: UInt8, isLossless: Bool
    ) {
        self.container = container
        self.codec = codec
        self.rate = rate
        self.bitrate = bitrate
        self.channels = channels
        self.bits = bits
        self.isLossless = isLossless
    }
}

/// A track: a file, or a part of one that a cue sheet names.
public struct LibraryTrack: Hashable, Sendable {
    /// Names the track for good: the same file and cue track have the same key after every scan and restart.
    public var key: Int32 = 0
    /// The audio file, absolute.
    public var path: RawPath
    /// The number in its cue sheet, from 0 on; nil for a whole file.
    public var cueTrack: Int? {
        get { Self.number(small.cueTrack).map { $0 - 1 } }
        set { small.cueTrack = Self.small(newValue.map { $0 &+ 1 }) }
    }
    /// What of the file is played; nil for all of it.
    public var region: CueRegion?
    /// The tag, else the file's name without its extension, else the number in the cue sheet. Never empty.
    public var title: String
    /// One entry a value of the tag; a value is never split.
    public var artists: [String] = []
    /// The album as tagged; nil without one: the folder stands for it.
    public var albumTitle: String?
    public var albumArtists: [String] = []
    /// The tag says that the album is a compilation.
    public var isCompilation = false
    /// Counted from 1.
    public var number: Int? {
        get { Self.number(small.number) }
        set { small.number = Self.small(newValue) }
    }
    /// Counted from 1.
    public var disc: Int? {
        get { Self.number(small.disc) }
        set { small.disc = Self.small(newValue) }
    }
    public var year: Int? {
        get { Self.number(small.year) }
        set { small.year = Self.small(newValue) }
    }
    public var genres: [String] = []
    public var sortTitle: String? {
        get { sort?.title }
        set { sort = SortTags(sort, title: .some(newValue)) }
    }
    public var sortArtist: String? {
        get { sort?.artist }
        set { sort = SortTags(sort, artist: .some(newValue)) }
    }
    public var sortAlbum: String? {
        get { sort?.album }
        set { sort = SortTags(sort, album: .some(newValue)) }
    }
    /// Seconds; nil when the stream does not say.
    public var duration: Double?
    public var format: TrackFormat
    /// Bytes of the file.
    public var size: Int64
    /// Nanoseconds since 1970 of the file's last change.
    public var modified: Int64
    /// The picture inside the file that stands for the track.
    public var picture: EmbeddedPicture?
    /// Seconds since 1970 when the track came into the library.
    public var added: Int64 = 0
    /// The album it belongs to; every track belongs to one.
    public var albumKey: Int32 = 0
    /// One for each of `artists`, in order.
    public var artistKeys: [Int32] = []
    /// False while its volume is absent: a stick that is not plugged in.
    public var isAvailable = true

    /// What its tags or its cue sheet say of its loudness.
    var gainTags = GainTags.unread
    /// What was measured of it as it is now; nil when nothing was.
    public var measured: MeasuredGain?

    /// Numbers in two bytes each, 0 for none: a library holds a hundred thousand tracks in memory.
    private var small = Numbers()
    /// Few tracks have any.
    private var sort: SortTags?

    private struct Numbers: Hashable {
        /// One more than the number.
        var cueTrack: UInt16 = 0
        var number: UInt16 = 0
        var disc: UInt16 = 0
        var year: UInt16 = 0
    }

    private static func number(_ value: UInt16) -> Int? { value == 0 ? nil : Int(value) }

    /// Below 1 and above what any tag holds is none.
    private static func small(_ value: Int?) -> UInt16 { value.flatMap(UInt16.init(exactly:)) ?? 0 }

    public init(path: RawPath, title: String, format: TrackFormat, size: Int64, modified: Int64) {
        self.path = path
        self.title = title
        self.format = format
        self.size = size
        self.modified = modified
    }

    /// The track as the queue plays it.
    public var queueItem: QueueItem { QueueItem(path: path, cueTrack: cueTrack, region: region) }

    /// What makes it the same track after a scan.
    var identity: TrackIdentity { TrackIdentity(path: path, cueTrack: cueTrack) }
}

/// Whether a track states gains.
enum GainTags: UInt8, Sendable {
    /// Nobody has looked: an index of an earlier form did not keep it.
    case unread
    case absent
    case present
}

/// Texts that only put things in order; shared, never changed.
private final class SortTags: Hashable, Sendable {
    let title: String?
    let artist: String?
    let album: String?

    /// The tags of `old` with another one; nil when none is left.
    init?(_ old: SortTags?, title: String?? = nil, artist: String?? = nil, album: String?? = nil) {
        self.title = title ?? old?.title
        self.artist = artist ?? old?.artist
        self.album = album ?? old?.album
        if self.title == nil, self.artist == nil, self.album == nil { return nil }
    }

    static func == (left: SortTags, right: SortTags) -> Bool {
        left.title == right.title && left.artist == right.artist && left.album == right.album
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(title)
        hasher.combine(artist)
        hasher.combine(album)
    }
}

/// A file, or a track of its cue sheet.
struct TrackIdentity: Hashable {
    var path: RawPath
    var cueTrack: Int?
}
