// The owner's own playlists: kept by the music's address, so that a new index and an absent stick lose nothing. A value
// in a snapshot; main thread.

import FoundationEssentials

/// Playlists in the order in which they were made.
struct Playlists: Codable, Equatable, Sendable {
    static let name = "playlists"
    static let version = 1

    struct Playlist: Codable, Equatable, Sendable {
        /// Counted from 1, never used again.
        let id: Int32
        var name: String
        /// A track may be there more than once.
        var tracks: [TrackAddress]
    }

    private(set) var lists: [Playlist] = []
    private var nextID: Int32 = 1

    func list(_ id: Int32) -> Playlist? { lists.first { $0.id == id } }

    /// Makes a playlist and gives its number; a name that is taken gets a number behind it.
    @discardableResult
    mutating func make(_ name: String, _ tracks: [TrackAddress]) -> Int32 {
        let id = nextID
        nextID += 1
        lists.append(Playlist(id: id, name: freeName(name), tracks: tracks))
        return id
    }

    /// Puts tracks at the end of one.
    mutating func add(_ tracks: [TrackAddress], to id: Int32) {
        guard let index = index(id) else { return }
        lists[index].tracks += tracks
    }

    /// Takes out what stands at a place; nothing when it is another track by now.
    mutating func remove(_ track: TrackAddress, at place: Int, from id: Int32) {
        guard let index = index(id), lists[index].tracks.indices.contains(place), lists[index].tracks[place] == track
        else { return }
        lists[index].tracks.remove(at: place)
    }

    mutating func delete(_ id: Int32) { lists.removeAll { $0.id == id } }

    /// `name`, or with the first number behind it that no other playlist has.
    func freeName(_ name: String) -> String {
        let taken = Set(lists.map(\.name))
        guard taken.contains(name) else { return name }
        var number = 2
        while taken.contains("\(name) \(number)") { number += 1 }
        return "\(name) \(number)"
    }

    /// The lowest number that gives a name nobody has: 1 for `Playlist 1`.
    func freeNumber(_ name: (Int) -> String) -> Int {
        let taken = Set(lists.map(\.name))
        var number = 1
        while taken.contains(name(number)) { number += 1 }
        return number
    }

    private func index(_ id: Int32) -> Int? { lists.firstIndex { $0.id == id } }
}
