// What of a library has to be measured, album by album. Values; workers.

public import AudioCore

/// The tracks without gain tags whose measurement is missing or was made with another album around them.
public struct GainPlan: Sendable {
    /// A track to decode.
    public struct Track: Sendable {
        public var item: QueueItem
        /// Seconds; nil when unknown.
        public var duration: Double?
        /// Its gain is what is wanted; else it only counts for its album.
        public var isWanted: Bool
        let identity: TrackIdentity
        let stamp: FileStamp
    }

    /// Tracks that are measured together.
    public struct Album: Sendable {
        /// For people.
        public var title: String
        /// In the order of the album.
        public var tracks: [Track]
        /// All of the album is in `tracks`, and its loudness as a whole is wanted.
        public var isWhole: Bool
        /// What its tracks are to be marked with.
        public var mark: UInt32
    }

    public private(set) var albums: [Album] = []
    /// Tracks that state gains.
    public private(set) var taggedCount = 0
    /// Tracks whose measurement stands.
    public private(set) var knownCount = 0
    /// Seconds to decode, where lengths are known.
    public private(set) var seconds = 0.0

    /// Albums of more tracks are none that anybody hears as one; each measurement takes memory until all are done.
    private static let largestAlbum = 500

    init(_ snapshot: LibrarySnapshot) {
        for album in snapshot.albums {
            let tracks = album.trackKeys.compactMap { snapshot.track($0) }
            add(album, tracks)
        }
        seconds = albums.reduce(0) { $1.tracks.reduce($0) { $0 + ($1.duration ?? 0) } }
    }

    private mutating func add(_ album: LibraryAlbum, _ tracks: [LibraryTrack]) {
        let untagged = tracks.filter { $0.gainTags != .present }
        taggedCount += tracks.count - untagged.count
        guard !untagged.isEmpty else { return }
        // A folder of loose tracks is no album, and of one that lies partly on an absent stick nothing can be said.
        let isAlbum = !album.isFolder && tracks.count <= Self.largestAlbum && tracks.allSatisfy(\.isAvailable)
        let mark = isAlbum ? Self.mark(of: tracks) : 0
        let isDue = isAlbum && untagged.contains { $0.measured.map { $0.albumMark != mark } ?? false }
        let missing = untagged.filter { $0.measured == nil && $0.isAvailable }
        // Where no other track is measured yet, the missing ones are all there are.
        let isWhole = isDue || (isAlbum && missing.count == untagged.count)
        let chosen = isWhole ? tracks : missing
        let wanted = Set((isWhole ? untagged : missing).map(\.key))
        knownCount += untagged.count - wanted.count
        guard !chosen.isEmpty, !wanted.isEmpty else { return }
        albums.append(
            Album(
                title: album.title,
                tracks: chosen.map { track in
                    Track(
                        item: track.queueItem, duration: track.duration, isWanted: wanted.contains(track.key),
                        identity: track.identity, stamp: FileStamp(size: track.size, modified: track.modified))
                },
                isWhole: isWhole, mark: mark))
    }

    /// Another one as soon as a track comes, goes or changes; never 0 (FNV-1a, 32 bits).
    private static func mark(of tracks: [LibraryTrack]) -> UInt32 {
        var hash: UInt32 = 0x811C_9DC5
        func mix(_ byte: UInt8) { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        for track in tracks.sorted(by: { $0.key < $1.key }) {
            for byte in track.path.bytes { mix(byte) }
            for number in [Int64(track.cueTrack ?? 0), Int64(track.region?.startFrame ?? -1), track.size] {
                withUnsafeBytes(of: number.littleEndian) { $0.forEach(mix) }
            }
        }
        return hash == 0 ? 1 : hash
    }
}

/// Measurements on their way into the library.
public struct GainResults: Sendable {
    private var gains: [TrackIdentity: (stamp: FileStamp, gain: MeasuredGain)] = [:]

    public init() {}

    public var count: Int { gains.count }

    public mutating func put(_ gain: MeasuredGain, of track: GainPlan.Track) {
        gains[track.identity] = (track.stamp, gain)
    }

    /// The gain for a track; nil when it was not measured, or its file has changed since.
    func gain(of track: LibraryTrack) -> MeasuredGain? {
        guard let found = gains[track.identity], track.gainTags != .present,
            found.stamp.matches(FileStamp(size: track.size, modified: track.modified))
        else { return nil }
        return found.gain
    }
}

extension LibraryContents {
    /// What has to be measured.
    public var gainPlan: GainPlan { GainPlan(snapshot) }

    /// Takes measurements in; those of tracks that have changed or gone are dropped.
    public mutating func take(_ results: GainResults) {
        for place in index.entries.indices {
            for number in index.entries[place].tracks.indices {
                if let gain = results.gain(of: index.entries[place].tracks[number]) {
                    index.entries[place].tracks[number].measured = gain
                }
            }
        }
        var tracks = snapshot.tracks
        for place in tracks.indices {
            if let gain = results.gain(of: tracks[place]) { tracks[place].measured = gain }
        }
        snapshot = LibrarySnapshot(
            tracks: tracks, albums: snapshot.albums, artists: snapshot.artists, orders: snapshot.orders)
    }
}
