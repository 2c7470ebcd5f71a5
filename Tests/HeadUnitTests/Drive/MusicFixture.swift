// A small collection in many scripts, made by the test: the same bytes each time.

import Artwork
import AudioCore
import TestSupport

/// Albums by title: Alpha Road, Donau…, Harbour (CUE), No Cover, Группа, أغاني, 夜の海.
final class MusicFixture {
    let folder = TemporaryFolder()
    /// Seconds of each track.
    static let trackSeconds = 200.0

    var music: String { folder.path + "/music" }

    static let albums:
        [(folder: String, artist: String, title: String, year: String?, color: UInt32?, tracks: [String])] = [
            ("alpha", "Ann Field", "Alpha Road", "1999", 0xFFAA_3311, ["Crossing", "Bend", "Arrival"]),
            (
                "donau", "Ödön von Eck", "Donaudampfschifffahrtsgesellschaftskapitänslieder", "2004", 0xFF11_55AA,
                ["Übermut", "Rechtsschutzversicherungsgesellschaften"]
            ),
            ("garage", "Garage", "No Cover", nil, nil, ["Take 1", "Take 2"]),
            ("кино", "Кино", "Группа крови", "1988", 0xFF66_1122, ["Война", "Спокойная ночь"]),
            ("umi", "山本", "夜の海", "2011", 0xFF22_4466, ["灯台", "潮騒"]),
            ("aghani", "فيروز", "أغاني", "1973", 0xFF88_7711, ["صباح الخير"]),
        ]

    init() throws {
        for album in Self.albums {
            for (index, title) in album.tracks.enumerated() {
                try add(
                    "\(album.folder)/\(index + 1).flac", title: title, artist: album.artist, album: album.title,
                    number: index + 1, year: album.year, genre: album.folder == "alpha" ? "Folk" : nil)
            }
            if let color = album.color { try addCover("\(album.folder)/cover.png", color) }
        }
        try folder.write(SilentFLAC.bytes(seconds: 300, tags: []), to: "music/harbour/all.flac")
        let sheet = """
            PERFORMER "Marta Voss"
            TITLE "Harbour"
            FILE "all.flac" WAVE
              TRACK 01 AUDIO
                TITLE "Low Tide"
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                TITLE "Cranes"
                INDEX 01 01:40:00
              TRACK 03 AUDIO
                TITLE "Last Ferry"
                INDEX 01 03:20:00

            """
        try folder.write(Array(sheet.utf8), to: "music/harbour/all.cue")
        try addCover("harbour/folder.png", 0xFF22_6655)
    }

    /// Writes one more track.
    func add(
        _ name: String, title: String, artist: String, album: String, number: Int, year: String? = nil,
        genre: String? = nil, seconds: Double = MusicFixture.trackSeconds
    ) throws {
        var tags = ["TITLE=\(title)", "ARTIST=\(artist)", "ALBUM=\(album)", "TRACKNUMBER=\(number)"]
        if let year { tags.append("DATE=\(year)") }
        if let genre { tags.append("GENRE=\(genre)") }
        try folder.write(SilentFLAC.bytes(seconds: seconds, tags: tags), to: "music/" + name)
    }

    /// An album of 130 short tracks, five for each letter: a list long enough for the letters.
    func addLongAlbum() throws {
        for number in 0..<130 {
            let letter = String(UnicodeScalar(UInt8(65 + number / 5)))
            try add(
                "long/\(number).flac", title: "\(letter)\(number % 5) Long", artist: "Many", album: "Long",
                number: number + 1, seconds: 2)
        }
    }

    private func addCover(_ name: String, _ color: UInt32) throws {
        var picture = Bitmap(width: 96, height: 96, filledWith: color)
        for y in 24..<72 {
            for x in 24..<72 { picture[x: x, y: y] = 0xFFEE_DDCC }
        }
        try folder.write(try picture.pngData(), to: "music/" + name)
    }
}
