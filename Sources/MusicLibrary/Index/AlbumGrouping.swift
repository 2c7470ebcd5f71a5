// Which tracks make an album. Pure; workers.

import AudioCore

/// Groups tracks into albums:
/// 1. tracks of one folder (its disc folders included) with the same album tag and album artist belong together;
/// 2. without an album artist they are their common artist's, else a compilation of various artists;
/// 3. such parts of several folders are one album when title and artist agree, the years do not contradict and no
///    number is there twice: two editions, and two albums of one title, stay two;
/// 4. a compilation without the flag never reaches beyond its folder;
/// 5. tracks without an album tag have their folder for an album.
struct AlbumGrouping {
    /// Tracks that make an album, by place in the array grouped.
    struct Group {
        var title: String
        var artists: [String]
        var isVarious: Bool
        var isFolder: Bool
        var members: [Int]
    }

    /// What tracks of one folder have in common.
    private struct PartKey: Hashable {
        var folder: RawPath
        /// Folded; nil without an album tag.
        var album: String?
        /// Folded; empty without an album artist.
        var artist: String
        var isCompilation: Bool
    }

    private struct Part {
        var folder: RawPath
        var members: [Int]
        var title: String
        var artists: [String]
        var isVarious: Bool
        var isFolder: Bool
        /// What may be joined with it has the same; nil is joined with nothing.
        var identity: String?
        var years: Set<Int>
        var places: Set<Place>
    }

    /// A number on a disc.
    private struct Place: Hashable {
        var disc: Int
        var number: Int
    }

    private let tracks: [LibraryTrack]
    private var folded: [String: String] = [:]
    private var folders = DiscFolders()

    /// The albums of `tracks`, in the order of their first tracks.
    static func groups(of tracks: [LibraryTrack]) -> [Group] {
        var grouping = AlbumGrouping(tracks)
        return grouping.run()
    }

    private init(_ tracks: [LibraryTrack]) {
        self.tracks = tracks
    }

    private mutating func run() -> [Group] {
        var order: [PartKey] = []
        var members: [PartKey: [Int]] = [:]
        for (place, track) in tracks.enumerated() {
            let key = PartKey(
                folder: folders.folder(of: track.path).album, album: track.albumTitle.map { fold($0) },
                artist: fold(track.albumArtists.joined(separator: ", ")), isCompilation: track.isCompilation)
            if members[key] == nil { order.append(key) }
            members[key, default: []].append(place)
        }
        return joined(order.map { part($0, members[$0] ?? []) })
    }

    private mutating func fold(_ text: String) -> String {
        if let found = folded[text] { return found }
        let made = text.lowercased()
        folded[text] = made
        return made
    }

    private mutating func part(_ key: PartKey, _ members: [Int]) -> Part {
        let first = tracks[members[0]]
        var part = Part(
            folder: key.folder, members: members, title: first.albumTitle ?? "", artists: [], isVarious: false,
            isFolder: key.album == nil, identity: nil, years: [], places: [])
        for place in members {
            let track = tracks[place]
            if let year = track.year { part.years.insert(year) }
            if let number = track.number {
                let disc = track.disc ?? folders.folder(of: track.path).disc ?? 1
                part.places.insert(Place(disc: disc, number: number))
            }
        }
        guard let album = key.album else {
            let name = String(decoding: key.folder.lastComponent, as: UTF8.self)
            part.title = name.isEmpty ? key.folder.shown : name
            part.artists = commonArtist(members) ?? []
            part.isVarious = part.artists.isEmpty && members.contains { !tracks[$0].artists.isEmpty }
            return part
        }
        if !key.artist.isEmpty {
            part.artists = first.albumArtists
            part.isVarious = Self.isVarious(key.artist)
            part.identity = album + "\0" + (part.isVarious ? "" : key.artist)
        } else if let artist = commonArtist(members), !key.isCompilation {
            part.artists = artist
            part.identity = album + "\0" + fold(artist.joined(separator: ", "))
        } else {
            let isKnown = members.contains { !tracks[$0].artists.isEmpty }
            part.isVarious = key.isCompilation || isKnown
            part.identity = key.isCompilation ? album + "\0" : nil
        }
        // The years of a compilation are those of its songs.
        if part.isVarious { part.years = [] }
        if part.isVarious { part.artists = [] }
        return part
    }

    /// What all tracks have for an artist: the same credits, or the same name in front of guests.
    private mutating func commonArtist(_ members: [Int]) -> [String]? {
        let credits = members.map { tracks[$0].artists }
        guard let first = credits.first, !first.isEmpty, !credits.contains([]) else { return nil }
        if credits.allSatisfy({ $0 == first }) { return first }
        guard let name = credits.map({ $0[0] }).min(by: { $0.utf8.count < $1.utf8.count }) else { return nil }
        let short = fold(name)
        for credit in credits {
            let text = fold(credit[0])
            guard text.hasPrefix(short) else { return nil }
            let rest = text.dropFirst(short.count)
            guard rest.isEmpty || Self.guests.contains(where: { rest.hasPrefix($0) }) else { return nil }
        }
        return [name]
    }

    private func joined(_ parts: [Part]) -> [Group] {
        var albums: [Part] = []
        var byIdentity: [String: [Int]] = [:]
        for part in parts {
            guard let identity = part.identity else {
                albums.append(part)
                continue
            }
            let candidates = byIdentity[identity] ?? []
            if let place = candidates.first(where: { Self.agree(albums[$0], part) }) {
                albums[place].members += part.members
                albums[place].years.formUnion(part.years)
                albums[place].places.formUnion(part.places)
            } else {
                byIdentity[identity, default: []].append(albums.count)
                albums.append(part)
            }
        }
        return albums.map {
            Group(
                title: $0.title, artists: $0.artists, isVarious: $0.isVarious, isFolder: $0.isFolder,
                members: $0.members)
        }
    }

    private static func agree(_ left: Part, _ right: Part) -> Bool {
        let yearsAgree = left.years.isEmpty || right.years.isEmpty || !left.years.isDisjoint(with: right.years)
        // Parts of one folder are one album whatever their numbers: part of the tags lacks the album artist.
        return left.folder == right.folder || (yearsAgree && left.places.isDisjoint(with: right.places))
    }

    /// What stands between an artist and guests.
    private static let guests = [
        " feat", " ft", " featuring", " with ", " & ", ", ", "; ", " / ", "/", " vs", " x ", " и ",
    ]

    /// Whether an album artist says that there is none.
    private static func isVarious(_ folded: String) -> Bool {
        ["various artists", "various", "va", "v.a.", "v/a", "разные исполнители", "сборник", "verschiedene"].contains(
            folded)
    }
}
