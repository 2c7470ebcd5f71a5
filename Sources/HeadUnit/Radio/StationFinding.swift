// What somebody gave as a station: an address, or a playlist file with addresses in it. Any thread; reads files.

import AudioCore
import Radio

/// A station that a playlist names.
struct FoundStation: Equatable, Sendable {
    var station: Station
    /// The name is the playlist's; else it is the host's.
    var isNamed: Bool
}

/// Makes stations of what was given.
enum StationFinding {
    /// Playlists among the music that are no playlists of it: their stations are shown beside the owner's own.
    static func isStationList(_ path: RawPath) -> Bool {
        let name = String(decoding: path.lastComponent, as: UTF8.self).lowercased()
        return name == "stations.m3u" || name == "stations.m3u8"
    }

    /// The stations that a playlist file names by their addresses, each once; a name that it does not give is the host.
    /// - Throws: `notSupported` for what cannot be read or is no playlist.
    static func stations(in path: RawPath) throws(AudioError) -> [FoundStation] {
        let bytes = try FileByteSource(path).readBytes(StreamPlaylist.longest + 1)
        guard bytes.count <= StreamPlaylist.longest else {
            throw AudioError(
                .notSupported, path: path.shown, "is no playlist: larger than \(StreamPlaylist.longest >> 10) KiB")
        }
        guard let playlist = StreamPlaylist(bytes) else {
            throw AudioError(.notSupported, path: path.shown, "is no playlist (M3U, PLS, XSPF or ASX)")
        }
        var seen: Set<String> = []
        var found: [FoundStation] = []
        for entry in playlist.entries {
            guard let address = try? StreamAddress(entry.place), seen.insert(address.text).inserted else { continue }
            let name = entry.name.map { $0.withoutBlankEnds } ?? ""
            let station = Station(
                address: address.text, name: name.isEmpty ? address.host : name, charset: address.charset)
            found.append(FoundStation(station: station, isNamed: !name.isEmpty))
        }
        return found
    }
}

extension StreamAddress {
    /// The name or the number of the server, without its port.
    var host: String {
        let behind = shown.firstRange(of: "://").map { shown[$0.upperBound...] } ?? shown[...]
        let authority = behind.prefix { !"/?".contains($0) }
        if authority.first == "[", let end = authority.firstIndex(of: "]") { return String(authority[...end]) }
        return String(authority.prefix { $0 != ":" })
    }
}

extension String {
    /// The text without white space at its ends.
    var withoutBlankEnds: String {
        let front = drop { $0.isWhitespace }
        guard let last = front.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(front[...last])
    }
}
