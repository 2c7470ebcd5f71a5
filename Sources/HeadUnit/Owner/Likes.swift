// What the owner likes and how often it was played: kept by the music's own address, so that a new index loses
// nothing. Values in snapshots; main thread.

import AudioCore
import FoundationEssentials

/// Liked tracks, the latest last.
struct Likes: Codable, Equatable, Sendable {
    static let name = "likes"
    static let version = 1

    private(set) var tracks: [TrackAddress] = []

    func contains(_ track: TrackAddress) -> Bool { tracks.contains(track) }

    mutating func toggle(_ track: TrackAddress) {
        if let index = tracks.firstIndex(of: track) {
            tracks.remove(at: index)
        } else {
            tracks.append(track)
        }
    }
}

/// A track by what it is on the disk.
struct TrackAddress: Codable, Hashable, Sendable {
    var uri: String
    var cueTrack: Int?

    init(_ item: QueueItem) {
        uri = MusicFolders.uri(item.path)
        cueTrack = item.cueTrack
    }
}

/// How often and when tracks were played.
struct PlayHistory: Codable, Equatable, Sendable {
    static let name = "history"
    static let version = 1
    /// Tracks remembered; the one heard longest ago goes first.
    static let limit = 20_000

    struct Entry: Codable, Equatable, Sendable {
        var track: TrackAddress
        var count: Int
        /// A number that grows with each track heard: a car's clock may be wrong.
        var last: Int
    }

    private(set) var entries: [Entry] = []
    private var turn = 0

    mutating func heard(_ track: TrackAddress) {
        turn += 1
        if let index = entries.firstIndex(where: { $0.track == track }) {
            entries[index].count += 1
            entries[index].last = turn
        } else {
            if entries.count >= Self.limit,
                let oldest = entries.indices.min(by: { entries[$0].last < entries[$1].last })
            {
                entries.remove(at: oldest)
            }
            entries.append(Entry(track: track, count: 1, last: turn))
        }
    }

    /// The latest first.
    var byTime: [TrackAddress] { entries.sorted { $0.last > $1.last }.map(\.track) }

    /// The most played first; of equals the latest.
    var byCount: [TrackAddress] {
        entries.sorted { ($0.count, $0.last) > ($1.count, $1.last) }.map(\.track)
    }
}
