// What can be told about one thing to play, from its file's tags and its cue sheet. Values; read by workers.

import AudioCore
import MusicLibrary

/// The words shown for a track.
public struct TrackFacts: Hashable, Sendable {
    public var title: String
    public var artist: String
    public var album: String

    public init(title: String, artist: String, album: String) {
        self.title = title
        self.artist = artist
        self.album = album
    }

    /// Facts of a track of a cue sheet.
    init(_ track: CueSheet.Track, of sheet: CueSheet) {
        title = track.title ?? "\(track.number)"
        artist = track.performers.joined(separator: ", ")
        album = sheet.title ?? ""
    }

    /// Facts of a whole file; without a title the file's name stands for it.
    init(_ tags: TrackTags, path: RawPath) {
        title = tags.title ?? Self.stem(of: path)
        artist = tags.artists.isEmpty ? tags.albumArtists.joined(separator: ", ") : tags.artists.joined(separator: ", ")
        album = tags.album ?? ""
    }

    /// The file's name without its extension, for people.
    static func stem(of path: RawPath) -> String {
        let name = String(decoding: path.lastComponent, as: UTF8.self)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }

    /// Reads the facts of a file. Worker's thread; a file that cannot be read gives its name.
    static func read(_ path: RawPath) -> TrackFacts {
        do throws(AudioError) {
            return TrackFacts(try TagReader.read(try FileByteSource(path)), path: path)
        } catch {
            return TrackFacts(title: stem(of: path), artist: "", album: "")
        }
    }
}
